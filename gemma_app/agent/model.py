"""What the turn loop needs of a chat model, whatever runs it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from gemma_app.agent.messages import Message
from gemma_app.agent.tool import Tool

StopReason = Literal["stop", "tool_use", "length", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A complete call, ready to be checked; ``arguments`` is a decoded JSON object."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    provider_meta: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class ChatRequest:
    """What one generation is asked for.

    Args:
        messages: The conversation so far, oldest first.
        tools: The tools that may be called.
        options: ``system`` (text), ``context`` (volatile text that goes last, before the newest user text),
            ``temperature``, ``seed``, ``max_tokens``, and what a particular model documents.
    """

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """What one generation gave.

    Args:
        text: What the user may read.
        tool_calls: Complete calls in the order they were made.
        stop_reason: ``tool_use`` where calls wait for results.
        error: Code of a call that could not be parsed (``gemma_app.dialects``), else None.
        timings: Seconds and counts by name, as far as the model measures them.
        left_out: How many of the oldest messages were not read, since the model cannot read as many.
    """

    text: str
    tool_calls: tuple[ToolCall, ...]
    stop_reason: StopReason
    error: str | None = None
    timings: Mapping[str, float] = field(default_factory=dict)
    left_out: int = 0


@dataclass(frozen=True, kw_only=True)
class TextDelta:
    """More text that the user may read."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ThoughtDelta:
    """More of the model's thinking, which is not an answer."""

    text: str


@dataclass(frozen=True, kw_only=True)
class CallStarted:
    """A call has begun; its arguments are still being written."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Work that has nothing to show yet, such as reading a long prompt: ``done`` of ``total`` tokens."""

    done: int
    total: int


ModelEvent = TextDelta | ThoughtDelta | CallStarted | Progress
OnModelEvent = Callable[[ModelEvent], None]


class ChatModel(Protocol):
    """Anything that continues a conversation; free of the types of whatever runs it."""

    @property
    def id(self) -> str:
        """Names the model and its exact weights."""
        ...

    def generate(
        self,
        request: ChatRequest,
        *,
        on_event: OnModelEvent | None = None,
        cancel: threading.Event | None = None,
    ) -> ModelReply:
        """Continue ``request.messages``; stop soon after ``cancel`` is set, with ``stop_reason="cancelled"``."""
        ...


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What a chat model is like, as far as what is asked of it depends on that.

    Args:
        speaks_through_the_app: It only makes calls, and the app words what came of them.
        needs_test: Its calls can be wrong, so it must be tested before it may change anything by itself.
        context_tokens: How many tokens a prompt and its answer may have together.
    """

    speaks_through_the_app: bool = False
    needs_test: bool = False
    context_tokens: int = 4_096


@runtime_checkable
class HasTraits(Protocol):
    """A chat model that says what it is like."""

    @property
    def traits(self) -> Traits:
        """What the model is like."""
        ...


def traits_of(model: object) -> Traits:
    """Return what a chat model is like; one that does not say, or none at all, is like ``Traits()``."""
    return model.traits if isinstance(model, HasTraits) else Traits()


@runtime_checkable
class ReadsAhead(Protocol):
    """A chat model that can read a prompt before it is asked for."""

    def prepare(self, request: ChatRequest) -> None:
        """Read in the background what is known of the next prompt; returns at once and reports nothing.

        A newer call takes the place of an older one. A request stops it within milliseconds and goes on from there.

        Args:
            request: The next request as far as it is known: the user's words, which may be empty or go on, come last;
                or the call that waits for an answer does.
        """
        ...
