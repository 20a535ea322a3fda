"""The format that the embedded model was trained for: the situation, the talk so far, and one line of calls or talk."""

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gemma_app.agent.fixed_replies import fixed_reply
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.embedded_grammar import given_names, line_grammar
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
from gemma_app.letters import Classifier, Kind, buckets_of, load_classifier

TALK = "say"
# One token each: what a call costs is its tokens.
_WORDS = {
    "search_catalog": "search",
    "query_protocol": "detail",
    "add_habit": "add",
    "list_active_habits": "list",
    "log_tracker_entry": "log",
    "get_streak": "streak",
    "addComponent": "draw",
    "findComponents": "find",
    "getAtmosphereGuide": "mood",
    "getComponentByRefid": "read",
    "getSelection": "selection",
    "modifyBoard": "board",
    "modifyComponentByRefid": "change",
    "removeComponentByRefid": "remove",
    "replaceBoard": "replace",
}

_SPEAKERS: Mapping[str, str] = {"user": "User: ", "assistant": f"App: {TALK} "}
# How many messages before the newest are written at least, where there are as many, and by how many the first moves on:
# for two turns or so a prompt begins as the one before did and need not be read anew.
_FEWEST_EARLIER, _EARLIER_STEP = 2, 4
# A kind of request that is less likely than this, compared with the likeliest, is ruled out.
_LEAST_SHARE = 0.15
_LEAST_SHARE_OF_SEVERAL = 0.35
# Where talk is as likely as this, nothing is called: a call that was not asked for does more harm than one too few.
_SURELY_TALK = 0.6
# An edit of a board is only proposed: one too many costs less than one too few.
_LEAST_SHARE_ON_A_BOARD, _SURELY_TALK_ON_A_BOARD = 0.06, 0.9
_LEAST_SHARE_OF_A_VALUE = 0.3
# Arguments whose values have a router of their own, by tool.
_ROUTED: Mapping[str, Mapping[str, str]] = {
    "search_catalog": {"category": "router-category.npz"},
    "log_tracker_entry": {"value": "router-value.npz"},
}
# How much the router's opinion counts beside the model's.
_TRUST = 2.0
_LONGEST_LINE = 600


class EmbeddedDialect:
    """Lines ``User: …`` and ``App: log ["title","done",{"date":"yesterday"}] streak ["title"]`` or ``App: say …``.

    Options of a request: ``brief`` is the first line; ``board`` is a line about the board that is open, in which case
    the first message, the long form of the same for models that read it, is left out.
    """

    name = "embedded"
    stops: Mapping[str, Ending] = {"\n": "stop"}

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the context, the last messages and the newest words, up to ``App:``."""
        context, board = request.options.get("brief", ""), request.options.get("board", "")
        segments = _marked("[", context, "]\n") if context else []
        if board:
            segments += _marked("board: ", board, "\n")
        for message in _recent(_spoken(request)):
            segments += _turn(message)
        return (*segments, Segment(text="App:", trusted=True))

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:  # noqa: ARG002
        """Return nothing: the first line already tells of the user's habits, and tools are not written."""
        return ()

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:  # noqa: ARG002
        """Return a parser of one output line."""
        return _LineParser(_by_word(tools))

    def constraint(self, request: ChatRequest) -> Constraint:
        """Hold the line to what the router thinks possible, to anything valid where it does not know the tools."""
        router, words = _router(), {tool.name: _word(tool) for tool in request.tools}
        if not router.names.issuperset(words):
            return Constraint(opener="", gbnf=line_grammar(_by_word(request.tools), TALK), closer="\n")
        *earlier, said = [message.text for message in _spoken(request)] or [""]
        board = request.options.get("board", "")
        buckets = buckets_of(said, earlier[-1] if earlier else "", board=board)
        shares = router.shares(buckets, words)
        if shares.get((), 0.0) >= (_SURELY_TALK_ON_A_BOARD if board else _SURELY_TALK):
            shares = {(): 1.0}
        best, one = max(shares.values()), _LEAST_SHARE_ON_A_BOARD if board else _LEAST_SHARE
        least = {kind: _LEAST_SHARE_OF_SEVERAL if len(kind) > 1 else one for kind in shares}
        kinds = [[words[name] for name in kind] for kind, share in shares.items() if share >= least[kind] * best]
        tools = request.tools
        if not any(len(kind) > 1 for kind in kinds):  # several calls may well differ in their values
            tools = tuple(_narrowed(tool, buckets) for tool in tools)
        gbnf = line_grammar(_by_word(tools), TALK, kinds)
        return Constraint(opener="", gbnf=gbnf, closer="\n", leanings=_leanings(shares, words))


