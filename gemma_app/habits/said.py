"""Reads out of a sentence what can be read with certainty: a number in a list, an amount, a sentence, a count."""

from collections.abc import Iterable
from typing import Literal

import regex

from gemma_app.errors import CallError
from gemma_app.habits.catalog import CatalogEntry
from gemma_app.habits.doses import parse_dose, spoken_amounts
from gemma_app.habits.framing import classify
from gemma_app.habits.rules import MAX_FRAMED_TEXT
from gemma_app.habits.titles import title_key
from gemma_app.text import Pattern

_ITEM = Pattern(r"(?:^|\s)\(?(\d{1,2})[.)]\s+(.+?)(?=\s+\(?\d{1,2}[.)]\s|\n|$)")
_ORDINALS = ("첫|first", "두|second", "세|third", "네|fourth", "다섯|fifth")
_ORDINAL = Pattern(
    r"(?<![\d.])(?P<digit>\d{1,2})\s*번(?!\s*(?:했|더|씩))|(?:number|no\.?|#|option)\s*(?P<number>\d{1,2})\b"
    r"|(?P<word>첫|두|세|네|다섯)\s*번째|\bthe\s+(?P<english>first|second|third|fourth|fifth)\b"
)
_LAST = Pattern(
    r"마지막|맨\s*(?:끝|아래|뒤)|(?:뒤에|뒤의|뒤쪽|나중)\s*(?:거|것|꺼|걸)|\bthe\s+(?:last\s+one|latter)\b",
    regex.IGNORECASE,
)
_FIRST = Pattern(r"(?:앞에|앞의|앞쪽|먼저)\s*(?:거|것|꺼|걸)|\bthe\s+former\b", regex.IGNORECASE)
_TIMES, _PIECES = "회", "개"
_QUOTED = Pattern(r"[‘'\"“「]([^‘’'\"“”「」]{4,})[’'\"”」]")
_BEFORE_A_QUOTE = 40
"""Letters before a quoted sentence in which it may be called something."""
_ANCHOR = Pattern(r"(?:앵커|anchor)\P{L}*(?:는|은|로|를|is|of)?\s*$", regex.IGNORECASE)
_PLAIN_ANCHOR = Pattern(r"(?:앵커|anchor)\s*(?:는|은|를|:|is)\s*(\P{P}{2,40}?)(?=으?로\s|[,.!?;]|$)", regex.IGNORECASE)
_MOMENT = Pattern(
    r"\b((?:right\s+|just\s+)?(?:after|before|while|whenever|every\s+time|as\s+soon\s+as)\s+[^,.!?;:]{3,60})"
    r"|(?<![^\s,.!?])((?:[^\s,.!?]+\s+){0,2}[^\s,.!?]*[하한간은난온된을갈할온본면]\s?(?:뒤|후|다음|직후)에?|(?:[^\s,.!?]+\s+){0,2}[^\s,.!?]+(?:때마다|자마자|기\s?전에))",
    regex.IGNORECASE,
)
_SENTENCE = Pattern(rf"(?:나는|저는)\s[^'\"]{{1,{MAX_FRAMED_TEXT}}}?(?:다|요)(?=$|[\s.!'\"])")
_IDENTITY = Pattern(r"정체성|identity", regex.IGNORECASE)
_NO_IDENTITY = Pattern(r"정체성\s{0,3}\S{0,9}\s{0,3}(?:말고|아니)|not\s+(?:the\s+|an?\s+)?identity", regex.IGNORECASE)
_COUNT = Pattern(
    r"(?<!\d)(?P<korean>[1-9]|10|한|두|세|네|다섯)\s*(?:개|가지)(?!월)"
    r"|(?<![\d.-])\b(?P<english>[2-9]|10|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?!\s*[-.:%\d]|\s*(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|am|pm|kgs?|kilos?|times|am\b))",
    regex.IGNORECASE,
)
_KOREAN = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5}
_ENGLISH = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def listed_item(said: str, earlier: str, titles: Iterable[str] = ()) -> str | None:
    """Return the item that ``said`` picks by its place among those in ``earlier``.

    Args:
        said: What was said.
        earlier: What the app said before: a numbered list, or a sentence with several titles.
        titles: The titles that may stand in a sentence.
    """
    items: dict[int, str] = {int(number): text.strip().rstrip(".") for number, text in _ITEM.findall(earlier)}
    items = items or _titles_in(earlier, titles)
    if items and _FIRST.search(said):
        return items[min(items)]
    if items and _LAST.search(said):
        return items[max(items)]
    picked = {_place(match) for match in _ORDINAL.finditer(said.lower())}
    return items.get(picked.pop()) if len(picked) == 1 else None


