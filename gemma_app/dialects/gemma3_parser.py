"""Parses a stream of Gemma 3, whose calls are text: JSON, or a fence or tag that is meant as a call."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from gemma_app.agent.tool import Tool
from gemma_app.dialects.blocks import Kind, read_block
from gemma_app.dialects.call_shapes import RawCall
from gemma_app.dialects.fences import BareJson, Fence, opening_fence
from gemma_app.dialects.lexer import Lexer, Piece
from gemma_app.dialects.markup import END_OF_TEXT
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, Finish, ParseError, Text
from gemma_app.dialects.refusal import MAX_CALLS, Refused

TURN_OPEN, TURN_CLOSE = "<start_of_turn>", "<end_of_turn>"

_TAGS = {"<tool_code>": "</tool_code>", "<tool_call>": "</tool_call>"}
_OWN_TURN = "model\n"
_MAYBE_FENCE = re.compile(r" {0,3}`{0,2}")
_FENCE = re.compile(r" {0,3}```")

_State = Callable[[str], str]


class Gemma3Parser:
    """A state machine over lines; each state takes a part of the text and returns the rest.

    Args:
        tools: The tools that may be called.
    """

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools: Mapping[str, Tool] = {tool.name: tool for tool in tools}
        self._turns = Lexer({TURN_OPEN, TURN_CLOSE, END_OF_TEXT})
        self._tags = Lexer({*_TAGS, *_TAGS.values()})
        self._events: list[DialectEvent] = []
        self._count = 0
        self._visible = False
        self._pending_text: list[str] = []
        self._pending: list[DialectEvent] = []
        self._line: list[str] = []
        self._bare = BareJson()
        self._fence = Fence(ticks=3, kind=None)
        self._heeds_quotes = True
        self._tag = ""
        self._state: _State = self._start

    def feed(self, text: str, *, special: bool | None = None) -> Sequence[DialectEvent]:
        """Take the next piece; see ``StreamParser.feed``."""
        for piece in self._turns.feed(text, special):
            self._take(piece)
        return self._drain()

    def finish(self, reason: Finish) -> Sequence[DialectEvent]:
        """Take the end of the generation."""
        for piece in self._turns.flush():
            self._take(piece)
        self._end(reason)
        return self._drain()

    def _drain(self) -> Sequence[DialectEvent]:
        events, self._events = self._events, []
        return events

    def _take(self, piece: Piece) -> None:
        if not piece.markup:
            for part in self._tags.feed(piece.text, special=None):
                self._take_part(part)
        elif piece.text == TURN_OPEN and self._state == self._start and not self._visible:
            self._state = self._own_turn
        else:
            self._end("stop")

    def _take_part(self, part: Piece) -> None:
        if part.markup and self._state in (self._start, self._line_start, self._prose):
            self._begin_or_drop_tag(part.text)
        elif part.markup and self._state == self._in_tag and part.text == _TAGS[self._tag]:
            self._close_tag(part.text, closed=True, finish="stop")
        else:
            rest = part.text
            while rest:
                rest = self._state(rest)

    def _end(self, reason: Finish) -> None:
        for part in self._tags.flush():
            self._take_part(part)
        if self._state == self._opening:
            self._open_fence("".join(self._line))
        while self._state == self._in_fence:
            self._end_fence(reason)
        match self._state:
            case self._bare_json:
                self._resolve("bare", self._bare.text, self._bare.content, closed=self._bare.is_closed, finish=reason)
            case self._in_tag:
                self._close_tag("", closed=False, finish=reason)
            case self._line_start:
                self._emit("".join(self._line))
        self._events += self._pending
        self._pending, self._pending_text = [], []
        self._state = self._discarded

    def _emit(self, text: str) -> None:
        """Say ``text``; only visible text settles what is pending."""
        if self._pending and not text.strip():
            self._pending_text.append(text)
        elif text:
            self._give_up_pending()
            self._visible = self._visible or bool(text.strip())
            self._events.append(Text(text=text))

    def _give_up_pending(self) -> None:
        """Show fenced JSON that has visible text before and behind it: it was an example."""
        if self._pending:
            self._events.append(Text(text="".join(self._pending_text)))
            self._pending, self._pending_text = [], []

    def _called(self, calls: Sequence[RawCall]) -> Iterator[DialectEvent]:
        for call in calls:
            self._count += 1
            if self._count <= MAX_CALLS:
                yield CallBegan(name=call.name)
                yield Call(name=call.name, arguments=call.arguments)
            elif self._count == MAX_CALLS + 1:
                yield ParseError(code="bad_args")

    def _discarded(self, _text: str) -> str:
        return ""

    def _own_turn(self, text: str) -> str:
        self._line.append(text)
        said = "".join(self._line)
        if said.startswith(_OWN_TURN):
            self._line, self._state = [], self._start
            return said[len(_OWN_TURN) :]
        if not _OWN_TURN.startswith(said):
            self._state = self._discarded
        return ""

    def _start(self, text: str) -> str:
        """Before anything visible, or at a line behind bare JSON that was a call."""
        solid = text.lstrip()
        self._emit(text[: len(text) - len(solid)])
        if solid[:1] in ("{", "["):
            self._bare, self._state = BareJson(), self._bare_json
        elif solid:
            self._line, self._state = [], self._line_start
        return solid

    def _line_start(self, text: str) -> str:
        line, newline, rest = text.partition("\n")
        self._line.append(line)
        begun = "".join(self._line)
        if _FENCE.match(begun):
            self._state = self._opening
            return newline + rest
        if not newline and _MAYBE_FENCE.fullmatch(begun):
            return ""
        self._line, self._state = [], self._prose
        self._emit(begun)
        return newline + rest

    def _prose(self, text: str) -> str:
        line, newline, rest = text.partition("\n")
        self._emit(line + newline)
        if newline:
            self._line, self._state = [], self._line_start
        return rest

    def _opening(self, text: str) -> str:
        line, newline, rest = text.partition("\n")
        self._line.append(line)
        if newline:
            self._open_fence("".join(self._line) + newline)
        return rest

    def _open_fence(self, line: str) -> None:
        fence, self._line = opening_fence(line, heeds_quotes=self._heeds_quotes), []
        if fence is None:
            self._state = self._line_start if line.endswith("\n") else self._prose
            self._emit(line)
            return
        self._fence, self._state = fence, self._in_fence
        if fence.kind is None:
            self._emit(fence.release())
        elif fence.is_closed:
            self._close_fence(closed=True, finish="stop")

    def _in_fence(self, text: str) -> str:
        rest = self._fence.take(text)
        if self._fence.kind is None:
            self._emit(self._fence.release())
        if self._fence.is_closed:
            self._close_fence(closed=True, finish="stop")
        return rest

    def _end_fence(self, reason: Finish) -> None:
        rest = self._fence.end()
        if self._fence.kind is None:
            self._emit(self._fence.release())
        self._heeds_quotes = self._heeds_quotes and not rest
        self._close_fence(closed=self._fence.is_closed, finish=reason)
        while rest:
            rest = self._state(rest)

    def _close_fence(self, *, closed: bool, finish: Finish) -> None:
        fence = self._fence
        self._line, self._state = [], self._line_start
        if fence.kind is not None:
            self._resolve(fence.kind, fence.raw, fence.content, closed=closed, finish=finish)

    def _bare_json(self, text: str) -> str:
        rest = self._bare.take(text)
        if self._bare.is_refuted:
            self._state = self._prose
            self._emit(self._bare.text)
        elif self._bare.is_followed:
            self._state = self._start if self._bare.is_alone else self._prose
            if self._bare.is_alone or rest[:1] in ("}", "]"):
                self._resolve("bare", self._bare.text, self._bare.content + rest[:1].strip("\n{["))
            else:
                self._emit(self._bare.text)
        return rest

    def _begin_or_drop_tag(self, tag: str) -> None:
        self._emit("".join(self._line))
        self._line = []
        if tag in _TAGS:
            self._tag, self._state = tag, self._in_tag
        else:
            self._emit(tag)

    def _in_tag(self, text: str) -> str:
        self._line.append(text)
        return ""

    def _close_tag(self, tag: str, *, closed: bool, finish: Finish) -> None:
        content, self._line = "".join(self._line), []
        self._state = self._prose
        self._resolve("call", self._tag + content + tag, content, closed=closed, finish=finish)

    def _resolve(self, kind: Kind, raw: str, content: str, *, closed: bool = True, finish: Finish = "stop") -> None:
        """Make calls of a block, or text where it holds none."""
        may_be_example = kind == "json" and self._visible
        events: list[DialectEvent] = []
        try:
            events += self._called(read_block(kind, content, self._tools, closed=closed, finish=finish))
        except Refused as refused:
            events += [Text(text=raw), ParseError(code=refused.code)]
        if not events:
            self._emit(raw)
        elif may_be_example:
            self._pending += events
            self._pending_text.append(raw)
        else:
            self._give_up_pending()
            self._visible = self._visible or any(isinstance(event, Text) for event in events)
            self._events += events
