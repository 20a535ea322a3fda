"""The dialogs of the open conversation: a question that waits for the user, and the summary."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from gemma_app.conversation.records import WaitingQuestion
from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.desk import Desk
from gemma_app.ui.dialogs.confirmation import Answer, ConfirmationDialog, ask
from gemma_app.ui.dialogs.summary import SummaryDialog


class ChatDialogs(QObject):
    """Opens the dialogs over the window; while a question is asked nothing can be written.

    Args:
        desk: Where things are said and done.
        box: Where the user writes.
        parent: The page.

    Attributes:
        question: The dialog that asks, None while nothing is asked.
    """

    def __init__(self, desk: Desk, box: InputBox, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._control = desk.chat
        self._box = box
        self._page = parent
        self.question: ConfirmationDialog | None = None

    def ask(self, waiting: WaitingQuestion) -> None:
        """Ask a question that waits; what else the conversation holds waits with it."""
        if self.question is not None or self._control.running is not None:
            return
        if not self._desk.app.model.is_ready:
            self._desk.said.emit(self.tr("The model is not ready yet. Your answer can wait a moment."), None)
            return
        if waiting.session_id != self._control.session_id:
            self._desk.said.emit(self.tr("A question waits for you in another chat."), None)
            return

        def answered(answer: Answer) -> None:
            self.question = None
            self._box.setEnabled(True)
            self._box.editor.setFocus()
            self._control.answer(waiting, answer)

        self._box.setEnabled(False)
        self.question = ask(waiting.question, self._desk.language, self._page.window(), answered)

    def withdraw(self) -> None:
        """Put an open question away without an answer; it waits for the next start."""
        if self.question is not None:
            self.question.withdraw()
            self.question = None
            self._box.setEnabled(True)

    def show_summary(self) -> None:
        """Open the summary of the conversation."""
        snapshot = self._control.snapshot
        if snapshot is None or snapshot.summary is None:
            return
        session_id, reader = snapshot.session_id, self._desk.app.reader

        def save(text: str) -> None:
            self._desk.jobs.run(lambda: reader.edit_summary(session_id, text), on_done=lambda _: self._control.reload())

        SummaryDialog(
            snapshot.summary,
            snapshot.view,
            on_save=save,
            on_rebuild=lambda: self._control.folding.rebuild(session_id),
            parent=self._page.window(),
        ).open()
