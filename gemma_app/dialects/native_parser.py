"""Parses a stream of FunctionGemma or Gemma 4: text, thoughts and native calls, as soon as each is certain."""

import re
from collections.abc import Callable, Mapping, Sequence

from gemma_app.agent.tool import Tool
from gemma_app.dialects.call_body import name_begun, read_call
from gemma_app.dialects.framing import Frame
from gemma_app.dialects.lexer import Lexer, Piece
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, Finish, ParseError, Text, Thought
from gemma_app.dialects.refusal import MAX_CALLS, OPEN, Refused

_NAME = re.compile(r"[A-Za-z_]*")
_LONGEST_NAME = 32
_OWN_TURN = "model\n"
_BARE_CALL = "call:"
_ENDS_CLOSED = ("}", ")")

_State = Callable[[Piece], None]


class NativeParser:
    """A state machine over control literals and text.

    Args:
        markup: The literals of the generation.
        tools: The tools that may be called.
        start_in_thought: Whether the prompt ended inside a thought.
    """

    def __init__(self, markup: Markup, tools: Sequence[Tool], *, start_in_thought: bool = False) -> None:
        self._markup = markup
        self._tools: Mapping[str, Tool] = {tool.name: tool for tool in tools}
        self._lexer = Lexer(markup.literals)
        self._events: list[DialectEvent] = []
        self._count = 0
        self._fresh = True
        self._buffer = ""
        self._frame = Frame(markup)
        self._held: list[Piece] = []
        self._thought_is_unclosed = False
        in_thought = start_in_thought and bool(markup.channel_open)
        self._state: _State = self._thought if in_thought else self._answer
        self._outside: _State = self._state

    def feed(self, text: str, *, special: bool | None = None) -> Sequence[DialectEvent]:
        """Take the next piece; see ``StreamParser.feed``."""
        for piece in self._lexer.feed(text, special):
            self._state(piece)
        return self._drain()

    def finish(self, reason: Finish) -> Sequence[DialectEvent]:
        """Take the end of the generation."""
        for piece in self._lexer.flush():
            if self._state != self._call or not self._markup.call_close.startswith(piece.text):
                self._state(piece)
        self._release_held()
        if self._state == self._call:
            for piece in self._frame.unterminated():
                self._state(piece)
        if self._state == self._call:
            self._end_call(closed=False, reason=reason)
        if self._state == self._after_thought:
            self._emit_text(self._buffer)
        self._state = self._discarded
        return self._drain()

    def _drain(self) -> Sequence[DialectEvent]:
        events, self._events = self._events, []
        return events

    def _emit_text(self, text: str) -> None:
        if text:
            self._fresh = self._fresh and not text.strip()
            self._events.append(Text(text=text))

    def _emit_thought(self, text: str) -> None:
        if text:
            self._fresh = False
            self._events.append(Thought(text=text))

    def _answer(self, piece: Piece) -> None:
        markup, text = self._markup, piece.text
        if not piece.markup:
            self._emit_text(text)
        elif text == markup.call_open:
            self._begin_call(self._answer)
        elif text == markup.channel_open:
            self._begin_thought()
        elif text == markup.channel_close:
            self._end_thought()
        elif text == markup.turn_open and self._fresh:
            self._state, self._buffer, self._fresh = self._own_turn, "", False
        elif text in markup.ends:
            self._state = self._discarded
        elif text == markup.declaration_open:
            self._state = self._declaration
            self._emit_text(text)
        elif text not in (markup.call_close, markup.think):
            self._emit_text(text)

    def _own_turn(self, piece: Piece) -> None:
        """After a turn marker at the very start: the model may have repeated the end of the prompt."""
        self._buffer += piece.text
        if piece.markup or not (self._buffer.startswith(_OWN_TURN) or _OWN_TURN.startswith(self._buffer)):
            self._state = self._discarded
        elif len(self._buffer) >= len(_OWN_TURN):
            self._state, self._fresh = self._answer, True
            self._emit_text(self._buffer[len(_OWN_TURN) :])
            self._buffer = ""

    def _declaration(self, piece: Piece) -> None:
        """Inside an echoed declaration, where nothing is a call."""
        if piece.markup and piece.text in self._markup.ends:
            self._state = self._discarded
            return
        self._emit_text(piece.text)
        if piece.markup and piece.text == self._markup.declaration_close:
            self._state = self._answer

    def _discarded(self, piece: Piece) -> None:
        """After a turn or response marker: what follows is not the model's to say."""

    def _begin_thought(self) -> None:
        self._fresh = False
        self._state, self._buffer = self._channel_name, ""

    def _end_thought(self) -> None:
        self._fresh = False
        self._state, self._buffer = self._after_thought, ""

    def _channel_name(self, piece: Piece) -> None:
        if piece.markup:
            self._state = self._thought
            self._thought(piece)
            return
        self._buffer += piece.text
        found = _NAME.match(self._buffer)
        name = found.group() if found else ""
        if len(name) == len(self._buffer) <= _LONGEST_NAME:
            return
        self._state = self._thought
        rest = self._buffer[len(name) :]
        self._emit_thought(rest.removeprefix("\n") if rest.startswith("\n") or name == "thought" else self._buffer)

    def _thought(self, piece: Piece) -> None:
        markup, text = self._markup, piece.text
        if not piece.markup:
            self._emit_thought(text)
        elif text == markup.channel_close:
            self._end_thought()
        elif text == markup.channel_open:
            self._begin_thought()
        elif text in markup.ends:
            self._state = self._discarded
        elif text != markup.call_open:
            self._emit_thought(text)
        elif self._thought_is_unclosed:
            self._begin_call(self._thought)
        else:
            self._state, self._held = self._call_in_thought, [piece]

    def _call_in_thought(self, piece: Piece) -> None:
        """After a call's opener in a thought: a call only if the thought is never closed."""
        if piece.markup and piece.text == self._markup.channel_close:
            self._emit_thought("".join(held.text for held in self._held))
            self._held = []
            self._end_thought()
        elif piece.markup and piece.text in self._markup.ends:
            self._release_held()
            self._state(piece)
        else:
            self._held.append(piece)

    def _release_held(self) -> None:
        if self._state == self._call_in_thought:
            self._thought_is_unclosed = True
            self._state = self._thought
            held, self._held = self._held, []
            for piece in held:
                self._state(piece)

    def _after_thought(self, piece: Piece) -> None:
        """Right behind a closed thought: a known call that stands there without its opener is one."""
        if piece.markup:
            self._leave_after_thought()
            self._answer(piece)
            return
        self._buffer += piece.text
        if self._buffer.startswith(_BARE_CALL):
            name = name_begun(self._buffer)
            if name in self._tools:
                self._begin_call(self._answer, bare=True)
                self._call(Piece(self._buffer, markup=False))
            elif name or len(self._buffer) > self._longest_head():
                self._leave_after_thought()
        elif not _BARE_CALL.startswith(self._buffer):
            self._leave_after_thought()

    def _leave_after_thought(self) -> None:
        self._state = self._answer
        self._emit_text(self._buffer)

    def _longest_head(self) -> int:
        return len(_BARE_CALL) + max(map(len, self._tools), default=0) + _LONGEST_NAME

    def _begin_call(self, outside: _State, *, bare: bool = False) -> None:
        self._fresh = False
        self._outside, self._state = outside, self._call
        self._frame = Frame(self._markup, bare=bare)

    def _call(self, piece: Piece) -> None:
        if self._frame.take(piece):
            if name := self._frame.name_now_known():
                self._announce(name)
            return
        if piece.text == self._markup.call_open:
            self._count += 1
            self._refuse("bad_args")
            self._begin_call(self._outside)
            return
        closed = piece.text == self._markup.call_close
        self._end_call(closed=closed, reason="stop")
        if not closed:
            self._state(piece)

    def _announce(self, name: str) -> None:
        if name in self._tools and not self._frame.bare:
            self._events.append(CallBegan(name=name))

    def _end_call(self, *, closed: bool, reason: Finish) -> None:
        frame, self._frame, self._state = self._frame, Frame(self._markup), self._outside
        self._count += 1
        try:
            if self._count > MAX_CALLS or frame.is_oversized:
                raise Refused("bad_args")
            if not closed and reason == "length":
                raise Refused("truncated")
            call = read_call(frame.body(), self._markup.delimiter, self._tools, repaired=frame.bare or not closed)
        except Refused as refused:
            self._refuse_frame(frame, refused.code, closed=closed)
        else:
            if frame.bare:
                self._events.append(CallBegan(name=call.name))
            self._events.append(Call(name=call.name, arguments=call.arguments))

    def _refuse_frame(self, frame: Frame, code: str, *, closed: bool) -> None:
        """Report a broken call; a bare one without any marker was text, unless it was cut."""
        text = frame.body().text
        if frame.bare and not closed and code != "truncated":
            self._emit_text(text)
        elif closed:
            self._refuse("bad_args" if code == OPEN else code)
        else:
            unclosed = code == OPEN or (
                code not in ("truncated", "too_deep") and not text.rstrip().endswith(_ENDS_CLOSED)
            )
            self._refuse("unclosed_call" if unclosed else code)

    def _refuse(self, code: str) -> None:
        if self._count <= MAX_CALLS + 1:
            self._events.append(ParseError(code=code))
