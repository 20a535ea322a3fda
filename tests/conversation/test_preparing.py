"""What the model is given to read ahead is what it is asked afterwards, and nothing of it is stored."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gemma_app.agent.messages import ToolUsePart
from gemma_app.agent.model import ChatRequest, ModelReply, ToolCall
from gemma_app.agent.turn import Waiting
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from tests.habits.day import START

SAYS = ModelReply(text="네.", tool_calls=(), stop_reason="stop")
ADD = ModelReply(
    text="",
    tool_calls=(ToolCall(id="c1", name="add_habit", arguments={"protocol_id": "아침 햇빛"}),),
    stop_reason="tool_use",
)


class Attentive(ScriptedModel):
    """Keeps what it is given to read ahead."""

    def __init__(self, replies: Sequence[ModelReply]) -> None:
        super().__init__(replies)
        self.prepared: list[ChatRequest] = []

    def prepare(self, request: ChatRequest) -> None:
        self.prepared.append(request)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    yield app
    app.close()


def _session(app: App, *replies: ModelReply) -> tuple[str, Attentive]:
    model = Attentive(replies)
    app.model.put(model)
    return app.conversations.create_session(DEFAULT_PROFILE).id, model


def test_a_draft_is_prepared_as_the_request_that_sending_it_makes(app: App) -> None:
    session_id, model = _session(app, SAYS, SAYS)
    app.chat.send(session_id, "안녕")
    stored = app.conversations.page(session_id)
    app.chat.prepare(session_id, "오늘 물 마셨어")
    assert app.conversations.page(session_id) == stored
    app.chat.send(session_id, "오늘 물 마셨어")
    assert model.prepared == [model.requests[1]]


def test_while_a_question_waits_the_talk_up_to_it_is_prepared(app: App) -> None:
    session_id, model = _session(app, ADD)
    assert isinstance(app.chat.send(session_id, "아침 햇빛 추가해줘"), Waiting)
    app.chat.prepare(session_id, "다른 말")
    (request,) = model.prepared
    (call,) = request.messages[-1].parts
    assert isinstance(call, ToolUsePart)
    assert (request.messages[-1].role, call.name) == ("assistant", "add_habit")


def test_preparing_without_a_model_or_with_one_that_cannot_does_nothing(app: App) -> None:
    session_id = app.conversations.create_session(DEFAULT_PROFILE).id
    app.chat.prepare(session_id, "안녕")
    app.model.put(ScriptedModel([]))
    app.chat.prepare(session_id, "안녕")
    assert app.conversations.page(session_id) == []
