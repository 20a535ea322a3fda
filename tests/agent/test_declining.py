"""What says only that something is not to be done, and what asks for something all the same."""

import pytest

from gemma_app.agent.declining import declines
from gemma_app.agent.grounding import grounded
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest, ModelReply, ToolCall


@pytest.mark.parametrize(
    "text",
    [
        "물 마시기 추가하지 마",
        "아니, 그건 기록하지 말아 줘",
        "아무것도 바꾸지 마세요.",
        "더 등록하고 싶지 않아요",
        "Don't log that",
        "no, please do not add the water habit.",
        "I don't want to start a new habit",
        "Please don’t change anything!",
    ],
)
def test_a_refusal_declines(text: str) -> None:
    assert declines(text)


@pytest.mark.parametrize(
    "text",
    [
        "잊지 말고 물 마시기 기록해줘",
        "추가하지 말고 찾아만 줘",
        "야식 먹지 않기 추가해줘",
        "오늘 물 못 마셨어",
        "담배 피우고 싶지 않아",
        "물은 끝! 걷기는 체크하지 마",
        "Don't forget to log my water",
        "don't add it, just show me what it is",
        "Don't add it but log my walk",
        "I don't want to snack late, add a habit for that",
        "don't let me down",
        "",
    ],
)
def test_what_asks_for_something_does_not(text: str) -> None:
    assert not declines(text)


@pytest.mark.parametrize(("text", "calls"), [("Don't log that", 0), ("Log that", 1)])
def test_a_small_models_call_is_left_out_where_the_user_declines(text: str, calls: int) -> None:
    call = ToolCall(id="1", name="log_tracker_entry", arguments={})
    reply = ModelReply(text="", tool_calls=(call,), stop_reason="tool_use")
    request = ChatRequest(messages=(Message(role="user", content=text),))
    found = grounded(reply, request, lambda made, _said: made, "en")
    assert len(found.tool_calls) == calls
    assert bool(found.text) != bool(calls)
