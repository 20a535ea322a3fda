"""What is said in a measurement, as people would; nothing of it is in the training data of the embedded model."""

from gemma_app.language import Language

HABITS = ("p-morning-light", "d-water", "p-reading")
"""Catalog entries that are active meanwhile."""

OPENING: dict[Language, tuple[str, ...]] = {
    "ko": ("물 마시기 며칠 이어졌는지 알려줄래", "지금 하고 있는 것들 쭉 보여줘봐", "책 읽기 오늘 치 완료로 해놔"),
    "en": (
        "how long have I kept up drink water",
        "give me everything I am on right now",
        "put reading down as finished for today",
    ),
}
"""First turns of a conversation, which make the second one warm."""

ACTING: dict[Language, tuple[str, ...]] = {
    "ko": (
        "아침 햇빛 오늘 아침에 하고 왔어",
        "물 마시기 어제는 못 했다고 적어줘",
        "책 읽기 연속 기록이 궁금해",
        "집중에 도움 되는 습관 좀 검색해봐",
        "네모 호흡이 정확히 어떻게 하는 건지 자세히",
        "내 습관 목록 띄워줘",
        "책 읽기 그저께도 했었어 기록해줘",
        "아침 햇빛 몇 일 연속인지 봐줘",
        "감사 세 줄 습관으로 넣어줘",
        "수면 쪽 항목 뭐가 있는지 찾아봐",
    ),
    "en": (
        "got my morning sunlight in before work today",
        "note that I skipped drink water yesterday",
        "what does my reading streak look like",
        "look in the catalog for something about focus",
        "walk me through box breathing in detail",
        "pull up the list of my habits",
        "I also did reading the day before yesterday, log it",
        "how many days in a row is morning sunlight at",
        "put three lines of gratitude on my habits",
        "search the sleep entries for me",
    ),
}
"""Turns that want one call."""

TALKING: dict[Language, tuple[str, ...]] = {
    "ko": (
        "안녕, 좋은 저녁이야",
        "고마워 덕분이야",
        "오늘 하루 진짜 길었다",
        "너는 이름이 뭐야",
        "주말에 비 온대서 아쉽네",
    ),
    "en": (
        "good evening to you",
        "thanks, that was kind",
        "what a long day it has been",
        "do you have a name",
        "shame about the rain this weekend",
    ),
}
"""Turns that want no call."""

TWICE: dict[Language, tuple[str, ...]] = {
    "ko": (
        "아침 햇빛이랑 물 마시기 둘 다 오늘 했어",
        "책 읽기는 했고 물 마시기는 못 했어",
        "물 마시기하고 책 읽기 오늘 완료",
        "아침 햇빛은 오늘 했고 책 읽기는 어제 했어",
        "물 마시기, 아침 햇빛 오늘 둘 다 체크",
    ),
    "en": (
        "did both morning sunlight and drink water today",
        "reading is done but I skipped drink water",
        "drink water and reading, both finished today",
        "morning sunlight today and reading yesterday, both done",
        "tick drink water and morning sunlight for today",
    ),
}
"""Turns that want two calls."""

_SENTENCES: dict[Language, str] = {
    "ko": "그날은 아침 일찍 일어나서 창문을 열고 물을 한 잔 마신 다음 천천히 동네를 한 바퀴 걸었다. ",
    "en": "That day I was up early, opened the window, drank a glass of water and took a slow walk around the block. ",
}


def long_text(number: int, language: Language, *, characters: int = 3_000) -> str:
    """Return a pasted text that takes a while to read, another one for each ``number``."""
    sentence = f"{number + 1}. {_SENTENCES[language]}"
    return (sentence * (characters // len(sentence) + 1))[:characters]


def said(words: dict[Language, tuple[str, ...]], language: Language, number: int) -> str:
    """Return the words of turn ``number``, from the beginning again after the last."""
    return words[language][number % len(words[language])]
