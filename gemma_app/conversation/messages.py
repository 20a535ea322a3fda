"""A message as it is kept, and the messages that the model is sent for it."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gemma_app.agent.envelope import CANCELLED, encode
from gemma_app.agent.messages import Message, Part, Role, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ToolCall

Addressee = Literal["assistant", "room"]
Status = Literal["writing", "finished", "interrupted"]
AttachmentKind = Literal["selection", "image", "file"]


@dataclass(frozen=True)
class Attachment:
    """Something that the user put beside the text.

    Args:
        kind: A selected passage, an image or a file.
        filename: Shown to the user.
        media_type: Such as ``image/png``.
        text: The selected passage or the text of the file.
        path: Where the file lies on this device.
        size: Bytes.
    """

    kind: AttachmentKind
    filename: str
    media_type: str | None = None
    text: str | None = None
    path: str | None = None
    size: int | None = None


@dataclass(frozen=True, kw_only=True)
class StoredMessage:
    """One message as it is kept.

    Args:
        id: Unique in the store; breaks ties between messages of one instant.
        role: Who speaks; ``system`` is a record of something that happened, such as a refusal.
        content: The text.
        created_at: Aware time.
        sender_id: The profile that wrote it.
        sender_name: Display name of that profile.
        addressee: To whom the user spoke; ``room`` is a note that asks nothing of the model.
        tool_calls: Calls that an assistant message made.
        tool_results: What the calls gave back.
        attachments: What the user put beside the text.
        doors: The data scopes that the answer was read through.
        extra: JSON object of whatever the window keeps with a message, such as the receipts it shows.
        proposals: JSON value of changes that were proposed.
        patch_entry_id: The recorded change that the message made.
        redacted: True where a closed door took the content away.
        pinned: True where the user wants it to stay before the model word for word.
        status: Whether the text is still being written, complete, or was cut off.
    """

    id: str
    role: Role
    content: str
    created_at: datetime | None = None
    sender_id: str | None = None
    sender_name: str | None = None
    addressee: Addressee | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_results: tuple[ToolResultPart, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    doors: tuple[str, ...] = ()
    extra: Mapping[str, Any] | None = None
    proposals: Any = None
    patch_entry_id: str | int | None = None
    redacted: bool = False
    pinned: bool = False
    status: Status = "finished"


def _plain(row: StoredMessage) -> str:
    return row.content


def to_messages(
    rows: Sequence[StoredMessage],
    *,
    resumes: Set[str] = frozenset(),
    wording: Callable[[StoredMessage], str] = _plain,
) -> tuple[Message, ...]:
    """Return what a turn goes on from: every call followed by its result, in order.

    A call without a result was interrupted and is answered with ``{"cancelled": true}``. A result whose call is not
    among ``rows`` is left out, since no model can make sense of it.

    Args:
        rows: Messages in order.
        resumes: Ids of the calls that wait for an answer and are about to be carried out; they stay open.
        wording: Gives the text of what a user said.
    """
    messages: list[Message] = []
    for index, row in enumerate(rows):
        match row.role:
            case "assistant":
                messages += _turn_of_assistant(row, rows[index + 1 :], resumes)
            case "tool":
                continue
            case "system":
                messages.append(Message(role="user", content=f"[system] {row.content}"))
            case "user":
                messages.append(Message(role="user", content=wording(row)))
    return tuple(messages)


def results_of(row: StoredMessage, following: Sequence[StoredMessage]) -> dict[str, ToolResultPart]:
    """Return the results of the calls of ``row`` by call id: its own, then those before the next call of that id."""
    open_ids = {call.id for call in row.tool_calls}
    results = {part.tool_use_id: part for part in row.tool_results if part.tool_use_id in open_ids}
    for later in following:
        open_ids -= results.keys() | {call.id for call in later.tool_calls}
        if not open_ids:
            break
        results |= {part.tool_use_id: part for part in later.tool_results if part.tool_use_id in open_ids}
    return results


def _turn_of_assistant(row: StoredMessage, following: Sequence[StoredMessage], resumes: Set[str]) -> list[Message]:
    if not row.tool_calls:
        return [Message(role="assistant", content=row.content)] if row.content else []
    text: tuple[Part, ...] = (TextPart(text=row.content),) if row.content else ()
    calls = tuple(
        ToolUsePart(id=call.id, name=call.name, arguments=call.arguments, provider_meta=call.provider_meta)
        for call in row.tool_calls
    )
    found = results_of(row, following)
    results = tuple(
        found.get(call.id, _interrupted(call)) for call in row.tool_calls if call.id in found or call.id not in resumes
    )
    answer = [Message(role="user", content=results)] if results else []
    return [Message(role="assistant", content=text + calls), *answer]


def _interrupted(call: ToolCall) -> ToolResultPart:
    return ToolResultPart(tool_use_id=call.id, content=encode(CANCELLED))
