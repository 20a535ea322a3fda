"""Follows blocks of Gemma 3's text as they grow: fences to their closing line, JSON to its last bracket."""

import re
from collections.abc import Mapping

from gemma_app.dialects.blocks import Kind

_OPENING = re.compile(r"(?P<indent> {0,3})(?P<ticks>`{3,})[ \t]*(?P<language>[^\s`{\[(]*)[ \t]*(?P<rest>.*)", re.DOTALL)
_KINDS: Mapping[str, Kind] = {"tool_code": "call", "tool_call": "call", "json": "json", "": "json"}
_TRIPLE = re.compile(r'"""|\'\'\'')


class Fence:
    """A fence; what is no call for certain is released as it comes.

    Args:
        ticks: How many backticks opened it.
        kind: What it may hold; None for an example.
        raw: The opening line.
        first: What stands behind the language on the opening line.
        heeds_quotes: Whether a closing line inside a triple-quoted string is a part of that string.
    """

    def __init__(
        self, *, ticks: int, kind: Kind | None, raw: str = "", first: str = "", heeds_quotes: bool = True
    ) -> None:
        self.kind = kind
        self.is_closed = False
        self._ticks = "`" * ticks
        self._raw = [raw]
        self._content: list[str] = []
        self._line: list[str] = []
        self._heeds_quotes = heeds_quotes and kind == "call"
        self._quotes = 0
        self._candidate: int | None = None
        self._candidate_content = 0
        self._undecided = True
        if kind is not None and first:
            self._line = [first.rstrip("\n")]
            self._decide(first)
            self._finish_line("\n")

    @property
    def raw(self) -> str:
        """Everything that was taken."""
        return "".join(self._raw)

    @property
    def content(self) -> str:
        """What stands between the opening and the closing line."""
        return "".join(self._content)

    def take(self, text: str) -> str:
        """Take text up to the end of the fence; return what follows it."""
        while text and not self.is_closed:
            line, newline, text = text.partition("\n")
            self._raw.append(line + newline)
            self._line.append(line)
            self._decide(line)
            if newline:
                self._finish_line(newline)
        if self.is_closed and self._raw[-1].endswith("\n"):
            self._raw[-1] = self._raw[-1][:-1]
            text = "\n" + text
        return text

    def end(self) -> str:
        """Take the end of the stream; return what follows the fence after all."""
        if not self.is_closed:
            self._finish_line("")
        if self.is_closed or self._candidate is None:
            return ""
        # A string was never closed, so its quotes were none, and the first closing line counts.
        self.is_closed = True
        after = "".join(self._raw[self._candidate + 1 :])
        del self._raw[self._candidate + 1 :]
        del self._content[self._candidate_content :]
        return after

    def release(self) -> str:
        """Give up what was taken since the last time."""
        text, self._raw = self.raw, []
        return text

    def _decide(self, line: str) -> None:
        """A fence of JSON that does not begin as JSON is an example."""
        if self._undecided and (solid := line.strip()):
            self._undecided = False
            if self.kind == "json" and solid[0] not in "{[":
                self.kind = None

    def _finish_line(self, newline: str) -> None:
        line, self._line = "".join(self._line), []
        solid = line.strip()
        if solid.startswith(self._ticks) and not solid.strip("`"):
            self._close("")
        elif self.kind is not None and solid.endswith(self._ticks) and "`" not in solid.rstrip("`"):
            self._close(line.rstrip().rstrip("`"))
        if self.is_closed or self.kind is None:
            return
        self._content.append(line + newline)
        if self._heeds_quotes:
            self._quotes += len(_TRIPLE.findall(line))

    def _close(self, last: str) -> None:
        if self._quotes % 2 == 0:
            self._content.append(last)
            self.is_closed = True
        elif self._candidate is None:
            self._candidate, self._candidate_content = len(self._raw) - 1, len(self._content)


def opening_fence(line: str, *, heeds_quotes: bool) -> Fence | None:
    """Return the fence that ``line`` opens, None where it opens none."""
    found = _OPENING.fullmatch(line)
    if not found:
        return None
    kind, first = _KINDS.get(found["language"].lower()), found["rest"].strip()
    if "`" in first and not (kind and first.endswith(found["ticks"])):
        return None
    return Fence(ticks=len(found["ticks"]), kind=kind, raw=line, first=first, heeds_quotes=heeds_quotes)


class BareJson:
    """JSON that stands by itself, followed to its last bracket and to what comes behind it."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._after: list[str] = []
        self._depth = 0
        self._quote = ""
        self._escaped = False
        self._first = ""
        self.is_refuted = False
        self.is_closed = False
        self.is_followed = False
        self.is_alone = True

    @property
    def content(self) -> str:
        """The JSON."""
        return "".join(self._text)

    @property
    def text(self) -> str:
        """The JSON and the space behind it."""
        return "".join(self._text + self._after)

    def take(self, text: str) -> str:
        """Take text; return what does not belong to it."""
        at = 0
        while at < len(text) and not self.is_closed and not self.is_refuted:
            self._step(text[at])
            at += 1
        self._text.append(text[:at])
        if self.is_refuted or not self.is_closed:
            return text[at:]
        solid = text[at:].lstrip(" \t\r")
        self._after.append(text[at : len(text) - len(solid)])
        self.is_followed = bool(solid)
        self.is_alone = not solid or solid[0] in "\n{["
        return solid

    def _step(self, char: str) -> None:
        if self._quote:
            if self._escaped:
                self._escaped = False
            elif char == "\\":
                self._escaped = True
            elif char == self._quote:
                self._quote = ""
        elif char in "\"'":
            self._quote = char
        elif char in "{[":
            self._depth += 1
        elif char in "}]":
            self._depth -= 1
            self.is_closed = self._depth <= 0
        if len(self._first) < len("{}") and not char.isspace():
            self._first += char
            self.is_refuted = len(self._first) == len("{}") and self._first not in ('{"', "{'", "{}", "[{", "[]")
