from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gemma_app.agent.action import Provenance
from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.agent.question import Question
from gemma_app.conversation.messages import Attachment, StoredMessage
from gemma_app.conversation.service import PAGE, Conversations
from gemma_app.conversation.transcript import Transcript
from gemma_app.errors import Rejected
from gemma_app.language import same
from gemma_app.storage.database import Database
from tests.conversation.conftest import SetClock

BY_USER = Provenance(actor="window", tool="delete_conversation")


def said(text: str, message_id: str | None = None, role: str = "user", **fields: object) -> StoredMessage:
    return StoredMessage(id=message_id or f"id of {text}", role=role, content=text, **fields)  # type: ignore[arg-type]


def texts(conversations: Conversations, session_id: str) -> list[str]:
    return [row.content for row in conversations.page(session_id)]


def question(clock: SetClock) -> Question:
    call = ToolCall(id="c1", name="add_habit", arguments={"title": "걷기"})
    return Question(
        id="q1", call=call, headline=same("Add?"), details=(), act=same("Add"), destroys=False, shown_digest="d",
        asked_at=clock(),
    )  # fmt: skip


def test_a_message_comes_back_from_the_file_with_everything_it_had(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    message = StoredMessage(
        id="m1",
        role="assistant",
        content="자, 시작할까요? 👩‍👩‍👧",
        sender_id="p1",
        sender_name="Kim",
        addressee="room",
        tool_calls=(
            ToolCall(id="c1", name="add_habit", arguments={"a": [1, None, {"b": 2.5}]}, provider_meta={"k": 1}),
        ),
        tool_results=(ToolResultPart(tool_use_id="c1", content='{"ok":true}', is_error=True),),
        attachments=(Attachment("file", "a.txt", media_type="text/plain", text="x", path="/a.txt", size=1),),
        doors=("habits.read",),
        extra={"receipt": 3},
        proposals=[{"x": 1}],
        patch_entry_id=7,
        pinned=True,
        status="interrupted",
    )
    stored = conversations.append(session.id, message)
    assert stored == replace(message, created_at=stored.created_at)
    assert conversations.page(session.id) == [stored]
    assert conversations.message(session.id, "m1") == stored


def test_messages_of_one_instant_keep_the_order_in_which_they_were_stored(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    names = ["z", "a", "m", "b"]
    for name in names:
        conversations.append(session.id, said(name))
    assert texts(conversations, session.id) == names


def test_a_clock_that_goes_back_does_not_mix_up_the_order(conversations: Conversations, clock: SetClock) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, said("first"))
    clock.move(hours=-5)
    conversations.append(session.id, said("second"))
    assert texts(conversations, session.id) == ["first", "second"]


def test_pages_walk_back_through_a_conversation_without_gap_or_repeat(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    for number in range(25):
        conversations.append(session.id, said(str(number)))
    seen: list[StoredMessage] = []
    while page := conversations.page(session.id, before=seen[0] if seen else None, limit=7):
        seen = page + seen
    assert [row.content for row in seen] == [str(number) for number in range(25)]


def test_an_export_reads_every_message_once(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    transcript = Transcript(title="", messages=tuple(said(str(number)) for number in range(2 * PAGE + 1)))
    assert list(conversations.all_messages(session.id)) == []
    imported = conversations.import_transcript(1, transcript)
    assert [row.content for row in conversations.all_messages(imported.id)] == [str(n) for n in range(2 * PAGE + 1)]


def test_text_with_a_lone_surrogate_can_be_stored(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, said("a\ud800b", "m1", extra={"x": "\udfff"}))
    assert texts(conversations, session.id) == ["a?b"]


def test_the_first_words_of_the_user_name_a_conversation_until_it_is_renamed(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, said("하루  30분\n걷고 싶어"))
    assert conversations.session(session.id).title == "하루 30분 걷고 싶어"
    conversations.rename_session(session.id, "걷기")
    conversations.append(session.id, said("more"))
    assert conversations.session(session.id).title == "걷기"


def test_the_list_has_pinned_conversations_first_and_then_the_newest(
    conversations: Conversations, clock: SetClock
) -> None:
    made = []
    for title in ("old", "middle", "new"):
        clock.move(minutes=1)
        made.append(conversations.create_session(1, title))
    conversations.create_session(2, "of someone else")
    conversations.pin_session(made[0].id, pinned=True)
    clock.move(minutes=1)
    conversations.append(made[1].id, said("hello"))
    assert [each.title for each in conversations.list_sessions(1)] == ["old", "middle", "new"]


def test_deleting_a_conversation_hides_it_and_undo_brings_everything_back(
    conversations: Conversations, database: Database
) -> None:
    session = conversations.create_session(1, "Plans")
    conversations.append(session.id, said("hello"))
    receipt = conversations.delete_session(session.id, BY_USER)
    assert conversations.list_sessions(1) == []
    with pytest.raises(Rejected) as refused:
        conversations.append(session.id, said("too late"))
    assert refused.value.code == "no_such_session"
    assert receipt.change_id is not None
    database.undo(receipt.change_id, BY_USER)
    assert [each.title for each in conversations.list_sessions(1)] == ["Plans"]
    assert texts(conversations, session.id) == ["hello"]


def test_the_audit_log_never_holds_what_was_said(conversations: Conversations, database: Database) -> None:
    session = conversations.create_session(1, "secret title")
    conversations.append(session.id, said("secret text", "m1"))
    conversations.delete_message("m1", BY_USER)
    conversations.delete_session(session.id, BY_USER)
    with database.read() as reading:
        log = reading.connection().exec_driver_sql("SELECT * FROM audit_log").all()
    assert len(log) == 2
    assert "secret" not in str(log)


def test_purging_removes_for_good_only_what_was_deleted_long_ago(
    conversations: Conversations, database: Database, clock: SetClock
) -> None:
    old, recent = conversations.create_session(1, "old"), conversations.create_session(1, "recent")
    conversations.append(old.id, said("old text"))
    conversations.append(recent.id, said("kept text", "kept"))
    conversations.append(recent.id, said("single", "single"))
    conversations.delete_session(old.id, BY_USER)
    conversations.delete_message("single", BY_USER)
    clock.move(days=31)
    undoable = conversations.delete_session(recent.id, BY_USER)
    assert conversations.purge_deleted(clock() - timedelta(days=30)) == 2
    with database.read() as reading:
        left = reading.connection().exec_driver_sql("SELECT content FROM conversation_messages").scalars().all()
    assert left == ["kept text"]
    assert undoable.change_id is not None
    database.undo(undoable.change_id, BY_USER)
    assert texts(conversations, recent.id) == ["kept text"]


def test_rewinding_takes_back_a_message_and_all_after_it(conversations: Conversations, database: Database) -> None:
    session = conversations.create_session(1)
    for name in ("a", "b", "c"):
        conversations.append(session.id, said(name))
    receipt = conversations.rewind("id of b", BY_USER)
    assert texts(conversations, session.id) == ["a"]
    conversations.append(session.id, said("d"))
    assert texts(conversations, session.id) == ["a", "d"]
    assert receipt.change_id is not None
    database.undo(receipt.change_id, BY_USER)
    assert texts(conversations, session.id) == ["a", "b", "c", "d"]


def test_an_answer_that_is_still_written_survives_a_crash_as_interrupted(tmp_path: Path, clock: SetClock) -> None:
    database = Database.open(tmp_path / "data", now=clock)
    conversations = Conversations(database)
    session = conversations.create_session(1)
    conversations.append(session.id, said("", "m1", "assistant", status="writing"))
    conversations.append(session.id, said("", "m2", "assistant", status="writing"))
    conversations.update_text("m1", "half of it")
    finished = said("all of it", "m2", "assistant")
    conversations.save(finished)
    database.close()
    database = Database.open(tmp_path / "data", now=clock)
    conversations = Conversations(database)
    assert conversations.interrupt_unfinished() == 1
    assert [(row.content, row.status) for row in conversations.page(session.id)] == [
        ("half of it", "interrupted"),
        ("all of it", "finished"),
    ]
    database.close()


def test_late_text_cannot_overwrite_a_finished_answer(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, said("", "m1", "assistant", status="writing"))
    conversations.save(said("final", "m1", "assistant"))
    conversations.update_text("m1", "fin")
    assert texts(conversations, session.id) == ["final"]


def test_a_waiting_question_survives_a_restart_and_is_answered_once(tmp_path: Path, clock: SetClock) -> None:
    database = Database.open(tmp_path / "data", now=clock)
    conversations = Conversations(database)
    session = conversations.create_session(1)
    asked = question(clock)
    conversations.append(session.id, said("", "m1", "assistant", tool_calls=(asked.call,)))
    conversations.ask(session.id, "m1", asked)
    database.close()
    database = Database.open(tmp_path / "data", now=clock)
    conversations = Conversations(database)
    (waiting,) = conversations.waiting_questions(session.id)
    assert (waiting.message_id, waiting.question) == ("m1", asked)
    assert conversations.close_question(asked.id, "approved")
    assert not conversations.close_question(asked.id, "declined")
    assert conversations.waiting_questions(session.id) == []
    database.close()


def test_a_question_about_a_deleted_message_no_longer_waits(conversations: Conversations, clock: SetClock) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, said("", "m1", "assistant"))
    conversations.ask(session.id, "m1", question(clock))
    conversations.rewind("m1", BY_USER)
    assert conversations.waiting_questions(session.id) == []


def test_tidying_is_offered_after_eight_user_turns_and_again_at_twice_as_many(conversations: Conversations) -> None:
    session = conversations.create_session(1)
    offers = []
    for number in range(16):
        conversations.append(session.id, said(str(number)))
        conversations.append(session.id, said(f"re {number}", role="assistant"))
        offers.append(conversations.offers_tidying(session.id))
        if number == 9:
            conversations.put_off_tidying(session.id)
    assert [turns + 1 for turns, offered in enumerate(offers) if offered] == [8, 9, 10]
    for number in range(16, 20):
        conversations.append(session.id, said(str(number)))
    assert conversations.offers_tidying(session.id)
