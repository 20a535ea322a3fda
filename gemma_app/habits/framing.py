"""Rule R3: what a sentence is about: an outcome (L1), an action (L2) or who one is (L3), in Korean or in English.

A sentence is judged by how it ends, since that is where both languages put what it claims: ``감량 일지를 쓴다`` is an
action and ``체중 감량하기`` an outcome. A number makes an outcome of it where nothing is done at a moment of the day.
"""

from typing import Literal

import regex

from gemma_app.habits.avoidance import find_avoidance
from gemma_app.habits.english import english_level
from gemma_app.habits.hangul import LETTER, NO_FINAL, WORD_END, WORD_START, Letters, letter_pattern

Level = Literal["L1", "L2", "L3"]

_N, _L, _M, _B, _SS = "\u11ab", "\u11af", "\u11b7", "\u11b8", "\u11bb"

_COPULA = (
    r"(?:이다|다|입니다|이에요|이예요|예요|에요|이야|야|임|이지|이지요|이죠|이란다"
    r"|이거든요?|이네요?|이라고|이랍니다|이니까)"
)
_NAMES = (  # what a person can be called, as far as the ending is no verb's
    "(?:독서|작|화|애호|탐험|명상|음악|미식|예술|전문|활동|수집|등산|여행|산책|수련|절약|모험|연구|사업|저술|번역"
    "|요리|발명)가"
    "|(?:주의|독|학|기록|연구|과학|수행|수련|실천|창작|관찰|도전|개발|기술|교육|지도|노력|애독)자"
    "|러너|리더|라이더|워커|메이커|라이터|스위머|하이커|클라이머|요기|블로거|코더|플레이어|마라토너|마니아|매니아"
    "|크리에이터|선수|책벌레|아빠|엄마|부모|친구|이웃|동료"
)
_NO_NAMES = (
    "것|거|목표|계획|꿈|습관|일|예정|시간|때|전|뒤|후|생각|바람|소원|중|편|등|위|점|급|원|억|기|분|회|줄|잔|개|쪽"
)
_VERBS_IN_I = (  # 줄입니다 is 줄이다, not 줄 + 입니다
    "움직|줄|높|들|끓|먹|보|붙|쌓|숙|기울|녹|섞|모|놓|곁들|들여다보|속삭|뒤척|끄덕|망설|붙|절|식|덥|맞|받아들|반짝|드높"
)
_PERSON = letter_pattern(
    rf"(?:사람(?:들)?|인간)\s*(?:{_COPULA}|이었다|이라고\s*(?:믿는다|믿습니다|생각한다)"
    rf"|으로\s*(?:산다|살아간다|살기|살아가기|삽니다|살아갑니다))$"
    rf"|(?:는|은|던|{_N}|{_L})(?<!(?:^|\s)(?:한|두|세|네))\s*사람$|사람이\s*아니(?:다|에요|야|{_B}니다)$|(?:^"
    rf"|\s)(?:{_NAMES}){_COPULA}$"
)
_SPEAKER = letter_pattern(r"^(?:나는|난|저는|전|우리는)\s")
_NAMED = letter_pattern(
    rf"(?:{_NAMES}){_COPULA}$|{LETTER}(?<!{_NO_NAMES}|{_VERBS_IN_I})(?:이다|입니다|이에요|예요|이야){NO_FINAL}$"
)

