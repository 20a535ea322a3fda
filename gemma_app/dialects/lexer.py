"""Splits a stream into control literals and the text between them, wherever its chunks end."""

import re
from collections.abc import Iterable
from typing import NamedTuple


class Piece(NamedTuple):
    """One control literal, or text without any."""

    text: str
    markup: bool


class Lexer:
    """Finds ``literals``, all of which begin with ``<`` and hold no other ``<``."""

    def __init__(self, literals: Iterable[str]) -> None:
        self._literals = frozenset(literals)
        self._pattern = re.compile("|".join(sorted(map(re.escape, self._literals), key=len, reverse=True)))
        self._beginnings = {literal[:end] for literal in self._literals for end in range(1, len(literal))}
        self._held = ""

    def feed(self, text: str, special: bool | None) -> list[Piece]:
        """Take a chunk; the beginning of a literal is held until it is certain.

        Args:
            text: The chunk.
            special: As in ``StreamParser.feed``; a control token that is none of the literals is dropped.
        """
        if special is None:
            return self._scan(text)
        held = self.flush()
        known = text in self._literals
        if not text or (special and not known):
            return held
        return [*held, Piece(text, markup=special)]

    def flush(self) -> list[Piece]:
        """Give up what is held: it was text."""
        held, self._held = self._held, ""
        return [Piece(held, markup=False)] if held else []

    def _scan(self, text: str) -> list[Piece]:
        text = self._held + text
        pieces, start = [], 0
        for match in self._pattern.finditer(text):
            if start < match.start():
                pieces.append(Piece(text[start : match.start()], markup=False))
            pieces.append(Piece(match.group(), markup=True))
            start = match.end()
        tail = text.rfind("<", start)
        end = tail if tail >= 0 and text[tail:] in self._beginnings else len(text)
        self._held = text[end:]
        if start < end:
            pieces.append(Piece(text[start:end], markup=False))
        return pieces
