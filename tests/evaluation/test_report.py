"""The report counts each verdict over the items that it can befall."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.model import ModelReply
from gemma_app.evaluation.outcome import Outcome
from gemma_app.evaluation.report import Rate, evaluate
from gemma_app.evaluation.suite import Item
from tests.evaluation.examples import as_it_is, call, item, reply

STREAK = [[{"name": "get_streak", "arguments": {"habit_id": 3}}]]
ITEMS = (
    item(id="a", lang="ko", category="streak", expect=STREAK),
    item(id="b", lang="en", category="streak", expect=STREAK),
    item(id="c", lang="ko", category="none", expect=[[]]),
    item(id="d", lang="ko", category="none", expect=[[]]),
    item(id="e", lang="mixed", category="log", expect=[[], *STREAK]),
)
REPLIES: dict[str, ModelReply] = {
    "a": reply(call("get_streak", habit_id=3)),
    "b": reply(),
    "c": reply(call("get_streak", habit_id=3)),
    "d": reply(),
    "e": reply(error="malformed"),
}


def ask(asked: Item) -> ModelReply:
    return REPLIES[asked.id]


def test_every_rate_is_over_the_items_it_is_about() -> None:
    totals = evaluate(ITEMS, ask=ask, resolve=as_it_is).totals
    assert totals.items == 5
    assert totals.right_tool == Rate(count=2, of=5)
    assert totals.fully_right == Rate(count=2, of=5)
    assert totals.false_call == Rate(count=1, of=2)
    assert totals.missed_call == Rate(count=1, of=2)
    assert totals.invalid == Rate(count=1, of=5)


def test_groups_hold_their_own_items_alone() -> None:
    report = evaluate(ITEMS, ask=ask, resolve=as_it_is)
    assert {name: totals.items for name, totals in report.by_category.items()} == {"streak": 2, "none": 2, "log": 1}
    assert {name: totals.items for name, totals in report.by_lang.items()} == {"ko": 3, "en": 1, "mixed": 1}
    assert report.by_category["streak"].missed_call == Rate(count=1, of=2)
    assert report.by_category["streak"].false_call == Rate(count=0, of=0)
    assert report.by_lang["ko"].false_call == Rate(count=1, of=2)


def test_failures_are_the_items_that_are_not_fully_right() -> None:
    report = evaluate(ITEMS, ask=ask, resolve=as_it_is)
    assert [outcome.item.id for outcome in report.failures] == ["b", "c", "e"]


def test_each_outcome_is_told_as_it_comes() -> None:
    told: list[Outcome] = []
    report = evaluate(ITEMS, ask=ask, resolve=as_it_is, on_outcome=told.append)
    assert tuple(told) == report.outcomes


def test_the_report_is_json_with_the_pinned_keys() -> None:
    report = json.loads(json.dumps(evaluate(ITEMS, ask=ask, resolve=as_it_is).to_json()))
    assert set(report) == {"items", "totals", "by_category", "by_lang"}
    assert report["items"][0] == {
        "id": "a",
        "right_tool": True,
        "fully_right": True,
        "false_call": False,
        "missed_call": False,
        "invalid": False,
        "calls": [{"name": "get_streak", "arguments": {"habit_id": 3}}],
    }
    assert report["totals"]["false_call"]["rate"] == 0.5
    assert set(report["by_lang"]["ko"]) == {
        "items", "right_tool", "fully_right", "false_call", "missed_call", "invalid",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (15, 50, 0.1910, 0.4375), (81, 263, 0.2553, 0.3662), (0, 0, 0, 1)],
)
def test_the_interval_is_that_of_wilson(count: int, of: int, low: float, high: float) -> None:
    assert Rate(count=count, of=of).interval == pytest.approx((low, high), abs=5e-5)


@given(of=st.integers(1, 1000), share=st.floats(0, 1))
def test_the_interval_holds_the_rate_and_stays_between_nothing_and_all(of: int, share: float) -> None:
    rate = Rate(count=round(share * of), of=of)
    low, high = rate.interval
    assert 0 <= low <= rate.value + 1e-12
    assert rate.value - 1e-12 <= high <= 1


def test_nothing_of_the_window_the_store_or_the_engine_is_imported() -> None:
    code = "import sys, gemma_app.evaluation.report; print(*sys.modules)"
    listed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "gemma_app.evaluation.report" in listed
    assert not {"PySide6", "sqlalchemy", "llama_cpp", "gemma_app.storage", "gemma_app.habits"} & set(listed)
