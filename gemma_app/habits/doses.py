"""Doses as people say them, turned into the unit of the entry they are for."""

import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import regex

from gemma_app.errors import BadCall, Rejected
from gemma_app.habits.catalog import CatalogEntry
from gemma_app.habits.rules import Variant, outside_bounds
from gemma_app.language import Language, Phrase
from gemma_app.text import Pattern

_UNITS: Mapping[str, str] = {
    "초": "초간?|s|secs?|seconds?",
    "분": "분간?|m|mins?|minutes?",
    "시간": "시간|h|hrs?|hours?",
    "회": "회|번|차례|times?|reps?|repetitions?|x",
    "층": "층|floors?|flights?|storeys?|stories",
    "줄": "줄|lines?",
    "개": "개|칸|가지|plans?|teeth|tooth|pieces?|items?",
    "쪽": "쪽|페이지|장|pages?|pp?",
    "명": "명|사람|people|persons?|friends?",
    "접시": "접시|그릇|plates?|portions?|servings?|dishe?s?",
    "끼": "끼니?|meals?",
    "g": "g|그램|그람|grams?|gr",
    "kg": "kg|킬로그램|킬로|키로|kilos?|kilograms?",
    "mg": "mg|밀리그램|milligrams?",
    "줌": "줌|handfuls?",
    "잔": "잔|컵|cups?|glass(?:es)?",
    "젓가락": "젓가락|입|bites?|chopsticks?(?:fuls?)?|mouthfuls?",
}
_FAMILIES: tuple[Mapping[str, Fraction], ...] = (
    {"초": Fraction(1), "분": Fraction(60), "시간": Fraction(3600)},
    {"mg": Fraction(1, 1000), "g": Fraction(1), "kg": Fraction(1000)},
)

