from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from gemma_app.agent.action import Decision
from gemma_app.agent.dispatcher import Done
from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ToolCall
from gemma_app.agent.question import Question
from gemma_app.conversation.doors import Given
from gemma_app.conversation.messages import StoredMessage, to_messages
from gemma_app.conversation.recording import Recording
from gemma_app.language import same

CALL = ToolCall(id="c1", name="list_active_habits", arguments={})
ASKED = Question(
    id="q1",
    call=CALL,
    headline=same("?"),
    details=(),
    act=same("Do"),
    destroys=False,
    shown_digest="d",
    asked_at=datetime(2026, 3, 1, tzinfo=UTC),
)


@dataclass
class Store:
    """Keeps messages in a dict and counts the writes."""

    rows: dict[str, StoredMessage] = field(default_factory=dict)
    questions: list[tuple[str, str]] = field(default_factory=list)
    updates: list[str] = field(default_factory=list)

    def append(self, session_id: str, message: StoredMessage) -> StoredMessage:
        self.rows[message.id] = message
        return message

    def update_text(self, message_id: str, content: str) -> None:
        self.updates.append(content)

    def save(self, message: StoredMessage) -> None:
        assert message.id in self.rows
        self.rows[message.id] = message

    def page(self, session_id: str, *, before: StoredMessage | None = None, limit: int = 100) -> list[StoredMessage]:
        return list(self.rows.values())

    def ask(self, session_id: str, message_id: str, question: Question) -> None:
        self.questions.append((message_id, question.id))

    def close_question(self, question_id: str, decision: Decision) -> bool:
        return True


@dataclass
class Stopwatch:
    time: float = 0.0

    def __call__(self) -> float:
        return self.time


def doors_of(name: str) -> tuple[str, ...] | None:
    return {"list_active_habits": ("habits.read",), "get_time": ()}.get(name)


def recording(store: Store, stopwatch: Stopwatch | None = None) -> Recording:
    return Recording(store, "s", doors_of=doors_of, seconds=stopwatch or Stopwatch())


def done(call: ToolCall = CALL) -> Done:
    return Done(call=call, envelope="{}", text="Two habits", code="ok", change_id=4)


CALLING = Message(
    role="assistant", content=(TextPart(text="Let me see."), ToolUsePart(id="c1", name=CALL.name, arguments={}))
)
RESULT = Message(role="user", content=(ToolResultPart(tool_use_id="c1", content="{}"),))


def test_the_first_piece_of_an_answer_is_stored_before_it_is_shown_and_later_ones_in_batches() -> None:
    store, watch = Store(), Stopwatch()
    record = recording(store, watch)
    record.write("a")
    (row,) = store.rows.values()
    assert (row.content, row.status) == ("a", "writing")
    for _ in range(100):
        watch.time += 0.01
        record.write("b")
    assert 3 <= len(store.updates) <= 4
    record(Message(role="assistant", content="a" + 100 * "b"))
    (row,) = store.rows.values()
    assert (row.content, row.status) == ("a" + 100 * "b", "finished")


def test_a_turn_with_a_call_can_be_read_back_as_the_turn_had_it() -> None:
    store = Store()
    record = recording(store)
    record.write("Let me")
    messages = [CALLING, RESULT, Message(role="assistant", content="You have two.")]
    record(messages[0])
    record(messages[1], [done()])
    record(messages[2])
    assert to_messages(store.page("s")) == tuple(messages)


def test_a_call_and_everything_after_it_carry_the_doors_that_it_passed() -> None:
    store = Store()
    record = recording(store)
    record(CALLING)
    record(RESULT, [done()])
    record(Message(role="user", content=()), [done(ToolCall(id="c2", name="odd_tool", arguments={}))])
    record(Message(role="assistant", content="You have two."))
    assert [row.doors for row in store.rows.values()][:2] == [("habits.read",)] * 2
    assert list(store.rows.values())[-1].doors == ("habits.read", "unresolved:odd_tool")


def test_the_window_finds_the_receipts_of_a_result_beside_it() -> None:
    store = Store()
    record = recording(store)
    record(CALLING)
    record(RESULT, [done()])
    assert list(store.rows.values())[-1].extra == {
        "outcomes": [{"call_id": "c1", "text": "Two habits", "code": "ok", "change_id": 4}]
    }


def test_a_question_is_stored_with_the_message_that_made_the_call() -> None:
    store = Store()
    record = recording(store)
    with pytest.raises(ValueError, match="recorded call"):
        record.ask([ASKED])
    record(CALLING)
    record.ask([ASKED])
    assert store.questions == [(next(iter(store.rows)), "q1")]


def test_stopping_marks_what_was_written_so_far_as_interrupted() -> None:
    store = Store()
    record = recording(store)
    record.stop()
    assert store.rows == {}
    record.write("half")
    record.write(" of it")
    record.stop()
    record.stop()
    (row,) = store.rows.values()
    assert (row.content, row.status) == ("half of it", "interrupted")


def test_what_goes_along_counts_as_read_until_the_whole_answer_is_known() -> None:
    given = Given(doors=("habits.read",), items=(same("Walking"),))
    for text, doors in (("Hello there.", ()), ("Walking it is.", ("habits.read",))):
        store = Store()
        record = Recording(store, "s", doors_of=doors_of, seconds=Stopwatch(), given=given)
        record.write(text[:3])
        assert next(iter(store.rows.values())).doors == ("habits.read",)
        record.write(text[3:])
        record(Message(role="assistant", content=text))
        (row,) = store.rows.values()
        assert row.doors == doors


def test_an_answer_carries_the_doors_of_the_messages_that_the_model_was_sent() -> None:
    store = Store()
    record = Recording(store, "s", doors_of=doors_of, seconds=Stopwatch(), seen=("boards.read",))
    record(CALLING)
    record(RESULT, [done()])
    record(Message(role="assistant", content="Two."))
    assert [row.doors for row in store.rows.values()] == [
        ("boards.read", "habits.read"),
        ("habits.read",),
        ("boards.read", "habits.read"),
    ]
