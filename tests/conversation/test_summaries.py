from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gemma_app.agent.action import Provenance, Receipt
from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.doors import DoorGate
from gemma_app.conversation.fold import FoldResult, fold_session_history
from gemma_app.conversation.history import ModelHistory, Reach, TurnHistory, count_in_steps, count_that_fit
from gemma_app.conversation.messages import Attachment, StoredMessage
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.summaries import WINDOW, Summaries
from gemma_app.errors import Rejected
from gemma_app.storage.database import Database
from tests.conversation.conftest import SetClock

BY_USER = Provenance(actor="window", tool="delete_message")


@pytest.fixture
def summaries(database: Database) -> Summaries:
    return Summaries(database)


def fill(conversations: Conversations, count: int, first: int = 0) -> str:
    session = conversations.list_sessions(1)[0] if first else conversations.create_session(1)
    for number in range(first, first + count):
        role = "user" if number % 2 else "assistant"
        conversations.append(session.id, StoredMessage(id=f"m{number}", role=role, content=f"<{number}>"))  # type: ignore[arg-type]
    return session.id


def fold(summaries: Summaries, session_id: str, cap: int = 4, texts: list[str] | None = None) -> FoldResult:
    def summarize(text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:
        if texts is not None:
            texts.append(text)
        return "SUMMARY"

    return fold_session_history(
        repository=summaries, session_id=session_id, profile_id=1, summarize=summarize, max_turns=cap, threshold=2
    )


def history(database: Database, session_id: str, cap: int = 4, gate: DoorGate | None = None) -> TurnHistory:
    reach = Reach(max_messages=cap, tokens_of=lambda row: 1, budget=1000, gate=gate)
    return ModelHistory(database).for_turn(session_id, reach)


def test_a_summary_and_its_watermark_are_stored_together_and_read_back(
    conversations: Conversations, summaries: Summaries
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert (state.last_summary, state.summary_up_to_message_id, state.covered) == ("SUMMARY", "m15", 16)
    assert summaries.get_session(session_id, 2) is None


def test_the_next_fold_reads_on_from_the_watermark(conversations: Conversations, summaries: Summaries) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    fill(conversations, 10, first=20)
    texts: list[str] = []
    fold(summaries, session_id, texts=texts)
    assert [n for n in range(30) if f"<{n}>" in texts[0]] == list(range(16, 26))
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert state.covered == 26


def test_a_backlog_longer_than_a_window_is_read_in_several_folds(
    conversations: Conversations, summaries: Summaries, database: Database
) -> None:
    session = conversations.create_session(1)
    with database.write() as writing:
        writing.connection().exec_driver_sql(
            "INSERT INTO conversation_messages (id, session_id, created_at, role, status, content, pinned) VALUES "
            "(?, ?, ?, 'user', 'finished', 'x', 0)",
            [(f"m{n:05}", session.id, "2026-01-01T00:00:00.000000+00:00") for n in range(WINDOW + 500)],
        )
    first = summaries.messages_after(session.id, None)
    assert [row.id for row in first] == [f"m{n:05}" for n in range(WINDOW)]
    assert [row.id for row in summaries.messages_after(session.id, first[-1])] == [
        f"m{n:05}" for n in range(WINDOW, WINDOW + 500)
    ]


def test_a_summary_is_stored_only_over_the_one_it_was_made_from(
    conversations: Conversations, summaries: Summaries
) -> None:
    session_id = fill(conversations, 10)
    patch = {"last_summary": "A", "summary_up_to_message_id": "m3", "summary_doors": ("habits.read",)}
    assert summaries.save_summary(session_id, expected_mark=None, patch=patch)
    assert not summaries.save_summary(session_id, expected_mark=None, patch={**patch, "last_summary": "B"})
    assert summaries.save_summary(session_id, expected_mark="m3", patch={**patch, "summary_up_to_message_id": "m5"})
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert (state.last_summary, state.summary_up_to_message_id, state.summary_doors) == ("A", "m5", ("habits.read",))


def test_failures_are_counted_until_a_summary_is_stored(conversations: Conversations, summaries: Summaries) -> None:
    session_id = fill(conversations, 20)
    for _ in range(2):
        summaries.count_fold_failure(session_id)
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert (state.fold_failures, state.last_summary) == (2, None)
    fold(summaries, session_id)
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert state.fold_failures == 0


def test_editing_a_covered_message_makes_the_summary_stale_until_it_is_rebuilt(
    conversations: Conversations, summaries: Summaries, clock: SetClock
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    clock.move(minutes=1)
    uncovered, covered = conversations.message(session_id, "m17"), conversations.message(session_id, "m3")
    assert uncovered is not None
    assert covered is not None
    conversations.save(replace(uncovered, content="other"))
    assert not summaries.is_stale(session_id)
    conversations.save(replace(covered, content="other"))
    assert summaries.is_stale(session_id)
    fill(conversations, 10, first=20)
    fold(summaries, session_id)
    assert summaries.is_stale(session_id)
    summaries.forget(session_id)
    fold(summaries, session_id)
    assert not summaries.is_stale(session_id)


def test_deleting_a_covered_message_makes_the_summary_stale_and_undo_takes_that_back(
    conversations: Conversations, summaries: Summaries, database: Database, clock: SetClock
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    clock.move(minutes=1)
    conversations.delete_message("m18", BY_USER)
    assert not summaries.is_stale(session_id)
    receipt = conversations.delete_message("m15", BY_USER)
    assert summaries.is_stale(session_id)
    assert receipt.change_id is not None
    database.undo(receipt.change_id, BY_USER)
    assert not summaries.is_stale(session_id)


def test_a_summary_can_be_edited_within_its_limit(conversations: Conversations, summaries: Summaries) -> None:
    session_id = fill(conversations, 20)
    for text, code in (("x", "no_summary"), (" ", "summary_length"), ("x" * 4001, "summary_length")):
        with pytest.raises(Rejected) as refused:
            summaries.edit(session_id, text)
        assert refused.value.code == code
    fold(summaries, session_id)
    summaries.edit(session_id, " in my words ")
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert (state.last_summary, state.summary_up_to_message_id) == ("in my words", "m15")


def test_purging_a_message_drops_the_summary_that_may_tell_of_it(
    conversations: Conversations, summaries: Summaries, clock: SetClock
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    conversations.delete_message("m3", BY_USER)
    clock.move(days=1)
    conversations.purge_deleted(clock())
    state = summaries.get_session(session_id, 1)
    assert state is not None
    assert state.last_summary is None


def test_a_turn_is_sent_the_tail_and_is_told_what_is_missing(conversations: Conversations, database: Database) -> None:
    session_id = fill(conversations, 20)
    sent = history(database, session_id)
    assert [message.text for message in sent.messages[1:]] == ["<16>", "<17>", "<18>", "<19>"]
    assert "The first 16 message(s) of this conversation were left out" in sent.messages[0].text
    assert (sent.kept, sent.pending) == (4, 16)
    assert history(database, session_id, cap=20).messages[0].text == "<0>"


def test_a_turn_is_sent_the_summary_and_how_much_is_not_in_it_yet(
    conversations: Conversations, database: Database, summaries: Summaries
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    fill(conversations, 3, first=20)
    notice = history(database, session_id).messages[0].text
    assert "The first 16 message(s)" in notice
    assert " 3 message(s) after it are not in the summary yet.\nSUMMARY" in notice


def test_deleted_messages_are_counted_nowhere(
    conversations: Conversations, database: Database, summaries: Summaries, clock: SetClock
) -> None:
    session_id = fill(conversations, 20)
    fold(summaries, session_id)
    fill(conversations, 3, first=20)
    clock.move(minutes=1)
    for gone in ("m3", "m17", "m22"):
        conversations.delete_message(gone, BY_USER)
    notice, *rest = (message.text for message in history(database, session_id).messages)
    assert rest == ["<18>", "<19>", "<20>", "<21>"]
    assert "The first 15 message(s)" in notice
    assert " 1 message(s) after it" in notice


def test_pinned_messages_are_sent_word_for_word(conversations: Conversations, database: Database) -> None:
    session_id = fill(conversations, 20)
    for pinned in ("m3", "m18"):
        row = conversations.message(session_id, pinned)
        assert row is not None
        conversations.save(replace(row, pinned=True))
    notice, *rest = (message.text for message in history(database, session_id).messages)
    assert rest == ["<3>", "<16>", "<17>", "<18>", "<19>"]
    assert "The first 15 message(s)" in notice


def test_a_closed_door_keeps_messages_and_the_summary_of_them_from_the_model(
    conversations: Conversations, database: Database, summaries: Summaries
) -> None:
    session_id = fill(conversations, 18)
    for number in (18, 19):
        secret = StoredMessage(id=f"m{number}", role="user", content=f"<{number}>", doors=("habits.read",))
        conversations.append(session_id, secret)
    fill(conversations, 2, first=20)
    patch = {"last_summary": "SECRET", "summary_up_to_message_id": "m18", "summary_doors": ("habits.read",)}
    summaries.save_summary(session_id, expected_mark=None, patch=patch)
    closed = history(database, session_id, cap=3, gate=DoorGate(lambda door: False)).messages
    assert [message.text for message in closed[2:]] == ["<20>", "<21>"]
    assert "<19>" not in closed[1].text
    assert "SECRET" not in closed[0].text
    assert "SECRET" in history(database, session_id, cap=3, gate=DoorGate(lambda door: True)).messages[0].text


def test_a_file_beside_a_message_is_sent_with_it(conversations: Conversations, database: Database) -> None:
    session = conversations.create_session(1)
    attached = (Attachment("file", "notes.txt", text="inside " * 1000), Attachment("image", "cat.png"))
    conversations.append(session.id, StoredMessage(id="m", role="user", content="Read this", attachments=attached))
    (message,) = history(database, session.id).messages
    assert message.text.startswith("Read this\n\n[file notes.txt]\ninside ")
    assert len(message.text) < 4100


def rows(*roles: str) -> list[StoredMessage]:
    return [StoredMessage(id=str(place), role=role, content="x" * 10) for place, role in enumerate(roles)]  # type: ignore[arg-type]


def test_a_smaller_budget_keeps_fewer_messages_but_never_less_than_the_present_turn() -> None:
    conversation = rows("user", "assistant", "user", "assistant", "user", "assistant", "tool")
    fitting = [count_that_fit(conversation, lambda row: len(row.content), budget) for budget in (70, 55, 40, 0, -5)]
    assert fitting == [7, 5, 4, 3, 3]


def test_what_is_kept_never_begins_with_a_result_without_its_call() -> None:
    conversation = rows("user", "assistant", "tool", "tool", "assistant", "user")
    assert [count_that_fit(conversation, lambda row: 1, budget) for budget in (5, 4, 3, 2, 1)] == [5, 2, 2, 2, 1]


@given(st.lists(st.sampled_from(["user", "assistant", "tool"]), max_size=60), st.integers(0, 60), st.integers(0, 99))
def test_the_window_moves_in_steps_and_never_shows_less_than_two_thirds_or_the_present_turn(
    roles: list[str], budget: int, earlier: int
) -> None:
    shown = rows(*roles)
    fitting = count_that_fit(shown, lambda row: 1, budget)
    kept = count_in_steps(shown, fitting, earlier)
    newest = max((place for place, role in enumerate(roles) if role == "user"), default=len(roles))
    first = len(roles) - kept
    assert kept <= fitting
    assert first <= newest
    assert first == newest or roles[first] != "tool" or kept == fitting
    if "tool" not in roles:
        assert kept >= 2 * fitting / 3 or first == newest


def test_a_conversation_that_grows_begins_alike_for_several_turns() -> None:
    shown = rows(*(role for _ in range(60) for role in ("user", "assistant")))
    firsts = [end - count_in_steps(shown[end - 40 : end], 40, end - 40) for end in range(40, 120)]
    assert len(set(firsts)) <= 80 // 8 + 1
    assert firsts == sorted(firsts)


def test_an_interrupted_call_is_answered_before_sending(conversations: Conversations, database: Database) -> None:
    session = conversations.create_session(1)
    call = ToolCall(id="c1", name="add_habit", arguments={})
    conversations.append(session.id, StoredMessage(id="a", role="assistant", content="", tool_calls=(call,)))
    conversations.append(session.id, StoredMessage(id="u", role="user", content="And now?"))
    results = history(database, session.id).messages[1].parts
    assert results == (ToolResultPart(tool_use_id="c1", content='{"cancelled":true}'),)


class Life:
    """What may happen to a conversation, and what of it should be there then."""

    def __init__(self, conversations: Conversations, summaries: Summaries, database: Database, clock: SetClock) -> None:
        self._conversations = conversations
        self._summaries = summaries
        self._database = database
        self._clock = clock
        self._receipts: list[int] = []
        self.id = conversations.create_session(1).id

    @property
    def rows(self) -> list[StoredMessage]:
        return self._conversations.page(self.id, limit=1_000)

    def do(self, what: str, place: int) -> None:
        self._clock.move(seconds=1)
        rows = self.rows
        row = rows[place % len(rows)] if rows else None
        match what:
            case "say":
                said = StoredMessage(id=uuid4().hex, role="assistant" if place % 2 else "user", content="words")
                self._conversations.append(self.id, said)
            case "fold":
                fold(self._summaries, self.id, cap=place % 5)
            case "undo" if self._receipts:
                self._database.undo(self._receipts.pop(), BY_USER)
            case "delete" if row:
                self._keep(self._conversations.delete_message(row.id, BY_USER))
            case "rewind" if row:
                self._keep(self._conversations.rewind(row.id, BY_USER))
            case "pin" if row:
                self._conversations.pin_message(row.id, pinned=not row.pinned)
            case "edit" if row:
                self._conversations.save(replace(row, content="other words"))

    def _keep(self, receipt: Receipt) -> None:
        assert receipt.change_id is not None
        self._receipts.append(receipt.change_id)


BEGINNING = [("say", number) for number in range(8)]
EVENTS = st.sampled_from(["say", "say", "say", "fold", "delete", "rewind", "undo", "pin", "edit"])


def test_a_pinned_message_that_was_folded_around_and_then_deleted_is_counted_nowhere(
    conversations: Conversations, summaries: Summaries, database: Database, clock: SetClock
) -> None:
    life = Life(conversations, summaries, database, clock)
    for what, place in [*BEGINNING, ("pin", 2), ("fold", 1), ("delete", 2)]:
        life.do(what, place)
    sent = history(database, life.id, cap=1)
    assert (sent.raw, sent.summarised, sent.pending) == (1, 5, 1)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(EVENTS, st.integers(0, 40)), max_size=12))
def test_whatever_happens_each_message_is_exactly_one_of_raw_summarised_or_pending(
    conversations: Conversations,
    summaries: Summaries,
    database: Database,
    clock: SetClock,
    happened: list[tuple[str, int]],
) -> None:
    life = Life(conversations, summaries, database, clock)
    for what, place in [*BEGINNING, *happened]:
        there = len(life.rows)
        life.do(what, place)
        assert what != "fold" or len(life.rows) == there
        sent = history(database, life.id)
        assert sent.raw + sent.summarised + sent.pending == len(life.rows)
        assert min(sent.raw, sent.summarised, sent.pending) >= 0
