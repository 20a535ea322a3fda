"""Prompts as trusted and untrusted text, and their tokens: what a user typed never becomes a control token."""

import re
from collections.abc import Callable, Iterable, Sequence

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
    """Cut ``text`` after the first character of every markup literal in it, so that no piece holds a whole one.

    Raises:
        ValueError: A literal has less than two characters and cannot be split.
    """
    literals = frozenset(markup_literals)
    lengths = sorted(set(map(len, literals)))
    if lengths and lengths[0] <= 1:
        raise ValueError("a markup literal of one character cannot be split")
    first_characters = "".join({literal[0] for literal in literals})
    pieces, start = [], 0
    for found in re.finditer(f"[{re.escape(first_characters)}]", text) if literals else ():
        at = found.start()
        if any(text[at : at + length] in literals for length in lengths):
            pieces.append(text[start : at + 1])
            start = at + 1
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
