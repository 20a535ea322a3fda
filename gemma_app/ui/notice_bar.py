"""A sentence that shows for a while over the bottom of the window, with Undo where there is something to undo."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gemma_app.text import cut, visible
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import icon_button, label, push_button

_SHOWN_MS = 8_000
_MAX = 240


class NoticeBar(QFrame):
    """Floats over ``over``; the pointer or the focus on it holds it."""

    def __init__(self, desk: Desk, over: QWidget) -> None:
        super().__init__(over)
        self._desk = desk
        self._over = over
        self._change_id: int | None = None
        self.setObjectName("notice")
        self.setMaximumWidth(Size.BUBBLE)
        self._text = label(wrap=True)
        self.undo = push_button(self.tr("Undo"), self._undo, "link")
        close = icon_button(desk.look, "close", self.tr("Close"), self.hide)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.S, Space.S, Space.S)
        row.setSpacing(Space.S)
        row.addWidget(self._text, 1)
        row.addWidget(self.undo)
        row.addWidget(close)
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self._hide_unless_held)
        over.installEventFilter(self)
        desk.said.connect(self._say)
        desk.history.undone.connect(self._say_undone)
        self.hide()

    def _say(self, text: str, change_id: int | None) -> None:
        self._change_id = change_id
        self._text.setText(cut(visible(text), _MAX))
        self.undo.setVisible(change_id is not None)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        alert = QAccessibleEvent(self, QAccessible.Event.Alert)
        self.setAccessibleName(self._text.text())
        QAccessible.updateAccessibility(alert)

    def _say_undone(self, _change_id: int) -> None:
        self._say(self.tr("Undone."), None)

    def _undo(self) -> None:
        if self._change_id is not None:
            self._desk.history.undo(self._change_id)
        self.hide()

    def _hide_unless_held(self) -> None:
        if self.underMouse() or self.isAncestorOf(self._over.window().focusWidget() or self._over):
            self._timer.start()
        else:
            self.hide()

    def _place(self) -> None:
        room = self._over.width() - 2 * Space.L
        words = self._text.fontMetrics().horizontalAdvance(self._text.text())
        width = min(words + 7 * Space.XXL, int(Size.BUBBLE), room)
        self.setFixedWidth(width)
        height = self._row.heightForWidth(width)
        self.setFixedHeight(height)
        self.move((self._over.width() - width) // 2, self._over.height() - height - Space.XL)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom when the window changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)
