"""A user and a model at random: whatever they do can be taken back exactly, and nothing that is unknown gets lost."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from gemma_app.boards.document import NEXT_REFID, dump_board, load_board, refid_of, walk
from gemma_app.boards.edits import apply_edits
from gemma_app.boards.proposal import Proposal, propose
from tests.boards.boards import components, dumped, has_sound_refids, json_values

refids = st.integers(0, 12)
plain = st.dictionaries(st.sampled_from(["left", "cx", "text", "alpha", "opacity", "threeD"]), json_values, max_size=3)
edits = st.one_of(
    st.builds(lambda component: {"op": "add", "component": component}, components(refids)),
    st.builds(lambda refid: {"op": "remove", "refid": refid}, refids),
    st.builds(lambda refid, patch: {"op": "modify", "refid": refid, "patch": patch}, refids, plain),
    st.builds(lambda patch: {"op": "modifyBoard", "patch": patch}, plain),
)
replacements = st.builds(
    lambda held: {"op": "replace", "board": {"components": held}}, st.lists(components(refids), max_size=3)
)
START: dict[str, Any] = {
    "width": 10,
    "unknown": {"b": 1, "a": [None, 1.0]},
    "components": [
        {"type": "odd", "refid": 0.0, "strange": {"z": 1, "y": []}},
        {"refid": 1, "type": "group", "components": [{"type": "text", "refid": 2, "keep": "가"}]},
    ],
}


class Boards(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.board = START
        self.undo: list[list[dict[str, Any]]] = []
        self.redo: list[list[dict[str, Any]]] = []
        self.proposal: Proposal | None = None

    def take(self, board: dict[str, Any], inverse: list[dict[str, Any]]) -> None:
        self.check_newcomers(board)
        self.board = board
        if inverse:
            self.undo.append(inverse)
            self.redo.clear()

    def check_newcomers(self, board: dict[str, Any]) -> None:
        """A refid below the recorded next one belongs to a component that was already there."""
        upcoming = refid_of(self.board.get(NEXT_REFID)) or 0
        before = {refid_of(placed.component["refid"]) for placed in walk(self.board)}
        for placed in walk(board):
            refid = refid_of(placed.component["refid"])
            assert refid in before or (refid or 0) >= upcoming

    @rule(given_ops=st.lists(edits | replacements, min_size=1, max_size=4))
    def edit(self, given_ops: list[dict[str, Any]]) -> None:
        board, inverse, _ = apply_edits(self.board, given_ops)
        self.take(board, inverse)

    @rule(given_ops=st.lists(edits, min_size=1, max_size=3))
    def edit_without_replacing(self, given_ops: list[dict[str, Any]]) -> None:
        board, inverse, _ = apply_edits(self.board, given_ops)
        assert board.get("unknown") == self.board.get("unknown")
        kept = {refid_of(placed.component["refid"]): placed.component for placed in walk(board)}
        for placed in walk(self.board):
            after = kept.get(refid_of(placed.component["refid"]), placed.component)
            assert after.get("strange") == placed.component.get("strange")
            assert after.get("keep") == placed.component.get("keep")
        self.take(board, inverse)

    @rule(given_ops=st.lists(edits | replacements, min_size=1, max_size=4))
    def be_proposed_something(self, given_ops: list[dict[str, Any]]) -> None:
        self.proposal = propose(self.board, given_ops)
        assert dumped(self.proposal.accept(self.board).board) == dumped(self.proposal.staged)

    @rule(ticks=st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=5), overrules=st.booleans())
    def accept(self, ticks: list[tuple[int, bool]], overrules: bool) -> None:
        if self.proposal is None:
            return
        chosen = self.proposal.possible
        for index, ticked in ticks:
            if index < len(self.proposal.changes):
                chosen = self.proposal.choose(chosen, index, ticked=ticked)
        overrule = [conflict.key for conflict in self.proposal.conflicts(self.board)] if overrules else []
        accepted = self.proposal.accept(self.board, chosen, overrule=overrule)
        self.take(accepted.board, accepted.inverse)
        self.proposal = None

    @rule()
    def discard(self) -> None:
        self.proposal = None

    @rule()
    def take_back(self) -> None:
        if self.undo:
            self.board, inverse, refusals = apply_edits(self.board, self.undo.pop())
            assert not refusals
            self.redo.append(inverse)

    @rule()
    def take_back_and_do_again(self) -> None:
        if self.undo:
            before = dumped(self.board)
            back, again, _ = apply_edits(self.board, self.undo.pop())
            self.board, inverse, _ = apply_edits(back, again)
            assert dumped(self.board) == before
            self.undo.append(inverse)

    @rule()
    def do_again(self) -> None:
        if self.redo:
            self.board, inverse, _ = apply_edits(self.board, self.redo.pop())
            self.undo.append(inverse)

    @rule()
    def save_and_load(self) -> None:
        loaded = load_board(dump_board(self.board))
        assert dumped(loaded) == dumped(self.board)
        self.board = loaded

    @rule()
    def take_everything_back_and_do_it_again(self) -> None:
        before, undo, board = dumped(self.board), list(self.undo), self.board
        again = []
        while undo:
            board, inverse, _ = apply_edits(board, undo.pop())
            again.append(inverse)
        assert dumped(board) == dumped(START)
        while again:
            board, _, _ = apply_edits(board, again.pop())
        assert dumped(board) == before

    @invariant()
    def every_component_has_a_refid_of_its_own(self) -> None:
        assert has_sound_refids(self.board)


Boards.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestRandomUse = Boards.TestCase
