"""Reads the inside of a native call: ``call:name{key:value}``, or what a model writes in its place."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from gemma_app.agent.tool import Tool
from gemma_app.dialects.call_shapes import RawCall, single_call
from gemma_app.dialects.refusal import MAX_DEPTH, OPEN, Refused
from gemma_app.dialects.schema import fits, properties_of, types_of
from gemma_app.dialects.values import ValueReader, depth_of

_HEAD = re.compile(r"\s*(?P<stray>:?)\s*(?P<prefix>call\s*:\s*)?")
_BRACKET = re.compile(r"[{(]")
_CLOSERS = {"{": "}", "(": ")"}
_VALUE_ENDS = r"(?=\s*(?:[,}]|$))"
_SCALARS = {
    "integer": re.compile(rf"-?\d+{_VALUE_ENDS}"),
    "number": re.compile(rf"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?{_VALUE_ENDS}"),
    "boolean": re.compile(rf"(?:true|false){_VALUE_ENDS}"),
}
_NOTHING = re.compile(r"(?:null|None)(?=\s*(?:,|$))")


class Body(NamedTuple):
    """The text between the markers of a call, and the offsets of the delimiters in it that are control tokens."""

    text: str
    marks: tuple[int, ...]


def name_begun(head: str) -> str:
    """Return the name that a body begins to call, empty where the first bracket has not come yet."""
    found, bracket = _HEAD.match(head), _BRACKET.search(head)
    return head[found.end() : bracket.start()].strip() if found and found["prefix"] and bracket else ""


def read_call(body: Body, delimiter: str, tools: Mapping[str, Tool], *, repaired: bool) -> RawCall:
    """Return the one call that a body makes.

    Args:
        body: What stands between the markers.
        delimiter: The string delimiter.
        tools: The tools by name.
        repaired: Whether something outside the body had to be repaired already.

    Raises:
        Refused: It makes none, more than one, or one that can be understood in several ways; ``OPEN`` where the
            body is not complete.
    """
    text = body.text
    head = _HEAD.match(text)
    start = head.end() if head else 0
    if head and head["prefix"]:
        call = _named_call(body, start, delimiter, tools)
    elif text.startswith("{", start):
        call = _wrapped_json(body, start, delimiter)
    else:
        raise Refused("missing_call_prefix")
    return accepted(call._replace(repaired=repaired or call.repaired or bool(head and head["stray"])), tools)


def accepted(call: RawCall, tools: Mapping[str, Tool]) -> RawCall:
    """Return ``call`` where its tool exists and, after a repair, where every argument given is what that tool asks for.

    What is missing is for the tool's owner to say, repaired or not.

    Raises:
        Refused: ``unknown_tool``, ``too_deep``, or ``bad_args`` where the repair was a guess.
    """
    tool = tools.get(call.name)
    if tool is None:
        raise Refused("unknown_tool")
    if depth_of(call.arguments) > MAX_DEPTH:
        raise Refused("too_deep")
    if call.repaired and not fits(call.arguments, {**tool.parameters, "required": ()}):
        raise Refused("bad_args")
    return call


def _named_call(body: Body, start: int, delimiter: str, tools: Mapping[str, Tool]) -> RawCall:
    bracket = _BRACKET.search(body.text, start)
    name = body.text[start : bracket.start() if bracket else None].strip()
    if not name:
        raise Refused("missing_name")
    if not bracket:
        raise Refused(OPEN)
    if len(name.split()) > 1:
        raise Refused("bad_args")
    if name not in tools:
        raise Refused("unknown_tool")
    reader = _ArgumentReader(body, delimiter, bracket.start(), properties_of(tools[name].parameters))
    return RawCall(name, reader.arguments(), reader.repaired)


def _wrapped_json(body: Body, start: int, delimiter: str) -> RawCall:
    reader = ValueReader(body.text, delimiter=delimiter, marks=body.marks)
    reader.at = start
    value = reader.value(MAX_DEPTH + 1)
    if reader.skip():
        raise Refused("bad_args")
    call = single_call(value)
    if call is None:
        raise Refused("missing_name" if "name" not in value else "bad_args")
    return call._replace(repaired=True)


class _ArgumentReader(ValueReader):
    """Reads the members of the outermost object, whose schema is known.

    Args:
        body: The whole body.
        delimiter: The string delimiter.
        bracket: Where the object opens.
        properties: The declared members.
    """

    def __init__(self, body: Body, delimiter: str, bracket: int, properties: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(body.text, delimiter=delimiter, marks=body.marks)
        self._properties = properties
        names = "|".join(sorted(map(re.escape, properties), key=len, reverse=True))
        self._next_member = re.compile(rf",\s*([\"']?)(?:{names})\1\s*[:=]" if names else r"(?!)")
        self.at = bracket
        self._step_inside()

    def arguments(self) -> dict[str, Any]:
        """Read all members."""
        members: dict[str, Any] = {}
        more = bool(self.skip())
        while more:
            key = self.key()
            value = self._member(self._properties.get(key, {}))
            self.put(members, key, value)
            more = self.follows("", after_string=isinstance(value, str))
        return members

    def _step_inside(self) -> None:
        """Narrow the stretch to what the brackets hold; a second pair of braces inside them is no object."""
        for doubled in (False, True):
            end = len(self.text[: self.stop].rstrip())
            opener = self.text[self.at]
            if end - self.at < len("{}") or self.text[end - 1] != _CLOSERS[opener]:
                if not doubled:
                    self._refuse_open()
                return
            self.repaired = self.repaired or doubled or opener == "("
            self.at, self.stop = self.at + 1, end - 1
            if self.skip() != "{":
                return

    def _refuse_open(self) -> None:
        try:
            self.value(MAX_DEPTH)
        except Refused as refused:
            if refused.code == "too_deep":
                raise
        raise Refused(OPEN)

    def _member(self, schema: Mapping[str, Any]) -> Any:
        char, types = self.skip(), types_of(schema)
        if "string" not in types or self._is_other(types) or char in {"", ",", "{", "[", '"', "'"}:
            return self.value(MAX_DEPTH - 1)
        if self.is_mark(self.at):
            opened = self.at + len(self._delimiter)
            return self.delimited() if self.next_mark(opened, self.stop) >= 0 else self._half_delimited(opened)
        if found := _NOTHING.match(self.text, self.at, self.stop):
            self.repaired = self.repaired or found.group() == "None"
            self.at = found.end()
            return None
        return self._half_delimited(self.at)

    def _is_other(self, types: Collection[str]) -> bool:
        """Whether a whole number or truth value stands here which is of one of ``types``, beside a string."""
        return any(pattern.match(self.text, self.at, self.stop) for kind, pattern in _SCALARS.items() if kind in types)

    def _half_delimited(self, start: int) -> str:
        """Read a string that lacks a delimiter: it ends before the next known member, or at the end."""
        self.repaired = True
        following = self._next_member.search(self.text, start, self.stop)
        edge = following.start() if following else self.stop
        mark = self.next_mark(start, edge)
        if mark < 0:
            text, self.at = self.text[start:edge].rstrip(), edge
        else:
            text, self.at = self.text[start:mark], mark + len(self._delimiter)
            if self.skip() and not self._next_member.match(self.text, self.at, self.stop):
                raise Refused("ambiguous_string")
        if not _is_balanced(text):
            raise Refused("ambiguous_string")
        return text


def _is_balanced(text: str) -> bool:
    """Whether every closing brace of ``text`` has its own opening one: else it may have swallowed a call's end."""
    depth = 0
    for brace in re.findall(r"[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0
