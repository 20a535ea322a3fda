"""What the pointer does on the canvas: which component or handle it means, and the gesture that it begins."""

from gemma_app.boards.document import Board, find, number_of
from gemma_app.boards.selecting import chosen, refid_at
from gemma_app.boards.snapping import Snap
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.gestures import Banding, Gesture, Held, Moving, Point, grip
from gemma_app.ui.boards.overlay import HANDLE_PIXELS, Overlay

_REACH_PIXELS = 4.0


class Pointer:
    """Turns presses, drags and releases, in the board's coordinates, into selections and steps.

    Args:
        control: The board.
        overlay: Shows frames, guides and the band.
    """

    def __init__(self, control: BoardControl, overlay: Overlay) -> None:
        self._control = control
        self._overlay = overlay
        self._gesture: Gesture | None = None
        self._pressed: int | None = None

    @property
    def is_dragging(self) -> bool:
        """Whether a gesture goes on."""
        return self._gesture is not None

    def is_on_handle(self, at: Point, pixel: float) -> bool:
        """Tell whether a point is on a handle of the frame."""
        frame = self._overlay.frame
        return frame is not None and frame.handle_at(*at, HANDLE_PIXELS * pixel, pixel) is not None

    def press(self, at: Point, pixel: float, *, adds: bool, drags: bool) -> None:
        """Select what lies under the pointer and begin a gesture.

        Args:
            at: Where it is.
            pixel: Size of a pixel on the board.
            adds: Whether what is hit is added to the selection, or taken out of it.
            drags: Whether the button drags; the one that opens a menu does not.
        """
        board, frame = self._control.board, self._overlay.frame
        if board is None:
            return
        self._pressed = None
        handle = None if frame is None else frame.handle_at(*at, HANDLE_PIXELS * pixel, pixel)
        if frame is not None and handle is not None:
            self._gesture = grip(self._control, board, at, frame, handle) if drags else None
            return
        hit = refid_at(board, *at, reach=_REACH_PIXELS * pixel)
        if hit is None and not self._touches_selection(board, at):
            if not adds:
                self._control.select(())
            self._gesture = Banding(self._control, board, at, self._control.selection) if drags else None
            return
        self._choose(board, hit, at, adds=adds)
        self._gesture = Moving(self._control, board, at) if drags else None

    def drag(self, to: Point, held: Held) -> None:
        """Go on with the gesture."""
        if self._gesture is not None:
            self._gesture.drag(to, held)
            self._overlay.show_gesture(self._gesture.guides, self._gesture.band, self._gesture.offset)

    def release(self) -> None:
        """Keep what the gesture came to; a click on one of several selects it alone."""
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            return
        before = self._control.shown
        gesture.finish()
        board = self._control.board
        is_click = before is board
        if is_click and board is not None and self._pressed is not None and not self._is_inside(board):
            self._control.select([self._pressed])
        self._overlay.show_gesture(Snap(), None)

    def enter(self, at: Point) -> bool:
        """Go into the group under the pointer, and tell whether there is none and words are to be written."""
        self._gesture = None
        board, selection = self._control.board, self._control.selection
        if board is None:
            return False
        refid = selection[0] if len(selection) == 1 else refid_at(board, *at)
        placed = None if refid is None else find(board, refid)
        if placed is None:
            return False
        holder = placed.component
        if not isinstance(holder.get("components"), list):
            return True
        left, top = number_of(holder.get("left")) or 0.0, number_of(holder.get("top")) or 0.0
        inner = refid_at(holder, at[0] - placed.origin[0] - left, at[1] - placed.origin[1] - top)
        if inner is not None:
            self._control.select([inner])
        return False

    def cancel(self) -> bool:
        """Drop the gesture that goes on, and tell whether there was one."""
        if self._gesture is None:
            return False
        self._gesture = None
        self._control.preview(None)
        self._overlay.show_gesture(Snap(), None)
        return True

    def _choose(self, board: Board, hit: int | None, at: Point, *, adds: bool) -> None:
        selection = self._control.selection
        if adds and hit is not None:
            kept = tuple(refid for refid in selection if refid != hit)
            self._control.select(kept if hit in selection else (*selection, hit))
        elif self._touches_selection(board, at):
            self._pressed = hit
        elif hit is not None:
            self._control.select([hit])

    def _touches_selection(self, board: Board, at: Point) -> bool:
        for placed in chosen(board, self._control.selection):
            x, y = placed.origin
            if refid_at({"components": [placed.component]}, at[0] - x, at[1] - y) is not None:
                return True
        return False

    def _is_inside(self, board: Board) -> bool:
        return any(placed.parent for placed in chosen(board, self._control.selection))
