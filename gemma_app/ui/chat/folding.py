"""Folding in the background: after a reply, on the same engine, and never in the way of a message."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from gemma_app.app import App
from gemma_app.conversation.fold import FoldResult
from gemma_app.ui.jobs import Job, Jobs


class Folding(QObject):
    """The fold that runs, if any.

    Attributes:
        changed: A fold began or ended.
    """

    changed = Signal()

    def __init__(self, app: App, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._job: Job[FoldResult] | None = None
        self.session_id: str | None = None

    def fold(self, session_id: str, *, now: bool = False) -> None:
        """Fold what has left the model's view; ``now`` takes even a single message."""
        profile = self._app.choices.profile()
        options = {"threshold": 1} if now else {}
        self._run(session_id, lambda job: self._app.tidying.fold(session_id, profile, cancel=job.cancel, **options))

    def rebuild(self, session_id: str) -> None:
        """Make the summary again from the messages."""
        profile = self._app.choices.profile()
        self._run(session_id, lambda job: self._app.tidying.rebuild(session_id, profile, cancel=job.cancel))

    def interrupt(self) -> None:
        """Give way to a message; the fold after its reply goes on where this one stopped."""
        if self._job is not None:
            self._job.cancel.set()

    def _run(self, session_id: str, work: Callable[[Job[FoldResult]], FoldResult]) -> None:
        self.interrupt()
        self.session_id = session_id
        job: Job[FoldResult] | None = None

        def end() -> None:
            if self._job is job:
                self._job = self.session_id = None
                self.changed.emit()

        self._job = job = self._jobs.run_long(work, on_end=end)
        self.changed.emit()
