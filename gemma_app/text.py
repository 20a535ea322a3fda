"""Cutting text without splitting what a reader sees as one character."""

import regex

_GRAPHEME = regex.compile(r"\X")
ELLIPSIS = "…"


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
