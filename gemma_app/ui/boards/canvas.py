"""The canvas: a view of the open board in which it is panned, zoomed and drawn on."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView

from gemma_app.boards.geometry import Box
from gemma_app.boards.reshaping import faded, move
from gemma_app.boards.selecting import board_box, box_around, chosen
from gemma_app.boards.snapping import GRID
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.gestures import Held, Point
from gemma_app.ui.boards.layer import BoardLayer
from gemma_app.ui.boards.overlay import Overlay
from gemma_app.ui.boards.painting import Drawing, rect_of
from gemma_app.ui.boards.pointer import Pointer

MIN_ZOOM, MAX_ZOOM = 0.05, 16.0
_STEP = 1.2
_FIT = 0.92
_ROOM = 3000.0
_NUDGED = Phrase(ko="옮기기", en="Move")
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class BoardCanvas(QGraphicsView):
    """Shows the open board; what the pointer and the arrow keys do becomes steps of the control.

    Attributes:
        zoomed: The zoom is another.
        entered: A component was double-clicked, or Enter pressed on it: its words are to be written.
    """

    zoomed = Signal()
    entered = Signal()

    def __init__(self, control: BoardControl) -> None:
        super().__init__()
        self._control = control
        self._look = control.desk.look
        self._pan_from: QPointF | None = None
        self._fits = True
        self.uses_grid = False
        self.leaves_keys = False
        self._faded: frozenset[int] = frozenset()
        self._covered: frozenset[int] = frozenset()
        self.layer = BoardLayer(self)
        self.overlay = Overlay(self._look)
        self.pointer = Pointer(control, self.overlay)
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        scene.addItem(self.layer)
        scene.addItem(self.overlay)
        self.overlay.setZValue(2)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(self._look.colour("side"))
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Board"))
        control.opened.connect(self._show_opened)
        control.changed.connect(self._show_changed)
        control.selected.connect(self._show_selection)
        control.figures.moved.connect(self._show_figures)
        self._show_opened()

    @property
    def drawing(self) -> Drawing:
        """What components are drawn with."""
        return Drawing(font=self.font(), data=self._control.figures.known, language=self._control.desk.language)

    @property
    def zoom(self) -> float:
        """Pixels per unit of the board."""
        return float(self.transform().m11())

    @property
    def seen(self) -> Box:
        """What of the board is in view."""
        rect = self.mapToScene(self.viewport().rect()).boundingRect()
        return Box(left=rect.x(), top=rect.y(), width=rect.width(), height=rect.height())

    def zoom_to(self, zoom: float) -> None:
        """Zoom about the pointer, or about the middle."""
        self._fits = False
        factor = min(max(zoom, MIN_ZOOM), MAX_ZOOM) / self.zoom
        self.scale(factor, factor)
        self.zoomed.emit()

    def zoom_by(self, steps: float) -> None:
        """Zoom in by steps, out by negative ones."""
        self.zoom_to(self.zoom * _STEP**steps)

    def fit(self) -> None:
        """Show the whole board."""
        if (board := self._control.board) is not None:
            self._fit_box(board_box(board))
            self._fits = True

    def fit_selection(self) -> None:
        """Show what is selected, as large as it goes."""
        board = self._control.board
        box = None if board is None else box_around(chosen(board, self._control.selection))
        if box is not None:
            self._fit_box(box)
            self._fits = False

    def _fit_box(self, box: Box) -> None:
        room = self.viewport().size()
        zoom = _FIT * min(room.width() / max(box.width, 1.0), room.height() / max(box.height, 1.0))
        zoom = min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        self.resetTransform()
        self.scale(zoom, zoom)
        self.centerOn(rect_of(box).center())
        self.zoomed.emit()

    def _show_opened(self) -> None:
        self._show_changed()
        self._show_selection()
        self.fit()

    def _show_changed(self) -> None:
        board = self._control.shown
        self.layer.setVisible(board is not None)
        if board is None:
            return
        self.layer.show_board(faded(faded(board, self._faded), self._covered, share=0.0), self.drawing)
        area = rect_of(board_box(board)).united(self.layer.boundingRect())
        self.scene().setSceneRect(area.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM))
        self.overlay.show_selection(board, self._control.selection)

    def fade(self, refids: frozenset[int], covered: frozenset[int]) -> None:
        """Let components step back, and those not be seen that something covers; none for all as they are."""
        if (refids, covered) != (self._faded, self._covered):
            self._faded, self._covered = refids, covered
            self._show_changed()

    def _show_selection(self) -> None:
        self.overlay.show_selection(self._control.shown, self._control.selection)

    def _show_figures(self, habits: frozenset[int]) -> None:
        self.layer.show_figures(habits, self.drawing)

    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        """Draw the table under the board, and the board's edge."""
        super().drawBackground(painter, rect)  # type: ignore[arg-type]
        if (board := self._control.shown) is not None:
            pen = QPen(self._look.colour("border"), 1)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawRect(rect_of(board_box(board)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pan; zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(event.angleDelta().y() / 120)
            event.accept()
            return
        self._fits = False
        pixels = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        sideways = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        across, down = (pixels.y(), 0) if sideways and not pixels.x() else (pixels.x(), pixels.y())
        self.pan(across, down)
        event.accept()

    def pan(self, across: float, down: float) -> None:
        """Move the board by so many pixels."""
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(across))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(down))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture: pan with the middle button, else by what lies under the pointer."""
        self.setFocus()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() in {Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton}:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            drags = event.button() == Qt.MouseButton.LeftButton
            self.pointer.press(self._point(event), 1.0 / self.zoom, adds=adds, drags=drags)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with the gesture."""
        if self._pan_from is not None:
            moved = event.position() - self._pan_from
            self._pan_from = event.position()
            self._fits = False
            self.pan(moved.x(), moved.y())
        elif self.pointer.is_dragging:
            keys = event.modifiers()
            shape, free = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
            held = Held(shape=bool(keys & shape), free=bool(keys & free), pixel=1.0 / self.zoom, grid=self.uses_grid)
            self.pointer.drag(self._point(event), held)
        else:
            on_handle = self.pointer.is_on_handle(self._point(event), 1.0 / self.zoom)
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if on_handle else Qt.CursorShape.ArrowCursor)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep what the gesture came to."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
            self.viewport().unsetCursor()
        else:
            self.pointer.release()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go into a group; on anything else, write its words."""
        if self.pointer.enter(self._point(event)):
            self.entered.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move what is selected with the arrows; pan with them where nothing is."""
        arrow = _ARROWS.get(Qt.Key(event.key()))
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if arrow is not None and keys in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}:
            self._nudge(arrow, GRID if keys else 1.0)
        elif event.key() == Qt.Key.Key_Escape and self.pointer.cancel():
            pass
        elif event.key() == Qt.Key.Key_Escape and self._control.selection and not self.leaves_keys:
            self._control.select(())
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._control.selection and not self.leaves_keys:
            self.entered.emit()
        else:
            event.ignore()

    def _nudge(self, arrow: tuple[int, int], step: float) -> None:
        across, down = arrow[0] * step, arrow[1] * step
        board = self._control.board
        if board is not None and self._control.selection:
            self._control.put(move(board, self._control.selection, across, down), _NUDGED, merges="nudge")
        else:
            self.pan(-across * 40, -down * 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole board in view where it was."""
        super().resizeEvent(event)
        if self._fits:
            self.fit()

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom with a pinch on a touch pad."""
        if event.type() == QEvent.Type.NativeGesture and hasattr(event, "gestureType"):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_to(self.zoom * (1 + event.value()))  # type: ignore[attr-defined]
            return True
        return super().viewportEvent(event)

    def _point(self, event: QMouseEvent) -> Point:
        at = self.mapToScene(event.position().toPoint())
        return at.x(), at.y()
