"""Lets the model read what is being written to it, and what waits for an answer, before it is asked."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from gemma_app.app import App
from gemma_app.ui.chat.control import ChatControl
from gemma_app.ui.jobs import Jobs
from gemma_app.ui.reading_ahead import ReadingAhead


class Preparing(QObject):
    """Prepares the next request of the open conversation at each pause; a turn always comes first.

    Args:
        app: Holds the model.
        jobs: Puts the request together off the main thread.
        control: The open conversation.
        draft: Gives what is written so far; None while it will not be sent as the next message.
    """

    def __init__(
        self,
        app: App,
        jobs: Jobs,
        control: ChatControl,
        draft: Callable[[], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._control = control
        self._draft = draft
        self._ahead = ReadingAhead(app.model, jobs, self._prepare, self)
        control.moved.connect(self._follow_turn)

    def soon(self) -> None:
        """Prepare once nothing more is written for a moment."""
        self._ahead.soon()

    def stop(self) -> None:
        """Prepare nothing more."""
        self._ahead.stop()

    def _follow_turn(self) -> None:
        if self._control.running is None:
            self.soon()
        else:
            self.stop()

    def _prepare(self) -> Callable[[], None] | None:
        draft = self._draft()
        if draft is None:
            return None
        control, session_id = self._control, self._control.session_id
        # A conversation that has yet to begin is as empty as one that is kept nowhere.
        chat = control.chat if session_id is not None else self._app.temporary_chat()

        def work() -> None:
            if control.running is None:
                chat.prepare(session_id or "", draft)

        return work
