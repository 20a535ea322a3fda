"""What a conversation shows, worked out from its stored messages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gemma_app.agent.model import ToolCall
from gemma_app.conversation.labels import several_people
from gemma_app.conversation.messages import StoredMessage, results_of
from gemma_app.conversation.records import WaitingQuestion


@dataclass(frozen=True, kw_only=True)
class Words:
    """Something that was said.

    Args:
        key: Tells items of a conversation apart.
        role: ``user``, ``assistant`` or ``system``.
        text: As it was said.
        interrupted: True where the answer was cut off.
        sender: Who said it, where several people speak or the words are a note.
        is_note: True where it asks nothing of the model.
        is_pinned: True where it stays before the model word for word.
        can_repeat: True where the answer can be given again: it is the last one and changed nothing.
    """

    key: str
    role: str
    text: str
    interrupted: bool = False
    sender: str | None = None
    is_note: bool = False
    is_pinned: bool = False
    can_repeat: bool = False


@dataclass(frozen=True, kw_only=True)
class CallCard:
    """A call that the model made.

    Args:
        key: Tells items of a conversation apart.
        name: The tool.
        arguments: As JSON.
        envelope: What the model was told, as JSON; empty while the call runs.
        text: What the user is told.
        code: ``ok``, ``cancelled`` or an error code; empty while the call runs.
        has_receipt: True where a receipt below says what was changed.
    """

    key: str
    name: str
    arguments: str
    envelope: str = ""
    text: str = ""
    code: str = ""
    has_receipt: bool = False


@dataclass(frozen=True, kw_only=True)
class ReceiptLine:
    """A change that was made and can be undone."""

    key: str
    text: str
    change_id: int


@dataclass(frozen=True, kw_only=True)
class QuestionCard:
    """A question that still waits for an answer."""

    key: str
    waiting: WaitingQuestion


Item = Words | CallCard | ReceiptLine | QuestionCard


def items_of(rows: Sequence[StoredMessage], waiting: Sequence[WaitingQuestion]) -> tuple[Item, ...]:
    """Return what is shown of ``rows``, in order.

    An answer that only repeats the receipts above it is left out.
    """
    named = several_people(rows)
    open_calls = {question.question.call.id: question for question in waiting}
    outcomes = _outcomes(rows)
    items: list[Item] = []
    receipts: list[str] = []
    for place, row in enumerate(rows):
        if row.role == "user":
            receipts = []
        if row.role == "tool" or row.status == "writing":
            continue
        if row.redacted:
            items += [] if _is_locked(items[-1:], row) else [_locked(row)]
            continue
        if row.content and not (row.role == "assistant" and row.content in {*receipts, "\n\n".join(receipts)}):
            items.append(_words(row, named=named))
        for item in _calls(row, rows[place + 1 :], open_calls, outcomes):
            items.append(item)
            if isinstance(item, ReceiptLine):
                receipts.append(item.text)
    return _with_last_answer(items)


def _words(row: StoredMessage, *, named: bool) -> Words:
    is_note = row.addressee == "room"
    return Words(
        key=row.id,
        role=row.role,
        text=row.content,
        interrupted=row.status == "interrupted",
        sender=row.sender_name if row.role == "user" and (named or is_note) else None,
        is_note=is_note,
        is_pinned=row.pinned,
    )


def _locked(row: StoredMessage) -> Words:
    return Words(key=row.id, role="system", text=row.content)


def _is_locked(before: Sequence[Item], row: StoredMessage) -> bool:
    """Tell whether the same is said already: one step of the assistant is several rows."""
    return any(isinstance(item, Words) and item == replace(_locked(row), key=item.key) for item in before)


def _with_last_answer(items: list[Item]) -> tuple[Item, ...]:
    """Mark the answer that can be given again, unless something was changed or waits since the user's words."""
    last = max((place for place, item in enumerate(items) if _is_said(item, "user")), default=len(items))
    after = items[last + 1 :]
    if after and not any(isinstance(item, ReceiptLine | QuestionCard) for item in after):
        answer = items[-1]
        if isinstance(answer, Words) and answer.role == "assistant":
            items[-1] = replace(answer, can_repeat=True)
    return tuple(items)


def _is_said(item: Item, role: str) -> bool:
    return isinstance(item, Words) and item.role == role


def _calls(
    row: StoredMessage,
    following: Sequence[StoredMessage],
    open_calls: Mapping[str, WaitingQuestion],
    outcomes: Mapping[str, Mapping[str, Any]],
) -> Iterator[Item]:
    results = results_of(row, following) if row.tool_calls else {}
    for call in row.tool_calls:
        key = f"{row.id}/{call.id}"
        if call.id in open_calls and call.id not in results:
            yield QuestionCard(key=f"{key}?", waiting=open_calls[call.id])
            continue
        if call.id not in results:
            yield _card(key, call)
            continue
        outcome = outcomes.get(call.id, {})
        envelope = results[call.id].content
        text, code = str(outcome.get("text", "")), str(outcome.get("code", "ok"))
        change_id = outcome.get("change_id")
        has_receipt = isinstance(change_id, int)
        yield replace(_card(key, call), envelope=envelope, text=text, code=code, has_receipt=has_receipt)
        if isinstance(change_id, int):
            yield ReceiptLine(key=f"{key}!", text=text, change_id=change_id)


def _card(key: str, call: ToolCall) -> CallCard:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False, indent=2)
    return CallCard(key=key, name=call.name, arguments=arguments)


def _outcomes(rows: Sequence[StoredMessage]) -> dict[str, Mapping[str, Any]]:
    return {
        str(outcome["call_id"]): outcome
        for row in rows
        if row.role == "tool" and row.extra is not None
        for outcome in row.extra.get("outcomes", ())
    }
