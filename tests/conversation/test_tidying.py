"""Folding in the background: who writes the summary, and what an interruption leaves."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Traits
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.conversation.fold import FoldCancelled
from gemma_app.conversation.fold_chunk import summary_input
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.summaries import WINDOW, Summaries
from gemma_app.conversation.summarizing import ModelSummarizer
from gemma_app.conversation.transcript import Transcript
from gemma_app.habits.service import DEFAULT_PROFILE
from tests.habits.day import START


@dataclass
class Writer:
    """A model that summarises by counting, and may do something else first."""

    traits: Traits = field(default_factory=lambda: Traits(context_tokens=100_000))
    before: Callable[[], object] = lambda: None
    id: str = "writer"
    requests: list[ChatRequest] = field(default_factory=list)

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.before()
        if cancel is not None and cancel.is_set():
            return ModelReply(text="half", tool_calls=(), stop_reason="cancelled")
        self.requests.append(request)
        return ModelReply(text=f"SUMMARY {len(self.requests)}", tool_calls=(), stop_reason="stop")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    yield app
    app.close()


def long_session(app: App, count: int = 120, length: int = 400) -> str:
    rows = tuple(
        StoredMessage(id=f"m{n:05}", role="assistant" if n % 2 else "user", content=f"이야기 {n} " + "가" * length)
        for n in range(count)
    )
    return app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="", messages=rows)).id


def test_a_model_that_is_able_writes_the_summary(app: App) -> None:
    model = Writer()
    app.model.put(model)
    session_id = long_session(app)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    shown = app.reader.summary(session_id)
    assert shown.text == f"SUMMARY {len(model.requests)}"
    assert shown.covered + app.chat.history(session_id, frozenset()).raw == 120
    assert all(request.tools == () for request in model.requests)
    assert all(request.options["temperature"] == 0.0 for request in model.requests)
    assert all(request.options["max_tokens"] == 700 for request in model.requests)


def test_the_embedded_model_is_too_small_and_the_extract_takes_its_place(app: App) -> None:
    model = Writer(traits=Traits(speaks_through_the_app=True))
    app.model.put(model)
    session_id = long_session(app)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    assert model.requests == []
    assert (app.reader.summary(session_id).text or "").startswith("Extract")


def test_an_interrupted_fold_keeps_what_it_has_and_the_next_one_goes_on(app: App) -> None:
    cancel = threading.Event()
    model = Writer(before=lambda: cancel.set() if len(model.requests) == 2 else None)
    app.model.put(model)
    session_id = long_session(app)
    assert app.tidying.fold(session_id, DEFAULT_PROFILE, cancel=cancel).skipped == "cancelled"
    halfway = app.reader.summary(session_id)
    assert (halfway.text, halfway.failures) == ("SUMMARY 2", 0)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    done = app.reader.summary(session_id)
    assert done.covered > halfway.covered
    assert app.chat.history(session_id, frozenset()).pending == 0
    read = [request.messages[0].text for request in model.requests]
    assert sum("이야기 3 " in text for text in read) == 1


def test_the_extract_stops_between_two_chunks(app: App) -> None:
    cancel = threading.Event()
    cancel.set()
    session_id = long_session(app)
    assert app.tidying.fold(session_id, DEFAULT_PROFILE, cancel=cancel).skipped == "cancelled"
    assert app.reader.summary(session_id).text is None


def test_a_backlog_longer_than_what_is_read_at_once_is_folded_to_its_end(app: App) -> None:
    session_id = long_session(app, WINDOW + 200, length=10)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    history = app.chat.history(session_id, frozenset())
    assert history.pending < 10
    assert history.raw + history.summarised + history.pending == WINDOW + 200


def test_a_summary_is_made_again_from_the_messages(app: App) -> None:
    model = Writer()
    app.model.put(model)
    session_id = long_session(app)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    app.reader.edit_summary(session_id, "mine")
    app.tidying.rebuild(session_id, DEFAULT_PROFILE)
    assert (app.reader.summary(session_id).text or "").startswith("SUMMARY")


def test_a_model_with_less_room_is_sent_less(app: App) -> None:
    session_id = long_session(app, 30)
    app.model.put(Writer())
    large = app.chat.history(session_id, frozenset())
    app.model.put(Writer(traits=Traits(context_tokens=4_096)))
    small = app.chat.history(session_id, frozenset())
    assert (large.raw, large.pending) == (30, 0)
    assert small.raw < 30
    assert small.tokens <= small.budget + 200
    app.tidying.fold(session_id, DEFAULT_PROFILE, threshold=1)
    assert app.chat.history(session_id, frozenset()).pending == 0


def test_a_model_with_little_room_reads_a_long_chunk_in_pieces() -> None:
    model = Writer(traits=Traits(context_tokens=4_096))
    summarize = ModelSummarizer(model, threading.Event())
    assert summarize(summary_input("BEFORE", "나" * 10_000)) == f"SUMMARY {len(model.requests)}"
    texts = [request.messages[0].text for request in model.requests]
    assert "BEFORE" in texts[0]
    assert "SUMMARY 1" in texts[1]
    assert sum(text.count("나") for text in texts) == 10_000
    assert all(len(text) < 4_096 * 1.5 for text in texts)


def test_a_stopped_model_gives_no_summary() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(FoldCancelled):
        ModelSummarizer(Writer(), cancel)(summary_input("", "words"))


def test_pinning_a_covered_message_counts_it_once_and_unpinning_makes_the_summary_stale(app: App) -> None:
    session_id = long_session(app)
    app.tidying.fold(session_id, DEFAULT_PROFILE)

    oldest = next(iter(app.conversations.all_messages(session_id)))
    app.conversations.pin_message(oldest.id, pinned=True)
    history = app.chat.history(session_id, frozenset())
    assert history.raw + history.summarised + history.pending == 120
    assert not app.reader.summary(session_id).is_stale
    app.conversations.pin_message(oldest.id, pinned=False)
    history = app.chat.history(session_id, frozenset())
    assert history.raw + history.summarised + history.pending == 120
    assert app.reader.summary(session_id).is_stale


def test_a_fold_that_was_cut_off_counts_as_no_failure(app: App) -> None:
    session_id = long_session(app)
    cancel = threading.Event()
    app.model.put(Writer(before=cancel.set))
    assert app.tidying.fold(session_id, DEFAULT_PROFILE, cancel=cancel).skipped == "cancelled"
    state = Summaries(app.database).get_session(session_id, DEFAULT_PROFILE)
    assert state is not None
    assert (state.fold_failures, state.last_summary) == (0, None)


def test_after_a_failed_fold_the_next_turn_says_what_was_left_out(app: App) -> None:
    session_id = long_session(app)
    app.model.put(Writer(before=broken))
    assert app.tidying.fold(session_id, DEFAULT_PROFILE).skipped == "failed"
    assert app.reader.summary(session_id).failures == 1
    history = app.chat.history(session_id, frozenset())
    assert f"The first {history.pending} message(s) of this conversation were left out" in history.messages[0].text


def broken() -> None:
    raise OSError


def test_messages_after_one_can_be_read(app: App) -> None:
    session_id = long_session(app, 20)
    conversations: Conversations = app.conversations
    rows = conversations.page(session_id)
    assert conversations.following(session_id, rows[4], limit=3) == rows[5:8]
    assert app.reader.around(session_id, rows[4].id, limit=4) == rows[2:7]
    assert app.reader.around(session_id, "gone", limit=4) == []
