"""The format of the embedded base model: a few examples, then one line that names a tool or talks."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.embedded_examples import EXAMPLES, Example
from gemma_app.dialects.protocol import (
    Call,
    CallBegan,
    Constraint,
    DialectEvent,
    Finish,
    ParseError,
    Segment,
    StreamParser,
    Text,
)

_TALK = "say"
_TURNS = 2
_MAX_LINE = 600


class EmbeddedDialect:
    """Lines ``User: …`` and ``App: tool {"argument":"value"}`` or ``App: say …``.

    The model was never taught to follow instructions, so it is shown examples instead of declarations, and its whole
    output is held to the grammar.
    """

    name = "embedded"
    stops = ("\n",)

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the examples, the context, the last turns and the newest words, up to ``App:``."""
        names = {tool.name for tool in request.tools}
        shown = [example for example in EXAMPLES if not example.tool or example.tool in names]
        segments = [Segment(text="".join(map(_shown, shown)), trusted=True)]
        if context := request.options.get("context"):
            segments += [Segment(text=f"[{_line(str(context))}]", trusted=False), Segment(text="\n", trusted=True)]
        for message in request.messages[-_TURNS * 2 - 1 :]:
            segments += _turn(message)
        return (*segments, Segment(text="App:", trusted=True))

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:  # noqa: ARG002
        """Return a parser of one output line."""
        return _LineParser({tool.name for tool in tools})

    def constraint(self, tools: Sequence[Tool]) -> Constraint | None:
        """Hold the whole line to a tool's arguments or to talk."""
        return Constraint(opener="", gbnf=grammar(tools), closer="")


def _shown(example: Example) -> str:
    reaction = call_text(example.tool, example.arguments) if example.tool else f"{_TALK} {example.answer}"
    return f"User: {example.said}\nApp: {reaction}\n"


def call_text(name: str, arguments: Mapping[str, Any]) -> str:
    """Return a call as the model writes it."""
    return f"{name} {json.dumps(arguments, ensure_ascii=False, separators=(',', ':'))}"


def _turn(message: Message) -> list[Segment]:
    match message.role:
        case "user" if line := _line(message.text):
            return [
                Segment(text="User: ", trusted=True),
                Segment(text=line, trusted=False),
                Segment(text="\n", trusted=True),
            ]
        case "assistant" if line := _line(message.text):
            return [
                Segment(text=f"App: {_TALK} ", trusted=True),
                Segment(text=line, trusted=False),
                Segment(text="\n", trusted=True),
            ]
        case _:
            return []


def _line(text: str) -> str:
    """Return ``text`` as one line, which is all that keeps it from looking like a turn of its own."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_LINE else line[: _MAX_LINE - 1] + "…"


def grammar(tools: Sequence[Tool]) -> str:
    """Return the GBNF of one output line: a call to one of ``tools``, or talk."""
    choices = "".join(f" | call-{number}" for number in range(len(tools)))
    rules = [
        f'root ::= " " (talk{choices})',
        f'talk ::= "{_TALK} " [^\\n\\x00-\\x1f]+ "\\n"',
        'string ::= "\\"" char{1,80} "\\""',
        'char ::= [^"\\\\\\x00-\\x1f] | "\\\\" ["\\\\/]',
        'integer ::= "-"? [0-9]{1,9}',
        'number ::= integer ("." [0-9]{1,6})?',
        'boolean ::= "true" | "false"',
    ]
    for number, tool in enumerate(tools):
        rules.append(f'call-{number} ::= {_quoted(tool.name + " {")} {_members(tool)} "}}"')
    return "\n".join(rules) + "\n"


def _members(tool: Tool) -> str:
    """Return the rule of a tool's arguments: the required ones first, then any of the others in the schema's order."""
    properties: Mapping[str, Mapping[str, Any]] = tool.parameters.get("properties", {})
    offered = [name for name in properties if name not in tool.fills]
    required = [name for name in offered if name in tool.parameters.get("required", ())]
    optional = [name for name in offered if name not in required]
    first = ' "," '.join(_member(name, properties[name]) for name in required)
    if required:
        return first + "".join(f' ("," {_member(name, properties[name])})?' for name in optional)
    starts = []
    for at, name in enumerate(optional):
        rest = "".join(f' ("," {_member(other, properties[other])})?' for other in optional[at + 1 :])
        starts.append(_member(name, properties[name]) + rest)
    return f"({' | '.join(starts)})?" if starts else '""'


def _member(name: str, schema: Mapping[str, Any]) -> str:
    return f"{_quoted(json.dumps(name) + ':')} {_rule(schema)}"


def _rule(schema: Mapping[str, Any]) -> str:
    if choices := schema.get("enum"):
        return "(" + " | ".join(_quoted(json.dumps(choice, ensure_ascii=False)) for choice in choices) + ")"
    kinds = schema.get("type", "string")
    known = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind in _KINDS]
    return "(" + " | ".join(known or ["string"]) + ")"


_KINDS = ("string", "integer", "number", "boolean")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _LineParser:
    """Reads one line as it grows."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._seen = ""
        self._talking = False
        self._began = False
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
        events: list[DialectEvent] = []
        if not self._began:
            self._began = True
            events.append(CallBegan(name=name) if name in self._names else ParseError(code="unknown_tool"))
            self._done = name not in self._names
        if not self._done and (arguments := _object(rest)) is not None:
            self._done = True
            events.append(Call(name=name, arguments=arguments))
        return events

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


def _object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that ``text`` begins with, None while it is not complete."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
