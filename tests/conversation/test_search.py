from dataclasses import replace

import pytest

from gemma_app.agent.action import Provenance
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.search import Hit, find_messages
from gemma_app.conversation.service import Conversations
from gemma_app.storage.database import Database
from tests.conversation.conftest import SetClock

BY_USER = Provenance(actor="window", tool="delete")
TEXTS = {
    "ko": "내일부터 하루 삼십 분 걷기 운동을 시작할래",
    "en": "Café streak: don't break the Chain (100%)",
    "water": "물 마시기를 매일 기록해 줘",
    "quote": 'He said "never again" OR NOT',
}


@pytest.fixture
def found(conversations: Conversations, database: Database) -> Conversations:
    session = conversations.create_session(1, "Plans")
    for name, text in TEXTS.items():
        conversations.append(session.id, StoredMessage(id=name, role="user", content=text))
    return conversations


def ids(database: Database, words: str, profile: int = 1) -> list[str]:
    return [hit.message_id for hit in find_messages(database, profile, words)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("운동", ["ko"]),
        ("걷기", ["ko"]),
        ("하루 운동", ["ko"]),
        ("물", ["water"]),
        ("기록 매일", ["water"]),
        ("café", ["en"]),
        ("chain STREAK", ["en"]),
        ("100%", ["en"]),
        ("0%", ["en"]),
        ('"never again"', ["quote"]),
        ("OR NOT", ["quote"]),
        ("e", ["quote", "en"]),
        ("매일 없는말", []),
        ("운동 물", []),
        ("* - ( NEAR", []),
        ("", []),
        ("  ", []),
    ],
)
def test_messages_are_found_by_all_words_newest_first(
    found: Conversations, database: Database, words: str, expected: list[str]
) -> None:
    assert ids(database, words) == expected


def test_a_word_is_found_while_its_last_syllable_is_still_typed(found: Conversations, database: Database) -> None:
    assert ids(database, "운도") == ids(database, "운동") == ["ko"]


def test_a_hit_tells_where_it_is_and_shows_the_words_around_it(
    conversations: Conversations, database: Database, clock: SetClock
) -> None:
    session = conversations.create_session(1, "Plans")
    text = "앞 " * 300 + "운동을 시작" + " 뒤" * 300
    conversations.append(session.id, StoredMessage(id="m", role="assistant", content=text))
    (hit,) = find_messages(database, 1, "운동")
    assert hit == Hit(
        session_id=session.id, title="Plans", message_id="m", role="assistant", created_at=clock(), snippet=hit.snippet
    )
    assert "앞 운동을 시작 뒤" in hit.snippet
    assert len(hit.snippet) <= 160


def test_another_profile_and_deleted_things_are_not_found(
    found: Conversations, database: Database, clock: SetClock
) -> None:
    assert ids(database, "운동", profile=2) == []
    found.delete_message("ko", BY_USER)
    assert ids(database, "운동") == []
    assert ids(database, "기록") == ["water"]
    found.delete_session(found.list_sessions(1)[0].id, BY_USER)
    assert ids(database, "기록") == []
    clock.move(days=1)
    found.purge_deleted(clock())
    with database.read() as session:
        left = session.connection().exec_driver_sql(
            "SELECT count(*) FROM conversation_search WHERE conversation_search MATCH '\"streak\"'"
        )
        assert left.scalar() == 0


def test_the_index_follows_an_answer_as_it_is_written_edited_and_interrupted(
    conversations: Conversations, database: Database
) -> None:
    session = conversations.create_session(1)
    writing = StoredMessage(id="m", role="assistant", content="", status="writing")
    conversations.append(session.id, writing)
    conversations.update_text("m", "first words")
    assert ids(database, "first") == []
    conversations.save(replace(writing, content="first words", status="finished"))
    assert ids(database, "first") == ["m"]
    conversations.save(replace(writing, content="second words", status="finished"))
    assert (ids(database, "first"), ids(database, "second")) == ([], ["m"])
    conversations.append(session.id, StoredMessage(id="n", role="assistant", content="third", status="writing"))
    conversations.interrupt_unfinished()
    assert ids(database, "third") == ["n"]


def test_results_of_tools_are_not_searched(conversations: Conversations, database: Database) -> None:
    session = conversations.create_session(1)
    conversations.append(session.id, StoredMessage(id="t", role="tool", content="needle x"))
    assert ids(database, "needle") == ids(database, "x") == []
