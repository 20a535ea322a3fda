"""Looks at a small model's calls before they count: what they name must be there."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from gemma_app.agent.declining import declines
from gemma_app.agent.model import (
    ChatModel,
    ChatRequest,
    ModelReply,
    OnModelEvent,
    ReadsAhead,
    TextDelta,
    ToolCall,
    Traits,
    traits_of,
)
from gemma_app.language import Language, Phrase


@dataclass(frozen=True, kw_only=True)
class Said:
    """What a call answers.

    Args:
        text: The newest words; empty where other calls answer them, too.
        earlier: The app's words before them.
    """

    text: str = ""
    earlier: str = ""


_LEFT = Phrase(ko="알겠어요. 그대로 둘게요.", en="All right, I leave everything as it is.")

Ground = Callable[[ToolCall, Said], ToolCall | Phrase]
"""Takes a call and what it answers; returns it as it should be, or what to say in its place."""


def grounded(reply: ModelReply, request: ChatRequest, ground: Ground, language: Language) -> ModelReply:
    """Return ``reply`` to ``request`` with its calls as ``ground`` gives them; a phrase becomes text.

    Where the user only says what is not to be done, nothing is called.
    """
    newest = _said(request)
    said = newest if len(reply.tool_calls) == 1 else Said()
    declined = declines(newest.text)
    found = [_LEFT if declined else ground(call, said) for call in reply.tool_calls]
    told = dict.fromkeys(item.say(language) for item in found if isinstance(item, Phrase))
    calls = tuple(item for item in found if isinstance(item, ToolCall))
    if not told:
        return replace(reply, tool_calls=calls)
    text = "\n".join([*([reply.text] if reply.text else []), *told])
    return replace(reply, text=text, tool_calls=calls, stop_reason=reply.stop_reason if calls else "stop")


def _said(request: ChatRequest) -> Said:
    spoken = [message for message in request.messages if message.text]
    number = next((at for at in reversed(range(len(spoken))) if spoken[at].role == "user"), 0)
    before = spoken[number - 1] if number else None
    earlier = before.text if before and before.role == "assistant" else ""
    return Said(text=spoken[number].text if spoken else "", earlier=earlier)


class GroundedModel:
    """A chat model whose calls pass through ``ground``.

    Args:
        model: The model.
        ground: Looks at each call.
        language: The language of what is said.
    """

    def __init__(self, model: ChatModel, ground: Ground, language: Callable[[], Language]) -> None:
        self._model = model
        self._ground = ground
        self._language = language

    @property
    def id(self) -> str:
        """The model's own id."""
        return self._model.id

    @property
    def traits(self) -> Traits:
        """As the model."""
        return traits_of(self._model)

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

    def prepare(self, request: ChatRequest) -> None:
        """Read ahead where the model can, as ``ReadsAhead.prepare``."""
        if isinstance(self._model, ReadsAhead):
            self._model.prepare(request)
