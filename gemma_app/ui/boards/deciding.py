"""What becomes of a proposal: which edits are ticked, whose values count, accepting and discarding it."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from gemma_app.boards.document import Board, refids_of
from gemma_app.boards.edits import Op
from gemma_app.boards.history import Step
from gemma_app.boards.proposal import (
    Acceptance,
    Conflict,
    KeyPath,
    Proposal,
    propose,
    record_of_acceptance,
    record_of_refusal,
)
from gemma_app.language import Phrase
from gemma_app.ui.boards.asking import BoardTalk
from gemma_app.ui.boards.control import BoardControl

_ACCEPTED = Phrase(ko="제안 적용", en="Accept the proposal")
_DISCARDED = Phrase(ko="제안 버리기", en="Discard the proposal")


@dataclass(frozen=True, kw_only=True)
class Pending:
    """A proposal that waits for the user.

    Args:
        proposal: The proposal.
        ticked: The changes that are wanted.
        overruled: Conflicts in which the proposal's value shall count.
    """

    proposal: Proposal
    ticked: frozenset[int]
    overruled: frozenset[tuple[int, KeyPath]] = frozenset()


class Decisions(QObject):
    """The proposals that wait, one for each board at most.

    Attributes:
        moved: The proposal of the open board, or what is ticked of it, is another.
    """

    moved = Signal()

    def __init__(self, control: BoardControl, talk: BoardTalk) -> None:
        super().__init__(control)
        self._control = control
        self._talk = talk
        self._pending: dict[int, Pending] = {}
        self._worked_out: tuple[Board, Pending, Acceptance] | None = None
        talk.proposed.connect(self._take)
        control.stepped.connect(self._follow)
        control.opened.connect(self.moved)
        control.changed.connect(self._on_changed)

    @property
    def pending(self) -> Pending | None:
        """The proposal for the open board, None where none waits."""
        return self._pending.get(self._control.board_id or 0)

    @property
    def acceptance(self) -> Acceptance | None:
        """What accepting the ticked changes would give now; None where no proposal waits."""
        board, pending = self._control.board, self.pending
        if board is None or pending is None:
            return None
        if self._worked_out is None or self._worked_out[0] is not board or self._worked_out[1] is not pending:
            acceptance = pending.proposal.accept(board, pending.ticked, overrule=pending.overruled)
            self._worked_out = (board, pending, acceptance)
        return self._worked_out[2]

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Where the user's edits since and the proposal disagree."""
        board, pending = self._control.board, self.pending
        return () if board is None or pending is None else pending.proposal.conflicts(board)

    def tick(self, index: int, *, ticked: bool) -> None:
        """Want a change or not; what it depends on, and what depends on it, follows."""
        if (pending := self.pending) is not None:
            chosen = pending.proposal.choose(pending.ticked, index, ticked=ticked)
            self._put(Pending(proposal=pending.proposal, ticked=chosen, overruled=pending.overruled))

    def overrule(self, key: tuple[int, KeyPath], *, by_proposal: bool) -> None:
        """Let the proposal's value count in a conflict, or the user's."""
        if (pending := self.pending) is not None:
            decided = pending.overruled | {key} if by_proposal else pending.overruled - {key}
            self._put(Pending(proposal=pending.proposal, ticked=pending.ticked, overruled=decided))

    def accept(self, acceptance: Acceptance) -> None:
        """Make the changes one step of the board; whoever calls this has asked what must be asked first."""
        pending, board_id = self.pending, self._control.board_id
        if pending is None or board_id is None or acceptance is not self.acceptance:
            return
        self._talk.note(board_id, record_of_acceptance(len(acceptance.ops), len(pending.proposal.changes)))
        self._drop(board_id)
        self._control.seal()
        self._control.edit(acceptance.ops, _ACCEPTED, by_hand=False)
        self._control.seal()
        self._control.select(_touched(acceptance.ops))

    def discard(self) -> None:
        """Let the proposal go; undo puts it back."""
        pending, board_id, history = self.pending, self._control.board_id, self._control.history
        if pending is None or board_id is None or history is None:
            return
        self._talk.note(board_id, record_of_refusal(len(pending.proposal.changes)))
        history.discard(pending.proposal, _DISCARDED)
        self._drop(board_id)
        self._control.changed.emit()

    def _take(self, board: Board, board_id: int, ops: list[Op]) -> None:
        proposal = propose(board, ops)
        self._pending[board_id] = Pending(proposal=proposal, ticked=proposal.possible)
        self.moved.emit()

    def _put(self, pending: Pending) -> None:
        if self._control.board_id is not None:
            self._pending[self._control.board_id] = pending
            self.moved.emit()

    def _drop(self, board_id: int) -> None:
        self._pending.pop(board_id, None)
        self.moved.emit()

    def _follow(self, step: Step | None) -> None:
        """Put a discarded proposal back when that is undone, and drop it when it is done again."""
        board_id = self._control.board_id
        if step is None or step.discarded is None or board_id is None:
            return
        if self.pending is None:
            self._pending[board_id] = Pending(proposal=step.discarded, ticked=step.discarded.possible)
            self.moved.emit()
        else:
            self._drop(board_id)

    def _on_changed(self) -> None:
        if self.pending is not None:
            self.moved.emit()


def _touched(ops: Iterable[Op]) -> tuple[int, ...]:
    """Return what edits add and change: it is selected, so that "it" means them in what is said next."""
    given = (op["component"].get("refid") if op["op"] == "add" else op.get("refid") for op in ops)
    return refids_of(tuple(given))


def decisions_of(control: BoardControl, talk: BoardTalk) -> Decisions:
    """Return the decisions of a control; the first page to ask makes them."""
    known = control.findChild(Decisions)
    return known if isinstance(known, Decisions) else Decisions(control, talk)
