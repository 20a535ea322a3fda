import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.boards.summary import summarize_board, summarize_tool_result
from tests.boards.boards import boards, json_values, wall


def summary(board: Any, **options: Any) -> dict[str, Any]:
    found = summarize_board(board, **options)
    assert found is not None
    return found


def many(count: int, **extra: Any) -> dict[str, Any]:
    held = [
        {"refid": n, "type": "rect", "left": n * 10, "top": 0, "width": 5, "height": 5, **extra} for n in range(count)
    ]
    return {"width": 100, "components": held}


def depth(value: object) -> int:
    if isinstance(value, dict | list):
        return 1 + max((depth(item) for item in (value.values() if isinstance(value, dict) else value)), default=0)
    return 0


@pytest.mark.parametrize("board", [None, 5, "board", [], True])
def test_what_is_no_board_has_no_summary(board: Any) -> None:
    assert summarize_board(board) is None


def test_a_small_board_is_shown_whole() -> None:
    board = wall()
    found = summary(board)
    assert list(found) == ["boardRoot", "componentCount", "components", "truncated"]
    assert found["componentCount"] == 5
    assert found["components"] == board["components"]
    assert found["truncated"] is False
    root = {key: value for key, value in board.items() if key != "components"}
    assert found["boardRoot"] == {"type": "model", **root}


def test_a_type_at_the_root_stays() -> None:
    assert summary({"type": "scene"})["boardRoot"] == {"type": "scene"}
    assert summary({}) == {"boardRoot": {"type": "model"}, "componentCount": 0, "components": [], "truncated": False}


def test_private_keys_are_left_out_and_unknown_ones_pass() -> None:
    board = {"_nextRefid": 5, "strange": 1, "components": [{"refid": 1, "_cache": 2, "odd": None}]}
    found = summary(board)
    assert found["boardRoot"] == {"type": "model", "strange": 1}
    assert found["components"] == [{"refid": 1, "odd": None}]


def test_the_first_eighty_components_are_listed() -> None:
    found = summary(many(81))
    assert [shown["refid"] for shown in found["components"]] == list(range(80))
    assert (found["componentCount"], found["truncated"]) == (81, True)
    assert summary(many(80))["truncated"] is False


def test_what_is_selected_comes_first_then_what_is_in_view() -> None:
    viewport = {"left": 1500, "top": 0, "width": 20, "height": 100}
    found = summary(many(200), selected_refids=(199, True, "x"), viewport=viewport)
    assert [shown["refid"] for shown in found["components"]][:6] == [199, 150, 151, 152, 0, 1]
    assert len(found["components"]) == 80


def test_a_group_whose_child_is_selected_comes_first() -> None:
    board = many(100)
    board["components"].append({"refid": 500, "type": "group", "components": [{"refid": 501, "type": "text"}]})
    assert summary(board, selected_refids=[501])["components"][0]["refid"] == 500


@pytest.mark.parametrize("viewport", [None, {}, {"left": 1}, {"left": True, "top": 0, "width": 1, "height": 1}, 5])
def test_an_unusable_viewport_is_ignored(viewport: Any) -> None:
    assert [shown["refid"] for shown in summary(many(3), viewport=viewport)["components"]] == [0, 1, 2]


def test_a_long_string_says_how_much_is_missing() -> None:
    board = {"name": "n" * 201, "components": [{"text": "가" * 1000, "short": "s" * 200}]}
    found = summary(board)
    assert found["boardRoot"]["name"] == "n" * 200 + "…[+1 chars]"
    assert found["components"][0] == {"text": "가" * 200 + "…[+800 chars]", "short": "s" * 200}


def test_a_string_is_never_cut_inside_what_reads_as_one_character() -> None:
    family = "👨‍👩‍👧"
    text = "a" * 198 + family + "b" * 50
    assert summarize_tool_result(text) == "a" * 198 + f"…[+{len(text) - 198} chars]"


def test_a_long_list_ends_in_a_count_of_what_is_missing() -> None:
    found = summary({"components": [{"data": list(range(25)), "fits": list(range(20))}]})
    assert found["components"][0] == {"data": [*range(20), "…[+5 items]"], "fits": list(range(20))}


def test_a_short_list_of_points_stays_even_in_a_group_and_a_long_one_does_not() -> None:
    points = [[n, n] for n in range(30)]
    line = {"type": "polyline", "points": points}
    found = summary({"components": [line, {"type": "group", "components": [line]}, {"path": [[0, 0]] * 500}]})
    assert found["components"][0]["points"] == points
    assert found["components"][1]["components"][0]["points"] == points
    assert found["components"][2]["path"] == [*[[0, 0]] * 20, "…[+480 items]"]


