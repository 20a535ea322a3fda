import copy
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.boards.document import NEXT_REFID, dump_board, find, load_board
from gemma_app.boards.edits import apply_edits
from gemma_app.boards.staging import StagedBoard
from tests.boards.boards import BAD_REFIDS, boards, dumped, has_sound_refids, ops, refids, wall


def component(board: dict[str, Any], refid: int) -> dict[str, Any]:
    placed = find(board, refid)
    assert placed is not None
    return placed.component


def modify(refid: object, /, **patch: Any) -> dict[str, Any]:
    return {"op": "modify", "refid": refid, "patch": patch}


def add(**given_component: Any) -> dict[str, Any]:
    return {"op": "add", "component": {"type": "rect", **given_component}}


def remove(refid: object) -> dict[str, Any]:
    return {"op": "remove", "refid": refid}


def replace(*held: Any, **root: Any) -> dict[str, Any]:
    return {"op": "replace", "board": {**root, "components": list(held)}}


def applied(board: dict[str, Any], *given_ops: Any) -> dict[str, Any]:
    new, inverse, refusals = apply_edits(board, list(given_ops))
    assert not refusals
    assert dumped(apply_edits(new, inverse)[0]) == dumped(board)
    return new


def refused(board: dict[str, Any], op: Any) -> str:
    new, inverse, refusals = apply_edits(board, [op])
    assert new == board
    assert inverse == []
    assert [(refusal["index"], set(refusal)) for refusal in refusals] == [(0, {"index", "op", "reason"})]
    reason: str = refusals[0]["reason"]
    return reason


def test_nested_objects_merge_arrays_replace_and_null_deletes() -> None:
    board = {"components": [{"refid": 1, "type": "rect", "threeD": {"a": 1, "b": {"c": 2}}, "dash": [1, 2], "x": 1}]}
    new = applied(board, modify(1, threeD={"b": {"d": 3, "c": None}, "e": {"f": None, "g": 4}}, dash=[9], x=None))
    assert new["components"][0] == {
        "refid": 1,
        "type": "rect",
        "threeD": {"a": 1, "b": {"d": 3}, "e": {"g": 4}},
        "dash": [9],
    }


def test_a_patch_keeps_the_order_of_keys_and_every_key_it_does_not_name() -> None:
    new = applied(wall(), modify(25, top=5, new=1, left=7))
    assert list(component(new, 25)) == ["refid", "type", "unknown", "left", "top", "new"]
    assert component(new, 25)["unknown"] == {"key": [True, 1.5]}


def test_the_board_that_is_given_is_left_as_it_is() -> None:
    board = wall()
    before = copy.deepcopy(board)
    apply_edits(board, [modify(24, text="x"), add(), remove(21), replace({"type": "rect"})])
    assert dumped(board) == dumped(before)


def test_the_operations_that_are_given_are_left_as_they_are() -> None:
    given_ops = [add(refid=21, components=[{"refid": 22, "type": "rect"}]), modify(21, threeD={"a": {"b": 1}})]
    before = copy.deepcopy(given_ops)
    new, _, _ = apply_edits(wall(), given_ops)
    apply_edits(new, [modify(27, threeD={"a": {"b": 2}})])
    assert given_ops == before


def test_a_component_in_a_group_is_modified_and_removed_in_place() -> None:
    new = applied(wall(), modify(24, text="물"))
    assert new["components"][2]["components"][0]["text"] == "물"
    assert refids(applied(wall(), remove(24))) == [21, 22, 23, 25, 26]
    assert refids(applied(wall(), remove(23))) == [21, 22, 25, 26]


def test_the_root_is_patched_without_touching_components() -> None:
    new = applied(wall(), {"op": "modifyBoard", "patch": {"sky": "sunny", "custom": {"more": 1}, "name": None}})
    assert new["sky"] == "sunny"
    assert new["custom"] == {"kept": [1, {"deep": None}], "more": 1}
    assert "name" not in new
    assert new["components"] == wall()["components"]


@pytest.mark.parametrize("key", ["refid", "type", "components", "_nextRefid", "_x", "_"])
@pytest.mark.parametrize("value", [1, None, {"a": 1}])
def test_a_patch_that_names_a_protected_key_is_refused_whole(key: str, value: object) -> None:
    assert key in refused(wall(), modify(21, left=1, **{key: value}))
    assert key in refused(wall(), {"op": "modifyBoard", "patch": {"name": "x", key: value}})


def test_a_nested_key_with_a_protected_name_is_an_ordinary_key() -> None:
    new = applied(wall(), modify(21, fill={"type": "linear", "_stops": [1]}))
    assert component(new, 21)["fill"] == {"type": "linear", "_stops": [1]}


@pytest.mark.parametrize("refid", [99, 1e300])
def test_an_unknown_refid_is_refused_with_its_number(refid: float) -> None:
    assert str(int(refid)) in refused(wall(), remove(refid))
    assert str(int(refid)) in refused(wall(), modify(refid, left=1))


