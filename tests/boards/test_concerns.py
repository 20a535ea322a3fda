from typing import Any

from gemma_app.boards.concerns import concerns_of
from gemma_app.boards.edits import apply_edits
from tests.boards.boards import wall


def rects(count: int) -> dict[str, Any]:
    held = [
        {"refid": n, "type": "rect", "name": f"칸 {n}", "left": n, "top": 0, "width": 1, "height": 1}
        for n in range(count)
    ]
    return {"width": 100, "height": 100, "components": held}


def concerns(board: dict[str, Any], *ops: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    new, _, refusals = apply_edits(board, ops)
    assert not refusals
    return {concern.kind: concern.names for concern in concerns_of(board, new, ops)}


def remove(*refids: int) -> list[dict[str, Any]]:
    return [{"op": "remove", "refid": refid} for refid in refids]


def modify(refid: int, **patch: Any) -> dict[str, Any]:
    return {"op": "modify", "refid": refid, "patch": patch}


def test_replacing_a_board_that_holds_something_is_asked_with_all_its_names() -> None:
    replace = {"op": "replace", "board": {"components": []}}
    assert concerns(rects(2), replace) == {"replaced": ("칸 0 #0", "칸 1 #1")}
    assert concerns(rects(0), replace) == {}


def test_removing_three_is_asked_and_two_of_many_are_not() -> None:
    assert concerns(rects(100), *remove(1, 2, 3)) == {"removed": ("칸 1 #1", "칸 2 #2", "칸 3 #3")}
    assert concerns(rects(100), *remove(1, 2)) == {}


def test_removing_a_fifth_is_asked_and_less_is_not() -> None:
    assert "removed" in concerns(rects(5), *remove(1))
    assert concerns(rects(6), *remove(1)) == {}


def test_what_a_removed_group_holds_counts_too() -> None:
    board = rects(50)
    board["components"].append({"refid": 90, "type": "group", "components": [{"refid": 91}, {"refid": 92}]})
    assert len(concerns(board, *remove(90))["removed"]) == 3


def test_a_locked_component_is_asked_when_it_changes_or_goes() -> None:
    board = rects(50)
    board["components"][7]["locked"] = True
    assert concerns(board, modify(7, left=9)) == {"locked": ("칸 7 #7",)}
    assert concerns(board, *remove(7)) == {"locked": ("칸 7 #7",)}
    assert concerns(board, modify(8, left=9)) == {}
    assert concerns(board, modify(7, left=7)) == {}


def test_what_is_inside_a_locked_group_is_locked() -> None:
    board = rects(50)
    inner = {"refid": 91, "type": "group", "components": [{"refid": 92, "type": "text", "text": "물"}]}
    board["components"].append({"refid": 90, "type": "group", "locked": True, "components": [inner]})
    assert "물 #92" in concerns(board, modify(92, text="물"), modify(92, left=1))["locked"]


def test_a_lost_binding_is_asked_and_a_changed_one_is_not() -> None:
    board = wall()
    assert concerns(board, modify(21, id=None)) == {"unbound": ("habit:3 #21",)}
    assert concerns(board, modify(21, id="")) == {"unbound": ("habit:3 #21",)}
    assert concerns(board, modify(22, mappings=None)) == {"unbound": ("habit:3 #22",)}
    assert concerns(board, modify(22, mappings=[])) == {"unbound": ("habit:3 #22",)}
    assert concerns(board, modify(21, id="habit:4")) == {}


def test_a_board_that_becomes_too_small_is_asked_with_what_falls_off() -> None:
    shrink = {"op": "modifyBoard", "patch": {"width": 3}}
    assert concerns(rects(6), shrink) == {"shrunk": ("칸 3 #3", "칸 4 #4", "칸 5 #5")}
    assert concerns(rects(6), {"op": "modifyBoard", "patch": {"height": 1, "width": 6}}) == {}
    assert concerns(rects(6), {"op": "modifyBoard", "patch": {"width": 500}}) == {}


def test_adding_and_ordinary_changes_are_not_asked() -> None:
    add = {"op": "add", "component": {"type": "rect"}}
    assert concerns(wall(), add, modify(24, text="물"), {"op": "modifyBoard", "patch": {"name": "x"}}) == {}


def test_the_words_count_all_and_name_five() -> None:
    board = rects(9)
    new, _, _ = apply_edits(board, remove(*range(7)))
    (concern,) = concerns_of(board, new)
    assert concern.text.en == "Items removed: 7 (칸 0 #0, 칸 1 #1, 칸 2 #2, 칸 3 #3, 칸 4 #4 and 2 more)"
    assert concern.text.ko == "요소 7개를 지워요: 칸 0 #0, 칸 1 #1, 칸 2 #2, 칸 3 #3, 칸 4 #4 외 2개"


def test_braces_in_a_name_are_only_characters() -> None:
    board = rects(1)
    board["components"][0]["name"] = "{count} {0}"
    new, _, _ = apply_edits(board, remove(0))
    assert "{count} {0} #0" in concerns_of(board, new)[0].text.en
