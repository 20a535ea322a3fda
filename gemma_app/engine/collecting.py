"""Adds the events of a generation up to a reply."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

from gemma_app.agent.model import CallStarted, ModelReply, OnModelEvent, StopReason, TextDelta, ThoughtDelta, ToolCall
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, ParseError, Text, Thought


@dataclass
class Collected:
    """What the events of a generation add up to; each is passed on as it comes."""

    emit: OnModelEvent
    text: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    error: str | None = None

    def take(self, events: Iterable[DialectEvent]) -> None:
        """Add ``events``."""
        for event in events:
            match event:
                case Text(text=text):
                    self.text.append(text)
                    self.emit(TextDelta(text=text))
                case Thought(text=text):
                    self.emit(ThoughtDelta(text=text))
                case CallBegan(name=name):
                    self.emit(CallStarted(name=name))
                case Call(name=name, arguments=arguments):
                    self.calls.append(ToolCall(id=f"call-{uuid.uuid4().hex[:12]}", name=name, arguments=arguments))
                case ParseError(code=code):
                    self.error = self.error or code

    def reply(self, stop_reason: StopReason, timings: dict[str, float]) -> ModelReply:
        """Return the whole; a cancelled generation makes no calls."""
        cancelled = stop_reason == "cancelled"
        if self.calls and stop_reason == "stop":
            stop_reason = "tool_use"
        return ModelReply(
            text="".join(self.text).strip(),
            tool_calls=() if cancelled else tuple(self.calls),
            stop_reason=stop_reason,
            error=self.error,
            timings=timings,
        )
