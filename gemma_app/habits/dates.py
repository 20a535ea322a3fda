"""Which day is meant by the words people use for days, in Korean and in English."""

import unicodedata
from calendar import monthrange
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

import regex

from gemma_app.errors import BadCall
from gemma_app.language import Phrase
from gemma_app.text import Pattern

_DAYS_AGO = {
    0: "오늘|금일|방금|방금 전|아까|지금|금방|조금 전|좀 전|today|now|just now|right now|tonight|earlier|earlier today"
    "|this (?:morning|afternoon|evening)",
    1: "어제|어저께|어재|엊저녁|어젯밤|간밤|지난밤|전날|yesterday|yday|last (?:night|evening)|the (?:day|night) before",
    2: "그저께|그제|그제께|엊그제|엊그저께|(?:the )?day before yesterday|two nights ago",
    3: "그끄저께|그끄제",
    -1: "내일|tomorrow|tmr|tmrw",
    -2: "모레|내일모레|(?:the )?day after tomorrow",
    -3: "글피",
}
_NAMED = {days: Pattern(words.replace(" ", r"\s*")) for days, words in _DAYS_AGO.items()}
_DAY_WORDS = ("하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘")
_NUMBER_WORDS = (
    "a|an|one|한|일",
    "two|couple|a couple|두|이",
    "three|세|삼",
    "four|네|사",
    "five|다섯|오",
    "six|여섯|육",
    "seven|일곱|칠",
    "eight|여덟|팔",
    "nine|아홉|구",
    "ten|열|십",
)
_COUNTS = {word: number for number, words in enumerate(_NUMBER_WORDS, start=1) for word in words.split("|")}
_COUNTS |= {word: number for number, word in enumerate(_DAY_WORDS, start=1)}
_COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_AGO = Pattern(
    rf"(?:about\s+)?{_COUNT}\s*(?:of\s+)?(?:(?P<weeks>주일?|weeks?)|일|days?|nights?|(?<={'|'.join(_DAY_WORDS)}))"
    r"\s*(?:(?P<past>전|ago|before|back|earlier)|뒤|후|later|from\s+now)"
)
_IN = Pattern(rf"in\s+{_COUNT}\s+(?:(?P<weeks>weeks?)|days?)")

_WEEKDAYS_KO = "월화수목금토일"
_WEEKDAYS_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = rf"(?:(?P<ko>[{_WEEKDAYS_KO}])(?:요일|욜)|(?P<en>{'|'.join(_WEEKDAYS_EN)})(?:s|nes|rs|ur|urs)?(?:day)?s?)"
_WEEK = Pattern(
    r"(?:(?P<week>(?:지지난|저저번|지난|저번|이번|다음)\s*주|금주|지지난|저저번|지난번?|저번|이번|다음|돌아오는|this\s+past|last|past|this|next)"
    rf"\s*(?:에|의)?\s*)?{_WEEKDAY}(?:\s+(?P<after>last\s+week|this\s+week|next\s+week))?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_LEAP_GAP = 8
"""Years within which every day of the calendar comes round, 29 February too."""
_DAY = r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_CALENDAR = tuple(
    Pattern(pattern)
    for pattern in (
        rf"{_YEAR}(?P<month>\d\d)(?P<day>\d\d)",
        rf"{_YEAR}\s*[-./]\s*(?P<month>\d{{1,2}})\s*[-./]\s*(?P<day>\d{{1,2}})\.?(?:(?:t|\s)\d\d?:[\d:.+z-]*)?",
        r"(?P<short>2\d)\s*[-.]\s*(?P<month>\d{1,2})\s*[-.]\s*(?P<day>\d{1,2})\.?",
        rf"(?P<either>\d{{1,2}})\s*[-./]\s*(?P<day>\d{{1,2}})\s*[-./]\s*{_YEAR}",
        rf"(?:(?:{_YEAR}|(?P<short>\d\d))\s*년\s*|(?P<back>작년|지난해|올해)\s*)?(?P<month>\d{{1,2}})\s*월\s*(?P<day>\d{{1,2}})\s*일",
        r"(?P<either>\d{1,2})\s*[-./]\s*(?P<day>\d{1,2})\.?",
        rf"{_MONTH}\s*{_DAY}(?:\s*,?\s*{_YEAR})?",
        rf"{_DAY}\s*(?:of\s+)?{_MONTH}(?:\s*,?\s*{_YEAR})?",
        r"(?:(?P<this>이번\s*달|이달)|(?P<previous>지난\s*달|저번\s*달))?\s*(?P<day>\d{1,2})\s*일",
        r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)",
    )
)
_BESIDE_WEEKDAY = Pattern(
    rf"^{_WEEKDAY}\s*,?\s+(?=.*\d)|(?<=\d.*)[\s,(]*{_WEEKDAY}\)?$|(?<=\d\s*일?)\s*\((?P<ko>[{_WEEKDAYS_KO}])\)$"
)
_TIME_OF_DAY = Pattern(
    r"\s*(?:아침|점심|저녁|밤|새벽|오전|오후|낮|(?:in\s+the\s+)?(?:morning|afternoon|evening)|(?:at\s+)?(?:night|noon))$"
)
_ABOUT = Pattern(r"^(?:on|for|from|the\s+date\s+of)\s+")
_TAIL = Pattern(r"\s*(?:날짜|날|자|것|거|꺼|분|기록)?\s*(?:에는|에|은|는|도|로|으로|꺼|거|의|요)?$|(?:'s|’s)$")


