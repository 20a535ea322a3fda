"""Adds the events of a generation up to a reply."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gemma_app.agent.model import CallStarted, ModelReply, OnModelEvent, StopReason, TextDelta, ThoughtDelta, ToolCall
from gemma_app.dialects.native_turns import THOUGHT
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, ParseError, Text, Thought


@dataclass
class Collected:
    """What the events of a generation add up to; each is passed on as it comes."""

    emit: OnModelEvent
    text: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    error: str | None = None
    _thoughts: list[str] = field(default_factory=list)

    def take(self, events: Iterable[DialectEvent]) -> None:
        """Add ``events``."""
        for event in events:
            match event:
                case Text(text=text):
                    self.text.append(text)
                    self.emit(TextDelta(text=text))
                case Thought(text=text):
                    self._thoughts.append(text)
                    self.emit(ThoughtDelta(text=text))
                case CallBegan(name=name):
                    self.emit(CallStarted(name=name))
                case Call(name=name, arguments=arguments):
                    self._add_call(name, arguments)
                case ParseError(code=code):
                    self.error = self.error or code

    def reply(self, stop_reason: StopReason, timings: dict[str, float]) -> ModelReply:
        """Return the whole; a generation that was cancelled, or in which one call is broken, makes no calls.

        A model that waits for results without a word or a call has left a call out.
        """
        text = "".join(self.text).strip()
        error = self.error
        if stop_reason == "tool_use" and not (self.calls or text or error):
            error = "missing_call_prefix"
        calls = () if error or stop_reason == "cancelled" else tuple(self.calls)
        if stop_reason in ("stop", "tool_use"):
            stop_reason = "tool_use" if calls else "stop"
        return ModelReply(text=text, tool_calls=calls, stop_reason=stop_reason, error=error, timings=timings)

    def _add_call(self, name: str, arguments: Mapping[str, Any]) -> None:
        """Add a call; the thoughts that led to it stay with it."""
        thought, self._thoughts = "".join(self._thoughts).strip(), []
        meta = {THOUGHT: thought} if thought else None
        call_id = f"call-{uuid.uuid4().hex[:12]}"
        self.calls.append(ToolCall(id=call_id, name=name, arguments=arguments, provider_meta=meta))
