"""Text taken apart into Korean letters, so that a word is found in any of its endings and however it was typed."""

import unicodedata
from dataclasses import dataclass

import regex

from gemma_app.text import Pattern

LETTER = r"[\u1100-\u11ff]"
"""One Korean letter, inside a pattern for ``letter_pattern``."""
NO_FINAL = r"(?![\u11a8-\u11ff])"
"""The syllable before ends in its vowel: ``아`` alone would match the beginning of ``안``."""
WORD_START = r"(?<![\u1100-\u11ff])"
"""A Korean word begins here."""
WORD_END = r"(?![\u1100-\u11ff])"
"""A Korean word ends here."""

_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_FIRST_SYLLABLE, _SYLLABLES_PER_INITIAL = 0xAC00, 588
_LONE_INITIALS = {0x1100 + place: initial for place, initial in enumerate(_INITIALS)}
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ′`´＇"), "'")


def letter_pattern(source: str) -> Pattern:
    """Turn a pattern written in whole syllables into one that runs over the letters of a ``Letters``.

    A syllable without a final consonant also matches where one is added, so ``마시`` finds ``마신다`` and ``마실``.
    Character classes cannot hold syllables; write alternatives.
    """
    return Pattern(unicodedata.normalize("NFD", source), regex.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Letters:
    """A text as letters, and where each of them stands in it.

    Args:
        text: Compatibility-decomposed text: Korean as single letters, apostrophes straight, unseen characters gone.
        starts: For each letter, where the character it belongs to starts in the given text.
        ends: For each letter, where that character ends.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Letters":
        """Take ``text`` apart."""
        letters: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for match in regex.finditer(r"\X", text):
            for char in unicodedata.normalize("NFKD", match.group().translate(_APOSTROPHES)):
                if unicodedata.category(char) != "Cf":
                    letters.append(char)
                    starts.append(match.start())
                    ends.append(match.end())
        return cls(text="".join(letters), starts=tuple(starts), ends=tuple(ends))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the letters from ``start`` to ``end`` stand in the given text, as code points."""
        return self.starts[start], self.ends[end - 1]


def initials_pattern(text: str) -> regex.Pattern[str]:
    """Return a pattern that finds ``text`` where a consonant that stands alone may begin any syllable.

    ``ㅎㅂ`` and the half-typed ``햇ㅂ`` both find ``햇빛``.
    """
    return regex.compile("".join(_any_syllable(char) if char in _INITIALS else regex.escape(char) for char in text))


def _any_syllable(initial: str) -> str:
    first = _FIRST_SYLLABLE + _INITIALS.index(initial) * _SYLLABLES_PER_INITIAL
    return f"[{initial}{chr(first)}-{chr(first + _SYLLABLES_PER_INITIAL - 1)}]"


def compatible(text: str) -> str:
    """Return ``text`` composed and without variants of width or form; consonants that stand alone stay letters."""
    return unicodedata.normalize("NFKC", text).translate(_LONE_INITIALS)