@pytest.mark.parametrize("refid", BAD_REFIDS)
def test_what_is_no_refid_is_refused(refid: object) -> None:
    refused({"components": [{"refid": 1}, {"refid": True}, {"refid": "35"}, {"refid": None}]}, remove(refid))


def test_an_id_is_never_an_edit_target() -> None:
    refused(wall(), remove("habit:3"))
    refused(wall(), modify("habit:3", left=1))


def test_a_refusal_names_its_place_and_kind_and_the_others_go_on() -> None:
    board = wall()
    mixed: list[Any] = [remove(99), modify(21, left=1), "junk", modify(21, refid=3), add()]
    new, inverse, refusals = apply_edits(board, mixed, language="ko")
    assert [(refusal["index"], refusal["op"]) for refusal in refusals] == [(0, "remove"), (2, None), (3, "modify")]
    assert "99번" in refusals[0]["reason"]
    assert "없어요" in refusals[0]["reason"]
    assert component(new, 21)["left"] == 1
    assert len(refids(new)) == 7
    assert dumped(apply_edits(new, inverse)[0]) == dumped(board)


@pytest.mark.parametrize("given_ops", [None, 5, "add", {"op": "add"}, [], ()])
def test_what_is_no_list_of_operations_changes_nothing(given_ops: Any) -> None:
    board = wall()
    assert apply_edits(board, given_ops) == (board, [], [])


@pytest.mark.parametrize("board", [None, 5, [], "x", {}, {"components": None}, {"components": {"a": 1}}])
def test_a_component_can_be_added_to_anything(board: Any) -> None:
    new, _, refusals = apply_edits(board, [add(left=1)])
    assert refusals == []
    assert new["components"] == [{"type": "rect", "left": 1, "refid": 1}]


def test_an_added_component_comes_on_top_with_a_fresh_refid() -> None:
    new = applied(wall(), add(left=5))
    assert new["components"][-1] == {"type": "rect", "left": 5, "refid": 27}


def test_a_free_refid_is_kept_and_a_whole_float_becomes_an_integer() -> None:
    assert refids(applied(wall(), add(refid=40.0)))[-1] == 40
    assert dumped(applied(wall(), add(refid=40.0))["components"][-1]["refid"]) == "40"


@pytest.mark.parametrize("refid", [*BAD_REFIDS[:1], -1, 35.5, "35", None, 21, 24, 2**60])
def test_an_unusable_or_taken_refid_is_replaced_by_a_fresh_one(refid: object) -> None:
    new, _, refusals = apply_edits(wall(), [add(refid=refid)])
    assert refusals == []
    assert new["components"][-1]["refid"] == 27


def test_a_colliding_number_means_the_new_component_for_the_rest_of_the_list() -> None:
    new = applied(
        wall(), add(refid=21, name="new"), modify(21, left=1), add(refid=21, name="newer"), modify(21, left=2)
    )
    assert component(new, 21) == wall()["components"][0]
    assert component(new, 27) == {"type": "rect", "refid": 27, "name": "new", "left": 1}
    assert component(new, 28) == {"type": "rect", "refid": 28, "name": "newer", "left": 2}
    later = applied(new, modify(21, left=9))
    assert component(later, 21)["left"] == 9


def test_a_colliding_number_inside_an_added_group_means_the_new_child() -> None:
    new = applied(wall(), add(type="group", components=[{"type": "text", "refid": 24}]), modify(24, text="new"))
    assert component(new, 24)["text"] == "햇빛"
    assert new["components"][-1]["components"] == [{"type": "text", "refid": 28, "text": "new"}]


def test_of_two_equal_numbers_in_one_added_group_the_first_keeps_it() -> None:
    group = add(type="group", refid=50, components=[{"refid": 50, "type": "a"}, {"refid": 50, "type": "b"}])
    new = applied(wall(), group, modify(50, name="outer"))
    assert refids(new)[-3:] == [50, 51, 52]
    assert component(new, 50)["name"] == "outer"


def test_a_refid_is_never_given_again() -> None:
    without = applied(wall(), remove(26))
    assert without[NEXT_REFID] == 27
    assert refids(applied(without, add()))[-1] == 27
    assert refids(applied(without, add(refid=26)))[-1] == 27
    assert refids(applied(wall(), remove(26), add(refid=26)))[-1] == 27


def test_a_refid_is_never_given_again_over_replace() -> None:
    emptied = applied(wall(), replace())
    assert refids(applied(emptied, add())) == [27]
    assert refids(applied(emptied, add(refid=3))) == [27]
    assert refids(applied(wall(), remove(26), replace({"type": "rect", "refid": 26}))) == [27]
    assert refids(applied(wall(), replace(), add(refid=21))) == [27]


def test_a_component_that_stays_keeps_its_refid_over_replace() -> None:
    new = applied(wall(), replace({"type": "text", "refid": 24}, {"type": "rect"}, {"type": "rect", "refid": 24.0}))
    assert refids(new) == [24, 27, 28]
    assert refids(applied(applied(wall(), remove(26)), replace({"type": "rect", "refid": 21}))) == [21]


