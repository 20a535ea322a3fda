"""What the dialects read out of a request in the same way."""

import json
from collections.abc import Mapping
from typing import Any

from gemma_app.agent.messages import Message, ToolUsePart
from gemma_app.agent.model import ChatRequest

UNKNOWN_TOOL = "unknown"


def system_text(request: ChatRequest) -> str:
    """Return the instructions: ``options["system"]`` and the messages of the system."""
    given = [str(request.options.get("system") or "")]
    given += [message.text for message in request.messages if message.role == "system"]
    return "\n\n".join(text.strip() for text in given if text.strip())


def spoken(request: ChatRequest) -> tuple[Message, ...]:
    """Return the messages without those of the system."""
    return tuple(message for message in request.messages if message.role != "system")


def last_question(messages: tuple[Message, ...]) -> int:
    """Return the index of the newest message in which the user says something, -1 where there is none."""
    return max(
        (at for at, message in enumerate(messages) if message.role == "user" and message.text.strip()), default=-1
    )


def question_text(message: Message, context: object) -> str:
    """Return a user's words, behind the volatile context where there is one."""
    return "\n\n".join(text for text in (str(context or "").strip(), message.text.strip()) if text)


def called_names(messages: tuple[Message, ...]) -> Mapping[str, str]:
    """Return the name of the tool of every call, by the id of the call."""
    return {part.id: part.name for message in messages for part in message.parts if isinstance(part, ToolUsePart)}


def json_value(content: str) -> Any:
    """Return the JSON value that a call gave back; text that is no JSON stands for itself."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content