def call_text(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Return a call as the model writes it."""
    given = given_names(tool)
    others = {name: arguments[name] for name in tool.parameters["properties"] if name in arguments.keys() - set(given)}
    values = [*(arguments[name] for name in given), *([others] if others else [])]
    return f"{_word(tool)} {json.dumps(values, ensure_ascii=False, separators=(',', ':'))}"


def _router(name: str = "router.npz") -> Classifier:
    return load_classifier(__package__, name)


def _narrowed(tool: Tool, buckets: Sequence[int]) -> Tool:
    """Leave of a choice only the values that a router thinks possible."""
    properties = dict(tool.parameters["properties"])
    for name, routed in _ROUTED.get(tool.name, {}).items():
        shares = _router(routed).shares(buckets, properties[name]["enum"])
        likely = [kind[0] for kind, share in shares.items() if share >= _LEAST_SHARE_OF_A_VALUE * max(shares.values())]
        properties[name] = {**properties[name], "enum": likely}
    return replace(tool, parameters={**tool.parameters, "properties": properties})


def _leanings(shares: Mapping[Kind, float], words: Mapping[str, str]) -> dict[str, float]:
    """Return how much each first word is leaned to: the logarithm of its share."""
    summed: dict[str, float] = defaultdict(float)
    for kind, share in shares.items():
        summed[words[kind[0]] if kind else TALK] += share
    return {f" {word}": _TRUST * math.log(share + _LEAST_SHARE) for word, share in summed.items()}


def _by_word(tools: Sequence[Tool]) -> dict[str, Tool]:
    return {_word(tool): tool for tool in tools}


def _word(tool: Tool) -> str:
    return _WORDS.get(tool.name, tool.name)


def _spoken(request: ChatRequest) -> list[Message]:
    messages = request.messages[1 if request.options.get("board") else 0 :]
    return [message for message in messages if message.role in _SPEAKERS and _line(message.text)]


def _recent(spoken: Sequence[Message]) -> Sequence[Message]:
    """Return the newest message behind the few that the model was trained to look back to."""
    earlier = len(spoken) - 1
    return spoken[max(0, earlier - _FEWEST_EARLIER) // _EARLIER_STEP * _EARLIER_STEP :]


def _turn(message: Message) -> list[Segment]:
    return _marked(_SPEAKERS[message.role], message.text, "\n")


def _marked(before: str, text: str, after: str) -> list[Segment]:
    return [
        Segment(text=before, trusted=True),
        Segment(text=_line(text), trusted=False),
        Segment(text=after, trusted=True),
    ]


def _line(text: str) -> str:
    """Return ``text`` as one line: only a line break could make it look like a turn of its own."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


class _LineParser:
    """Reads one line as it grows."""

    def __init__(self, words: Mapping[str, Tool]) -> None:
        self._words = words
        self._rest = ""
        self._tool: Tool | None = None
        self._talking = False
        self._started = False
        self._done = False

    def feed(self, text: str, *, special: bool | None = None) -> Sequence[DialectEvent]:
        """Take the next piece."""
        if self._done or special:
            return []
        line, end, _ = text.partition("\n")
        events = self._talk(line) if self._talking else self._read(line)
        if end:
            events += self.finish("stop")
        return events

    def finish(self, reason: Finish) -> Sequence[DialectEvent]:
        """Take the end: a call that is still open is no call."""
        if self._done:
            return []
        self._done = True
        if self._talking:
            return [Text(text=self._rest)] if self._rest else []
        if not (self._tool or self._rest.strip()):
            return []
        return [ParseError(code="truncated" if reason == "length" else "unclosed_call")]

    def _read(self, text: str) -> list[DialectEvent]:
        self._rest += text
        events: list[DialectEvent] = []
        while not (self._done or self._talking) and (found := self._next()):
            events += found
        return events

    def _next(self) -> list[DialectEvent]:
        """Take the next part of the line, empty while it is not complete."""
        if self._tool:
            return self._call(self._tool)
        word, space, rest = self._rest.lstrip().partition(" ")
        if not space:
            return []
        self._rest = rest
        if word == TALK:
            self._talking = True
            self._rest = ""
            return self._talk(rest)
        if word not in self._words:
            self._done = True
            return [ParseError(code="unknown_tool")]
        self._tool = self._words[word]
        return [CallBegan(name=self._tool.name)]

    def _call(self, tool: Tool) -> list[DialectEvent]:
        try:
            values, end = json.JSONDecoder().raw_decode(self._rest)
        except ValueError:
            return []
        self._tool, self._rest = None, self._rest[end:]
        return [Call(name=tool.name, arguments=_arguments(tool, values))]

    def _talk(self, text: str) -> list[DialectEvent]:
        """Pass talk on; a name in brackets at its beginning stands for a reply that is fixed."""
        if self._started:
            return [Text(text=text)] if text else []
        self._rest = (self._rest + text).lstrip()
        if not self._rest or (self._rest.startswith("[") and "]" not in self._rest):
            return []
        self._started = True
        held, self._rest = self._rest, ""
        name, bracket, after = held.partition("]")
        if bracket and (reply := fixed_reply(name.removeprefix("["))):
            return [Text(text=reply + after)]
        return [Text(text=held)]


def _arguments(tool: Tool, values: Sequence[Any]) -> dict[str, Any]:
    given = given_names(tool)
    arguments = dict(zip(given, values, strict=False))
    for others in values[len(given) :]:
        arguments |= others
    return arguments
