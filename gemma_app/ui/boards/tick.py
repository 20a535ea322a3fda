"""A check box drawn from the tokens, so that it is seen in both themes."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox

from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space

_CORNER = 4.0


class Tick(QCheckBox):
    """A check box that leaves Enter and Escape to the page."""

    def __init__(self, look: Look, text: str = "") -> None:
        super().__init__(text)
        self._look = look

    def sizeHint(self) -> QSize:
        """The box, and the words beside it."""
        words = self.fontMetrics().horizontalAdvance(self.text())
        width = Size.ICON + (Space.S + words if words else 0) + 2
        return QSize(width, max(Size.ICON, self.fontMetrics().height()) + Space.XS)

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002 - all of it can be pressed
        """Take a press anywhere on it."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - it is small and drawn whole
        """Draw the box, its mark, and the words."""
        look, size = self._look, float(Size.ICON)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, (self.height() - size) / 2, size, size).adjusted(0.5, 0.5, -0.5, -0.5)
        is_on = self.isChecked() and self.isEnabled()
        edge = "accent" if is_on or self.hasFocus() else ("outline" if self.isEnabled() else "border")
        painter.setPen(QPen(look.colour(edge), 2.0 if self.hasFocus() else 1.0))
        painter.setBrush(look.colour("accent" if is_on else "surface"))
        painter.drawRoundedRect(box, _CORNER, _CORNER)
        if is_on:
            mark = look.pixmap("check", "on_accent", Size.SMALL_ICON)
            inset = (size - Size.SMALL_ICON) / 2
            painter.drawPixmap(QRectF(box.left() + inset, box.top() + inset, 14, 14).topLeft(), mark)
        painter.setPen(look.colour("text" if self.isEnabled() else "muted"))
        words = QRectF(self.rect()).adjusted(size + Space.S, 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Space only."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            event.ignore()
        else:
            super().keyPressEvent(event)
