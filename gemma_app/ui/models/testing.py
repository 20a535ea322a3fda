"""Tests the model in the background and says how far it is."""

from PySide6.QtCore import QObject, Signal

from gemma_app.app import App
from gemma_app.evaluation.scoring import DEFAULT_SUITE, Ended, run_suite
from gemma_app.habits.tools import habit_tools
from gemma_app.ui.jobs import Job, Jobs


class ModelTest(QObject):
    """The test of the model in use; what was asked is kept, so that a stopped one goes on where it was.

    Attributes:
        changed: It began, went on or ended.
        done: How many requests were put to the model.
        total: How many there are, 0 before the first was answered.
    """

    changed = Signal()

    def __init__(self, app: App, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._job: Job[None] | None = None
        self.done = self.total = 0

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._job is not None

    def start(self) -> None:
        """Begin, where there is a model and none is being tested."""
        model, app = self._app.model.current, self._app
        if model is None or self.is_running:
            return

        def work(job: Job[None]) -> None:
            try:
                run_suite(
                    model,
                    DEFAULT_SUITE,
                    habit_tools=habit_tools(app.habits),
                    data_dir=app.data_dir,
                    today=app.clock.today(),
                    on_outcome=lambda _outcome, items: job.report(items),
                    cancel=job.cancel,
                )
            except Ended:
                return

        self.done = self.total = 0
        self._job = self._jobs.run_long(work, on_report=self._advance, on_end=self._end)
        self.changed.emit()

    def stop(self) -> None:
        """End it soon."""
        if self._job is not None:
            self._job.cancel.set()

    def _advance(self, items: int) -> None:
        self.done, self.total = self.done + 1, items
        self.changed.emit()

    def _end(self) -> None:
        self._job = None
        self.changed.emit()
