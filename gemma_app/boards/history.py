"""The undo stack of a board: every change, by hand or accepted from a proposal, is one step of the same stack."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gemma_app.boards.difference import same_json
from gemma_app.boards.document import Board
from gemma_app.boards.edits import Op, apply_edits
from gemma_app.boards.proposal import Proposal
from gemma_app.boards.staging import RESTORE
from gemma_app.language import Language, Phrase

MAX_STEPS = 200


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something that can be undone.

    Args:
        label: What was done.
        inverse: The edits that take it back; empty where the board did not change.
        merges: A following step of the same name is part of this one; empty for none.
        discarded: The proposal that was discarded; undoing puts it back.
    """

    label: Phrase
    inverse: list[Op]
    merges: str = ""
    discarded: Proposal | None = None


class BoardHistory:
    """A board and how it came about.

    Boards share what did not change, so that a step costs what it changed.

    Args:
        board: The board as it was opened.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def next_undo(self) -> Step | None:
        """What undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Step | None:
        """What redo would do again."""
        return self._undone[-1] if self._undone else None

    def apply(
        self, ops: Sequence[Op], label: Phrase, *, merges: str = "", language: Language = "en"
    ) -> list[dict[str, Any]]:
        """Apply edits as one step, and return what was refused; edits that change nothing are no step."""
        board, inverse, refusals = apply_edits(self.board, ops, language=language)
        if inverse and not same_json(board, self.board):
            self.board = board
            last = self.next_undo
            if not (merges and last is not None and last.merges == merges and not self._undone):
                self._record(Step(label=label, inverse=inverse, merges=merges))
        return refusals

    def put(self, board: Board, label: Phrase, *, merges: str = "") -> None:
        """Make a finished board of an editor verb one step."""
        if board is not self.board:
            self.apply([{"op": RESTORE, "board": board}], label, merges=merges)

    def discard(self, proposal: Proposal, label: Phrase) -> None:
        """Note that a proposal was discarded, so that undo can put it back."""
        self._record(Step(label=label, inverse=[], discarded=proposal))

    def seal(self) -> None:
        """Let nothing that follows be part of the last step."""
        if self._done and self._done[-1].merges:
            last = self._done[-1]
            self._done[-1] = Step(label=last.label, inverse=last.inverse, discarded=last.discarded)

    def undo(self) -> Step | None:
        """Take the last step back, and return it."""
        return self._move(self._done, self._undone)

    def redo(self) -> Step | None:
        """Do the step that was undone last again, and return it."""
        return self._move(self._undone, self._done)

    def _record(self, step: Step) -> None:
        self._done.append(step)
        del self._done[:-MAX_STEPS]
        self._undone.clear()

    def _move(self, source: list[Step], target: list[Step]) -> Step | None:
        if not source:
            return None
        step = source.pop()
        self.board, inverse, _ = apply_edits(self.board, step.inverse)
        target.append(Step(label=step.label, inverse=inverse, discarded=step.discarded))
        return step
