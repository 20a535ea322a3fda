"""Measures in the background how fast the model is on this machine."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gemma_app.bench.keeping import keep, kept
from gemma_app.bench.results import Summary
from gemma_app.ui.jobs import Job, Jobs
from gemma_app.ui.ticking import qt_ticks

TURNS = 5


class SpeedTest(QObject):
    """The measurement; what it found last is kept in the data folder.

    Attributes:
        changed: It began, went on or ended.
        share: How much of it is done, 0 to 1.
        summary: What the last one found; None where there was none.
    """

    changed = Signal()

    def __init__(self, data_dir: Path, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_dir = data_dir
        self._jobs = jobs
        self._job: Job[Summary | None] | None = None
        self.share = 0.0
        self.summary: Summary | None = None

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._job is not None

    def read(self) -> None:
        """Look for what the last measurement found, from the command line too."""
        if not self.is_running:
            self._jobs.run(lambda: kept(self._data_dir), on_done=self._found)

    def start(self) -> None:
        """Begin, unless it runs."""
        if self.is_running:
            return
        self.share = 0.0
        self._job = self._jobs.run_long(
            lambda job: measured(self._data_dir, job), on_done=self._found, on_report=self._advance, on_end=self._end
        )
        self.changed.emit()

    def stop(self) -> None:
        """End it soon; what was found before stays."""
        if self._job is not None:
            self._job.cancel.set()

    def _advance(self, share: float) -> None:
        self.share = share
        self.changed.emit()

    def _found(self, summary: Summary | None) -> None:
        if summary is not None:
            self.summary = summary
            self.changed.emit()

    def _end(self) -> None:
        self._job = None
        self.changed.emit()


def measured(data_dir: Path, job: "Job[Summary | None]") -> Summary | None:
    """Measure, keep and return what was found; None where nobody wants it any more.

    Raises:
        AppError: It cannot be measured, or not kept.
    """
    # The engine is imported only where llama.cpp is needed.
    from gemma_app.bench.measuring import Unwanted, measure

    try:
        found = measure(
            data_dir, turns=TURNS, alone=True, ticker=qt_ticks, on_progress=job.report, stopped=job.cancel.is_set
        )
    except Unwanted:
        return None
    keep(data_dir, found)
    return found.summary()
