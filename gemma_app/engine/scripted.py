"""A chat model that says what it was told to: for tests, the self-test and the demonstration."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from gemma_app.agent.model import CallStarted, ChatRequest, ModelReply, OnModelEvent, TextDelta
from gemma_app.dialects.protocol import Dialect
from gemma_app.engine.collecting import Collected

ScriptLine = ModelReply | str | Sequence[str]
Script = ScriptLine | Callable[[ChatRequest], ScriptLine]


class ScriptExhausted(AssertionError):
    """The model was asked more often than its script has replies."""


class ScriptedModel:
    """Gives ``replies`` one after the other and keeps the requests it got.

    Args:
        replies: Ready replies; native text of ``dialect``, whole or as a sequence of chunks; or functions of
            the request that return one of these.
        dialect: Parses native text; may be left out where there is none.
        chunk: Native text that is given whole is parsed in pieces of so many characters; 0 leaves it whole.
    """

    def __init__(self, replies: Iterable[Script], *, dialect: Dialect | None = None, chunk: int = 0) -> None:
        self.requests: list[ChatRequest] = []
        self._replies = iter(replies)
        self._dialect = dialect
        self._chunk = chunk

    @property
    def id(self) -> str:
        """Always ``scripted``."""
        return "scripted"

    def generate(
        self,
        request: ChatRequest,
        *,
        on_event: OnModelEvent | None = None,
        cancel: threading.Event | None = None,
    ) -> ModelReply:
        """Give the next reply, with the events of a model that writes it.

        Raises:
            ScriptExhausted: There is none left.
        """
        self.requests.append(request)
        try:
            script = next(self._replies)
        except StopIteration:
            asked = request.messages[-1].text if request.messages else ""
            raise ScriptExhausted(f"request {len(self.requests)} ({asked!r}) has no scripted reply") from None
        line = script(request) if callable(script) else script
        emit = on_event or (lambda _: None)
        if isinstance(line, ModelReply):
            return _given(line, emit, cancel)
        return self._parsed(line, request, emit, cancel)

    def _parsed(
        self, line: str | Sequence[str], request: ChatRequest, emit: OnModelEvent, cancel: threading.Event | None
    ) -> ModelReply:
        if self._dialect is None:
            raise TypeError("native text needs a dialect")
        collected = Collected(emit)
        parser = self._dialect.parser(request.tools)
        for piece in self._pieces(line):
            if cancel is not None and cancel.is_set():
                return collected.reply("cancelled", {})
            collected.take(parser.feed(piece))
        collected.take(parser.finish("stop"))
        return collected.reply("stop", {})

    def _pieces(self, line: str | Sequence[str]) -> Iterator[str]:
        if isinstance(line, str) and self._chunk:
            return (line[at : at + self._chunk] for at in range(0, len(line), self._chunk))
        return iter([line] if isinstance(line, str) else line)


def _given(reply: ModelReply, emit: OnModelEvent, cancel: threading.Event | None) -> ModelReply:
    if cancel is not None and cancel.is_set():
        return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
    if reply.text:
        emit(TextDelta(text=reply.text))
    for call in reply.tool_calls:
        emit(CallStarted(name=call.name))
    return reply
