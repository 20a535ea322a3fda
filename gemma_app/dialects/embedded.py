"""The format of the embedded base model: a few examples, then one line that makes a call or talks."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.embedded_examples import Example
from gemma_app.dialects.embedded_grammar import line_grammar
from gemma_app.dialects.embedded_likeness import nearest_examples, words_of
from gemma_app.dialects.protocol import (
    Call,
    CallBegan,
    Constraint,
    DialectEvent,
    Ending,
    Finish,
    ParseError,
    Segment,
    StreamParser,
    Text,
)

_TALK = "say"
_EXAMPLES = 3
_EARLIER_MESSAGES = 2
_LONGEST_LINE = 600


class EmbeddedDialect:
    """Lines ``User: …`` and ``App: tool {"argument":"value"}`` or ``App: say …``.

    The model was never taught to follow instructions. It is shown the examples that are most like what was said, all
    of one tool; it copies the words that belong into the call, and the grammar lets it write nothing else.
    """

    name = "embedded"
    stops: Mapping[str, Ending] = {"\n": "stop"}

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the examples, the context, the last messages and the newest words, up to ``App:``."""
        examples = _examples(request)
        segments = [Segment(text="".join(map(_shown, reversed(examples))), trusted=True)]
        if not examples[0].tool:
            for message in request.messages[-1 - _EARLIER_MESSAGES : -1]:
                segments += _turn(message)
        return (*segments, *_turn(request.messages[-1]), Segment(text="App:", trusted=True))

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:  # noqa: ARG002
        """Return a parser of one output line."""
        return _LineParser(frozenset(tool.name for tool in tools))

    def constraint(self, request: ChatRequest) -> Constraint:
        """Hold the line to the one tool that the examples of ``request`` show, and its texts to the user's words."""
        examples = _examples(request)
        gbnf = line_grammar(
            [tool for tool in request.tools if tool.name == examples[0].tool],
            _TALK,
            said=_line(_said(request)),
            asking={word for example in examples for word in words_of(example.frame)},
            optional=examples[0].arguments,
        )
        return Constraint(opener="", gbnf=gbnf, closer="")


def call_text(name: str, arguments: Mapping[str, Any]) -> str:
    """Return a call as the model writes it."""
    return f"{name} {json.dumps(arguments, ensure_ascii=False, separators=(',', ':'))}"


def _examples(request: ChatRequest) -> tuple[Example, ...]:
    return nearest_examples(_said(request), frozenset(tool.name for tool in request.tools), _EXAMPLES)


def _said(request: ChatRequest) -> str:
    return next((message.text for message in reversed(request.messages) if message.role == "user"), "")


def _shown(example: Example) -> str:
    reaction = call_text(example.tool, example.arguments) if example.tool else f"{_TALK} {example.answer}"
    return f"User: {example.said}\nApp: {reaction}\n"


def _turn(message: Message) -> tuple[Segment, ...]:
    line = _line(message.text)
    speaker = {"user": "User: ", "assistant": f"App: {_TALK} "}.get(message.role)
    if not line or speaker is None:
        return ()
    return (Segment(text=speaker, trusted=True), Segment(text=line, trusted=False), Segment(text="\n", trusted=True))


def _line(text: str) -> str:
    """Return ``text`` as one line: only a line break could make it look like a turn of its own."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


class _LineParser:
    """Reads one line as it grows."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._seen = ""
        self._talking = False
        self._calling = False
        self._done = False

    def feed(self, text: str, *, special: bool | None = None) -> Sequence[DialectEvent]:
        """Take the next piece."""
        if self._done or special:
            return []
        if self._talking:
            return self._talk(text)
        self._seen += text
        name, space, rest = self._seen.lstrip().partition(" ")
        if not space:
            return []
        if name == _TALK:
            self._talking = True
            return self._talk(rest)
        return self._call(name, rest)

    def finish(self, reason: Finish) -> Sequence[DialectEvent]:
        """Take the end: a call that is still open is no call."""
        if self._done or self._talking or not self._seen.strip():
            return []
        self._done = True
        return [ParseError(code="truncated" if reason == "length" else "unclosed_call")]

    def _talk(self, text: str) -> list[DialectEvent]:
        line, end, _ = text.partition("\n")
        self._done = bool(end)
        return [Text(text=line)] if line else []

    def _call(self, name: str, arguments: str) -> list[DialectEvent]:
        events: list[DialectEvent] = []
        if not self._calling:
            if name not in self._names:
                self._done = True
                return [ParseError(code="unknown_tool")]
            self._calling = True
            events.append(CallBegan(name=name))
        if (decoded := _object(arguments)) is not None:
            self._done = True
            events.append(Call(name=name, arguments=decoded))
        return events


def _object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that ``text`` begins with, None while it is not complete."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
