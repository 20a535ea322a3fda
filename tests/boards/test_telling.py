from typing import Any

import pytest

from gemma_app.boards.context import binding_context, board_context
from gemma_app.boards.telling import tell_result

BOARD: dict[str, Any] = {
    "width": 100,
    "components": [
        {"refid": 1, "type": "rect", "left": 10, "top": 20.5},
        {"refid": 2, "type": "text", "text": "오늘\n할 일", "left": 0, "top": 0, "id": "habit:3"},
        {"refid": 3, "type": "group", "name": "묶음", "components": [{"refid": 4, "type": "circle", "cx": 5, "cy": 6}]},
    ],
}


def test_the_line_of_a_board_begins_with_what_is_selected() -> None:
    assert board_context(BOARD, [2]) == (
        '2 text "오늘\n할 일" habit:3 0,0; 1 rect 10,20.5; 3 group "묶음"; 4 circle 5,6; selected: 2'
    )
    assert board_context({}) == "empty; selected: -"


def test_of_a_large_board_what_is_seen_comes_next_and_the_rest_is_a_count() -> None:
    many = {"components": [{"refid": at, "type": "rect", "left": 100 * at, "top": 0, "width": 50} for at in range(30)]}
    told = board_context(many, [7], {"left": 2500, "top": 0, "width": 300, "height": 100})
    assert told.startswith("7 rect 700,0; 25 rect 2500,0; 26 rect 2600,0; 27 rect 2700,0; 28 rect 2800,0; 0 rect 0,0; ")
    assert told.endswith("; 10 more; selected: 7")


def test_habits_to_bind_are_named_by_their_key() -> None:
    assert binding_context([(3, "걷기"), (3, "Walk"), (5, "책 읽기")]) == "habit:3 걷기; habit:5 책 읽기"


@pytest.mark.parametrize(
    ("name", "result", "part"),
    [
        ("findComponents", {"components": BOARD["components"], "totalMatched": 3}, "3개예요.\n- ?"),
        ("findComponents", {"components": [], "totalMatched": 0}, "없어요"),
        ("getSelection", {"selected": [], "message": "No"}, "없어요"),
        ("getSelection", {"selected": [BOARD["components"][2]], "count": 1}, "묶음 #3 (group)"),
        ("getComponentByRefid", {"component": BOARD["components"][0]}, "- left: 10"),
        ("getComponentByRefid", {"error": "component with refid 9 not found"}, "refid 9"),
        ("getAtmosphereGuide", {"guide": {}}, "하늘"),
    ],
)
def test_what_was_found_is_told(name: str, result: dict[str, Any], part: str) -> None:
    told = tell_result(name, result).ko
    assert part.replace("?", "rect") in told


def test_an_edit_is_not_told() -> None:
    assert tell_result("addComponent", {"queued": True}).ko == ""
