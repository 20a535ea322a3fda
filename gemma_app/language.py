"""Sentences that the program says outside the window, in Korean and in English."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["ko", "en"]

_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_FINALS = 28
_FINAL_RIEUL = 8
_DIGITS_WITH_FINAL = frozenset("013678")
_DIGITS_WITH_RIEUL = frozenset("178")


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """One sentence or label in both languages; the reader's language is chosen where it is shown."""

    ko: str
    en: str

    def say(self, language: Language) -> str:
        """Return the text in ``language``."""
        return self.ko if language == "ko" else self.en


def same(text: str) -> Phrase:
    """Return a phrase that reads alike in both languages (a name, a number, the user's own words)."""
    return Phrase(ko=text, en=text)


def with_particle(word: str, pair: str) -> str:
    """Append the Korean particle that fits the sound at the end of ``word``.

    Args:
        word: A word that may end in Hangul, a digit or anything else.
        pair: The form after a consonant and the form after a vowel, as ``"을/를"`` or ``"으로/로"``.

    Returns:
        ``word`` with the particle; after a letter of unknown sound both forms, as ``"을(를)"``.
    """
    after_consonant, after_vowel = pair.split("/")
    last = next((char for char in reversed(word) if char.isalnum()), "")
    if _FIRST_SYLLABLE <= ord(last or "\0") <= _LAST_SYLLABLE:
        final = (ord(last) - _FIRST_SYLLABLE) % _FINALS
    elif last in "0123456789" and last:
        final = _FINAL_RIEUL if last in _DIGITS_WITH_RIEUL else int(last in _DIGITS_WITH_FINAL)
    else:
        return f"{word}{after_consonant}({after_vowel})"
    if after_consonant == "으로" and final == _FINAL_RIEUL:
        return word + after_vowel
    return word + (after_consonant if final else after_vowel)
