"""Cutting text without splitting what a reader sees as one character, showing what is unseen, and finding words."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

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


class Pattern:
    """A regular expression that is compiled at its first use: compiling all of them would be a third of a start.

    Args:
        source: What it matches, as ``regex`` reads it.
        flags: Flags of ``regex``.
    """

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source = source
        self._flags = flags

    @cached_property
    def _compiled(self) -> regex.Pattern[str]:
        return regex.compile(self._source, self._flags)

    def search(self, text: str, start: int = 0) -> regex.Match[str] | None:
        """Return the first match from ``start`` on."""
        return self._compiled.search(text, start)

    def match(self, text: str, start: int = 0) -> regex.Match[str] | None:
        """Return the match that begins at ``start``."""
        return self._compiled.match(text, start)

    def fullmatch(self, text: str) -> regex.Match[str] | None:
        """Return the match of the whole text."""
        return self._compiled.fullmatch(text)

    def finditer(self, text: str) -> Iterator[regex.Match[str]]:
        """Return the matches one after another."""
        return self._compiled.finditer(text)

    def findall(self, text: str) -> list[Any]:
        """Return what the matches, or their groups, hold."""
        return self._compiled.findall(text)

    def sub(self, replacement: str | Callable[[regex.Match[str]], str], text: str) -> str:
        """Return the text with every match replaced."""
        return self._compiled.sub(replacement, text)
