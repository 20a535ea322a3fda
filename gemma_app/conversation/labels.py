"""How a message is put into words for a model that reads it: who spoke to whom, and what a record or a tool says.

Labels are read by the model and are therefore English in every language of the window.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gemma_app.conversation.messages import StoredMessage
from gemma_app.text import cut

TRUNCATED = "[truncated]"
UNKNOWN_NAME = "participant"
MAX_TOOL_TEXT = 2000
_ADDRESS = re.compile(r"([^\s<>@]+)@[^\s<>@]+")


def display_name(name: str | None) -> str:
    """Return ``name`` on one line and without the domain of an e-mail address; ``participant`` where there is none."""
    return " ".join(_ADDRESS.sub(r"\1", name or "").split()) or UNKNOWN_NAME


def several_people(rows: Iterable[StoredMessage]) -> bool:
    """Tell whether at least two people speak in ``rows``."""
    return len({row.sender_id for row in rows if row.role == "user" and row.sender_id}) > 1


def spoken(row: StoredMessage, *, named: bool) -> str:
    """Return what a person said, with who said it where there is an addressee or ``named`` asks for it."""
    if row.addressee:
        return f"[{display_name(row.sender_name)} → {row.addressee}] {row.content}"
    return f"[{display_name(row.sender_name)}] {row.content}" if named else row.content


def recorded(row: StoredMessage) -> str:
    """Return a record of something that happened."""
    return f"[system] {row.content}"


def reported(row: StoredMessage, names: Mapping[tuple[str, str], str]) -> str:
    """Return what tools gave, each named; ``names`` as ``called_names`` gives it."""
    found = [(names.get((row.id, part.tool_use_id)), part.content) for part in row.tool_results]
    if row.content or not found:
        name = next((name for name, _ in found if name), None) or row.sender_name
        found = [(name, row.content)]
    return "\n".join(f"[tool {name}] {text}" if name else f"[tool] {text}" for name, text in _bounded(found))


def for_summary(row: StoredMessage, names: Mapping[tuple[str, str], str]) -> str:
    """Return a message as a summary is made of it: who spoke, to whom, what was called and what came of it.

    It depends on the message and its own call alone, so that the same messages always give the same text.
    """
    match row.role:
        case "user":
            return spoken(row, named=True) + "".join(f" [attached: {each.filename}]" for each in row.attachments)
        case "assistant":
            calls = "".join(f"\n[call {call.name}({as_text(call.arguments)})]" for call in row.tool_calls)
            results = f"\n{reported(replace(row, content=''), names)}" if row.tool_results else ""
            return f"[assistant] {row.content}{calls}{results}"
        case "tool":
            return reported(row, names)
        case "system":
            return recorded(row)


def as_text(arguments: Mapping[str, Any]) -> str:
    """Return the arguments of a call as JSON on one line."""
    return json.dumps(arguments, ensure_ascii=False, default=dict)


def called_names(rows: Sequence[StoredMessage]) -> dict[tuple[str, str], str]:
    """Return the tool behind each result, by message id and call id: the latest call before it that has the id."""
    latest: dict[str, str] = {}
    names: dict[tuple[str, str], str] = {}
    for row in rows:
        latest |= {call.id: call.name for call in row.tool_calls}
        names |= {
            (row.id, part.tool_use_id): latest[part.tool_use_id]
            for part in row.tool_results
            if part.tool_use_id in latest
        }
    return names


def _bounded(found: list[tuple[str | None, str]]) -> list[tuple[str | None, str]]:
    share = MAX_TOOL_TEXT // len(found)
    return [(name, cut(text, max(share, len(TRUNCATED)), TRUNCATED)) for name, text in found]
