from typing import Any

import pytest

from gemma_app.boards.document import (
    dump_board,
    find,
    is_json,
    label_of,
    load_board,
    new_board,
    number_of,
    refid_of,
    refids_of,
    walk,
)
from gemma_app.errors import AppError
from tests.boards.boards import BAD_REFIDS, dumped, wall


@pytest.mark.parametrize("value", BAD_REFIDS)
def test_what_is_not_a_whole_number_from_zero_up_is_no_refid(value: object) -> None:
    assert refid_of(value) is None


@pytest.mark.parametrize(("value", "refid"), [(0, 0), (35, 35), (35.0, 35), (2**53, 2**53), (1e300, int(1e300))])
def test_whole_numbers_are_refids_in_either_spelling(value: object, refid: int) -> None:
    assert refid_of(value) == refid
    assert type(refid_of(value)) is int


def test_usable_refids_of_a_selection_are_kept_once_and_in_order() -> None:
    assert refids_of([3, True, 1.0, "x", 3, -1, float("nan"), None, 2]) == (3, 1, 2)
    assert refids_of(None) == refids_of("12") == refids_of({1: 2}) == refids_of(7) == ()


def test_truth_values_and_endless_numbers_are_no_numbers() -> None:
    assert [number_of(value) for value in (True, float("nan"), float("-inf"), 10**400, "1", None)] == [None] * 6
    assert number_of(2) == 2.0


def test_a_group_is_walked_before_what_it_holds_with_its_offset() -> None:
    placed = {found.component["refid"]: found for found in walk(wall())}
    assert list(placed) == [21, 22, 23, 24, 25, 26]
    assert placed[24].parent is placed[23].component
    assert placed[24].origin == (100.0, 10.0)
    assert placed[24].path == (2, 0)


@pytest.mark.parametrize("board", [None, 5, "x", [], {}, {"components": None}, {"components": {"refid": 1}}])
def test_what_is_not_a_board_has_no_components(board: Any) -> None:
    assert list(walk(board)) == []
    assert find(board, 1) is None


def test_entries_that_are_not_objects_are_passed_over() -> None:
    board = {"components": [None, 3, "x", {"refid": 1}, [{"refid": 2}]]}
    assert [placed.path for placed in walk(board)] == [(3,)]


def test_groups_nested_beyond_any_recursion_limit_are_walked() -> None:
    board: dict[str, Any] = {"refid": 0}
    for refid in range(1, 5000):
        board = {"refid": refid, "components": [board]}
    found = find(board, 0)
    assert found is not None
    assert len(found.path) == 4999


def test_true_is_not_found_as_one() -> None:
    assert find({"components": [{"refid": True}]}, 1) is None
    assert find({"components": [{"refid": 1.0}]}, 1) is not None


def test_saving_and_loading_gives_the_same_text() -> None:
    text = dump_board(wall())
    assert dump_board(load_board(text)) == text
    assert "아침" in text


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "{}", '{"components": {}}', '{"components": [NaN]}', '{"components": [1e999]}',
     '{"components": ["\\ud800"]}', '{"components":' + "[" * 5000 + "]" * 5000 + "}"],
)  # fmt: skip
def test_a_file_that_is_no_board_is_refused_in_words(text: str) -> None:
    with pytest.raises(AppError) as refused:
        load_board(text)
    assert "보드" in refused.value.message.ko


def test_a_new_board_is_empty_and_can_be_saved() -> None:
    board = new_board(width=10, height=20, name="벽")
    assert dumped(load_board(dump_board(board))) == dumped(board)
    assert board["components"] == []


def test_json_is_told_from_what_only_python_can_say() -> None:
    assert is_json({"a": [1, 2.5, None, True, "가"]})
    for value in (float("nan"), 10**400, {1: 2}, (1,), {"a": {1}}, b"x", object(), "\ud800", {"\ud800": 1}):
        assert not is_json(value)


def test_a_component_is_called_by_its_name_else_its_text_else_its_type() -> None:
    assert label_of({"refid": 3, "name": "아침\n햇빛", "text": "x"}) == "아침 햇빛 #3"
    assert label_of({"name": " ", "text": "물"}) == "물"
    assert label_of({"type": "rect", "name": 5, "refid": True}) == "rect"
    assert label_of({}) == "?"
    assert len(label_of({"name": "가" * 500})) <= 24
