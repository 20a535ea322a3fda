"""Finds the words for a day inside a sentence."""

import unicodedata
from datetime import date

import regex

from gemma_app.errors import BadCall
from gemma_app.habits.dates import resolve_date

_MOST_WORDS = 4
_MOST_PARTICLES = 3
_LONGEST = 40
_WORD = regex.compile(r"[\p{L}\p{N}/.\-]+")
# A number alone, or with a unit that counts something else than days of the calendar, is no day.
_NO_DAY = regex.compile(r"[\d.]+|[\d.\-/]*\d\s*일|an?|(?:the\s+)?\d+(?:st|nd|rd|th)|(?i:sun|mon|sat|wed)")


def find_day(sentence: str, today: date) -> str | None:
    """Return the words of ``sentence`` that name a day other than today; None where there are none, or two days.

    What is found is understood by ``resolve_date``.
    """
    text = unicodedata.normalize("NFC", sentence)
    words = [(found.start(), found.end()) for found in _WORD.finditer(text)]
    days: dict[date, str] = {}
    at = 0
    while at < len(words):
        size, named = _longest(text, words[at : at + _MOST_WORDS], today)
        if named:
            days.setdefault(resolve_date(named, today), named)
        at += max(1, size)
    return next(iter(days.values())) if len(days) == 1 and today not in days else None


def _longest(text: str, words: list[tuple[int, int]], today: date) -> tuple[int, str]:
    """Return how many of ``words``, from the first on, name a day, and the words without particles."""
    for size in range(len(words), 0, -1):
        said = text[words[0][0] : words[size - 1][1]].strip(".-/")
        for cut in range(min(_MOST_PARTICLES + 1, len(said))):
            shorter = said[: len(said) - cut].rstrip()
            if cut and not ("가" <= said[-cut] <= "힣"):
                break
            if _is_day(shorter, today):
                return size, shorter
    return 0, ""


def _is_day(words: str, today: date) -> bool:
    if not words or len(words) > _LONGEST or _NO_DAY.fullmatch(words):
        return False
    try:
        resolve_date(words, today)
    except BadCall:
        return False
    return True
