"""What lies over the board while it is edited: frames, handles, guide lines and the band."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gemma_app.boards.document import Board
from gemma_app.boards.frame import ROTATE, Frame, frame_around
from gemma_app.boards.geometry import Box
from gemma_app.boards.reshaping import HANDLES
from gemma_app.boards.selecting import chosen
from gemma_app.boards.snapping import Snap
from gemma_app.ui.boards.painting import rect_of
from gemma_app.ui.theme.look import Look

HANDLE_PIXELS = 9.0
_FAR = 1e5
_MOST_OUTLINED = 300


class Overlay(QGraphicsItem):
    """Drawn over everything, in pixels that do not grow with the zoom."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.frame: Frame | None = None
        self._outlines: list[Frame] = []
        self._guides = Snap()
        self._band: Box | None = None
        self._offset = (0.0, 0.0)

    def boundingRect(self) -> QRectF:
        """Everywhere."""
        return QRectF(-_FAR, -_FAR, 2 * _FAR, 2 * _FAR)

    def show_selection(self, board: Board | None, refids: tuple[int, ...]) -> None:
        """Frame what is selected."""
        found = [] if board is None else chosen(board, refids)
        self.frame = frame_around(found)
        single = (frame_around([placed]) for placed in found[:_MOST_OUTLINED])
        self._outlines = [frame for frame in single if frame is not None]
        self.update()

    def show_gesture(self, guides: Snap, band: Box | None, offset: tuple[float, float] = (0.0, 0.0)) -> None:
        """Show what the pointer catches hold of, the band it draws, and how far the frames are from what they frame."""
        self._guides, self._band, self._offset = guides, band, offset
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Draw it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self._look.colour("accent")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_thin(accent))
        painter.translate(*self._offset)
        for outline in self._outlines:
            painter.drawPolygon(_polygon(outline))
        if self.frame is not None:
            self._paint_frame(painter, self.frame, accent)
        painter.translate(-self._offset[0], -self._offset[1])
        self._paint_guides(painter)
        if self._band is not None:
            tint = QColor(accent)
            tint.setAlpha(36)
            painter.setPen(_thin(accent))
            painter.setBrush(tint)
            painter.drawRect(rect_of(self._band))

    def _paint_frame(self, painter: QPainter, frame: Frame, accent: QColor) -> None:
        painter.setPen(_thin(accent, dashed=len(self._outlines) > 1 or frame.locked))
        painter.drawPolygon(_polygon(frame))
        if frame.locked:
            return
        unit = 1.0 / (painter.worldTransform().m11() or 1.0)
        size = HANDLE_PIXELS * unit
        painter.setPen(_thin(accent))
        painter.drawLine(QLineF(QPointF(*frame.point((0, -1))), QPointF(*frame.point(ROTATE, unit))))
        painter.setBrush(self._look.colour("surface"))
        painter.setPen(_thin(accent, width=1.5))
        for handle in HANDLES:
            x, y = frame.point(handle)
            painter.drawRoundedRect(QRectF(x - size / 2, y - size / 2, size, size), 2 * unit, 2 * unit)
        painter.drawEllipse(QPointF(*frame.point(ROTATE, unit)), size * 0.55, size * 0.55)

    def _paint_guides(self, painter: QPainter) -> None:
        painter.setPen(_thin(self._look.colour("flame")))
        for x in self._guides.columns:
            painter.drawLine(QLineF(x, -_FAR, x, _FAR))
        for y in self._guides.rows:
            painter.drawLine(QLineF(-_FAR, y, _FAR, y))


def _polygon(frame: Frame) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in frame.corners()])


def _thin(colour: QColor, *, width: float = 1.0, dashed: bool = False) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    return pen
