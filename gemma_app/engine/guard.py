"""Holds a generation to its constraint, and knows what the constraint leaves no choice about."""

import itertools
from collections.abc import Sequence

from gemma_app.dialects.protocol import Constraint
from gemma_app.engine.grammar import Grammar
from gemma_app.engine.llama import Llama

_REMEMBERED = 200


class Guard:
    """Starts and ends the grammar of a ``Constraint`` as the text goes by."""

    def __init__(self, llama: Llama, constraint: Constraint | None) -> None:
        self._llama = llama
        self._constraint = constraint
        self._seen = ""
        self.grammar: Grammar | None = None
        if constraint and not constraint.opener:
            self._open(constraint)

    def accept(self, token: int) -> None:
        """Take the token that was chosen."""
        if (constraint := self._constraint) is None:
            return
        self._seen = (self._seen + self._llama.piece(token).decode("utf-8", "replace"))[-_REMEMBERED:]
        if self.grammar:
            self.grammar.accept(token)
            if self._ends_with(constraint.closer, token):
                self.close()
        elif self._ends_with(constraint.opener, token):
            self._open(constraint)

    def forced(self) -> list[int]:
        """Return the tokens that must come next, as the model would write them; see ``Grammar.forced``."""
        if self.grammar is None:
            return []
        return list(itertools.takewhile(self.grammar.names, _as_written(self._llama, self.grammar.forced())))

    def close(self) -> None:
        """Let the generation be free."""
        if self.grammar:
            self.grammar.close()
            self.grammar = None

    def _ends_with(self, literal: str, token: int) -> bool:
        """Whether what was written ends with ``literal``; the literal of a control token counts as that token only."""
        if literal in self._llama.literals:
            return self._llama.controls.get(token) == literal
        return bool(literal) and self._seen.endswith(literal)

    def _open(self, constraint: Constraint) -> None:
        self.grammar = Grammar(self._llama, constraint.gbnf)


def _as_written(llama: Llama, smallest: Sequence[int]) -> list[int]:
    """Return the tokens of a text that is given in single bytes and control tokens, a part of a character left out."""
    tokens: list[int] = []
    for is_control, group in itertools.groupby(smallest, llama.controls.__contains__):
        if is_control:
            tokens += group
        else:
            text = b"".join(map(llama.piece, group)).decode("utf-8", "ignore")
            tokens += llama.tokenize(text, special=False)
    return tokens


def settled(llama: Llama, tokens: Sequence[int]) -> list[int]:
    """Return ``tokens`` without those at the end that could be one token with what comes next.

    A token of letters may go on with letters and one of marks with marks, so the last stretch of a kind is left out.
    """
    kept = list(tokens)
    after = _text(llama, kept[-1]) if kept and kept[-1] not in llama.controls else ""
    while after:
        kept.pop()
        before = _text(llama, kept[-1]) if kept and kept[-1] not in llama.controls else ""
        may_grow = before and not after.startswith(" ") and before[-1].isalnum() == after[0].isalnum()
        after = before if may_grow else ""
    return kept


def _text(llama: Llama, token: int) -> str:
    return llama.piece(token).decode("utf-8", "replace")
