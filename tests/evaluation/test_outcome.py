"""Each verdict on an item means what its definition says."""

import pytest

from gemma_app.agent.model import ModelReply, ToolCall
from gemma_app.errors import BadCall, CallError, Rejected
from gemma_app.evaluation.outcome import Outcome, judge
from gemma_app.evaluation.suite import Item
from gemma_app.language import same
from tests.evaluation.examples import as_it_is, call, item, reply

WANTS_CALL = item()
WANTS_NONE = item(expect=[[]])
WANTS_EITHER = item(expect=[[], [{"name": "list_active_habits"}]])
RIGHT = call("log_tracker_entry", habit_id=3, value="done", date="2028-02-29")


def verdict(asked: Item, answer: ModelReply) -> set[str]:
    outcome = judge(asked, answer, as_it_is).to_json()
    return {name for name, value in outcome.items() if value is True}


@pytest.mark.parametrize(
    ("asked", "answer", "expected"),
    [
        (WANTS_CALL, reply(RIGHT), {"right_tool", "fully_right"}),
        (WANTS_CALL, reply(call("log_tracker_entry", habit_id=3, value="blank")), {"right_tool"}),
        (WANTS_CALL, reply(call("get_streak", habit_id=3)), set()),
        (WANTS_CALL, reply(RIGHT, RIGHT), set()),
        (WANTS_CALL, reply(), {"missed_call"}),
        (WANTS_CALL, reply(error="malformed"), {"missed_call", "invalid"}),
        (WANTS_CALL, reply(RIGHT, error="malformed"), {"invalid"}),
        (WANTS_NONE, reply(), {"right_tool", "fully_right"}),
        (WANTS_NONE, reply(call("list_active_habits")), {"false_call"}),
        (WANTS_NONE, reply(error="malformed"), {"invalid"}),
        (WANTS_EITHER, reply(), {"right_tool", "fully_right"}),
        (WANTS_EITHER, reply(call("list_active_habits")), {"right_tool", "fully_right"}),
        (WANTS_EITHER, reply(call("get_streak", habit_id=3)), set()),
    ],
)
def test_a_reply_gets_exactly_these_verdicts(asked: Item, answer: ModelReply, expected: set[str]) -> None:
    assert verdict(asked, answer) == expected


def test_the_arguments_of_one_alternative_do_not_mix_with_those_of_another() -> None:
    expect = [
        [{"name": "search_catalog", "arguments": {"category": "sleep", "limit": 2}}],
        [{"name": "search_catalog", "arguments": {"category": "mind", "limit": 3}}],
    ]
    assert verdict(item(expect=expect), reply(call("search_catalog", category="sleep", limit=3))) == {"right_tool"}


def test_a_call_is_judged_and_reported_as_it_resolves() -> None:
    def resolve(made: ToolCall, asked: Item) -> ToolCall:
        ids = {habit.title: habit.id for habit in asked.habits}
        dates = {"어제": "2028-02-29"}
        title, when = made.arguments["habit_id"], made.arguments["date"]
        return call(made.name, **{**made.arguments, "habit_id": ids[title], "date": dates[when]})

    spoken = call("log_tracker_entry", habit_id="물 마시기", value="done", date="어제")
    outcome = judge(WANTS_CALL, reply(spoken), resolve)
    assert outcome.fully_right
    assert outcome.to_json()["calls"] == [
        {"name": "log_tracker_entry", "arguments": {"habit_id": 3, "value": "done", "date": "2028-02-29"}}
    ]


def refused_with(error: CallError) -> Outcome:
    def resolve(made: ToolCall, asked: Item) -> ToolCall:
        raise error

    return judge(WANTS_CALL, reply(RIGHT), resolve)


@pytest.mark.parametrize("code", ["validation", "unknown_tool"])
def test_a_malformed_call_is_invalid_and_never_fully_right(code: str) -> None:
    outcome = refused_with(BadCall(code, same("no")))
    assert (outcome.invalid, outcome.right_tool, outcome.fully_right) == (True, True, False)
    assert outcome.calls == (RIGHT,)


@pytest.mark.parametrize("error", [BadCall("ambiguous", same("which")), Rejected("validation", same("no"))])
def test_a_call_that_is_well_formed_but_does_not_resolve_is_judged_as_made(error: CallError) -> None:
    outcome = refused_with(error)
    assert (outcome.invalid, outcome.calls) == (False, (RIGHT,))
