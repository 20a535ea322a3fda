"""The board that is open, apart from any widget: it outlives a change of theme or language."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from gemma_app.boards.document import Board, refids_of
from gemma_app.boards.edits import Op
from gemma_app.boards.history import BoardHistory, Step
from gemma_app.boards.selecting import existing
from gemma_app.boards.service import BoardInfo
from gemma_app.errors import GemmaAppError
from gemma_app.language import Phrase
from gemma_app.ui.boards.figures import LiveFigures
from gemma_app.ui.boards.saving import Autosave
from gemma_app.ui.desk import Desk


class BoardControl(QObject):
    """Opens boards and changes the open one; every change is one step and is saved at once.

    Attributes:
        opened: Another board is open, or none.
        changed: The board, or its preview, is another.
        selected: The selection is another.
        stepped: Carries the step that was undone or done again, None after a new one.
        edited: Carries how many edits the user made by hand just now.
    """

    opened = Signal()
    changed = Signal()
    selected = Signal()
    stepped = Signal(object)
    edited = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.figures = LiveFigures(desk, self)
        self.autosave = Autosave(desk.app.boards, desk.jobs, desk.say_error, self)
        self.board_id: int | None = None
        self.selection: tuple[int, ...] = ()
        self._histories: dict[int, BoardHistory] = {}
        self._preview: Board | None = None

    @property
    def history(self) -> BoardHistory | None:
        """The undo stack of the open board, None where none is open."""
        return None if self.board_id is None else self._histories.get(self.board_id)

    @property
    def board(self) -> Board | None:
        """The open board."""
        history = self.history
        return None if history is None else history.board

    @property
    def shown(self) -> Board | None:
        """The open board as it looks while something is dragged."""
        return self.board if self._preview is None else self._preview

    def open(self, board_id: int) -> None:
        """Open a board."""
        if board_id == self.board_id:
            return
        if board_id in self._histories:
            self._show(board_id)
            return

        def loaded(board: Board) -> None:
            self._histories.setdefault(board_id, BoardHistory(board))
            self._show(board_id)

        self.desk.jobs.run(lambda: self.desk.app.boards.load(board_id), on_done=loaded)

    def create(self, board: Board) -> None:
        """Store a new board and open it."""

        def stored(info: BoardInfo) -> None:
            self.open(info.id)

        self.desk.jobs.run(lambda: self.desk.app.boards.create(board), on_done=stored)

    def close(self) -> None:
        """Have no board open."""
        self._show(None)

    def forget(self, board_id: int) -> None:
        """Close a board that was deleted."""
        self.autosave.forget(board_id)
        if board_id == self.board_id:
            self.close()

    def put(self, board: Board, label: Phrase, *, merges: str = "") -> None:
        """Make a board that an editor verb gave one step."""
        history = self.history
        if history is None:
            return
        before = history.board
        self._preview = None
        history.put(board, label, merges=merges)
        if history.board is before:
            self.changed.emit()
        else:
            self.edited.emit(1)
            self._moved(None)

    def edit(self, ops: Sequence[Op], label: Phrase, *, merges: str = "", by_hand: bool = True) -> None:
        """Apply edits as one step and say what was refused."""
        history = self.history
        if history is None:
            return
        before = history.board
        self._preview = None
        refusals = history.apply(ops, label, merges=merges, language=self.desk.language)
        if refusals:
            self.desk.said.emit(str(refusals[0]["reason"]), None)
        if history.board is not before:
            if by_hand:
                self.edited.emit(len(ops) - len(refusals))
            self._moved(None)

    def preview(self, board: Board | None) -> None:
        """Show a board without keeping it; None shows the board as it is."""
        if board is not self._preview:
            self._preview = board
            self.changed.emit()

    def seal(self) -> None:
        """Begin a new step with the next change."""
        if self.history is not None:
            self.history.seal()

    def undo(self) -> None:
        """Take the last step back."""
        if self.history is not None:
            self._step_made(self.history.undo())

    def redo(self) -> None:
        """Do the step that was undone last again."""
        if self.history is not None:
            self._step_made(self.history.redo())

    def _step_made(self, step: Step | None) -> None:
        if step is not None:
            if step.inverse:
                self.edited.emit(1)
            self._moved(step)

    def select(self, refids: Iterable[int]) -> None:
        """Select components."""
        board = self.board
        chosen = () if board is None else existing(board, refids_of(tuple(refids)))
        if chosen != self.selection:
            self.seal()
            self.selection = chosen
            self.selected.emit()

    def flush(self) -> None:
        """Save everything before returning; say so where that fails."""
        try:
            self.autosave.flush()
        except GemmaAppError as error:
            self.desk.say_error(error)

    def _show(self, board_id: int | None) -> None:
        self.board_id = board_id
        self.selection, self._preview = (), None
        if self.board is not None:
            self.figures.follow(self.board)
        self.opened.emit()
        self.selected.emit()

    def _moved(self, step: Step | None) -> None:
        board = self.board
        if board is None or self.board_id is None:
            return
        self._preview = None
        self.autosave.keep(self.board_id, board)
        self.figures.follow(board)
        self.changed.emit()
        self.select(self.selection)
        self.stepped.emit(step)


def control_of(desk: Desk) -> BoardControl:
    """Return the control of a desk; the first page to ask makes it."""
    known = desk.findChild(BoardControl)
    return known if isinstance(known, BoardControl) else BoardControl(desk)
