"""An answer that was begun before it was asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from gemma_app.dialects.protocol import Constraint


@dataclass(frozen=True, kw_only=True)
class Asked:
    """All that the answer of a model that does not vary depends on.

    Args:
        tokens: The prompt.
        constraint: What the answer is held to.
        limit: How many tokens it may have.
    """

    tokens: tuple[int, ...]
    constraint: Constraint | None
    limit: int


class Foreseen:
    """The tokens that one answer begins with, or all of them; good for exactly what was asked, and once."""

    def __init__(self) -> None:
        self._asked: Asked | None = None
        self._answer: list[int] = []

    def keep(self, asked: Asked, answer: Sequence[int]) -> None:
        """Keep the beginning of the answer to ``asked`` in place of what was kept before."""
        self._asked, self._answer = asked, list(answer)

    def take(self, asked: Asked) -> list[int]:
        """Return what is known of the answer to ``asked``, and keep nothing any more."""
        answer = self._answer if asked == self._asked else []
        self._asked, self._answer = None, []
        return answer