def test_after_replace_the_numbers_mean_what_the_new_board_says() -> None:
    new = applied(wall(), add(refid=21), replace({"type": "rect", "refid": 21}), modify(21, name="kept"))
    assert new["components"] == [{"type": "rect", "refid": 21, "name": "kept"}]


def test_replace_keeps_size_name_and_private_keys_that_it_does_not_give() -> None:
    board = {**wall(), "_mark": 1}
    new = applied(board, replace(fillStyle="#000000", name="Next"))
    assert (new["width"], new["height"], new["name"], new["_mark"]) == (800, 600, "Next", 1)
    assert "custom" not in new


def test_a_number_that_a_replacement_claims_for_the_future_is_not_believed() -> None:
    new = applied(wall(), replace({"type": "rect"}, _nextRefid=10**30))
    assert new[NEXT_REFID] == 28


def test_entries_of_a_replacement_that_are_no_components_are_left_out() -> None:
    held = {"type": "group", "components": [None, {"type": "text"}, 5]}
    new = applied(wall(), replace(None, 5, "x", [], held))
    assert new["components"] == [{"type": "group", "refid": 27, "components": [{"type": "text", "refid": 28}]}]


@pytest.mark.parametrize("recorded", [float("nan"), -5, "9", True, None, [], 2.5])
def test_a_damaged_record_of_the_next_refid_is_not_believed(recorded: object) -> None:
    board = {"components": [{"refid": 4, "type": "rect"}], NEXT_REFID: recorded}
    new, _, _ = apply_edits(board, [add()])
    assert refids(new) == [4, 5]
    assert new[NEXT_REFID] == 6


def test_a_foreign_board_with_doubtful_refids_is_sound_after_an_addition() -> None:
    held = [
        {"refid": 1},
        {"refid": 1},
        {},
        {"refid": True},
        {"refid": "x"},
        {"refid": -3, "components": [{"refid": 1}]},
    ]
    board = {"components": held}
    new = applied(board, add(refid=1))
    assert has_sound_refids(new)
    assert new["components"][0] == {"refid": 1}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, (1,), {1: 2}, object(), "\ud800"])
def test_a_value_that_json_cannot_say_is_refused(value: object) -> None:
    for op in (
        modify(21, left=value),
        add(left=value),
        replace(name=value),
        {"op": "modifyBoard", "patch": {"a": value}},
    ):
        refused(wall(), op)


def test_values_nested_beyond_any_reader_are_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = {"a": deep}
    for op in (modify(21, left=deep), add(left=deep), replace(name=deep), {"op": "modifyBoard", "patch": {"a": deep}}):
        refused(wall(), op)


def test_undo_and_redo_of_a_list_are_exact() -> None:
    board = wall()
    new, inverse, _ = apply_edits(board, [remove(22), modify(21, left=None, z=1), add(refid=21), modify(24, text=None)])
    inverse = json.loads(json.dumps(inverse))
    undone, again, _ = apply_edits(new, inverse)
    assert dumped(undone) == dumped(board)
    assert dumped(apply_edits(undone, again)[0]) == dumped(new)


@settings(max_examples=50, deadline=None)
@given(boards, st.lists(ops, max_size=8))
def test_any_edits_of_any_board_can_be_taken_back_exactly(board: dict[str, Any], given_ops: list[Any]) -> None:
    before = dumped(board)
    new, inverse, refusals = apply_edits(board, given_ops)
    undone, again, none_refused = apply_edits(new, inverse)
    assert none_refused == []
    assert dumped(undone) == dumped(board) == before
    assert dumped(apply_edits(undone, again)[0]) == dumped(new)
    assert [refusal["index"] for refusal in refusals] == sorted({refusal["index"] for refusal in refusals})
    done = {index for index, op in enumerate(given_ops)} - {refusal["index"] for refusal in refusals}
    if any(given_ops[index]["op"] in {"add", "replace"} for index in done):
        assert has_sound_refids(new)


def test_the_deepest_edits_that_are_taken_can_be_saved_and_loaded() -> None:
    nested: dict[str, Any] = {"type": "text", "refid": 500}
    for _ in range(31):
        nested = {"type": "group", "components": [nested]}
    deep: Any = 1
    for _ in range(62):
        deep = {"a": deep}
    board = applied(wall(), {"op": "add", "component": nested}, modify(500, data=deep))
    assert component(board, 500)["data"] == deep
    assert dumped(load_board(dump_board(board))) == dumped(board)


def test_five_thousand_components_are_edited_one_by_one_in_seconds() -> None:
    board = {"components": [{"refid": refid, "type": "rect", "left": refid} for refid in range(5000)]}
    staged = StagedBoard(board)
    started = time.perf_counter()
    for refid in range(0, 5000, 10):
        staged.modify(refid, {"left": 1})
    for _ in range(500):
        staged.add({"type": "rect"})
    for refid in range(0, 5000, 10):
        staged.remove(refid)
    assert time.perf_counter() - started < 5
    assert len(staged.board["components"]) == 5000
