"""Conversations as files: Markdown to read, JSON to keep and to bring back, other assistants' JSON to bring in."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.evidence import placeholder
from gemma_app.conversation.labels import as_text, display_name
from gemma_app.conversation.messages import StoredMessage
from gemma_app.errors import AppError
from gemma_app.language import Language, Phrase

FORMAT = "gemma-app-conversation"
VERSION = 1
MAX_CHARACTERS = 50_000_000
_MESSAGES = TypeAdapter(tuple[StoredMessage, ...])
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "model": "assistant", "system": "system",
          "developer": "system", "tool": "tool", "function": "tool"}  # fmt: skip
_SPEAKERS = {
    "assistant": Phrase(ko="도우미", en="Assistant"),
    "system": Phrase(ko="기록", en="Record"),
    "tool": Phrase(ko="도구", en="Tool"),
    "user": Phrase(ko="나", en="Me"),
}
_UNREADABLE = Phrase(
    ko="이 파일은 읽을 수 있는 대화가 아니에요. JSON으로 내보낸 대화를 골라 주세요.",
    en="This file is not a conversation that can be read. Choose one that was exported as JSON.",
)


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """A conversation that was read from a file; nothing of it can be undone or answered here."""

    title: str
    messages: tuple[StoredMessage, ...]


def to_markdown(title: str, rows: Iterable[StoredMessage], language: Language) -> str:
    """Return a conversation for reading; the rows have closed doors redacted already."""
    parts = [f"# {title}"] if title else []
    for row in rows:
        calls = [f"`{call.name}({as_text(call.arguments)})`" for call in row.tool_calls]
        results = [f"```json\n{part.content}\n```" for part in row.tool_results]
        attached = [f"*{placeholder(each)}*" for each in row.attachments]
        body = [part for part in (row.content, *attached, *calls, *results) if part.strip()]
        if body:
            parts.append("\n\n".join([f"**{_speaker(row, language)}**", *body]))
    return "\n\n".join(parts) + "\n"


def to_json(title: str, rows: Iterable[StoredMessage]) -> str:
    """Return a conversation as JSON that ``read_transcript`` reads back."""
    messages = [{name: value for name, value in vars(row).items() if value not in (None, (), False)} for row in rows]
    whole = {"format": FORMAT, "version": VERSION, "title": title, "messages": messages}
    return json.dumps(whole, ensure_ascii=False, indent=1, default=_plain)


def read_transcripts(text: str) -> list[Transcript]:
    """Read one conversation or a JSON list of them, each as ``read_transcript`` does.

    Raises:
        AppError: Something in it is no conversation.
    """
    whole = _decoded(text)
    several = whole if isinstance(whole, list) and _are_conversations(whole) else [whole]
    return [_transcript(each) for each in several]


def read_transcript(text: str) -> Transcript:
    """Read what ``to_json`` wrote, or messages as other assistants export them.

    Every message gets a new id, and loses what only meant something where it was
    written: changes, receipts, paths of files.

    Raises:
        AppError: It is neither.
    """
    return _transcript(_decoded(text))


def _decoded(text: str) -> Any:
    try:
        return json.loads(text) if len(text) <= MAX_CHARACTERS else None
    except (ValueError, RecursionError) as error:
        raise AppError(_UNREADABLE) from error


def _are_conversations(whole: list[Any]) -> bool:
    return bool(whole) and all(isinstance(each, dict) and "messages" in each for each in whole)


def _transcript(whole: Any) -> Transcript:
    try:
        match whole:
            case {"format": "gemma-app-conversation", "version": 1, "messages": list(messages)}:
                read = _MESSAGES.validate_python(messages)
            case {"messages": list(messages)} | list(messages):
                read = tuple(_foreign(message) for message in messages)
            case _:
                raise AppError(_UNREADABLE)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ValidationError) as error:
        raise AppError(_UNREADABLE) from error
    title = whole.get("title", "") if isinstance(whole, dict) else ""
    return Transcript(title=title if isinstance(title, str) else "", messages=tuple(map(_naturalized, read)))


def _naturalized(row: StoredMessage) -> StoredMessage:
    return replace(
        row,
        id=uuid4().hex,
        created_at=row.created_at.astimezone() if row.created_at else None,
        status="interrupted" if row.status == "writing" else row.status,
        attachments=tuple(replace(each, path=None) for each in row.attachments),
        extra={"imported": True},
        proposals=None,
        patch_entry_id=None,
    )


def _foreign(message: Mapping[str, Any]) -> StoredMessage:
    role = _ROLES[message["role"]]
    content = _text(message.get("content"))
    results: tuple[ToolResultPart, ...] = ()
    if role == "tool":
        call_id = str(message.get("tool_call_id") or message.get("name") or "")
        content, results = "", (ToolResultPart(tool_use_id=call_id, content=content),)
    return StoredMessage(
        id="",
        role=role,  # type: ignore[arg-type]
        content=content,
        tool_calls=tuple(_call(each) for each in message.get("tool_calls") or ()),
        tool_results=results,
    )


def _call(call: Mapping[str, Any]) -> ToolCall:
    arguments = call["function"].get("arguments") or {}
    decoded = json.loads(arguments) if isinstance(arguments, str) else arguments
    if not isinstance(decoded, dict):
        raise TypeError("arguments of a call are an object")
    return ToolCall(
        id=str(call.get("id") or call["function"]["name"]), name=call["function"]["name"], arguments=decoded
    )


def _text(content: str | Sequence[Mapping[str, Any]] | None) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(part["text"] for part in content if isinstance(part.get("text"), str))


def _speaker(row: StoredMessage, language: Language) -> str:
    name = (
        display_name(row.sender_name) if row.role == "user" and row.sender_name else _SPEAKERS[row.role].say(language)
    )
    return f"{name}, {row.created_at:%Y-%m-%d %H:%M}" if row.created_at else name


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return dict(value) if isinstance(value, Mapping) else vars(value)
