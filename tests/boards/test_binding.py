from typing import Any

import pytest

from gemma_app.boards.binding import HabitFigures, bound_refids, source_of, with_live_data
from gemma_app.boards.geometry import fraction_of
from tests.boards.boards import dumped, wall

SUNLIGHT = HabitFigures(title="아침 햇빛 #{streak}", streak=4, rate=0.8, today="done")


class Habits:
    """Habit 3 is a habit; there is no other."""

    def figures(self, habit_id: int) -> HabitFigures | None:
        return SUNLIGHT if habit_id == 3 else None


def live(**component: Any) -> dict[str, Any]:
    return with_live_data({"refid": 1, "type": "rect", "id": "habit:3", **component}, Habits())


def mapped(*rules: Any) -> dict[str, Any]:
    return live(mappings=list(rules))


@pytest.mark.parametrize(
    ("identity", "habit"),
    [("habit:3", 3), ("habit:0", 0), ("habit:", None), ("habit:x", None), (" habit:3", None), ("habit:٣", None),
     ("habit:3\n", None), ("habit:" + "9" * 5000, None), (3, None), (None, None), ("board:3", None)],
)  # fmt: skip
def test_a_component_names_its_habit_by_its_id(identity: object, habit: int | None) -> None:
    assert source_of({"id": identity}) == habit


def test_the_components_that_show_a_habit_are_known_in_groups_too() -> None:
    board = wall()
    board["components"][2]["components"][0]["id"] = "habit:7"
    assert bound_refids(board) == {3: (21, 22), 7: (24,)}


def test_placeholders_in_texts_are_replaced_once() -> None:
    shown = live(text="#{title}: #{streak}일 #{rate} #{today} #{other} #{streak")
    assert shown["text"] == "아침 햇빛 #{streak}: 4일 80% done #{other} #{streak"


def test_today_is_said_in_the_language_of_the_window() -> None:
    assert with_live_data({"id": "habit:3", "text": "#{today}"}, Habits(), language="ko")["text"] == "완료"


def test_a_gauge_without_rules_fills_with_the_rate() -> None:
    gauge = live(type="gauge-circle", min=10, max=20)
    assert gauge["value"] == 18
    assert fraction_of(gauge) == pytest.approx(0.8)
    assert live(type="progress-horizontal")["value"] == 80
    assert "value" not in live(type="rect")


def test_a_value_rule_gives_the_figure_scaled_where_asked() -> None:
    assert mapped({"property": "value", "from": "streak"})["value"] == 4
    assert mapped({"property": "value", "from": "rate", "type": "value", "scale": 100})["value"] == 80
    assert mapped({"property": "label", "from": "title", "scale": 2})["label"].startswith("아침 햇빛")


def test_a_map_rule_looks_the_figure_up() -> None:
    rule = {"property": "fillStyle", "from": "today", "type": "map", "cases": {"done": "#2E7D32"}}
    assert mapped(rule)["fillStyle"] == "#2E7D32"
    other = {**rule, "cases": {"blank": "#FF0000"}}
    assert "fillStyle" not in mapped(other)
    assert mapped({**other, "default": "#EEEEEE"})["fillStyle"] == "#EEEEEE"


def test_a_range_rule_takes_the_first_range_that_holds_the_figure() -> None:
    ranges = [{"max": 4, "value": "low"}, {"min": 4, "max": 7, "value": "middle"}, {"min": 7, "value": "high"}]
    rule = {"property": "text", "from": "streak", "type": "range", "ranges": ranges}
    assert mapped(rule)["text"] == "middle"
    assert mapped({**rule, "ranges": ranges[:1], "default": None})["text"] is None


def test_rules_may_be_given_by_property() -> None:
    assert live(mappings={"opacity": {"from": "rate"}, "odd": 5})["opacity"] == 0.8


@pytest.mark.parametrize("name", ["refid", "type", "components", "id", "mappings", "name", "_x", None, 5])
def test_a_rule_cannot_reach_what_makes_a_component(name: object) -> None:
    rule = {"property": name, "from": "streak"}
    assert mapped(rule) == {"refid": 1, "type": "rect", "id": "habit:3", "mappings": [rule]}


@pytest.mark.parametrize(
    "rule",
    [
        None,
        5,
        {},
        {"property": "value"},
        {"property": "value", "from": "__class__"},
        {"property": "value", "from": "streak.__class__"},
        {"property": "value", "from": ["streak"]},
        {"property": "value", "from": "streak", "type": "eval", "code": "1+1"},
        {"property": "value", "from": "streak", "type": "range", "ranges": [None, 5, {"min": 0}]},
        {"property": "value", "from": "title", "type": "range", "ranges": [{"value": 1}]},
        {"property": "value", "from": "streak", "type": "map", "cases": ["4"]},
    ],
)
def test_a_rule_that_is_none_gives_nothing(rule: object) -> None:
    assert "value" not in mapped(rule)


def test_a_habit_that_is_gone_shows_a_dash_and_leaves_the_rest() -> None:
    gone = {"id": "habit:9", "type": "gauge-circle", "value": 7, "text": "#{title} #{streak}"}
    assert with_live_data(gone, Habits()) == {**gone, "text": "– –"}


def test_what_is_not_bound_is_the_same_object() -> None:
    plain = {"id": "photo", "text": "#{streak}"}
    assert with_live_data(plain, Habits()) is plain


def test_the_document_stays_as_it_is() -> None:
    component = {"id": "habit:3", "text": "#{streak}", "mappings": [{"property": "value", "from": "streak"}]}
    before = dumped(component)
    with_live_data(component, Habits())
    assert dumped(component) == before