def test_three_d_properties_of_a_component_pass_whole() -> None:
    three_d = {"_mesh": {"a": {"b": {"c": {"d": [list(range(50))]}}}}, "text": "x" * 500}
    assert summary({"components": [{"type": "rect", "threeD": three_d}]})["components"][0]["threeD"] == three_d


def test_a_summary_is_at_most_six_levels_deep() -> None:
    deep: Any = 1
    for _ in range(50):
        deep = {"key": deep}
    lists: Any = 1
    for _ in range(50):
        lists = [lists]
    found = summary({"root": deep, "components": [{"value": deep, "lists": lists}]})
    assert depth(found) == 6
    assert "{key}" in json.dumps(found)
    assert "[1 items]" in json.dumps(found)


def test_a_list_of_keys_is_bounded_in_count_and_in_length() -> None:
    wide = {f"key{n}" + "x" * 500: n for n in range(1000)}
    found = summarize_tool_result({"a": {"b": {"c": wide}}})["a"]["b"]["c"]
    assert found.startswith("{key0x")
    assert found.endswith(", …}")
    assert found.count(",") == 40
    assert len(found) < 40 * 43


def test_a_summary_stays_within_its_limit_of_characters() -> None:
    board = many(80, text="t" * 150, data=list(range(20)))
    for most in (24_000, 3_000):
        found = summary(board, max_chars=most)
        assert 0.9 * most < len(json.dumps(found, ensure_ascii=False)) <= most
        assert found["truncated"] is True
        assert found["componentCount"] == 80


def test_one_huge_component_does_not_hide_the_others() -> None:
    board = many(3)
    board["components"][0]["threeD"] = {"mesh": "m" * 50_000}
    found = summary(board)
    assert [shown["refid"] for shown in found["components"]] == [1, 2]
    assert found["truncated"] is True


def test_a_huge_root_stays_within_the_limit() -> None:
    board = {**{f"key{n}": "v" * 200 for n in range(1000)}, "components": []}
    assert len(json.dumps(summary(board), ensure_ascii=False)) <= 24_000


@settings(max_examples=30, deadline=None)
@given(boards)
def test_any_board_has_a_summary_that_json_can_say(board: dict[str, Any]) -> None:
    found = summary(board, selected_refids=[1, 2], viewport={"left": 0, "top": 0, "width": 9, "height": 9})
    assert len(json.dumps(found, ensure_ascii=False)) <= 24_000
    assert found["componentCount"] == len(board["components"])


def test_five_thousand_components_are_summarized_in_fifty_milliseconds() -> None:
    board = many(5000, text="t" * 50, threeD={"a": 1}, points=[[1, 2]] * 10)
    board["components"][17]["components"] = [{"refid": 9000, "type": "rect"}]
    viewport = {"left": 30_000, "top": 0, "width": 500, "height": 500}
    times = []
    for _ in range(3):
        started = time.process_time()
        summarize_board(board, selected_refids=(4999, 9000), viewport=viewport)
        times.append(time.process_time() - started)
    assert min(times) < 0.05


@pytest.mark.parametrize("value", [None, True, False, 0, -1.5, 10**20, "", "short", "x" * 200])
def test_a_scalar_result_stays_as_it_is(value: object) -> None:
    assert summarize_tool_result(value) is value


def test_a_result_is_shortened_in_strings_lists_and_depth() -> None:
    result = {
        "text": "x" * 250,
        "list": [1, 2, 3, 4, 5, 6, 7],
        "fits": [1, 2, 3, 4, 5],
        "a": {"b": {"c": {"d": 1, "e": {"f": 2}}}},
        "found": [{"refid": 1, "threeD": {"x": 1, "y": 2}}],
        "_private": 1,
    }
    assert summarize_tool_result(result) == {
        "text": "x" * 200 + "…[+50 chars]",
        "list": [1, 2, 3, 4, 5, "…[+2 items]"],
        "fits": [1, 2, 3, 4, 5],
        "a": {"b": {"c": "{d, e}"}},
        "found": [{"refid": 1, "threeD": "{x, y}"}],
        "_private": 1,
    }
    assert summarize_tool_result({"a": {"b": {"c": {}}}}) == {"a": {"b": {"c": "{}"}}}


def test_a_result_nested_without_end_is_shortened() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert depth(summarize_tool_result(deep)) <= 7


@settings(max_examples=30, deadline=None)
@given(json_values | st.lists(json_values, max_size=9))
def test_any_result_is_shortened_to_json(value: object) -> None:
    assert len(json.dumps(summarize_tool_result(value), ensure_ascii=False)) < 10_000
