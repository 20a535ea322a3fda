"""Between a message as a value and a message as a row."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import TypeAdapter

from gemma_app.agent.messages import Role, ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.messages import Addressee, Attachment, Status, StoredMessage
from gemma_app.conversation.tables import MessageRow


@dataclass(frozen=True, kw_only=True)
class _Body:
    """The fields of a message that are kept as JSON."""

    tool_calls: tuple[ToolCall, ...] = ()
    tool_results: tuple[ToolResultPart, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    doors: tuple[str, ...] = ()
    extra: dict[str, Any] | None = None
    proposals: Any = None
    patch_entry_id: str | int | None = None


_BODY = TypeAdapter(_Body)
_EMPTY = _Body()


def from_row(row: MessageRow) -> StoredMessage:
    """Return the message that ``row`` holds."""
    body = _BODY.validate_python(json.loads(row.body)) if row.body else _EMPTY
    return StoredMessage(
        id=row.id,
        role=cast("Role", row.role),
        content=row.content,
        created_at=row.created_at,
        sender_id=row.sender_id,
        sender_name=row.sender_name,
        addressee=cast("Addressee | None", row.addressee),
        pinned=row.pinned,
        status=cast("Status", row.status),
        **vars(body),
    )


def columns_of(message: StoredMessage) -> dict[str, Any]:
    """Return what ``message`` says as values of columns: all but its id, its session and its time."""
    body = {name: getattr(message, name) for name in vars(_EMPTY) if getattr(message, name) not in (None, ())}
    return {
        "role": message.role,
        "status": message.status,
        "content": storable(message.content),
        "sender_id": message.sender_id,
        "sender_name": message.sender_name,
        "addressee": message.addressee,
        "pinned": message.pinned,
        "body": storable(json.dumps(body, ensure_ascii=False, default=_plain)) if body else None,
    }


def storable(text: str) -> str:
    """Return ``text`` with a question mark for each lone surrogate, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else dict(vars(value))
