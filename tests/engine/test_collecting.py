"""What the events of a generation add up to."""

import pytest

from gemma_app.agent.model import ModelReply, StopReason
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, ParseError, Text, Thought
from gemma_app.engine.collecting import Collected

BEGAN, CALL = CallBegan(name="note"), Call(name="note", arguments={"n": 1})


def _reply(*events: DialectEvent, ended: StopReason = "stop") -> ModelReply:
    collected = Collected(lambda _: None)
    collected.take(events)
    return collected.reply(ended, {})


def test_the_thoughts_before_a_call_stay_with_it() -> None:
    reply = _reply(Thought(text="\nfirst "), Thought(text="this\n"), BEGAN, CALL, BEGAN, CALL)
    assert [call.provider_meta for call in reply.tool_calls] == [{"thought": "first this"}, None]


def test_one_broken_call_keeps_the_others_from_being_made() -> None:
    reply = _reply(BEGAN, CALL, ParseError(code="bad_args"), BEGAN, CALL, ended="tool_use")
    assert (reply.tool_calls, reply.error, reply.stop_reason) == ((), "bad_args", "stop")


@pytest.mark.parametrize("ended", ["stop", "tool_use"])
def test_calls_wait_for_results_whichever_token_ended_the_answer(ended: StopReason) -> None:
    reply = _reply(BEGAN, CALL, ended=ended)
    assert (len(reply.tool_calls), reply.error, reply.stop_reason) == (1, None, "tool_use")


def test_waiting_for_the_result_of_nothing_is_a_call_left_out_unless_something_was_said() -> None:
    assert _reply(ended="tool_use").error == "missing_call_prefix"
    said = _reply(Text(text="Hello. "), ended="tool_use")
    assert (said.text, said.error, said.stop_reason) == ("Hello.", None, "stop")


def test_a_cancelled_answer_makes_no_calls() -> None:
    assert _reply(BEGAN, CALL, ended="cancelled").tool_calls == ()