# After an outcome the sentence may end its verb, or say that it will, can or must be.
_REST = (
    r"\S*(?:\s+(?:것이다|거야|거다|겁니다|것입니다|거예요|수"
    r"|있\S*|한다|하자|하기|합니다|성공\S*|목표\S*|도전\S*|해\S*|하겠\S*))*$"
)
_NUMBER = r"(?:[0-9][0-9.,]*|(?:일|이|삼|사|오|육|칠|팔|구|십|백|천)+)\s*"
_WEIGHTS = rf"{_NUMBER}(?:kg|킬로(?:그램)?(?!미터)|키로(?:그램)?(?!미터)|파운드|lbs?)"
_OUTCOME_QUANTITY = letter_pattern(
    rf"{_WEIGHTS}|{_NUMBER}(?:점(?!심|\s*(?:만점|척도|슛)|으로)|%|퍼센트|프로(?!그램|젝트)"
    rf"|(?:만|천만|백만|억)\s*원|억(?!제)|등(?!록)|위{WORD_END}|등급)"
)
_NO_OUTCOME_QUANTITY = letter_pattern(
    rf"덤벨|바벨|아령|케틀벨|스쿼트|벤치|데드리프트|(?:{_WEIGHTS}|%)(?:을|를|씩|짜리)?\s*(?:\S+\s+){{0,3}}?"
    rf"(?:들|든다|채우|채운|먹|마시|마신|사기|산다|담|썰|씻|옮|달리|달린|뛰|뛴|걷|걸|탄다|타기)\S*$"
)
_MET_AT_A_MOMENT = letter_pattern(
    rf"(?:{LETTER}면|자마자|나서|마다|앞에서|때|(?<!(?:개월|달|년|주|주일)\s*)(?:뒤|후|직후|전))(?:에|에는|엔|는|,)?\s"
)
_REACHED = letter_pattern(
    rf"(?:빼|뺀|뺍|감량|줄|되|된|받|맞|따|딴|찌|찐|늘|모으|모은|벌|번|넘|도달|달성|이루|이룬|올리|올린){_REST}"
)
_GAINED = (
    "감량|증량|합격|달성|성공|취득|우승|완주|승진|취업|도달|돌파|졸업|정복|마스터|완치|극복|당선|입상|수상|데뷔"
    "|이직|진학|입학|성취|획득"
    "|감소|증가|향상|개선|상승|은퇴|탈출|해소"
)
_BODY = "살|뱃살|군살|허리둘레|체중|몸무게|체지방|지방"
_MEASURES = (
    "성적|점수|매출|수입|연봉|실력|근육량|근육|체력|면역력|집중력|자신감|기억력|근력"
    "|유연성|지구력|순위|등수|혈압|혈당|콜레스테롤|자존감|생산성|학점|수익률?|스트레스|건강"
)
_OUTCOME_END = letter_pattern(
    rf"(?:(?:{_GAINED})"
    rf"|(?:{_BODY})(?:을|를|이|가|도)?\s*(?:\S+\s+)?(?:빼|뺀|뺄|뺍|빠지|빠진|빠질|줄|늘|내리|내린|찌|찐|낮추|낮춘|유지)"
    rf"|(?:시험|고시|대학|대학교|면접|공무원|오디션|회사|서울대)(?:에)?\s*붙(?!이|여|인)"
    rf"|(?:자격증|면허|면허증|학위|메달|장학금|학점|만점|인증|등급|{WORD_START}상)(?:을|를)?\s*(?:[0-9.]+\s*)?(?:따"
    rf"|딴|받|얻|맞)|만점"
    rf"|(?:복근|식스팩|몸짱|몸매|몸|근육)(?:을|를)?\s*(?:만들|만든|가꾸|가꾼|갖|얻)"
    rf"|(?:이|가|{LETTER})\s*(?:되(?:기|고|{_N}다|{_L}|{_B}니|자|겠|었|어|려|리|다)|돼)"
    rf"|(?:돈|재산|자산|원|억)(?:을|를)?\s*(?:\S+\s+)?(?:모으|모은|모을|모아|벌|번다|법니다|불리|불린)"
    rf"|{WORD_START}키(?:가)?\s*크"
    rf"|(?:{_MEASURES})(?:을|를|이|가|도)?\s*(?:\S+\s+)?(?:올리|올린|올라|높이|높인|늘리|늘린|키우|키운|기르|기른"
    rf"|오르|오른|낮추|낮춘|내리|내린"
    rf"|강화|회복|되찾|유지|지키|지킨|얻|풀리|풀린|없어)"
    rf"|[0-9]\s*(?:점|kg|%|만\s*원|억|등|위)?(?:을|를)?\s*넘(?:기|긴|는|어|고)"
    rf"|(?<!떨|넘|헤|이|늘)(?:해|워|려|라|뻐|커|아|어|여|세)지(?:기|고|자|다|겠|{_N}다|{_L}|{_B}니|{_M}{WORD_END})"
    rf"|(?:해|워|려|라|뻐|커|아|어)져"
    rf"|(?:건강|행복|날씬|튼튼|부유|똑똑|유능|당당|유창|평온|날렵|완벽)(?:하(?:기|다|고|자|{_B}니|게\s*(?:살|사"
    rf"|지내|늙|산))|해(?:요|진)|한다)"
    rf"|(?:마라톤|풀코스|하프)(?:을|를|에|\s*대회에?)?\s*(?:뛰|달리|달린|나가|나간|도전|참가)"
    rf"|(?:경기|대회|시합)(?:에서|를|을)?\s*이(?:기|긴)|{_L}\s*수\s*있(?:다|게|기|어|습))" + _REST
)
_WISH = letter_pattern(
    r"(?:고\s*싶|고\s*파)(?:다|어|어요|습니다|음|네|네요|은데|은데요|거든|거든요|군|지|다고|구나|요)?$"
    r"|(?:면|으면)\s*좋겠\S*$|(?:바란다|바랍니다|바라요|원한다|원합니다|소망한다|희망한다)$"
    r"|목표(?:는|:|로|\s*달성|이다|다$|입니다)|(?:나의|내|제)\s*(?:꿈|목표|소원)|(?:감량|합격|달성|성공|취업"
    r"|승진)(?:을|를)?\s*(?:위해|위하여|목표로)"
)
_DEADLINE = letter_pattern(
    r"(?:[0-9]+|한|두|세|네|석|넉|반)\s*(?:개월|달|년|해|주|주일)\s*(?:안에|내에|이내에|만에|내로|안으로)"
    r"|(?:올해|연말까지|연내|내년까지|여름까지|겨울까지|생일까지|월까지)(?!.*(?:매일|매주|마다"
    r"|하루))(?=.*[0-9]+\s*(?:권|편|개국|곳|km|kg|점|만))"
    r"|km.*(?:분|시간)\s*(?:안에|이내|만에|대에|언더)"
)

