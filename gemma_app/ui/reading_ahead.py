"""Lets the model read what is being written before it is asked."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from gemma_app.model_slot import ModelSlot
from gemma_app.ui.jobs import Jobs

PAUSE_MS = 150


class ReadingAhead(QObject):
    """Has the next request read at each pause.

    Args:
        model: Holds the model.
        jobs: Puts the request together off the main thread.
        prepare: Gives on the main thread the work that does so; None while nothing is to be read.
    """

    def __init__(
        self, model: ModelSlot, jobs: Jobs, prepare: Callable[[], Callable[[], None] | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._jobs = jobs
        self._prepare = prepare
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self._read)

    def soon(self) -> None:
        """Read once nothing more is written for a moment."""
        self._pause.start()

    def stop(self) -> None:
        """Read nothing more."""
        self._pause.stop()

    def _read(self) -> None:
        work = self._prepare() if self._model.is_ready else None
        if work is not None:
            self._jobs.run(work, on_error=lambda _: None)
