import threading

import pytest

from gemma_app.agent.messages import Message
from gemma_app.agent.model import CallStarted, ChatRequest, ModelEvent, ModelReply, TextDelta, ToolCall
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.engine.scripted import ScriptedModel, ScriptExhausted

STREAK = Tool(
    name="get_streak",
    description="Days in a row.",
    parameters={"type": "object", "properties": {"habit_id": {"type": "string"}}, "required": ["habit_id"]},
    effect=Effect.READ,
)


def _request(text: str = "며칠째야?") -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", content=text),), tools=(STREAK,))


def _done(text: str) -> ModelReply:
    return ModelReply(text=text, tool_calls=(), stop_reason="stop")


def test_replies_come_in_order_and_requests_are_kept() -> None:
    model = ScriptedModel([_done("하나"), lambda request: _done(request.messages[-1].text.upper())])
    assert model.generate(_request("first")).text == "하나"
    assert model.generate(_request("second")).text == "SECOND"
    assert [request.messages[-1].text for request in model.requests] == ["first", "second"]


def test_an_exhausted_script_names_the_request_it_had_no_reply_for() -> None:
    with pytest.raises(ScriptExhausted, match="'며칠째야\\?'"):
        ScriptedModel([]).generate(_request())


@pytest.mark.parametrize("chunk", [0, 1, 3, 7])
def test_native_text_in_any_chunks_gives_the_same_call(chunk: int) -> None:
    model = ScriptedModel([' streak ["물 마시기"]\n'], dialect=EmbeddedDialect(), chunk=chunk)
    events: list[ModelEvent] = []
    reply = model.generate(_request(), on_event=events.append)
    assert reply.stop_reason == "tool_use"
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [("get_streak", {"habit_id": "물 마시기"})]
    assert events == [CallStarted(name="get_streak")]


def test_a_ready_reply_is_told_as_events() -> None:
    call = ToolCall(id="c1", name="get_streak", arguments={})
    events: list[ModelEvent] = []
    ScriptedModel([ModelReply(text="잠시만요", tool_calls=(call,), stop_reason="tool_use")]).generate(
        _request(), on_event=events.append
    )
    assert events == [TextDelta(text="잠시만요"), CallStarted(name="get_streak")]


def test_cancelling_between_chunks_ends_the_reply_there() -> None:
    cancel = threading.Event()
    model = ScriptedModel([[" say 네, ", "알겠", "어요"]], dialect=EmbeddedDialect())
    reply = model.generate(_request(), on_event=lambda _: cancel.set(), cancel=cancel)
    assert (reply.text, reply.stop_reason) == ("네,", "cancelled")


def test_native_text_without_a_dialect_is_a_mistake_of_the_test() -> None:
    with pytest.raises(TypeError, match="dialect"):
        ScriptedModel(["text"]).generate(_request())
