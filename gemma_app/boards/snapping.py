"""Where a box that is moved catches hold: on the edges and centres of its neighbours, and on the grid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gemma_app.boards.geometry import Box

GRID = 8.0


@dataclass(frozen=True, kw_only=True)
class Snap:
    """How far a box is moved to catch hold.

    Args:
        across: Distance to the right.
        down: Distance downwards.
        columns: Where upright guide lines are shown.
        rows: Where level guide lines are shown.
    """

    across: float = 0.0
    down: float = 0.0
    columns: tuple[float, ...] = ()
    rows: tuple[float, ...] = ()


def snap(box: Box, neighbours: Iterable[Box], reach: float, *, grid: float = 0.0) -> Snap:
    """Return the smallest move that lines a box up with a neighbour, or else with the grid.

    Args:
        box: Where the box is dragged to.
        neighbours: What it may line up with.
        reach: How far it moves at most.
        grid: Distance of the grid's lines; 0 for no grid.
    """
    columns: list[float] = []
    rows: list[float] = []
    for other in neighbours:
        columns += _lines(other.left, other.width)
        rows += _lines(other.top, other.height)
    across, column = _nearest(_lines(box.left, box.width), columns, reach)
    down, row = _nearest(_lines(box.top, box.height), rows, reach)
    if column is None:
        across = to_grid(box.left, grid) - box.left
    if row is None:
        down = to_grid(box.top, grid) - box.top
    return Snap(
        across=across,
        down=down,
        columns=() if column is None else (column,),
        rows=() if row is None else (row,),
    )


def to_grid(value: float, grid: float) -> float:
    """Return the grid line nearest to a value; the value itself without a grid."""
    return round(value / grid) * grid if grid > 0 else value


def _lines(start: float, size: float) -> tuple[float, float, float]:
    return start, start + size / 2, start + size


def _nearest(own: Sequence[float], others: Sequence[float], reach: float) -> tuple[float, float | None]:
    found = min(
        ((other - line, other) for line in own for other in others), key=lambda pair: abs(pair[0]), default=None
    )
    return (0.0, None) if found is None or abs(found[0]) > reach else found
