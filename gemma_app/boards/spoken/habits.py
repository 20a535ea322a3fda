"""The habits that a sentence names."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

Habits = Sequence[tuple[int, str]]
"""Numbers and titles; a habit may have several titles."""

_KEY = Pattern(r"\bhabit\s*:\s*(\d+)", regex.I)
_NUMBER = Pattern(
    r"(?:\bhabit|습관)\s*(?:#|no\.?|number)?\s*(\d++)\s*+번?+(?!\s*(?:개|가지|일))|(?<!\d)(\d+)\s*번\s*습관", regex.I
)
_WORD = Pattern(r"[\p{L}\p{N}]+")
_AFTER_SYLLABLE = (
    r"(?=(?:게이지|막대|진행|고리|바)?"
    r"(?:을|를|은|는|이|가|도|만|의|에|로|으로|와|과|랑|이랑|용|하고|님|에다가?)?(?:\W|$))"
)
_FILLERS = """
a an the of to in on at my for and with day daily each every one min minute minutes s
add draw make move put set write take
하기 하루 매일 한 두 세 번 잔 분 전 후 안 내 오늘 아침 저녁
"""
_COMMON = frozenset(_FILLERS.split())
_LATIN = Pattern(r"[a-z0-9]+", regex.I)


@dataclass(frozen=True, kw_only=True)
class SaidHabit:
    """Habits that words of a sentence name; more than one where they fit several.

    Args:
        ids: Their numbers.
        spans: Where the words stand.
    """

    ids: tuple[int, ...]
    spans: tuple[Span, ...]


def habit_in(sentence: Sentence, habits: Habits) -> SaidHabit | None:
    """Return the habit that a sentence names by key, number or words of its title; None for none."""
    if numbered := numbered_habit(sentence):
        return numbered
    found = [(spans, number) for number, title in habits if (spans := _spans(sentence.plain, title))]
    best = max((_weight(spans) for spans, _ in found), default=0)
    named = [(spans, number) for spans, number in found if _weight(spans) == best]
    ids = tuple(dict.fromkeys(number for _, number in named))
    return SaidHabit(ids=ids, spans=named[0][0]) if named else None


def numbered_habit(sentence: Sentence) -> SaidHabit | None:
    """Return the habit that a sentence names by key or number, None for none."""
    match = _KEY.search(sentence.plain) or _NUMBER.search(sentence.plain)
    return SaidHabit(ids=(int(next(filter(None, match.groups()))),), spans=(match.span(),)) if match else None


def word_spans(plain: str, words: Iterable[str]) -> tuple[Span, ...]:
    """Return where the words stand in a sentence, each once."""
    found = (_standing(word).search(plain) for word in words)
    return tuple(match.span("word") for match in found if match)


def words_of(title: str) -> list[str]:
    """Return the words by which something is told from others."""
    words = _WORD.findall(unicodedata.normalize("NFC", title))
    return [word for word in words if word.casefold() not in _COMMON]


def _spans(plain: str, title: str) -> tuple[Span, ...]:
    """Return where a title stands, as a whole or in words of it."""
    whole = r"\s*".join(map(regex.escape, _WORD.findall(unicodedata.normalize("NFC", title))))
    if whole and (match := regex.search(rf"(?<![\p{{L}}\p{{N}}]){whole}", plain, regex.I)):
        return (match.span(),)
    return word_spans(plain, words_of(title))


def _weight(spans: tuple[Span, ...]) -> int:
    return sum(end - start for start, end in spans)


def _standing(word: str) -> Pattern:
    """Return what finds a word; a syllable alone must be followed by no more than a particle or a kind of gauge."""
    after = r"(?:'?s|ing)?(?![a-z0-9])" if _LATIN.fullmatch(word) else _AFTER_SYLLABLE if len(word) == 1 else ""
    return Pattern(rf"(?<![\p{{L}}\p{{N}}])(?P<word>{regex.escape(word)}){after}", regex.I)
