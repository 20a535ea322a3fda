"""Watches a turn of the app: what its model was asked, and when what happened."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from gemma_app.agent.dispatcher import Done
from gemma_app.agent.model import (
    ChatRequest,
    ModelEvent,
    ModelReply,
    OnModelEvent,
    Progress,
    TextDelta,
    Traits,
)
from gemma_app.agent.turn import Called, TurnEvent
from gemma_app.bench.runs import Prompt, Stamp
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel

LONGEST_ANSWER = 64
_TOLD: dict[Stamp, str] = {"t2": "prefill_s", "first": "first_token_s"}


class Watched:
    """A chat model that notes when it was asked, and what with.

    Args:
        model: The model.
        options: Options of every request.
    """

    def __init__(self, model: GemmaModel, options: dict[str, Any]) -> None:
        self._model = model
        self._options = options
        self.asked: list[tuple[float, ChatRequest]] = []
        self.replies: list[ModelReply] = []
        self.on_asked: Callable[[], None] = lambda: None
        self.on_written: Callable[[], None] = lambda: None

    @property
    def id(self) -> str:
        """The model's own id."""
        return self._model.id

    @property
    def traits(self) -> Traits:
        """As the model."""
        return self._model.traits

    def prepare(self, request: ChatRequest) -> None:
        """Read ahead, as ``ReadsAhead.prepare``."""
        self._model.prepare(self._completed(request))

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        """Continue the conversation, as ``ChatModel.generate``."""
        request = self._completed(request)
        self.asked.append((time.perf_counter(), request))
        self.on_asked()

        def pass_on(event: ModelEvent) -> None:
            if not isinstance(event, Progress):
                self.on_written()
            if on_event:
                on_event(event)

        reply = self._model.generate(request, on_event=pass_on, cancel=cancel)
        self.replies.append(reply)
        return reply

    def prompt(self) -> Prompt | None:
        """Return what the model was asked first since ``forget``."""
        if not self.asked:
            return None
        request = self.asked[0][1]
        dialect = get_dialect(self._model.dialect)
        held = dialect.constraint(request)
        return Prompt(
            text="".join(segment.text for segment in dialect.render(request)),
            grammar=held.gbnf if held and not held.opener else "",
            stop="\n" if "\n" in dialect.stops else "",
            max_tokens=request.options.get("max_tokens") or LONGEST_ANSWER,
        )

    def counts(self) -> dict[str, int]:
        """Return the tokens of the turn by kind, as far as the model tells."""
        total: Counter[str] = Counter()
        for reply in self.replies:
            for name, value in reply.timings.items():
                if name.endswith("_tokens"):
                    total[name.removesuffix("_tokens")] += int(value)
        return dict(total)

    def happened_at(self, name: str) -> float | None:
        """Return when something of the first reply happened (``prefill_s``, ``first_token_s``), as in ``asked``."""
        if not (self.asked and self.replies and name in self.replies[0].timings):
            return None
        return self.asked[0][0] + self.replies[0].timings[name]

    def forget(self) -> None:
        """Begin another turn."""
        self.asked, self.replies = [], []

    def close(self) -> None:
        """Free the model."""
        self._model.close()

    def _completed(self, request: ChatRequest) -> ChatRequest:
        return replace(request, options={**request.options, **self._options})


@dataclass(kw_only=True)
class Moments:
    """The stamps of a turn as its events come."""

    started: float = field(default_factory=time.perf_counter)
    stamps: dict[Stamp, float] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    text: str = ""

    def mark(self, name: Stamp) -> None:
        """Note that something happened for the first time."""
        self.stamps.setdefault(name, time.perf_counter() - self.started)

    def mark_model(self, model: Watched) -> None:
        """Note what the model tells of its first reply."""
        if model.asked:
            self.stamps["t1"] = model.asked[0][0] - self.started
        for stamp, name in _TOLD.items():
            if (at := model.happened_at(name)) is not None:
                self.stamps[stamp] = at - self.started
        if self.calls and "first" in self.stamps:
            self.stamps["t3"] = self.stamps["first"]

    def on_event(self, event: TurnEvent) -> None:
        """Note what an event tells."""
        match event:
            case Called(call=call):
                self.mark("t4")
                self.calls.append(call.name)
            case Done():
                self.mark("t5")
            case TextDelta(text=text):
                self.mark("t7")
                self.text += text
            case _:
                pass
