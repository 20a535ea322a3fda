"""The marks of a day: the large check, the dots of the week and the ring; painted from the tokens."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gemma_app.habits.streak import CheckIn
from gemma_app.ui.habits.week import DayMark
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space, Type

_LINE = 2.0
_FULL_TURN = 360 * 16
_TOP = 90 * 16
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CheckButton(QAbstractButton):
    """The large target that says whether a habit was done today.

    Attributes:
        stepped: An arrow key asks for the row above (-1) or below (1).
        focus_moved: The button got or lost the focus.
    """

    stepped = Signal(int)
    focus_moved = Signal()

    def __init__(self, look: Look, number: int) -> None:
        super().__init__()
        self._look = look
        self._number = number
        self._value: CheckIn | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(Size.CHECK + Space.S, Size.CHECK + Space.S)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_value(self, value: CheckIn | None) -> None:
        """Show what was said of the day."""
        self._value = value
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the circle, its mark and the focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        circle = QRectF(self.rect()).adjusted(Space.XS, Space.XS, -Space.XS, -Space.XS)
        if self.hasFocus():
            painter.setPen(QPen(self._look.colour("accent"), _LINE))
            painter.drawEllipse(circle.adjusted(-3, -3, 3, 3))
        circle = circle.adjusted(1, 1, -1, -1)
        match self._value:
            case "done":
                self._fill(painter, circle, "accent", "check", "on_accent")
            case "blank":
                self._fill(painter, circle, "pressed", "skip", "muted")
            case None:
                self._outline(painter, circle)

    def _fill(self, painter: QPainter, circle: QRectF, ground: str, icon: str, token: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.colour(ground))
        painter.drawEllipse(circle)
        size = Type.TITLE
        corner = circle.center() - QPointF(size / 2, size / 2)
        painter.drawPixmap(corner, self._look.pixmap(icon, token, size))

    def _outline(self, painter: QPainter, circle: QRectF) -> None:
        hovered = self.underMouse() or self.isDown()
        painter.setBrush(self._look.colour("accent_soft") if hovered else Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._look.colour("accent" if hovered else "outline"), _LINE))
        painter.drawEllipse(circle)
        if self._number <= 9:
            painter.setPen(self._look.colour("muted"))
            painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(self._number))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step to another row with an arrow; everything else as any button."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the row."""
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the row."""
        super().focusOutEvent(event)
        self.focus_moved.emit()


class DayDot(QAbstractButton):
    """One day of the week; a day that can still be filled in can be clicked."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._mark: DayMark = "outside"
        self._letter = ""
        self._is_today = False
        self.setFixedSize(Size.DOT_TARGET, Size.CHECK)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_day(self, mark: DayMark, letter: str, description: str, *, is_today: bool) -> None:
        """Show a day.

        Args:
            mark: How it stands.
            letter: The weekday, under the dot.
            description: For the tool tip and the screen reader.
            is_today: Whether it is the last day.
        """
        self._mark, self._letter, self._is_today = mark, letter, is_today
        can_fill = mark == "fillable"
        self.setEnabled(can_fill)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if can_fill else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_fill else Qt.CursorShape.ArrowCursor)
        self.setToolTip(description)
        self.setAccessibleName(description)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dot and the weekday."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(self.width() / 2, Size.DOT_TARGET / 2 - 1)
        self._draw_dot(painter, centre)
        if self.hasFocus():
            painter.setPen(QPen(self._look.colour("accent"), _LINE))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, Size.DOT / 2 + 4, Size.DOT / 2 + 4)
        font = self.font()
        font.setPixelSize(Type.SMALL)
        font.setBold(self._is_today)
        painter.setFont(font)
        painter.setPen(self._look.colour("text" if self._is_today else "muted"))
        below = QRectF(0, Size.DOT_TARGET - 4, self.width(), self.height() - Size.DOT_TARGET + 4)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._letter)

    def _draw_dot(self, painter: QPainter, centre: QPointF) -> None:
        radius = Size.DOT / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        match self._mark:
            case "done":
                painter.setBrush(self._look.colour("accent"))
                painter.drawEllipse(centre, radius, radius)
            case "blank":
                painter.setBrush(self._look.colour("pressed"))
                painter.drawEllipse(centre, radius, radius)
                painter.setPen(QPen(self._look.colour("muted"), _LINE))
                painter.drawLine(centre - QPointF(3.5, 0), centre + QPointF(3.5, 0))
            case "fillable":
                painter.setBrush(self._look.colour("accent_soft") if self.underMouse() else Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self._look.colour("accent"), _LINE))
                painter.drawEllipse(centre, radius - 1, radius - 1)
            case "pending":
                painter.setPen(QPen(self._look.colour("outline"), 1.5, Qt.PenStyle.DotLine))
                painter.drawEllipse(centre, radius - 1, radius - 1)
            case "missing":
                painter.setBrush(self._look.colour("outline"))
                painter.drawEllipse(centre, 2.5, 2.5)
            case "outside":
                painter.setBrush(self._look.colour("border"))
                painter.drawEllipse(centre, 2, 2)


class Ring(QWidget):
    """A ring that is as full as the day, with the count inside."""

    def __init__(self, look: Look, size: int, *, with_count: bool) -> None:
        super().__init__()
        self._look = look
        self._with_count = with_count
        self._done = 0
        self._total = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(size, size))

    def show_share(self, done: int, total: int, description: str) -> None:
        """Show ``done`` of ``total``."""
        self._done, self._total = done, total
        self.setAccessibleName(description)
        self.setToolTip(description)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self.width() / 9
        ring = QRectF(self.rect()).adjusted(width, width, -width, -width)
        painter.setPen(QPen(self._look.colour("pressed"), width))
        painter.drawEllipse(ring)
        if self._total and self._done:
            painter.setPen(_round_pen(self._look.colour("accent"), width))
            painter.drawArc(ring, _TOP, -round(_FULL_TURN * self._done / self._total))
        if self._with_count:
            font = self.font()
            font.setPixelSize(Type.LARGE)
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(self._look.colour("text"))
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, f"{self._done}/{self._total}")


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
