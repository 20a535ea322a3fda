"""Looks at a small model's calls before they count: what they name must be there."""

import threading
from collections.abc import Callable
from dataclasses import replace

from gemma_app.agent.model import ChatModel, ChatRequest, ModelReply, OnModelEvent, TextDelta, ToolCall
from gemma_app.language import Language, Phrase

Ground = Callable[[ToolCall, str], ToolCall | Phrase]
"""Takes a call, and the words it is the only answer to; returns it as it should be, or what to say in its place."""


def grounded(reply: ModelReply, request: ChatRequest, ground: Ground, language: Language) -> ModelReply:
    """Return ``reply`` to ``request`` with its calls as ``ground`` gives them; a phrase becomes text."""
    said = next((message.text for message in reversed(request.messages) if message.role == "user" and message.text), "")
    found = [ground(call, said if len(reply.tool_calls) == 1 else "") for call in reply.tool_calls]
    told = dict.fromkeys(item.say(language) for item in found if isinstance(item, Phrase))
    calls = tuple(item for item in found if isinstance(item, ToolCall))
    if not told:
        return replace(reply, tool_calls=calls)
    text = "\n".join([*([reply.text] if reply.text else []), *told])
    return replace(reply, text=text, tool_calls=calls, stop_reason=reply.stop_reason if calls else "stop")


class GroundedModel:
    """A chat model whose calls pass through ``ground``.

    Args:
        model: The model.
        ground: Looks at each call.
        language: The language of what is said.
    """

    speaks_through_the_app = True

    def __init__(self, model: ChatModel, ground: Ground, language: Callable[[], Language]) -> None:
        self._model = model
        self._ground = ground
        self._language = language

    @property
    def id(self) -> str:
        """The model's own id."""
        return self._model.id

    def generate(
        self,
        request: ChatRequest,
        *,
        on_event: OnModelEvent | None = None,
        cancel: threading.Event | None = None,
    ) -> ModelReply:
        """Continue the conversation, as ``ChatModel.generate``."""
        reply = self._model.generate(request, on_event=on_event, cancel=cancel)
        found = grounded(reply, request, self._ground, self._language())
        if on_event and len(found.text) > len(reply.text):
            on_event(TextDelta(text=found.text[len(reply.text) :]))
        return found