def _titles_in(sentence: str, titles: Iterable[str]) -> dict[int, str]:
    """Return the titles that a sentence holds by their place, where there are several."""
    found = {sentence.find(title): title for title in sorted(titles, key=len) if title in sentence}
    return dict(enumerate((title for _, title in sorted(found.items())), start=1)) if len(found) > 1 else {}


def amount_of(said: str, entry: CatalogEntry) -> int | float | None:
    """Return the one dose of ``entry`` that ``said`` names with its unit, apart from the entry's own title."""
    titles = title_key(entry.title_ko) + title_key(entry.title_en)
    found = set()
    for match in dict.fromkeys(spoken_amounts(said)):
        if title_key(match) in titles:
            continue
        # Squats are counted in pieces, too.
        amount = match.replace(_PIECES, _TIMES) if entry.unit.ko == _TIMES else match
        try:
            found.add(parse_dose(amount, entry))
        except CallError:
            continue
    if len(found) != 1:
        return None
    dose = found.pop()
    return int(dose) if dose == int(dose) else dose


def own_sentence(said: str, entry: CatalogEntry) -> tuple[Literal["L2", "L3"] | None, str | None]:
    """Return the level that ``said`` asks for and the sentence it gives, as far as it does."""
    quoted = [match[1].strip() for match in _QUOTED.finditer(said) if not _is_called_anchor(said, match)]
    titles = {title_key(entry.title_ko), title_key(entry.title_en)}
    for sentence in (*quoted, *(match[0] for match in _SENTENCE.finditer(said))):
        level = classify(sentence) if len(sentence) <= MAX_FRAMED_TEXT else None
        if level in ("L2", "L3") and title_key(sentence) not in titles:
            return level, sentence
    wants_identity = _IDENTITY.search(said) and not _NO_IDENTITY.search(said)
    return ("L3" if wants_identity else None), None


def own_anchor(said: str, entry: CatalogEntry) -> str | None:
    """Return the words that ``said`` calls the anchor, or that name a moment of the day apart from the title."""
    quoted = (match for match in _QUOTED.finditer(said) if _is_called_anchor(said, match))
    if found := next(quoted, None) or _PLAIN_ANCHOR.search(said):
        return found[1].strip()
    titles = title_key(entry.title_ko) + title_key(entry.title_en)
    moments = [(match[1] or match[2]).strip() for match in _MOMENT.finditer(said)]
    return next((moment for moment in moments if title_key(moment) not in titles), None)


def count_of(said: str) -> int | None:
    """Return how many things ``said`` asks for, where it names one number."""
    found = {_number(match) for match in _COUNT.finditer(said)}
    return found.pop() if len(found) == 1 else None


def _is_called_anchor(said: str, quoted: regex.Match[str]) -> bool:
    return bool(_ANCHOR.search(said[max(0, quoted.start() - _BEFORE_A_QUOTE) : quoted.start()]))


def _place(match: regex.Match[str]) -> int:
    if digits := match["digit"] or match["number"]:
        return int(digits)
    word = match["word"] or match["english"]
    return next(place for place, words in enumerate(_ORDINALS, start=1) if word in words.split("|"))


def _number(match: regex.Match[str]) -> int:
    word = (match["korean"] or match["english"]).lower()
    return _KOREAN.get(word) or _ENGLISH.get(word) or int(word)
