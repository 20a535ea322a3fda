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
        self._latest: dict[int, int] = {}  # id under which a change stands now; negative: id of its undoing
        self._moving: set[int] = set()

    def record(self, change_id: int | None) -> None:
        """Remember a change; None, where nothing changed, is no change."""
        if change_id is not None:
            self._done.append(change_id)
            self._taken_back.clear()
            self.moved.emit()

    def forget(self) -> None:
        """Leave what was done to whoever did it."""
        self._done.clear()
        self._taken_back.clear()
        self.moved.emit()

    @property
    def count(self) -> int:
        """How many changes can be taken back."""
        return len(self._done)

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
        if self.is_undone(change_id) or change_id in self._moving:
            return

        def undone(undo_id: int) -> None:
            self._latest[change_id] = -undo_id
            self._taken_back.append(change_id)
            self.undone.emit(change_id)

        self._move(change_id, self._latest.get(change_id, change_id), undone)

    def redo_last(self) -> None:
        """Do again what was taken back last."""
        if not self._taken_back:
            return
        change_id = self._taken_back[-1]

        def redone(redo_id: int) -> None:
            self._latest[change_id] = redo_id
            self._done.append(change_id)

        self._move(change_id, -self._latest[change_id], redone)

    def _move(self, change_id: int, target: int, done: Callable[[int], None]) -> None:
        """Undo ``target``, which is ``change_id`` or the undoing of it; nothing else is done with it meanwhile."""
        self._moving.add(change_id)
        for changes in (self._done, self._taken_back):
            if change_id in changes:
                changes.remove(change_id)

        def finish(new_id: int) -> None:
            self._moving.discard(change_id)
            done(new_id)
            self.moved.emit()

        def refused(error: GemmaAppError) -> None:
            self._moving.discard(change_id)
            if isinstance(error, Rejected) and error.code == "already_undone":
                self._latest[change_id] = -change_id
            self.refused.emit(error)
            self.moved.emit()

        self._jobs.run(lambda: self._app.undo(target), on_done=finish, on_error=refused)
        self.moved.emit()
