"""Which components a user means: by refid, under a point, or inside a frame; with their boxes on the board."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from gemma_app.boards.difference import by_refid
from gemma_app.boards.document import Board, Component, Placed, components_of, find, number_of, refid_of
from gemma_app.boards.geometry import Box, box_of, box_of_placed, drawn_points, rotation_of, union

LINE_TYPES = ("line", "polyline")

_FEW = 8


def chosen(board: Board, refids: Iterable[int]) -> list[Placed]:
    """Return the components with those refids in drawing order; one inside a chosen group goes with the group."""
    wanted = set(refids)
    if len(wanted) <= _FEW:
        found = [placed for refid in wanted if (placed := find(board, refid)) is not None]
    else:
        known = by_refid(board)
        found = [known[refid] for refid in wanted & known.keys()]
    paths = {placed.path for placed in found}
    found = [
        placed for placed in found if not any(placed.path[:depth] in paths for depth in range(1, len(placed.path)))
    ]
    return sorted(found, key=lambda placed: placed.path)


def existing(board: Board, refids: Iterable[int]) -> tuple[int, ...]:
    """Return those of the refids that are on a board, in their order."""
    wanted = tuple(refids)
    if len(wanted) <= _FEW:
        return tuple(refid for refid in wanted if find(board, refid) is not None)
    known = by_refid(board)
    return tuple(refid for refid in wanted if refid in known)


def unlocked(board: Board, refids: Iterable[int]) -> list[Placed]:
    """Return the chosen components that are not locked."""
    return [placed for placed in chosen(board, refids) if not is_locked(placed.component)]


def is_locked(component: Component) -> bool:
    """Tell whether a component is protected from being moved and removed by hand."""
    return component.get("locked") is True


def is_hidden(component: Component) -> bool:
    """Tell whether a component is not drawn."""
    return component.get("visible") is False or component.get("hidden") is True


def box_on_board(placed: Placed) -> Box:
    """Return the upright box that a component takes up on the board."""
    return box_of_placed(placed.component).moved(*placed.origin)


def box_around(found: Iterable[Placed]) -> Box | None:
    """Return the box around components, None for none."""
    return union(box_on_board(placed) for placed in found)


def board_box(board: Board) -> Box:
    """Return the area of a board; one without a usable size has that of a sheet."""
    width, height = number_of(board.get("width")), number_of(board.get("height"))
    width = width if width is not None and width > 0 else 1200.0
    height = height if height is not None and height > 0 else 800.0
    return Box(left=0.0, top=0.0, width=min(width, 1e6), height=min(height, 1e6))


def refid_at(holder: Component, x: float, y: float, *, reach: float = 3.0) -> int | None:
    """Return the refid of the topmost component that a point touches, None for none.

    Args:
        holder: A board, or a group whose components are meant.
        x: Across, in the holder's coordinates.
        y: Down, likewise.
        reach: How far beside a line still touches it.
    """
    for component in reversed(components_of(holder)):
        refid = refid_of(component.get("refid"))
        if refid is not None and not is_hidden(component) and touches(component, x, y, reach=reach):
            return refid
    return None


def touches(component: Component, x: float, y: float, *, reach: float = 3.0) -> bool:
    """Tell whether a point, in the coordinates of what holds the component, is on it."""
    box = box_of(component)
    x, y = turned(x, y, -rotation_of(component), (box.left + box.width / 2, box.top + box.height / 2))
    near = Box(left=x - reach, top=y - reach, width=2 * reach, height=2 * reach)
    if not box.meets(near):
        return False
    if component.get("type") in LINE_TYPES:
        points = drawn_points(component)
        return any(_distance(x, y, *pair) <= reach * 2 for pair in pairwise(points))
    return True


def refids_in(board: Board, frame: Box) -> list[int]:
    """Return the refids of the top components that lie wholly inside a frame."""
    return list(_inside(board, frame))


def turned(x: float, y: float, angle: float, centre: tuple[float, float]) -> tuple[float, float]:
    """Return a point turned clockwise about a centre, by radians."""
    if not angle:
        return x, y
    sine, cosine = math.sin(angle), math.cos(angle)
    across, down = x - centre[0], y - centre[1]
    return centre[0] + across * cosine - down * sine, centre[1] + across * sine + down * cosine


def _inside(board: Board, frame: Box) -> Iterator[int]:
    for component in components_of(board):
        refid, box = refid_of(component.get("refid")), box_of_placed(component)
        within = frame.left <= box.left and box.right <= frame.right and frame.top <= box.top
        if refid is not None and within and box.bottom <= frame.bottom and not is_hidden(component):
            yield refid


def _distance(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return how far a point is from a stretch of line."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = across * across + down * down
    share = 0.0 if length == 0 else ((x - start[0]) * across + (y - start[1]) * down) / length
    share = min(max(share, 0.0), 1.0)
    return math.hypot(x - start[0] - share * across, y - start[1] - share * down)
