"""Chooses which lines of a long conversation go into little room."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line that may be printed.

    Args:
        place: Where it stands in the conversation.
        text: What would be printed, on one line; the same is not printed twice.
        priority: Higher ones are taken first.
    """

    place: int
    text: str
    priority: int = 0


def take(lines: Iterable[Line], room: int, said: set[str]) -> list[Line]:
    """Return lines by priority, then newest, as long as they fit, in the order of the conversation.

    Args:
        lines: The candidates.
        room: Characters, a line break after each line included.
        said: What is printed elsewhere already; what is taken is added to it.
    """
    taken: list[Line] = []
    for line in sorted(lines, key=lambda line: (line.priority, line.place), reverse=True):
        if line.text in said or len(line.text) + 1 > room:
            continue
        room -= len(line.text) + 1
        said.add(line.text)
        taken.append(line)
    return sorted(taken, key=lambda line: line.place)
