import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.messages import Attachment, StoredMessage, to_messages
from gemma_app.conversation.search import find_messages
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.transcript import read_transcript, read_transcripts, to_json, to_markdown
from gemma_app.errors import AppError
from gemma_app.storage.database import Database

CALL = ToolCall(id="c1", name="search_catalog", arguments={"q": "걷기"})
ROWS = (
    StoredMessage(
        id="m1",
        role="user",
        content="걷기를 찾아줘",
        created_at=datetime(2026, 3, 1, 9, tzinfo=UTC),
        sender_name="민지@example.com",
        addressee="assistant",
        attachments=(Attachment("file", "a.txt", text="inside", path="/home/me/a.txt"),),
    ),
    StoredMessage(id="m2", role="assistant", content="", tool_calls=(CALL,), patch_entry_id=3, proposals=[1]),
    StoredMessage(
        id="m3",
        role="tool",
        content="",
        tool_results=(ToolResultPart(tool_use_id="c1", content='{"ok":true}'),),
        doors=("habits.read",),
        extra={"outcomes": [{"change_id": 7}]},
    ),
    StoredMessage(id="m4", role="assistant", content="**찾았어요**", status="interrupted"),
)


def test_a_conversation_comes_back_from_its_own_json_without_what_only_meant_something_there() -> None:
    read = read_transcript(to_json("걷기", ROWS))
    assert read.title == "걷기"
    (attachment,) = ROWS[0].attachments
    expected = [replace(row, patch_entry_id=None, proposals=None, extra={"imported": True}) for row in ROWS]
    expected[0] = replace(expected[0], attachments=(replace(attachment, path=None),))
    assert [replace(row, id="") for row in read.messages] == [replace(row, id="") for row in expected]
    assert not {row.id for row in read.messages} & {row.id for row in ROWS}
    assert len({row.id for row in read.messages}) == len(ROWS)


def test_markdown_tells_who_said_what_in_the_language_of_the_reader() -> None:
    korean = to_markdown("걷기", ROWS, "ko")
    assert korean.startswith("# 걷기\n\n**민지, 2026-03-01 09:00**\n\n걷기를 찾아줘\n\n")
    assert '**도우미**\n\n`search_catalog({"q": "걷기"})`' in korean
    assert '```json\n{"ok":true}\n```' in korean
    assert "**Assistant**" in to_markdown("", ROWS, "en")
    assert "example.com" not in korean


FOREIGN = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Find"}, {"type": "image_url", "image_url": {}}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q": 1}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "found"},
    {"role": "assistant", "content": "Done."},
]


@pytest.mark.parametrize("whole", [FOREIGN, {"messages": FOREIGN, "title": "T"}])
def test_messages_of_another_assistant_can_be_brought_in(whole: object) -> None:
    read = read_transcript(json.dumps(whole))
    assert [(row.role, row.content) for row in read.messages] == [
        ("system", "Be brief."),
        ("user", "Find"),
        ("assistant", ""),
        ("tool", ""),
        ("assistant", "Done."),
    ]
    assert [message.role for message in to_messages(read.messages)] == [
        "user",
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert all(row.extra == {"imported": True} for row in read.messages)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "3",
        "{}",
        '{"messages": 3}',
        '[{"role": "alien", "content": "x"}]',
        "[3]",
        '[{"content": "x"}]',
        '[{"role": "assistant", "tool_calls": [{"function": {"name": "x", "arguments": "[1]"}}]}]',
        '[{"role": "assistant", "tool_calls": [{}]}]',
        '[{"role": "user", "content": [3]}]',
        '{"format": "gemma-app-conversation", "version": 1, "messages": [{"id": "a", "role": "alien", "content": ""}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_conversation_is_refused_in_words(text: str) -> None:
    with pytest.raises(AppError) as refused:
        read_transcript(text)
    assert "JSON" in refused.value.message.ko


def test_an_imported_conversation_keeps_its_order_and_can_be_searched(
    conversations: Conversations, database: Database
) -> None:
    imported = conversations.import_transcript(1, read_transcript(to_json("", ROWS)))
    assert imported.title == "걷기를 찾아줘"
    page = conversations.page(imported.id)
    assert [row.role for row in page] == ["user", "assistant", "tool", "assistant"]
    assert page[0].created_at == ROWS[0].created_at
    assert [hit.session_id for hit in find_messages(database, 1, "찾아줘")] == [imported.id]


def test_several_conversations_come_back_from_one_file() -> None:
    both = read_transcripts(f"[{to_json('하나', ROWS)}, {to_json('둘', ROWS[:1])}]")
    assert [(each.title, len(each.messages)) for each in both] == [("하나", 4), ("둘", 1)]
    assert [each.title for each in read_transcripts(to_json("셋", ROWS))] == ["셋"]
    assert [len(each.messages) for each in read_transcripts(json.dumps(FOREIGN))] == [5]
