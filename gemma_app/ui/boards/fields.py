"""Fields in which properties are written: numbers that step with the arrows, texts, colours and habits."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QColorDialog, QComboBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from gemma_app.boards.properties import Property
from gemma_app.ui.boards.ink import colour_of
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import no_margins, set_property

_BIG_STEP = 10.0


class LineField(QLineEdit):
    """A line of text or a number; the arrows step a number, Enter and leaving take it.

    Attributes:
        written: Carries what was written.
    """

    written = Signal(str)

    def __init__(self, of: Property, name: str) -> None:
        super().__init__()
        self._property = of
        self._shown = ""
        self.setAccessibleName(name)
        self.editingFinished.connect(self._take)

    def show_value(self, value: str | None) -> None:
        """Show a value; None where several differ."""
        self._shown = value or ""
        self.setPlaceholderText(self.tr("various") if value is None else "")
        if not (self.hasFocus() and self.isModified()):
            with QSignalBlocker(self):
                self.setText(self._shown)
        set_property(self, "wrong", "false")

    def _take(self) -> None:
        if self.text() == self._shown:
            return
        if self._property.patch(self.text()) is None:
            set_property(self, "wrong", "true")
            return
        self.setModified(False)
        self._shown = self.text()
        self.written.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step a number with the arrows; Escape gives the old value back."""
        step = {Qt.Key.Key_Up: 1.0, Qt.Key.Key_Down: -1.0}.get(Qt.Key(event.key()))
        if step is not None and self._property.kind == "number":
            big = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._step(step * (_BIG_STEP if big else 1.0))
        elif event.key() == Qt.Key.Key_Escape and self.text() != self._shown:
            self.setText(self._shown)
        else:
            super().keyPressEvent(event)

    def _step(self, by: float) -> None:
        try:
            number = float(self.text() or 0)
        except ValueError:
            return
        self.setText(f"{round(number + by, 2):g}")
        self._take()


class ColourField(QWidget):
    """A colour as text, with a button that shows it and opens a palette.

    Attributes:
        written: Carries the colour that was written or chosen.
    """

    written = Signal(str)

    def __init__(self, of: Property, name: str, look: Look) -> None:
        super().__init__()
        self._look = look
        self._name = name
        self.line = LineField(of, name)
        self.line.setPlaceholderText("#RRGGBB")
        self.line.written.connect(self.written)
        self._button = QToolButton()
        self._button.setProperty("kind", "quiet")
        self._button.setIconSize(QSize(Size.ICON, Size.ICON))
        self._button.setAccessibleName(self.tr("Choose: {name}").format(name=name))
        self._button.setToolTip(self._button.accessibleName())
        self._button.clicked.connect(self._choose)
        row = QHBoxLayout(self)
        no_margins(row, Space.XS)
        row.addWidget(self._button)
        row.addWidget(self.line, 1)

    def show_value(self, value: str | None) -> None:
        """Show a colour; None where several differ."""
        self.line.show_value(value)
        pixmap = QPixmap(Size.ICON, Size.ICON)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._look.colour("outline"))
        painter.setBrush(colour_of(value, "#00000000"))
        painter.drawRoundedRect(1, 1, Size.ICON - 3, Size.ICON - 3, 4, 4)
        painter.end()
        self._button.setIcon(QIcon(pixmap))

    def _choose(self) -> None:
        options = QColorDialog.ColorDialogOption.ShowAlphaChannel
        start = colour_of(self.line.text(), "#FFFFFF")
        chosen = QColorDialog.getColor(start, self, self._name, options=options)
        if chosen.isValid():
            self.written.emit(written_colour(chosen))


class SourceField(QComboBox):
    """The habit that a component shows.

    Attributes:
        written: Carries the key of the habit, empty for none.
    """

    written = Signal(str)

    def __init__(self, name: str, habits: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._habits = habits
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(lambda place: self.written.emit(self.itemData(place)))

    def show_value(self, value: str | None) -> None:
        """Show a key; one that is no active habit's stays as it is, and may be chosen again."""
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self.tr("None"), "")
            for key, title in self._habits:
                self.addItem(title, key)
            if value and self.findData(value) < 0:
                self.addItem(value, value)
            self.setCurrentIndex(self.findData(value or "") if value is not None else -1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll."""
        event.ignore()


def written_colour(colour: QColor) -> str:
    """Return a colour as a board writes it."""
    if colour.alpha() == 255:
        return colour.name().upper()
    return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {round(colour.alphaF(), 2):g})"
