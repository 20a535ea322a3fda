"""The frame around a selection, with the handles by which it is resized and turned."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gemma_app.boards.document import Board, Placed
from gemma_app.boards.geometry import Box, box_of, rotation_of
from gemma_app.boards.reshaping import HANDLES
from gemma_app.boards.selecting import box_around, chosen, is_locked, turned

Handle = tuple[int, int]
ROTATE: Handle = (0, 0)
"""The handle that turns; the others are directions from the centre."""

ROTATE_GAP = 26.0


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The frame around what is selected.

    Args:
        box: The unturned box, on the board.
        angle: How far it is turned about its centre, in radians.
        locked: Whether nothing in it can be moved.
    """

    box: Box
    angle: float
    locked: bool

    @property
    def centre(self) -> tuple[float, float]:
        """The centre, about which it is turned."""
        return self.box.left + self.box.width / 2, self.box.top + self.box.height / 2

    def point(self, handle: Handle, unit: float = 1.0) -> tuple[float, float]:
        """Return where a handle is on the board; ``unit`` is the size of a pixel."""
        x, y = self.centre
        if handle == ROTATE:
            return turned(x, self.box.top - ROTATE_GAP * unit, self.angle, self.centre)
        across, down = handle
        return turned(x + across * self.box.width / 2, y + down * self.box.height / 2, self.angle, self.centre)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Return the four corners, clockwise from the top left."""
        return tuple(self.point(handle) for handle in HANDLES if 0 not in handle)

    def handle_at(self, x: float, y: float, reach: float, unit: float = 1.0) -> Handle | None:
        """Return the handle at a point, the one that turns first."""
        if self.locked:
            return None
        near = (handle for handle in (ROTATE, *HANDLES) if math.dist(self.point(handle, unit), (x, y)) <= reach)
        return next(near, None)


def frame_of(board: Board, refids: Iterable[int]) -> Frame | None:
    """Return the frame around components, turned with a single one; None for none."""
    return frame_around(chosen(board, refids))


def frame_around(found: Sequence[Placed]) -> Frame | None:
    """Return the frame around components that were found, turned with a single one; None for none."""
    is_locked_all = all(is_locked(placed.component) for placed in found)
    if len(found) == 1:
        (placed,) = found
        box = box_of(placed.component).moved(*placed.origin)
        return Frame(box=box, angle=rotation_of(placed.component), locked=is_locked_all)
    around = box_around(found)
    return None if around is None else Frame(box=around, angle=0.0, locked=is_locked_all)
