"""The ghosts of a proposal on the canvas: what would be added, changed with its old outline, and removed."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gemma_app.boards.atmosphere import mood_of
from gemma_app.boards.difference import Difference, compare
from gemma_app.boards.document import Board, Placed, refid_of
from gemma_app.boards.geometry import Box
from gemma_app.boards.selecting import board_box, box_on_board
from gemma_app.ui.boards.ink import colour_of
from gemma_app.ui.boards.painting import Drawing, paint_component, rect_of
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Type

_MOST_PAINTED = 300
_SWATCH = QRectF(0, 0, 22, 22)


class Ghosts(QGraphicsItem):
    """Drawn over the board, which stays as it is."""

    def __init__(self, look: Look, root_words: Callable[[tuple[str, ...]], str]) -> None:
        super().__init__()
        self._look = look
        self._root_words = root_words
        self._difference: Difference | None = None
        self._after: Board = {}
        self._drawing: Drawing | None = None
        self._bounds = QRectF()

    @property
    def difference(self) -> Difference | None:
        """What is shown, None for nothing."""
        return self._difference

    @property
    def replaced(self) -> frozenset[int]:
        """Refids of what would go, or be drawn otherwise: it steps back while its ghost is shown."""
        found = self._difference
        return frozenset() if found is None else _refids([*found.removed, *(old for old, _ in _shown_changes(found))])

    @property
    def covered(self) -> frozenset[int]:
        """Refids of what would be drawn otherwise in the same place: under its ghost it would only blur it."""
        changes = [] if self._difference is None else _shown_changes(self._difference)
        return _refids(old for old, new in changes if box_on_board(old) == box_on_board(new))

    def show_proposal(self, before: Board | None, after: Board | None, drawing: Drawing) -> None:
        """Show what would become of a board; None shows nothing."""
        self.prepareGeometryChange()
        self._drawing = drawing
        self._difference = None if before is None or after is None else compare(before, after)
        self._after = after or {}
        self._bounds = QRectF()
        if self._difference is not None:
            self._bounds = rect_of(board_box(self._after)).adjusted(-2000, -2000, 2000, 2000)
        self.update()

    def boundingRect(self) -> QRectF:
        """The board and around it."""
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Draw the ghosts."""
        found, drawing = self._difference, self._drawing
        if found is None or drawing is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for placed in found.removed:
            self._cross_out(painter, box_on_board(placed))
        for old, new in _shown_changes(found):
            _outline(painter, box_on_board(old), self._look.colour("warning"), dashed=True)
            self._paint_new(painter, new, drawing, self._look.colour("warning"))
        for placed in _outermost(found.added):
            self._paint_new(painter, placed, drawing, self._look.colour("accent"))
        if found.root:
            self._paint_root(painter, found.root)

    def _paint_new(self, painter: QPainter, placed: Placed, drawing: Drawing, colour: QColor) -> None:
        painter.save()
        painter.setOpacity(0.9)
        painter.translate(*placed.origin)
        paint_component(painter, placed.component, drawing)
        painter.restore()
        _outline(painter, box_on_board(placed), colour, dashed=False)

    def _cross_out(self, painter: QPainter, box: Box) -> None:
        danger, rect = self._look.colour("danger"), rect_of(box)
        tint = QColor(danger)
        tint.setAlpha(40)
        painter.fillRect(rect, tint)
        _outline(painter, box, danger, dashed=False)
        painter.drawLine(QLineF(rect.topLeft(), rect.bottomRight()))
        painter.drawLine(QLineF(rect.topRight(), rect.bottomLeft()))

    def _paint_root(self, painter: QPainter, keys: tuple[str, ...]) -> None:
        """Draw a swatch of the new background, and the names of what changes at the root, over the board's corner."""
        corner = painter.worldTransform().map(rect_of(board_box(self._after)).topLeft())
        mood = mood_of(self._after)
        new = QColor(mood.top.as_hex()) if mood is not None else colour_of(self._after.get("fillStyle"), "#FFFFFF")
        words = self._root_words(keys)
        painter.save()
        painter.resetTransform()
        painter.translate(max(corner.x(), 8.0), max(corner.y() - 32.0, 8.0))
        font = painter.font()
        font.setPixelSize(Type.SMALL)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(words)
        painter.setPen(QPen(self._look.colour("warning"), 1.5))
        painter.setBrush(self._look.colour("surface"))
        painter.drawRoundedRect(_SWATCH.adjusted(-3, -3, width + 14, 3), 6, 6)
        painter.setBrush(new)
        painter.drawRoundedRect(_SWATCH, 4, 4)
        painter.setPen(self._look.colour("text"))
        painter.drawText(QPointF(_SWATCH.right() + 8, 16), words)
        painter.restore()


def _outline(painter: QPainter, box: Box, colour: QColor, *, dashed: bool) -> None:
    pen = QPen(colour, 2)
    pen.setCosmetic(True)
    pen.setStyle(Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect_of(box).adjusted(-2, -2, 2, 2))


def _shown_changes(found: Difference) -> list[tuple[Placed, Placed]]:
    """Return what changed and has a ghost of its own."""
    inner = _holders(found)
    return [(old, new) for old, new in found.changed if new.path not in inner]


def _refids(found: Iterable[Placed]) -> frozenset[int]:
    return frozenset(refid for placed in found if (refid := refid_of(placed.component.get("refid"))) is not None)


def _holders(found: Difference) -> set[tuple[int, ...]]:
    """Return where groups stand that differ, at least in part, in what they hold; that shows by itself."""
    paths = [new.path for _, new in found.changed] + [placed.path for placed in found.added]
    return {path[:depth] for path in paths for depth in range(1, len(path))}


def _outermost(found: Iterable[Placed]) -> list[Placed]:
    """Leave out what is drawn with the group that holds it, and what is too much to draw."""
    paths = {placed.path for placed in found}
    outer = (item for item in found if not any(item.path[:depth] in paths for depth in range(1, len(item.path))))
    return [item for item, _ in zip(outer, range(_MOST_PAINTED), strict=False)]
