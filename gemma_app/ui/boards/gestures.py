"""What dragging does: it shows a preview while it lasts and is one step when the button is let go."""

import math
from dataclasses import dataclass
from typing import Protocol

from gemma_app.boards.document import Board, components_of, refid_of
from gemma_app.boards.frame import ROTATE, Frame, Handle
from gemma_app.boards.geometry import Box, box_of_placed
from gemma_app.boards.reshaping import dragged_box, fit_into, move, rotate
from gemma_app.boards.selecting import box_around, refids_in, unlocked
from gemma_app.boards.snapping import GRID, Snap, snap, to_grid
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl

Point = tuple[float, float]

_MOVED = Phrase(ko="옮기기", en="Move")
_RESIZED = Phrase(ko="크기 바꾸기", en="Resize")
_TURNED = Phrase(ko="돌리기", en="Rotate")
_FIRST_PIXELS = 3.0
_SNAP_PIXELS = 6.0
_STEP = math.pi / 12
_MOST_NEIGHBOURS = 400
_MOST_SHOWN = 400


@dataclass(frozen=True, kw_only=True)
class Held:
    """How a drag is meant.

    Args:
        shape: Keep the ratio of the sides, one direction, or whole steps of an angle.
        free: Catch hold of nothing.
        pixel: Size of a pixel on the board.
        grid: Whether the grid counts.
    """

    shape: bool
    free: bool
    pixel: float
    grid: bool


class Gesture(Protocol):
    """A drag that goes on."""

    guides: Snap
    band: Box | None
    offset: Point

    def drag(self, to: Point, held: Held) -> None:
        """Follow the pointer."""

    def finish(self) -> None:
        """Keep what it came to."""


class _Changing:
    """A drag that changes the board."""

    guides = Snap()
    band: Box | None = None
    offset: Point = (0.0, 0.0)
    label = _MOVED

    def __init__(self, control: BoardControl, board: Board, start: Point) -> None:
        self._control = control
        self._board = board
        self._start = start
        self._result: Board | None = None

    def finish(self) -> None:
        """Make the preview one step."""
        if self._result is None:
            self._control.preview(None)
        else:
            self._control.put(self._result, self.label)

    def _show(self, board: Board) -> None:
        self._result = board
        self._control.preview(board)


class Moving(_Changing):
    """Moves the selection; of a large one only the frame follows the pointer until it is let go."""

    def __init__(self, control: BoardControl, board: Board, start: Point) -> None:
        super().__init__(control, board, start)
        found = unlocked(board, control.selection)
        self._box = box_around(found)
        self._neighbours = _neighbours(board, frozenset(control.selection))
        self._shows_frame_alone = len(found) > _MOST_SHOWN

    def drag(self, to: Point, held: Held) -> None:
        """Move with the pointer, catching hold of neighbours and grid."""
        across, down = to[0] - self._start[0], to[1] - self._start[1]
        is_click = (
            self._result is None and self.offset == (0.0, 0.0) and math.hypot(across, down) < _FIRST_PIXELS * held.pixel
        )
        if self._box is None or is_click:
            return
        if held.shape:
            across, down = (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
        self.guides = Snap()
        if not held.free:
            reach, grid = _SNAP_PIXELS * held.pixel, GRID if held.grid else 0.0
            self.guides = snap(self._box.moved(across, down), self._neighbours, reach, grid=grid)
            across, down = across + self.guides.across, down + self.guides.down
        if self._shows_frame_alone:
            self.offset = (across, down)
        else:
            self._show(move(self._board, self._control.selection, across, down))

    def finish(self) -> None:
        """Make it one step."""
        if self.offset != (0.0, 0.0):
            self._result = move(self._board, self._control.selection, *self.offset)
        super().finish()


class Resizing(_Changing):
    """Drags a handle of the frame."""

    label = _RESIZED

    def __init__(self, control: BoardControl, board: Board, start: Point, frame: Frame, handle: Handle) -> None:
        super().__init__(control, board, start)
        self._frame = frame
        self._handle = handle

    def drag(self, to: Point, held: Held) -> None:
        """Follow the pointer with the handle; the opposite side stays."""
        if held.grid and not held.free and not self._frame.angle:
            to = to_grid(to[0], GRID), to_grid(to[1], GRID)
        new = dragged_box(self._frame.box, self._handle, to, angle=self._frame.angle, keeps_shape=held.shape)
        self._show(fit_into(self._board, self._control.selection, self._frame.box, new))


class Turning(_Changing):
    """Drags the handle that turns."""

    label = _TURNED

    def __init__(self, control: BoardControl, board: Board, start: Point, frame: Frame) -> None:
        super().__init__(control, board, start)
        self._frame = frame

    def drag(self, to: Point, held: Held) -> None:
        """Turn about the centre of the frame."""
        x, y = self._frame.centre
        angle = math.atan2(to[1] - y, to[0] - x) - math.atan2(self._start[1] - y, self._start[0] - x)
        if held.shape:
            angle = round((self._frame.angle + angle) / _STEP) * _STEP - self._frame.angle
        self._show(rotate(self._board, self._control.selection, angle))


class Banding:
    """Draws a band around what is to be selected."""

    guides = Snap()
    offset: Point = (0.0, 0.0)

    def __init__(self, control: BoardControl, board: Board, start: Point, kept: tuple[int, ...]) -> None:
        self._control = control
        self._board = board
        self._start = start
        self._kept = kept
        self.band: Box | None = None

    def drag(self, to: Point, held: Held) -> None:  # noqa: ARG002 - every gesture is held somehow
        """Select what lies inside."""
        (x, y), (left, top) = to, self._start
        self.band = Box(left=min(x, left), top=min(y, top), width=abs(x - left), height=abs(y - top))
        self._control.select((*self._kept, *refids_in(self._board, self.band)))

    def finish(self) -> None:
        """Leave the selection as it is."""
        self.band = None


def grip(control: BoardControl, board: Board, start: Point, frame: Frame, handle: Handle) -> Gesture:
    """Return the gesture that dragging a handle begins."""
    if handle == ROTATE:
        return Turning(control, board, start, frame)
    return Resizing(control, board, start, frame, handle)


def _neighbours(board: Board, selected: frozenset[int]) -> list[Box]:
    others = (item for item in components_of(board) if refid_of(item.get("refid")) not in selected)
    boxes = [box_of_placed(item) for item, _ in zip(others, range(_MOST_NEIGHBOURS), strict=False)]
    width, height = board.get("width"), board.get("height")
    if isinstance(width, int | float) and isinstance(height, int | float):
        boxes.append(Box(left=0.0, top=0.0, width=float(width), height=float(height)))
    return boxes
