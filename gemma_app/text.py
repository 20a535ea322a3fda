"""Cutting text without splitting what a reader sees as one character, and showing what would otherwise be unseen."""

import unicodedata

import regex

_GRAPHEME = regex.compile(r"\X")
ELLIPSIS = "…"
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_ZERO_WIDTH_JOINER = "\u200d"


def graphemes(text: str) -> list[str]:
    """Split ``text`` into extended grapheme clusters (Unicode UAX 29)."""
    return [match.group() for match in _GRAPHEME.finditer(text)]


def cut(text: str, limit: int, mark: str = ELLIPSIS) -> str:
    """Shorten ``text`` to at most ``limit`` code points, ``mark`` included, on a grapheme boundary."""
    if len(text) <= limit:
        return text
    room = limit - len(mark)
    end = 0
    for match in _GRAPHEME.finditer(text):
        if match.end() > room:
            break
        end = match.end()
    return text[:end] + mark


def visible(text: str) -> str:
    """Return ``text`` with control and direction characters written as escapes, so that it cannot pose as another."""
    return "".join(char if char == "\n" or not _hides(char) else f"\\u{ord(char):04x}" for char in text)


def _hides(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN and char != _ZERO_WIDTH_JOINER
