"""Looks at a small model's calls before they count: what they name must be there."""

import threading
from collections.abc import Callable
from dataclasses import replace

from gemma_app.agent.model import ChatModel, ChatRequest, ModelReply, OnModelEvent, TextDelta, ToolCall
from gemma_app.language import Language, Phrase

Ground = Callable[[ToolCall], ToolCall | Phrase]


def grounded(reply: ModelReply, ground: Ground, language: Language) -> ModelReply:
    """Return ``reply`` with its calls as ``ground`` gives them; a phrase in the place of a call becomes text."""
    found = [ground(call) for call in reply.tool_calls]
    said = dict.fromkeys(item.say(language) for item in found if isinstance(item, Phrase))
    calls = tuple(item for item in found if isinstance(item, ToolCall))
    if not said:
        return replace(reply, tool_calls=calls)
    text = "\n".join([*([reply.text] if reply.text else []), *said])
    return replace(reply, text=text, tool_calls=calls, stop_reason=reply.stop_reason if calls else "stop")


class GroundedModel:
    """A chat model whose calls pass through ``ground``.

    Args:
        model: The model.
        ground: Returns a call as it should be, or what to say in its place.
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
        found = grounded(reply, self._ground, self._language())
        if on_event and len(found.text) > len(reply.text):
            on_event(TextDelta(text=found.text[len(reply.text) :]))
        return found
