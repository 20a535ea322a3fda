"""Where the user writes: Enter sends, Shift+Enter breaks the line, and a syllable in the making is never cut off."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit

from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import frame, icon_button, no_margins, set_property

_MAX_LINES = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Editor(QPlainTextEdit):
    """Text of a few lines, as high as its text.

    Attributes:
        entered: Enter was pressed and no syllable is in the making.
        noted: Ctrl+Enter was pressed.
        recalled: Up was pressed while nothing is written.
        edited: What is written, or is being composed, is another.
        focus_moved: The editor got or lost the focus.
    """

    entered = Signal()
    noted = Signal()
    recalled = Signal()
    edited = Signal()
    focus_moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._preedit = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Message"))
        self.setPlaceholderText(self.tr("Write a message"))
        self.document().setDocumentMargin(Space.XS)
        self.textChanged.connect(self.fit)
        self.textChanged.connect(self.edited)
        self.fit()

    def fit(self) -> None:
        """Be as high as the text, up to a few lines."""
        lines = max(1, min(round(self.document().size().height()), _MAX_LINES))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * Space.XS + Space.XS)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.toPlainText().strip() and not self._preedit

    def commit_preedit(self) -> None:
        """Take what is being composed into the text."""
        if not self._preedit:
            return
        QGuiApplication.inputMethod().commit()
        if self._preedit:  # a platform without an input method leaves it to us
            commit = QInputMethodEvent("", [])
            commit.setCommitString(self._preedit)
            QGuiApplication.sendEvent(self, commit)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Keep track of what is being composed."""
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)
        self.edited.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send with Enter unless a syllable is in the making."""
        if event.key() in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.accept()
            if self._preedit:
                self.commit_preedit()
            elif not event.isAutoRepeat():
                is_note = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                (self.noted if is_note else self.entered).emit()
            return
        if event.key() == Qt.Key.Key_Up and self.is_empty:
            self.recalled.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+Z to the window where there is nothing to undo in the text."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Undo)
            and not self.document().isUndoAvailable()
        ):
            event.ignore()
            return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusInEvent(event)
        self.focus_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusOutEvent(event)
        self.focus_moved.emit()


class InputBox(QFrame):
    """The editor with its button, which sends, or stops the answer that is being written.

    Attributes:
        sent: Carries the text that the user sends.
        noted: Carries a text that asks nothing of the model.
        stopped: Stop was pressed.
    """

    sent = Signal(str)
    noted = Signal(str)
    stopped = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._running = False
        self.editor = Editor()
        self.editor.entered.connect(self.send)
        self.editor.noted.connect(self.note)
        self.editor.edited.connect(self._show_state)
        self.button = icon_button(look, "send", self.tr("Send"), self._press, kind="round")
        self.button.setMinimumSize(Size.TARGET, Size.TARGET)
        self.button.setIconSize(QSize(Size.ICON, Size.ICON))
        box = frame("input")
        self.editor.focus_moved.connect(
            lambda: set_property(box, "focused", "true" if self.editor.hasFocus() else "false")
        )
        inside = QHBoxLayout(box)
        inside.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        inside.setSpacing(Space.S)
        inside.addWidget(self.editor, 1, Qt.AlignmentFlag.AlignVCenter)
        inside.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        outer = QHBoxLayout(self)
        no_margins(outer)
        outer.addWidget(box)
        self._show_state()

    @property
    def text(self) -> str:
        """What is written."""
        return self.editor.toPlainText()

    def put(self, text: str) -> None:
        """Write ``text`` in the place of what is there."""
        self.editor.setPlainText(text)
        self.editor.moveCursor(self.editor.textCursor().MoveOperation.End)

    def send(self) -> None:
        """Send what is written, with what is being composed."""
        self.editor.commit_preedit()
        if self.text.strip() and self.isEnabled():
            self.sent.emit(self.text.strip())

    def note(self) -> None:
        """Write down what is written, without asking the model."""
        self.editor.commit_preedit()
        if self.text.strip() and self.isEnabled():
            self.noted.emit(self.text.strip())

    def show_running(self, *, running: bool) -> None:
        """Offer Stop in the place of Send, or Send again."""
        self._running = running
        self._show_state()

    def _press(self) -> None:
        if self._running:
            self.stopped.emit()
        else:
            self.send()

    def _show_state(self) -> None:
        name = self.tr("Stop (Esc)") if self._running else self.tr("Send (Enter)")
        self.button.setIcon(self._look.icon("stop" if self._running else "send", "on_accent"))
        self.button.setToolTip(name)
        self.button.setAccessibleName(name)
        self.button.setEnabled(self._running or not self.editor.is_empty)
