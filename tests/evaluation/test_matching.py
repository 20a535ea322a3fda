"""What counts as the expected call."""

import unicodedata
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.model import ToolCall
from gemma_app.evaluation.matching import alternative_matches, tools_match, value_matches
from tests.evaluation.examples import alternative, call

TODAY = date(2028, 3, 1)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["left", "top", "text"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def matches(expected: tuple[tuple[str, dict[str, Any]], ...], *calls: ToolCall) -> bool:
    return alternative_matches(alternative(*expected), calls, today=TODAY)


@given(value=PLAIN)
def test_a_value_without_operators_matches_itself(value: Any) -> None:
    assert value_matches(value, value)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("sleep", " Sleep\n"),
        ("나는 읽는 사람이다", unicodedata.normalize("NFD", "나는 읽는 사람이다")),
        (8, 8.0),
        (None, None),
        ({"any": [8, "8잔"]}, 8),
        ({"any": [8, "8잔"]}, "8잔 "),
        ({"any": [{"contains": "걷"}, "run"]}, "빠르게 걷기"),
        ({"contains": "Coffee"}, "after my COFFEE"),
        ({"left": 1}, {"left": 1, "top": 2}),
        ({"region": {"left": 0}}, {"region": {"left": 0, "top": 9}}),
        ({}, {"left": 1}),
        ({"gone": None}, {}),
        ([], []),
        ([{"type": "text"}, 2], [{"type": "TEXT", "left": 3}, 2]),
    ],
)
def test_these_match(expected: Any, actual: Any) -> None:
    assert value_matches(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("sleep", "asleep"),
        ("8", 8),
        (8, "8"),
        (8, 9),
        (1, True),
        (True, 1),
        (False, None),
        ({"any": [8, "8잔"]}, "8"),
        ({"any": [8]}, None),
        ({"contains": "8"}, 8),
        ({"contains": "커피"}, None),
        ({"left": 1}, {"top": 1}),
        ({"left": 1}, {"left": 2}),
        ({"left": 1}, [1]),
        ({"left": {"top": 1}}, {"left": 1}),
        ([], [1]),
        ([], None),
        ([1], []),
        ([1, 2], [2, 1]),
        ([1], 1),
    ],
)
def test_these_do_not_match(expected: Any, actual: Any) -> None:
    assert not value_matches(expected, actual)


def test_further_arguments_are_free_and_null_counts_as_absent() -> None:
    expected = (("add_habit", {"protocol_id": "d-water"}),)
    assert matches(expected, call("add_habit", protocol_id="d-water", frame_level="L2", anchor=None))
    assert not matches((("add_habit", {"anchor": "아침"}),), call("add_habit", anchor=None))


@pytest.mark.parametrize("given", [{}, {"date": None}, {"date": "2028-03-01"}])
def test_a_date_that_is_not_listed_is_absent_or_today(given: dict[str, Any]) -> None:
    assert matches((("log_tracker_entry", {"habit_id": 3}),), call("log_tracker_entry", habit_id=3, **given))


@pytest.mark.parametrize("given", ["2028-02-29", "어제", 20280301])
def test_another_date_than_today_must_be_listed(given: object) -> None:
    assert not matches((("log_tracker_entry", {"habit_id": 3}),), call("log_tracker_entry", habit_id=3, date=given))


def test_a_listed_date_of_today_may_be_left_out_and_another_may_not() -> None:
    assert matches((("log_tracker_entry", {"date": "2028-03-01"}),), call("log_tracker_entry"))
    assert not matches((("log_tracker_entry", {"date": "2028-02-29"}),), call("log_tracker_entry"))


def test_calls_are_compared_in_order_and_none_may_be_missing_or_left_over() -> None:
    first, second = call("get_streak", habit_id=1), call("get_streak", habit_id=2)
    expected = (("get_streak", {"habit_id": 1}), ("get_streak", {"habit_id": 2}))
    assert matches(expected, first, second)
    assert not matches(expected, second, first)
    assert not matches(expected, first)
    assert not matches(expected, first, second, second)
    assert not matches((), first)
    assert matches(())


def test_tools_are_compared_by_name_alone() -> None:
    expected = alternative(("get_streak", {"habit_id": 1}), ("list_active_habits", {}))
    assert tools_match(expected, [call("get_streak", habit_id=9), call("list_active_habits")])
    assert not tools_match(expected, [call("list_active_habits"), call("get_streak", habit_id=1)])
    assert not tools_match(expected, [call("get_streak", habit_id=1)])
