"""What was changed while this window is open, so that Ctrl+Z takes it back wherever it was done."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from gemma_app.app import App
from gemma_app.errors import GemmaAppError, Rejected
from gemma_app.ui.jobs import Jobs


class History(QObject):
    """The recorded changes of this run of the window, newest last.

    Args:
        app: Takes changes back.
        jobs: Does so off the main thread.

    Attributes:
        moved: Something was done, undone or done again.
        undone: Carries the change that was taken back.
        refused: Carries the error that stood in the way.
    """

    moved = Signal()
    undone = Signal(int)
    refused = Signal(object)

    def __init__(self, app: App, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._done: list[int] = []
        self._taken_back: list[int] = []
        self._latest: dict[int, int] = {}
        self._busy = False

    def record(self, change_id: int | None) -> None:
        """Remember a change; None, where nothing changed, is no change."""
        if change_id is not None:
            self._done.append(change_id)
            self._taken_back.clear()
            self.moved.emit()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to do again."""
        return bool(self._taken_back)

    def is_undone(self, change_id: int) -> bool:
        """Tell whether that change is known to be taken back."""
        return change_id in self._latest and self._latest[change_id] < 0

    def undo_last(self) -> None:
        """Take the newest change back."""
        if self._done:
            self.undo(self._done[-1])

    def undo(self, change_id: int) -> None:
        """Take one change back, whichever it is."""

        def undone(undo_id: int) -> None:
            self._latest[change_id] = -undo_id
            self._drop(self._done, change_id)
            self._taken_back.append(change_id)
            self.undone.emit(change_id)

        def refused(error: GemmaAppError) -> None:
            if isinstance(error, Rejected) and error.code == "already_undone":
                self._latest[change_id] = -change_id
            self._drop(self._done, change_id)
            self.refused.emit(error)

        if not self.is_undone(change_id):
            self._move(self._latest.get(change_id, change_id), undone, refused)

    def redo_last(self) -> None:
        """Do again what was taken back last."""
        if not self._taken_back:
            return
        change_id = self._taken_back[-1]

        def redone(redo_id: int) -> None:
            self._latest[change_id] = redo_id
            self._drop(self._taken_back, change_id)
            self._done.append(change_id)

        def refused(error: GemmaAppError) -> None:
            self._drop(self._taken_back, change_id)
            self.refused.emit(error)

        self._move(-self._latest[change_id], redone, refused)

    def _move(self, target: int, done: Callable[[int], None], refused: Callable[[GemmaAppError], None]) -> None:
        if self._busy:
            return
        self._busy = True

        def finish(step: Callable[[], None]) -> None:
            self._busy = False
            step()
            self.moved.emit()

        self._jobs.run(
            lambda: self._app.undo(target),
            on_done=lambda undo_id: finish(lambda: done(undo_id)),
            on_error=lambda error: finish(lambda: refused(error)),
        )

    @staticmethod
    def _drop(changes: list[int], change_id: int) -> None:
        if change_id in changes:
            changes.remove(change_id)
