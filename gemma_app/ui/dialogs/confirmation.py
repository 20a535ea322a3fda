"""Asks whether something shall be done, in a way that nothing but a deliberate yes can answer with yes."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gemma_app.agent.action import Detail
from gemma_app.language import Language, Phrase
from gemma_app.text import visible
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins

Answer = Literal["approved", "declined", "dismissed"]
LIVE_AFTER_MS = 600
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PRESSES = (*_ENTER, Qt.Key.Key_Space, Qt.Key.Key_Select)


class Shown(Protocol):
    """What a dialog shows: a question of the model's, or an action of the window's own."""

    @property
    def headline(self) -> Phrase:
        """What will happen."""

    @property
    def details(self) -> Sequence[Detail]:
        """The real values."""

    @property
    def act(self) -> Phrase:
        """Name of the act."""

    @property
    def destroys(self) -> bool:
        """Whether something is lost for good."""


class GuardedButton(QPushButton):
    """A button that only a key pressed and released while it is live can press, never Enter and never a held key."""

    def __init__(self, text: str, *, takes_enter: bool) -> None:
        super().__init__(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self._takes_enter = takes_enter
        self._is_live = False
        self._space_is_down = False

    def set_live(self, *, live: bool) -> None:
        """Take keys from now on, or no longer."""
        self._is_live = live
        self._space_is_down = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press only with a fresh key."""
        if event.key() not in _PRESSES:
            super().keyPressEvent(event)
            return
        event.accept()
        if not self._is_live or event.isAutoRepeat():
            return
        if event.key() in _ENTER:
            if self._takes_enter:
                self.click()
            return
        self._space_is_down = True
        self.setDown(True)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Release what was pressed here."""
        if event.key() not in _PRESSES:
            super().keyReleaseEvent(event)
            return
        event.accept()
        if event.isAutoRepeat() or event.key() in _ENTER:
            return
        was_down, self._space_is_down = self._space_is_down, False
        self.setDown(False)
        if was_down and self._is_live:
            self.click()


class ConfirmationDialog(QDialog):
    """Shows what will happen and the real values; Cancel is what every careless key or click gives.

    Args:
        shown: What is asked.
        language: Of the sentence and the values.
        parent: The window.

    Attributes:
        answered: Carries the answer, once.
    """

    answered = Signal(str)

    def __init__(self, shown: Shown, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self.setObjectName("confirmation")
        self.setWindowTitle(self.tr("Do this?"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(Size.DIALOG)
        self.headline = label(visible(shown.headline.say(language)), "large", wrap=True)
        self.headline.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cancel = GuardedButton(self.tr("Cancel"), takes_enter=True)
        self.act = GuardedButton(visible(shown.act.say(language)), takes_enter=False)
        self.act.setProperty("kind", "danger" if shown.destroys else "primary")
        self.cancel.clicked.connect(lambda: self._finish("declined"))
        self.act.clicked.connect(lambda: self._finish("approved"))
        self._alive = QTimer(self, singleShot=True, interval=LIVE_AFTER_MS)
        self._alive.setTimerType(Qt.TimerType.PreciseTimer)
        self._alive.timeout.connect(lambda: self._set_live(live=True))
        self._lay_out(label(self.tr("Do this?"), "muted"), _details(shown.details, language))
        self._set_live(live=False)
        details = ". ".join(f"{row.label.say(language)}: {visible(row.value.say(language))}" for row in shown.details)
        self.setAccessibleName(self.windowTitle())
        self.setAccessibleDescription(f"{self.headline.text()}. {details}")

    def _lay_out(self, title: QLabel, details: QWidget) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(Space.S)
        buttons.addStretch()
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.act)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(title)
        column.addWidget(self.headline)
        column.addSpacing(Space.S)
        column.addWidget(details)
        column.addSpacing(Space.M)
        column.addStretch()
        column.addLayout(buttons)
        self.setTabOrder(self.cancel, self.act)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to wait until the act can be chosen."""
        super().showEvent(event)
        self._arm()

    def changeEvent(self, event: QEvent) -> None:
        """Wait anew when the dialog comes back to the front under somebody's fingers."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.isVisible():
            self._arm()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape; no other key that reaches the dialog does anything."""
        if event.key() == Qt.Key.Key_Escape:
            self._finish("dismissed")
        event.accept()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Take closing for no answer."""
        event.accept()
        self._finish("dismissed")

    def reject(self) -> None:
        """Take leaving the dialog by any other way for no answer."""
        self._finish("dismissed")

    def withdraw(self) -> None:
        """Go away without an answer: the window closes, and the question stays."""
        with QSignalBlocker(self):
            self._finish("dismissed")

    def _arm(self) -> None:
        self._set_live(live=False)
        self.cancel.setFocus()
        self._alive.start()

    def _set_live(self, *, live: bool) -> None:
        self.act.setEnabled(live)
        self.act.set_live(live=live)
        self.cancel.set_live(live=live)

    def _finish(self, answer: Answer) -> None:
        if self._answer is None:
            self._answer = answer
            self.done(QDialog.DialogCode.Accepted if answer == "approved" else QDialog.DialogCode.Rejected)
            self.answered.emit(answer)


def _details(details: Sequence[Detail], language: Language) -> QWidget:
    inner = QWidget()
    inner.setObjectName("column")
    grid = QGridLayout(inner)
    no_margins(grid)
    grid.setHorizontalSpacing(Space.L)
    grid.setVerticalSpacing(Space.S)
    grid.setColumnStretch(1, 1)
    for row, detail in enumerate(details):
        name = label(visible(detail.label.say(language)), "muted")
        value = label(visible(detail.value.say(language)), wrap=True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignTop)
    grid.setRowStretch(len(details), 1)
    area = QScrollArea()
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    width = Size.DIALOG - 2 * Space.XL
    height = grid.heightForWidth(width) if grid.hasHeightForWidth() else inner.sizeHint().height()
    area.setFixedHeight(min(height + Space.XS, Size.DETAILS))
    return area


def ask(
    shown: Shown, language: Language, parent: QWidget | None, on_answer: Callable[[Answer], None]
) -> ConfirmationDialog:
    """Open the dialog and hand its answer on; the window goes on meanwhile."""
    dialog = ConfirmationDialog(shown, language, parent)

    def hand_on(answer: str) -> None:
        match answer:
            case "approved" | "declined":
                on_answer(answer)
            case _:
                on_answer("dismissed")

    dialog.answered.connect(hand_on)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
