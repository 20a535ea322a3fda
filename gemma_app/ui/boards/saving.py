"""Saves the open board as soon as it changes; what changes while it is being written is written next."""

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from gemma_app.boards.document import Board
from gemma_app.boards.service import Boards
from gemma_app.errors import GemmaAppError
from gemma_app.ui.jobs import Jobs


class Autosave(QObject):
    """Hands every change to the store, newest last, and never an older one over a newer one.

    Args:
        boards: Saves boards.
        jobs: Does so off the main thread.
        on_error: Told why a board could not be saved.

    Attributes:
        saved: Everything that was kept is stored.
    """

    saved = Signal()

    def __init__(
        self, boards: Boards, jobs: Jobs, on_error: Callable[[GemmaAppError], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._boards = boards
        self._jobs = jobs
        self._on_error = on_error
        self._waiting: dict[int, Board] = {}
        self._writing: dict[int, Board] = {}
        self._lock = threading.Lock()

    @property
    def is_clean(self) -> bool:
        """Whether everything is stored."""
        return not self._waiting and not self._writing

    def keep(self, board_id: int, board: Board) -> None:
        """Save a board now, or right after what is being saved."""
        with self._lock:
            self._waiting[board_id] = board
        self._start()

    def forget(self, board_id: int) -> None:
        """Save a board no more, since it was deleted."""
        with self._lock:
            self._waiting.pop(board_id, None)

    def flush(self) -> None:
        """Save everything before returning.

        Raises:
            GemmaAppError: It cannot be saved.
        """
        with self._lock:
            left = {**self._writing, **self._waiting}
            self._waiting.clear()
            self._writing.clear()
            for board_id, board in left.items():
                self._boards.save(board_id, board)

    def _start(self) -> None:
        with self._lock:
            if self._writing or not self._waiting:
                return
            self._writing, self._waiting = self._waiting, {}
        self._jobs.run(self._write, on_done=lambda _: self._go_on(), on_error=self._failed)

    def _write(self) -> None:
        with self._lock:
            for board_id, board in self._writing.items():
                self._boards.save(board_id, board)
            self._writing = {}

    def _go_on(self) -> None:
        self._start()
        if self.is_clean:
            self.saved.emit()

    def _failed(self, error: GemmaAppError) -> None:
        with self._lock:
            self._waiting = {**self._writing, **self._waiting}
            self._writing = {}
        self._on_error(error)
