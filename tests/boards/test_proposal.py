from typing import Any

import pytest

from gemma_app.boards.difference import compare, same_json
from gemma_app.boards.document import find
from gemma_app.boards.edits import apply_edits
from gemma_app.boards.proposal import propose, record_of_acceptance, record_of_edits, record_of_refusal
from tests.boards.boards import dumped, refids, wall


def modify(refid: int, /, **patch: Any) -> dict[str, Any]:
    return {"op": "modify", "refid": refid, "patch": patch}


def add(**component: Any) -> dict[str, Any]:
    return {"op": "add", "component": {"type": "rect", **component}}


def remove(refid: int) -> dict[str, Any]:
    return {"op": "remove", "refid": refid}


def edited(board: dict[str, Any], *ops: dict[str, Any]) -> dict[str, Any]:
    new, _, refusals = apply_edits(board, ops)
    assert not refusals
    return new


def component(board: dict[str, Any], refid: int) -> dict[str, Any]:
    placed = find(board, refid)
    assert placed is not None
    return placed.component


def test_accepting_everything_gives_the_staged_board_in_one_exact_step() -> None:
    board = wall()
    proposal = propose(board, [add(name="a"), modify(21, left=1), remove(26), modify(24, text=None)])
    accepted = proposal.accept(board)
    assert dumped(accepted.board) == dumped(proposal.staged)
    undone, again, _ = apply_edits(accepted.board, accepted.inverse)
    assert len(accepted.inverse) == 1
    assert dumped(undone) == dumped(board) == dumped(wall())
    assert dumped(apply_edits(undone, again)[0]) == dumped(accepted.board)


def test_an_edit_of_a_component_that_another_edit_adds_depends_on_it() -> None:
    proposal = propose(wall(), [add(refid=21, name="new"), modify(21, left=1), remove(21), modify(22, left=1)])
    assert [change.depends_on for change in proposal.changes] == [set(), {0}, {0}, set()]
    assert [change.op.get("refid") for change in proposal.changes] == [None, 27, 27, 22]


def test_an_edit_inside_an_added_group_depends_on_it() -> None:
    group = add(type="group", refid=50, components=[{"type": "text", "refid": 51}])
    proposal = propose(wall(), [modify(21, left=1), group, modify(51, text="x")])
    assert proposal.changes[2].depends_on == {1}


def test_an_edit_of_what_a_replacement_brings_depends_on_it() -> None:
    new_board = {
        "op": "replace",
        "board": {"components": [{"type": "rect", "refid": 70}, {"type": "rect", "refid": 21}]},
    }
    proposal = propose(wall(), [new_board, modify(70, left=1), modify(21, left=1)])
    assert [change.depends_on for change in proposal.changes] == [set(), {0}, set()]


def test_ticking_takes_along_what_is_needed_and_unticking_what_needs_it() -> None:
    proposal = propose(wall(), [add(refid=50), modify(50, left=1), modify(21, left=1)])
    assert proposal.choose((), 1, ticked=True) == {0, 1}
    assert proposal.choose({0, 1, 2}, 0, ticked=False) == {2}
    assert proposal.choose({0, 1, 2}, 1, ticked=False) == {0, 2}


def test_what_cannot_be_done_is_shown_with_its_reason_and_cannot_be_ticked() -> None:
    proposal = propose(wall(), [remove(99), modify(21, left=1), {"op": "add"}])
    assert proposal.possible == {1}
    assert proposal.changes[0].refusal is not None
    assert "99" in proposal.changes[0].refusal.ko
    assert proposal.choose((), 0, ticked=True) == frozenset()


def test_only_what_is_ticked_is_applied() -> None:
    board = wall()
    proposal = propose(board, [add(refid=50), modify(50, left=1), modify(21, left=1), remove(26)])
    accepted = proposal.accept(board, {2})
    assert dumped(accepted.board) == dumped(edited(board, modify(21, left=1)))
    assert accepted.ops == [modify(21, left=1)]
    assert proposal.accept(board, {1}).ops == []
    nothing = proposal.accept(board, ())
    assert nothing.board is board
    assert nothing.inverse == []


def test_a_change_is_named_as_the_user_knows_it() -> None:
    proposal = propose(wall(), [add(name="새 칸"), remove(26), {"op": "modifyBoard", "patch": {"name": "x"}}])
    assert [change.label for change in proposal.changes] == ["새 칸 #27", "Ball #26", ""]


def test_a_value_that_the_user_changed_meanwhile_stays_unless_ticked() -> None:
    proposal = propose(wall(), [modify(21, left=1, top=2)])
    current = edited(wall(), modify(21, left=500))
    (conflict,) = proposal.conflicts(current)
    assert (conflict.change, conflict.path, conflict.user, conflict.proposed) == (0, ("left",), 500, 1)
    kept = component(proposal.accept(current).board, 21)
    assert (kept["left"], kept["top"]) == (500, 2)
    overruled = component(proposal.accept(current, overrule=[conflict.key]).board, 21)
    assert (overruled["left"], overruled["top"]) == (1, 2)


