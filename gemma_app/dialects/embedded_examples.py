"""How people ask in Korean and English, and what the app does then: what the embedded model is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Example:
    """Something a person says and the reaction to it.

    Args:
        said: The person's words.
        tool: Name of the tool that is called, empty where the app only talks.
        arguments: Arguments of the call.
        title: The words of ``said`` that the call takes over, empty where there are none.
        answer: What the app says where it only talks.
    """

    said: str
    tool: str
    arguments: Mapping[str, Any]
    title: str = ""
    answer: str = ""

    @property
    def kind(self) -> tuple[str, str, bool]:
        """The tool, the value it is given, and whether a day is named: what examples of one kind have in common."""
        return self.tool, str(self.arguments.get("value", "")), "date" in self.arguments

    @property
    def frame(self) -> str:
        """What was said without the title: the way of asking."""
        return self.said.replace(self.title, " ") if self.title else self.said


# Words in [brackets] are the argument named beside the tool.
_ADD = """
[식후 걷기] 추가해줘
[근력 운동] 습관 추가해줘
[책 읽기] 새 습관으로 등록해 주세요
[통곡물 한 그릇] 내 목록에 넣어줘
[자연 속 시간] 시작하고 싶어
나 오늘부터 [아침 스트레칭] 해볼래
[빠르게 걷기] 습관 만들어줘
[안부 한 통]도 하나 더해줘
[싱겁게 한 끼] 추가 부탁드려요
[사우나] 등록
add [box breathing]
Add the [early dinner] habit
Please add [vigorous cardio] to my habits
I want to start [post-meal walk]
put [time in nature] on my list
set up [whole grains] for me
create a new habit: [dark bedroom]
I'd like to begin [expressive writing]
let's start [floss one tooth]
can you register [eye rest]?
"""
_DONE = """
오늘 [식후 걷기] 했어
[물 마시기] 완료
[책 읽기] 오늘 다 했어요
방금 [근력 운동] 끝냈어
[감사 세 줄] 썼어
[생선 주 두 번] 먹었어
[물] 다 마셨다
[집중 블록] 체크해줘
[사우나] 했다고 기록해줘
[빠르게 걷기] 완료 표시
I did [cold shower] today
just finished [reading]
[vigorous cardio] done
mark [early dinner] as done
check off [brisk walk]
I completed my [morning stretch]
did my [post-meal walk]
log [floss] for today
I went to the [sauna] today
finished my [box breathing] for today
"""
_BLANK = """
오늘은 [책 읽기] 못 했어
[근력 운동] 안 했어
[식후 걷기] 빼먹었어
[이른 저녁 식사] 실패했어
I skipped [brisk walk] today
I didn't do [reading] today
missed [cold shower]
mark [early dinner] as not done
"""
_DONE_BEFORE = """
어제|어제 [네모 호흡] 했어
그저께|그저께 [물 마시기] 했는데 기록해줘
3일 전|3일 전에 [책 읽기] 했어
yesterday|I did [stretching] yesterday
two days ago|log [reading] for two days ago
last Friday|mark [sauna] as done for last Friday
11월 28일|11월 28일 [발효 식품] 완료로 해줘
지난 일요일|지난 일요일에 [근력 운동] 했어
on Monday|I did [brisk walk] on Monday
last night|[box breathing] done last night
"""
_BLANK_BEFORE = """
어제|어제 [사우나] 못 갔어
어제|어제 [식후 걷기] 못 했어
그저께|그저께 [책 읽기] 안 했어
지난 토요일|지난 토요일에 [물 마시기] 빼먹었어
yesterday|I skipped [reading] yesterday
last night|missed [early dinner] last night
yesterday|I missed [floss] yesterday
"""
_STREAK = """
[책 읽기] 며칠째야?
[근력 운동] 연속 며칠이야
[식후 걷기] 연속 기록 알려줘
[사우나] 스트릭 보여줘
[감사 세 줄] 지금까지 며칠 이어졌어?
[이른 저녁] 얼마나 꾸준히 했지?
[빠르게 걷기] 잘 이어가고 있나?
What is my [reading] streak?
how many days in a row have I done [brisk walk]?
show my streak for [cold shower]
how long have I kept up [post-meal walk]?
[early dinner] streak?
am I still on a streak with [floss]?
how am I doing with [whole grains]?
"""
_SEARCH = """
[스트레스] 관련 습관 찾아줘
[다이어트] 습관 뭐가 있어?
[기억력]에 도움 되는 거 추천해줘
[명상] 관련된 것 검색
[눈]에 좋은 습관 있어?
[물] 관련해서 뭐 있는지 볼래
[식단] 쪽으로 추천 좀
[스마트폰] 줄이고 싶은데 좋은 거 없나
Find habits about [stress]
any habits for [energy]?
search for [tea]
recommend something for better [posture]
what do you have for [memory]?
I want to [relax], any ideas?
show me habits related to [food]
"""
_QUERY = """
[사우나]는 어떻게 하는 거야?
[식후 걷기] 자세히 알려줘
[책 읽기]가 뭐야?
[근력 운동] 설명해줘
[이른 저녁 식사] 효과가 뭐야? 근거 있어?
[발효 식품] 주의할 점 알려줘
Tell me more about [box breathing]
How do I do [brisk walk]?
what is [eye rest]?
details of [cold shower] please
explain [early dinner]
why does [reading] help?
"""
_LIST = """
내 습관 보여줘
지금 하고 있는 습관 뭐야?
습관 목록 알려줘
내가 등록한 거 다 보여줘
요즘 내가 뭐 하고 있더라
나 습관 몇 개야?
Show my habits
what am I doing right now?
list my habits
which habits are active?
what habits am I doing?
what did I sign up for?
"""
_TALK = """
안녕하세요|안녕하세요! 무엇을 도와드릴까요?
고마워요|천만에요! 오늘도 응원할게요.
너는 뭘 할 수 있어?|습관을 찾고, 추가하고, 기록하는 일을 도와드려요.
이름이 뭐야?|저는 습관을 돕는 앱이에요.
오늘 너무 피곤하다|고생 많으셨어요. 오늘은 푹 쉬세요.
기분이 안 좋아|힘드셨겠어요. 잠깐 쉬어 가도 괜찮아요.
내일 날씨 어때?|날씨는 알 수 없어요. 습관에 대해서는 도와드릴 수 있어요.
아니 괜찮아 나중에 할게|네, 언제든 말씀해 주세요.
아직 기록하지 마|네, 기록하지 않을게요.
그건 지우고 싶어|삭제는 습관 화면에서 하실 수 있어요.
가슴이 아픈데 괜찮을까?|걱정되는 증상이면 바로 의사와 상담하세요.
재미있네 ㅋㅋ|저도 즐거워요!
좋은 밤 되세요|편안한 밤 보내세요!
안녕|안녕하세요! 오늘도 반가워요.
고마워|천만에요!
이제 자러 간다 잘 자|안녕히 주무세요!
넌 뭐 하는 애야?|저는 습관을 돕는 앱이에요.
그만두자|네, 알겠어요.
Hi!|Hello! How can I help?
hello, anybody there?|Hello! I am here.
forget it|All right.
never mind that|All right, just tell me when.
Thank you so much|You're welcome!
What can you do?|I help you find, add and record habits.
what's your name|I am an app that helps with habits.
I'm so tired today|Take it easy. Rest is fine, too.
no, leave it for now|All right, just tell me when.
don't record it yet|All right, I won't record it.
will it rain tomorrow?|I can't tell the weather, but I can help with habits.
I feel dizzy, is that ok?|If it worries you, please ask a doctor.
haha that's funny|Glad you like it!
good night|Good night!
is that really true?|I am not sure. The sources of each habit are in its details.
"""


# Several things that people say, divided by slashes, and one answer.
_OTHER = """
노래 불러줘 / 농담 하나 해줘 / 옛날이야기 해줘 / 끝말잇기 하자|그건 못 하지만 습관은 도와드릴 수 있어요.
주식 어떻게 될까 / 뉴스에서 뭐래? / 대통령이 누구야? / 축구 누가 이겼어?|그건 제가 알 수 없어요.
지금 몇 시야? / 오늘 무슨 요일이야? / 알람 맞춰줘 / 전화 걸어줘|그건 할 수 없어요. 습관에 대해 말씀해 주세요.
점심 뭐 먹지 / 저녁 메뉴 골라줘 / 영화 추천해줘 / 여행 어디 갈까|그건 잘 모르지만 습관은 찾아 드릴 수 있어요.
회의가 길었어 / 회사 가기 싫다 / 친구랑 싸웠어 / 시험 망쳤어|고생 많으셨어요. 오늘은 조금 쉬어 가세요.
비가 오네 / 날씨 좋다 / 심심해 / 배고파 / 졸려|그렇군요! 오늘도 편안한 하루 되세요.
대박 / 좋아 / 알겠어 / 응 / 그렇구나 / 오케이 / 잘했어|네!
너 사람이야? / 몇 살이야? / 너 진짜 똑똑하다|저는 습관을 돕는 앱이에요.
컴퓨터가 느려 / 화면이 이상해 / 글자가 왜 이래?|불편을 드려 죄송해요. 설정 화면을 확인해 주세요.
추가하지 마 / 그냥 물어본 거야 / 생각만 하는 중이야 / 하지 말아줘|네, 아무것도 하지 않을게요.
그만할래 / 삭제해줘 / 지워줘 / 없애줘|삭제는 습관 화면에서 하실 수 있어요.
sing a song / tell me a joke / tell me a story / play a game with me|I can't do that, but I can help with habits.
what time is it / what day is it today / set an alarm / call my mom|I can't do that, but I can help with habits.
who won the game / what's in the news / who is the president / how are the stocks|I do not know that.
I love pizza / what should I eat for lunch / which movie is good|I do not know that.
the meeting was long / I hate my job / I had a fight with a friend|I am sorry. Be kind to yourself.
ok / cool / great / nice work / I see / that makes sense / well done / sure|Great!
thanks / thx / cheers / ty|You're welcome!
how old are you / are you human / you are funny / you are smart|I am an app that helps with habits.
my computer is slow / the screen looks odd / why is the text like this|I am sorry. Please look at the settings.
don't add anything / I was just asking / just thinking out loud / please don't do that|All right, I won't do anything.
delete it / remove that one / I want to quit it / get rid of it|You can delete it on the habits page.
"""


def _calls(lines: str, tool: str, name: str, **more: Any) -> Iterator[Example]:
    for line in lines.strip().splitlines():
        date, _, text = line.rpartition("|")
        said = text.replace("[", "").replace("]", "")
        title = text[text.index("[") + 1 : text.index("]")] if name else ""
        arguments = {name: title} | more | ({"date": date} if date else {}) if name else {}
        yield Example(said=said, tool=tool, arguments=arguments, title=title)


def _talks(lines: str) -> Iterator[Example]:
    for line in lines.strip().splitlines():
        said, _, answer = line.partition("|")
        yield Example(said=said, tool="", arguments={}, answer=answer)


def _others(lines: str) -> Iterator[Example]:
    for line in lines.strip().splitlines():
        said, _, answer = line.partition("|")
        for one in said.split(" / "):
            yield Example(said=one, tool="", arguments={}, answer=answer)


EXAMPLES: tuple[Example, ...] = (
    *_calls(_ADD, "add_habit", "protocol_id"),
    *_calls(_DONE, "log_tracker_entry", "habit_id", value="done"),
    *_calls(_BLANK, "log_tracker_entry", "habit_id", value="blank"),
    *_calls(_DONE_BEFORE, "log_tracker_entry", "habit_id", value="done"),
    *_calls(_BLANK_BEFORE, "log_tracker_entry", "habit_id", value="blank"),
    *_calls(_STREAK, "get_streak", "habit_id"),
    *_calls(_SEARCH, "search_catalog", "keyword"),
    *_calls(_QUERY, "query_protocol", "id"),
    *_calls(_LIST, "list_active_habits", ""),
    *_talks(_TALK),
    *_others(_OTHER),
)
