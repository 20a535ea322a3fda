"""A turn that calls tools again and again: what the model is sent stays bounded, and the question stays in it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from gemma_app.agent.messages import ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.turn import Answered, Waiting
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.conversation.chat import Chat, waiting_after
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.transcript import Transcript
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from tests.conversation.test_chat import call, says
from tests.habits.day import START

EARLIER = 30
LOOKED_UP = ("p-morning-light", "p-reading", "p-walk", "p-water", "p-stretch")
LOOKS = [call("query_protocol", f"c{number}", id=name) for number, name in enumerate(LOOKED_UP)]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    yield app
    app.close()


def earlier_rows() -> tuple[StoredMessage, ...]:
    return tuple(
        StoredMessage(id=f"m{n:02}", role="assistant" if n % 2 else "user", content=f"<{n}> ".ljust(90, "."))
        for n in range(EARLIER)
    )


def session_of(app: App) -> str:
    return app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="", messages=earlier_rows())).id


def earlier_in(request: ChatRequest) -> int:
    """How many of the earlier messages the model was sent."""
    return sum(message.text.startswith("<") for message in request.messages)


def check(requests: list[ChatRequest]) -> None:
    sent = [earlier_in(request) for request in requests]
    assert sent[0] == EARLIER
    assert sent == sorted(sent, reverse=True)
    assert sent[-1] < EARLIER
    assert "left out" not in requests[0].messages[0].text
    assert f"The first {EARLIER - sent[-1]} message(s)" in requests[-1].messages[0].text
    for request in requests:
        assert sum(message.text == "찾아줘" for message in request.messages) == 1
        parts = [part for message in request.messages for part in message.parts]
        called = [part.id for part in parts if isinstance(part, ToolUsePart)]
        given = [part.tool_use_id for part in parts if isinstance(part, ToolResultPart)]
        assert called == given


def talk(chat: Chat, session_id: str, app: App) -> list[ChatRequest]:
    model = ScriptedModel([*LOOKS, says("찾았어요.")])
    app.model.put(model)
    assert isinstance(chat.send(session_id, "찾아줘"), Answered)
    return model.requests


def test_results_push_out_the_oldest_messages_and_never_the_question_or_a_call(app: App) -> None:
    session_id = session_of(app)
    check(talk(app.chat, session_id, app))
    history = app.chat.history(session_id, frozenset())
    assert history.raw + history.summarised + history.pending == EARLIER + 2 + 2 * len(LOOKS)


def test_a_temporary_chat_is_bounded_in_a_loop_too(app: App) -> None:
    chat = app.temporary_chat()
    for row in earlier_rows():
        chat.conversations.append("t", row)
    check(talk(chat, "t", app))


def test_what_was_left_out_in_a_loop_is_folded_after_the_reply(app: App) -> None:
    session_id = session_of(app)
    talk(app.chat, session_id, app)
    app.model.put(None)
    app.tidying.fold(session_id, DEFAULT_PROFILE, threshold=1)
    history = app.chat.history(session_id, frozenset())
    assert history.pending == 0
    assert history.summarised > 0


def test_after_an_approval_the_model_goes_on_from_a_bounded_conversation(app: App) -> None:
    session_id = session_of(app)
    model = ScriptedModel([*LOOKS[:4], call("add_habit", "a", protocol_id="p-reading"), LOOKS[4], says("했어요.")])
    app.model.put(model)
    end = app.chat.send(session_id, "찾아줘")
    assert isinstance(end, Waiting)
    (waiting,) = waiting_after(end, session_id, app.conversations)
    assert isinstance(app.chat.answer(waiting, approved=True), Answered)
    check(model.requests)


def test_while_there_is_room_each_request_begins_with_the_one_before(app: App) -> None:
    session_id = app.conversations.create_session(DEFAULT_PROFILE).id
    requests = talk(app.chat, session_id, app)[:3]
    for before, after in pairwise(requests):
        assert after.messages[: len(before.messages)] == before.messages