_KOREAN_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_KOREAN_ONES = ("", "한|하나", "두|둘", "세|셋|석", "네|넷|넉", "다섯", "여섯", "일곱", "여덟|여덜", "아홉")
_SINO = ("", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")
_ENGLISH = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ENGLISH_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SINGULAR = {"glasses": "glass", "teeth": "tooth", "people": "person"}


def _number_words() -> Iterator[tuple[str, Fraction]]:
    yield from (("a", Fraction(1)), ("an", Fraction(1)), ("half", Fraction(1, 2)), ("half a", Fraction(1, 2)))
    yield from (("half an", Fraction(1, 2)), ("반", Fraction(1, 2)), ("스무", Fraction(20)), ("백", Fraction(100)))
    for number in range(1, 100):
        tens, ones = divmod(number, 10)
        yield from ((_KOREAN_TENS[tens] + word, Fraction(number)) for word in _KOREAN_ONES[ones].split("|"))
        yield (_SINO[tens] if tens > 1 else "") + ("십" if tens else "") + _SINO[ones], Fraction(number)
    yield from ((word, Fraction(number)) for number, word in enumerate(_ENGLISH))
    for tens, word in enumerate(_ENGLISH_TENS, start=2):
        yield word, Fraction(10 * tens)
        for ones in range(1, 10):
            yield from ((f"{word}{gap}{_ENGLISH[ones]}", Fraction(10 * tens + ones)) for gap in " -")


_NUMBERS = dict(_number_words())
_WORDS = "|".join(sorted(map(regex.escape, _NUMBERS), key=len, reverse=True))
_PART = Pattern(
    rf"\s*(?:,|and\b|그리고)?\s*(?P<number>(?:\d+\s+)?\d+\s*/\s*\d+|\d+(?:,\d{{3}})*(?:\.\d+)?|(?:{_WORDS})(?![a-z]))(?P<more>\s+and\s+a\s+half)?[\s-]*"
    r"(?P<unit>(?!and\b)[\p{L}\p{M}()%]+)?(?P<half>\s+and\s+a\s+half|\s*(?<=\p{Hangul}\s*)반(?!\p{Hangul}))?"
)
_AROUND = Pattern(
    r"^(?:한\s*번에|이상|최소|at\s+(?:least|most)|about|around)\s+"
    rf"|^(?!{_WORDS})\p{{L}}+\s+(?=\d|(?:{_WORDS})[\s\p{{L}}])"
    r"|\s*(?:하루에?|매일|daily|(?:per|a|each|every)\s+day|every\s+(?:morning|evening|night)|before\s+(?:bed(?:time)?|sleep(?:ing)?)|before)$"
    r"|(?<=\p{Hangul}|[a-z])(?:씩|쯤|\s*동안|으로|로|만|을|를|까지|짜리|\s*정도|\s*이상|\s*이하|\s+전)$|\s+of\s+\w+$|\([^)]*\)"
)

_UNIT = "|".join(sorted((words for unit in _UNITS.values() for words in unit.split("|")), key=len, reverse=True))
# "한번" is no amount and "두 번째" a place; single syllables such as "오" are other words unless a unit is glued on.
_SURE_NUMBERS = "|".join(word for word in _WORDS.split("|") if len(word) > 1 or word in "두세네석넉열")
_SPOKEN = Pattern(
    rf"(?<![\d./-])\d+(?:\.\d+)?\s*(?:\p{{Hangul}}+|[a-z]+)"
    rf"|(?<![\p{{L}}\d])(?:(?:{_SURE_NUMBERS})\s*|[삼오육칠팔구](?=[분초층쪽회])|한\s?(?=[줄칸개잔쪽장접그끼줌젓시]))"
    rf"(?:{_UNIT})(?![a-z째])",
    regex.IGNORECASE,
)
_LONGEST = 100
"""Letters that an amount has at most, with what stands around it."""
_FRACTION = Pattern(r"(?<=\d)[¼½¾]")
_GLUED_HALF = Pattern(r"(?<=시간)반$")
_TIMES_WORDS = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_TIMES = Pattern(rf"\b(?:{'|'.join(_TIMES_WORDS)})\b")


@dataclass(frozen=True)
class _Part:
    number: Fraction
    unit: str


def spoken_amounts(said: str) -> list[str]:
    """Return the amounts that ``said`` gives, each a number in digits or words with what may be its unit."""
    return [match[0] for match in _SPOKEN.finditer(said)]


def parse_dose(value: int | float | str, entry: CatalogEntry) -> float:
    """Return the dose that ``value`` means, in the unit of ``entry``.

    Args:
        value: A number in that unit, or words such as ``10분``, ``여덟 잔``, ``1시간 30분`` or "half an hour".
        entry: What it is a dose of.

    Raises:
        BadCall: ``validation`` where no number can be read.
        Rejected: ``r10_dose`` for a unit that cannot be turned into the entry's, or a dose outside its bounds.
    """
    dose = _from_words(value, entry) if isinstance(value, str) else _from_number(value)
    lowest, highest = entry.bounds
    if not lowest <= dose <= highest:
        raise outside_bounds(entry)
    return float(dose)


def format_dose(variant: Variant, entry: CatalogEntry, language: Language) -> str:
    """Return a dose with its unit and, where there is an upper bound, that it is one: ``30분 이하``."""
    if language == "ko":
        return f"{variant.value:g}{entry.unit_ko}" + (" 이하" if variant.direction == "at_most" else "")
    noun, gap, rest = entry.unit_en.partition(" ")
    if variant.value == 1:
        noun = _SINGULAR.get(noun, noun.removesuffix("s"))
    return ("at most " if variant.direction == "at_most" else "") + f"{variant.value:g} {noun}{gap}{rest}"


def _from_number(value: float) -> float:
    # A whole number has no bound: one that no float can hold is out of bounds, not unreadable.
    if isinstance(value, bool) or (isinstance(value, float) and not math.isfinite(value)):
        raise _unreadable()
    return value


def _from_words(words: str, entry: CatalogEntry) -> Fraction:
    own = _own_unit(entry)
    parts = [
        _Part(part.number, own if _is_own(part.unit, entry) else _unit(part.unit)) for part in _parts(_core(words))
    ]
    if len({part.unit for part in parts}) != len(parts):
        raise _unreadable()
    if all(part.unit == own for part in parts):
        return parts[0].number
    family = next((family for family in _FAMILIES if own in family), {})
    if not all(part.unit in family for part in parts):
        raise _other_unit(entry)
    total = sum((part.number * family[part.unit] for part in parts), Fraction(0)) / family[own]
    if (total * 100).denominator != 1:
        raise _other_unit(entry)
    return total


def _core(words: str) -> str:
    """Leave out what stands around an amount: ``하루에 8잔씩`` is ``8잔``."""
    spaced = _FRACTION.sub(r" \g<0>", words)
    text = " ".join(unicodedata.normalize("NFKC", spaced).replace("⁄", "/").casefold().split()).strip(" .!~")
    if len(text) > _LONGEST:
        raise _unreadable()
    text = _TIMES.sub(lambda match: _TIMES_WORDS[match.group()], _GLUED_HALF.sub(" 반", text))
    while (shorter := _AROUND.sub("", text).strip()) != text:
        text = shorter
    return text


def _parts(text: str) -> Iterator[_Part]:
    place = 0
    while place < len(text) or place == 0:
        match = _PART.match(text, place)
        if match is None:
            raise _unreadable()
        number = _number(match["number"]) + (Fraction(1, 2) if match["half"] or match["more"] else 0)
        yield _Part(number, match["unit"] or "")
        place = match.end()


def _number(text: str) -> Fraction:
    if text in _NUMBERS:
        return _NUMBERS[text]
    whole, _, part = text.rpartition(" ") if regex.search(r"\d\s+\d", text) else ("0", "", text)
    try:
        return Fraction(whole) + Fraction(part.replace(",", "").replace(" ", ""))
    except (ValueError, ZeroDivisionError) as error:  # too long to be read, or no fraction
        raise _unreadable() from error


def _own_unit(entry: CatalogEntry) -> str:
    base = entry.unit_ko.split("(")[0].removesuffix(" 전").casefold()
    return base if base in _UNITS else entry.unit_ko


def _is_own(word: str, entry: CatalogEntry) -> bool:
    return word in {"", entry.unit_ko.casefold(), entry.unit_en.casefold(), entry.unit_en.casefold().removesuffix("s")}


def _unit(word: str) -> str:
    return next((unit for unit, words in _UNITS.items() if regex.fullmatch(words, word)), f"?{word}")


def _other_unit(entry: CatalogEntry) -> Rejected:
    refusal = outside_bounds(entry)
    reason = Phrase(
        ko=f"'{entry.title_ko}'의 양은 {entry.unit_ko} 단위로 적어 주세요.",
        en=f"Give the dose of '{entry.title_en}' in {entry.unit_en}.",
    )
    return Rejected(refusal.code, reason, **refusal.detail)


def _unreadable() -> BadCall:
    return BadCall(
        "validation",
        Phrase(ko="양을 숫자나 '10분'처럼 적어 주세요.", en="Give the dose as a number or as in '10 minutes'."),
    )
