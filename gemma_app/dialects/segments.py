"""Prompts as trusted and untrusted text, and their tokens: what a user typed never becomes a control token."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from gemma_app.dialects.protocol import Segment

Tokenize = Callable[[str], Sequence[int]]


class SegmentWriter:
    """Collects a prompt; neighbours of equal trust become one segment."""

    def __init__(self) -> None:
        self._pieces: list[tuple[bool, list[str]]] = []

    def markup(self, *literals: str) -> None:
        """Add control literals."""
        self._add("".join(literals), trusted=True)

    def text(self, text: str) -> None:
        """Add text in which no literal may become a control token."""
        self._add(text, trusted=False)

    def _add(self, text: str, *, trusted: bool) -> None:
        if not text:
            return
        if self._pieces and self._pieces[-1][0] == trusted:
            self._pieces[-1][1].append(text)
        else:
            self._pieces.append((trusted, [text]))

    def segments(self) -> tuple[Segment, ...]:
        """Return what was written."""
        return tuple(Segment(text="".join(texts), trusted=trusted) for trusted, texts in self._pieces)


def split_markup(text: str, markup_literals: Iterable[str]) -> list[str]:
    """Cut ``text`` after the first character of every markup literal in it, so that no piece holds a whole one."""
    pieces, start = [], 0
    for match in _anywhere(frozenset(markup_literals)).finditer(text):
        pieces.append(text[start : match.start() + 1])
        start = match.start() + 1
    pieces.append(text[start:])
    return [piece for piece in pieces if piece]


def tokenize_segments(
    segments: Iterable[Segment],
    tokenize_plain: Tokenize,
    tokenize_special: Tokenize,
    markup_literals: Iterable[str],
) -> list[int]:
    """Return the tokens of a prompt.

    Args:
        segments: The prompt.
        tokenize_plain: Tokenizes with special parsing off and adds nothing. That alone is not enough: vocabularies
            hold some markup as ordinary tokens, which this yields all the same.
        tokenize_special: Tokenizes with special parsing on and adds nothing.
        markup_literals: Every literal of the vocabulary that is a control token or in ``MARKUP_LITERALS``.
    """
    literals = frozenset(markup_literals)
    tokens: list[int] = []
    for segment in segments:
        if segment.trusted:
            tokens.extend(tokenize_special(segment.text))
            continue
        for piece in split_markup(segment.text, literals):
            tokens.extend(tokenize_plain(piece))
    return tokens


@lru_cache(maxsize=8)
def _anywhere(literals: frozenset[str]) -> re.Pattern[str]:
    """A pattern that matches, without taking anything, wherever a literal begins: they may overlap."""
    if any(len(literal) < 2 for literal in literals):
        raise ValueError("a markup literal of one character cannot be split")
    longest_first = sorted(literals, key=lambda literal: (-len(literal), literal))
    return re.compile(f"(?={'|'.join(map(re.escape, longest_first))})" if literals else r"(?!)")