def test_values_are_compared_not_edits() -> None:
    proposal = propose(wall(), [modify(21, left=1)])
    assert proposal.conflicts(edited(wall(), modify(21, left=1))) == ()
    assert proposal.conflicts(edited(wall(), modify(21, left=9), modify(21, left=40))) == ()
    assert proposal.conflicts(edited(wall(), modify(21, top=9), modify(22, left=9))) == ()


def test_conflicts_are_found_key_by_key_in_nested_objects() -> None:
    board = edited(wall(), modify(21, threeD={"a": {"x": 1}, "b": 1}))
    proposal = propose(board, [modify(21, threeD={"a": {"x": 2, "y": 3}, "b": 2})])
    current = edited(board, modify(21, threeD={"a": {"x": 7}}))
    assert [conflict.path for conflict in proposal.conflicts(current)] == [("threeD", "a", "x")]
    assert component(proposal.accept(current).board, 21)["threeD"] == {"a": {"x": 7, "y": 3}, "b": 2}


def test_a_key_that_both_deleted_is_no_conflict_and_one_that_the_user_deleted_is() -> None:
    current = edited(wall(), modify(25, unknown=None))
    assert propose(wall(), [modify(25, unknown=None)]).conflicts(current) == ()
    (conflict,) = propose(wall(), [modify(25, unknown={"key": 1})]).conflicts(current)
    assert (conflict.path, conflict.user, conflict.proposed) == (("unknown", "key"), None, 1)


def test_a_conflict_at_the_root_is_found_too() -> None:
    proposal = propose(wall(), [{"op": "modifyBoard", "patch": {"name": "B", "sky": "sunny"}}])
    accepted = proposal.accept(edited(wall(), {"op": "modifyBoard", "patch": {"name": "C"}}))
    assert (accepted.board["name"], accepted.board["sky"]) == ("C", "sunny")


def test_a_component_that_the_user_changed_is_not_removed_unless_ticked() -> None:
    proposal = propose(wall(), [remove(26)])
    current = edited(wall(), modify(26, cx=1))
    assert 26 in refids(proposal.accept(current).board)
    assert 26 not in refids(proposal.accept(current, overrule=[(0, ())]).board)


def test_a_board_that_the_user_changed_is_not_replaced_unless_ticked() -> None:
    new_board = {"op": "replace", "board": {"components": [{"type": "rect", "refid": 70}]}}
    proposal = propose(wall(), [new_board, modify(70, left=1)])
    current = edited(wall(), modify(26, cx=1))
    kept = proposal.accept(current)
    assert kept.board is current
    assert kept.ops == []
    assert refids(proposal.accept(current, overrule=[(0, ())]).board) == [70]


def test_a_component_that_the_user_removed_is_reported() -> None:
    proposal = propose(wall(), [modify(22, left=1), modify(21, left=1)])
    accepted = proposal.accept(edited(wall(), remove(21)))
    assert list(accepted.refusals) == [1]
    assert component(accepted.board, 22)["left"] == 1


def test_a_refid_that_the_user_used_meanwhile_does_not_redirect_the_proposal() -> None:
    proposal = propose(wall(), [add(name="mine"), modify(27, left=1)])
    current = edited(wall(), add(name="user's", left=9))
    accepted = proposal.accept(current).board
    assert component(accepted, 27) == {"type": "rect", "name": "user's", "left": 9, "refid": 27}
    assert component(accepted, 28) == {"type": "rect", "name": "mine", "refid": 28, "left": 1}


def test_what_is_at_stake_is_known_before_accepting() -> None:
    proposal = propose(wall(), [remove(21), remove(22), remove(26)])
    assert [concern.kind for concern in proposal.accept(wall()).concerns] == ["removed"]
    assert proposal.accept(wall(), ()).concerns == ()


def test_a_discarded_proposal_can_be_made_again() -> None:
    ops = [add(refid=21), modify(21, left=1)]
    assert propose(wall(), ops) == propose(wall(), ops)


def test_the_ghosts_are_what_was_added_changed_and_removed() -> None:
    proposal = propose(
        wall(), [add(refid=50), modify(24, text="물"), remove(26), {"op": "modifyBoard", "patch": {"sky": "x"}}]
    )
    difference = compare(proposal.base, proposal.staged)
    assert [placed.component["refid"] for placed in difference.added] == [50]
    assert [(old.component["refid"], new.component["refid"]) for old, new in difference.changed] == [(23, 23), (24, 24)]
    assert [placed.component["refid"] for placed in difference.removed] == [26]
    assert difference.root == ("sky",)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(1, 1.0, True), (1, True, False), ({"a": [1]}, {"a": [1]}, True), ({"a": 1}, {"a": None}, False),
     ([1], [1, 2], False), ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True), (None, 0, False), ([0], [False], False)],
)  # fmt: skip
def test_json_values_are_compared_as_json(one: object, other: object, same: bool) -> None:
    assert same_json(one, other) is same


def test_records_say_how_many_operations() -> None:
    assert record_of_edits(3) == "User directly edited the board: 3 op(s)"
    assert record_of_acceptance(2, 3) == "User accepted the proposed board edits: 2 of 3 op(s)"
    assert record_of_refusal(1) == "User refused the proposed board edits: 1 op(s)"