_NOUNS_IN_GI = "고|공|감|일|이야|분위|아|모|향|위|인|전|용|계|무|비행|세탁|청소|휴대|무지|동|시|포|감|연|열|악|단|장"
_NOUNS_IN_JA = "의|모|과|감|피|혼|글|여|남|부|독|상|사|액|그림|숫|박|타|환|주|보호"
_STATES = (
    "있|없|좋|싫|많|적|같|싶|높|낮|크|작|길|짧|예쁘|기쁘|슬프|아프|나쁘|바쁘|건강하|행복하"
    "|필요하|중요하|편하|강하|약하|피곤하|이|맑|밝|어둡|춥|덥|쉽|어렵|무겁|가볍|고맙|즐겁|귀엽|아름답"
    "|파랗|빨갛|노랗|하얗|까맣|젊|얇|굵|괜찮|배고프"
)
_ACTS = (
    "운동|산책|명상|스트레칭|독서|청소|샤워|조깅|러닝|요가|스쿼트|플랭크|호흡|정리|공부|복습|예습"
    "|메모|기록|휴식|낮잠|양치|세수|필사|낭독|체조|홈트|팔굽혀펴기|달리기|줄넘기"
)
_ACTION_END = letter_pattern(
    rf"(?:{LETTER}(?<!{WORD_START}(?:{_NOUNS_IN_GI}))기{NO_FINAL}"
    rf"|(?:는|{_N})다|(?:(?:{_VERBS_IN_I})이|{LETTER}(?<!이)){_B}니다|(?<!{_SS})습니다"
    rf"|(?<!{_SS})(?<!{_STATES})다{NO_FINAL}"
    rf"|(?<!{_SS}|좋|싫|많|같|싶)(?:어|아|여|해|셔|워|와|려|겨|켜|져|춰|쳐|봐|가|자|라|서|나|내|꿔|써|떠|꺼|펴|쳐"
    rf"|차|타|사|개|매|재|떼|빼|깨|대|메|베)요"
    rf"|{_L}\s*(?:게|게요|래|래요|거야|거예요|거에요|것이다|것입니다|겁니다|거다|것|거)|겠(?:다|습니다|어|어요)"
    rf"|{LETTER}(?<!{WORD_START}(?:{_NOUNS_IN_JA}))자{NO_FINAL}|(?:어|아|해|여)라|(?<!녕하)세요|십시오"
    rf"|기로\s*(?:한다|했다|함)"
    rf"|(?:하|마시|쓰|켜|끄|펴|걸){_M}|(?:을|를)\s*(?:보|가|자|치|푸){_M}|(?:읽|먹|씻|걷|앉|적|걸|입|신|담|닦|넣|찍|들)음"
    rf"|(?:{_ACTS})(?:을|를)?(?:\s*[0-9]+\s*{LETTER}+)?)$"
)
_ENDING = 90
"""Letters in which the end of a sentence is looked for, about thirty syllables."""

_HANGUL = regex.compile(LETTER)
_TRIM = regex.compile(r"^[^\p{L}\p{N}$€£₩]+|[^\p{L}\p{N}\p{M}%]+$")


def classify(text: str) -> Level | None:
    """Return the level that ``text`` speaks at; None where it is neither an outcome, an action nor an identity."""
    letters = " ".join(_TRIM.sub("", Letters.of(text).text).split())
    english = english_level(letters)
    korean = _korean_level(letters) if _HANGUL.search(letters) else None
    if "L3" in (english, korean):
        return "L3"
    return korean or english or ("L2" if find_avoidance(text) else None)


def _korean_level(letters: str) -> Level | None:
    ending = letters[-_ENDING:]
    if _PERSON.search(ending) or (_SPEAKER.match(letters) and _NAMED.search(ending)):
        return "L3"
    if _names_outcome(letters, ending):
        return "L1"
    return "L2" if _ACTION_END.search(ending) else None


def _names_outcome(letters: str, ending: str) -> bool:
    if _WISH.search(letters) or _DEADLINE.search(letters) or _OUTCOME_END.search(ending):
        return True
    if not _OUTCOME_QUANTITY.search(letters) or _NO_OUTCOME_QUANTITY.search(letters):
        return False
    if _REACHED.search(ending):
        return True
    return not (_MET_AT_A_MOMENT.search(letters) and _ACTION_END.search(ending))