def resolve_date(words: str, today: date) -> date:
    """Return the day that ``words`` mean on ``today``.

    A weekday is the latest one up to today, ``지난``/"last" the latest one before today. A day without a year or month
    is the one nearest to today. Days to come are resolved too; whether a day can be checked in is for rule R5 to say.

    Raises:
        BadCall: ``validation`` where the words name no day, or none that exists.
    """
    seen = "".join(char for char in words if unicodedata.category(char) != "Cf")
    text = " ".join(unicodedata.normalize("NFKC", seen).casefold().split()).strip(" .!?~\"'")
    text = _ABOUT.sub("", text)
    for form in (text, _TAIL.sub("", text), _TIME_OF_DAY.sub("", _TAIL.sub("", text)).strip()):
        try:
            day = _relative(form, today) or _weekday(form, today) or _calendar(form, today)
        except (ValueError, OverflowError):
            break
        if day is not None:
            return day
    shown = words.strip()[:40]
    reason = Phrase(
        ko=f"'{shown}'이 어느 날인지 모르겠어요. '어제'나 '{today}'처럼 적어 주세요.",
        en=f"'{shown}' is not a clear day. Write it as 'yesterday' or '{today}'.",
    )
    raise BadCall("validation", reason)


def _relative(text: str, today: date) -> date | None:
    for days, pattern in _NAMED.items():
        if pattern.fullmatch(text):
            return today - timedelta(days=days)
    if match := _AGO.fullmatch(text) or _IN.fullmatch(text):
        found = match.groupdict()
        count = int(found["count"]) if found["count"].isdigit() else _COUNTS[found["count"]]
        days = count * (7 if found["weeks"] else 1)
        return today - timedelta(days=days) if found.get("past") else today + timedelta(days=days)
    return None


def _weekday(text: str, today: date) -> date | None:
    match = _WEEK.fullmatch(text)
    if match is None:
        return None
    wanted = _weekday_number(match)
    week = "".join((match["week"] or match["after"] or "").split())
    monday = today - timedelta(days=today.weekday())
    if week in {"지지난주", "저저번주"}:
        return monday + timedelta(days=wanted - 14)
    if week in {"지난주", "저번주", "lastweek"}:
        return monday + timedelta(days=wanted - 7)
    if week in {"이번주", "금주", "이번", "this", "thisweek"}:
        return monday + timedelta(days=wanted)
    if week in {"다음주", "nextweek"}:
        return monday + timedelta(days=wanted + 7)
    back = (today.weekday() - wanted) % 7
    if week in {"다음", "돌아오는", "next"}:
        return today + timedelta(days=7 - back)
    if week in {"지지난", "저저번"}:
        return today - timedelta(days=(back or 7) + 7)
    return today - timedelta(days=back or 7 if week else back)


def _weekday_number(match: regex.Match[str]) -> int:
    return _WEEKDAYS_KO.index(match["ko"]) if match["ko"] else _WEEKDAYS_EN.index(match["en"])


def _calendar(text: str, today: date) -> date | None:
    beside = _BESIDE_WEEKDAY.search(text)
    plain = _BESIDE_WEEKDAY.sub("", text).strip(" ,") if beside else text
    for pattern in _CALENDAR:
        if match := pattern.fullmatch(plain):
            day = _on_calendar(match.groupdict(), today)
            if beside and day.weekday() != _weekday_number(beside):
                raise ValueError("the weekday is another")
            return day
    return None


def _on_calendar(found: Mapping[str, str | None], today: date) -> date:
    day = int(found["day"] or 0)
    month = int(found.get("month") or found.get("either") or 0)
    if name := found.get("name"):
        month = _MONTHS.index(name[:3]) + 1
    if found.get("either") and found.get("year") and max(month, day) <= len(_MONTHS) and month != day:
        raise ValueError("either could be the month")
    if found.get("either") and month > len(_MONTHS) >= day:
        month, day = day, month
    if year := found.get("year") or found.get("short"):
        return date(int(year) % 100 + 2000 if len(year) == len("26") else int(year), month, day)
    if found.get("back"):
        return date(today.year - (found["back"] != "올해"), month, day)
    if found.get("month") or found.get("either") or name:
        return _nearest([(year, month) for year in range(today.year - _LEAP_GAP, today.year + 2)], day, today)
    this = today.year * 12 + today.month - 1
    first, last = (this, this) if found.get("this") else (this - 1, this - 1 if found.get("previous") else this + 1)
    return _nearest([(count // 12, count % 12 + 1) for count in range(first, last + 1)], day, today)


def _nearest(months: Iterable[tuple[int, int]], day: int, today: date) -> date:
    """Return the day of one of the months that is nearest to today, of two as near the earlier."""
    days = [
        date(year, month, day) for year, month in months if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
    ]
    return min(days, key=lambda found: abs(found - today))
