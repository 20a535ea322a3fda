"""Reads the values that models write as arguments: the native notation, JSON, and what lies between the two."""

import json
import math
import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from gemma_app.dialects.refusal import OPEN, Refused

_SOLID = re.compile(r"\S")
_BARE = re.compile(r"[^\s,:{}\[\]()\"']+")
_BARE_KEY = re.compile(r"[^\s:=,{}\[\]()\"'<][^:=,{}\[\]()\"<\n]*")
_QUOTED = {quote: re.compile(rf"(?:[^{quote}\\]|\\.)*+{quote}", re.DOTALL) for quote in "\"'"}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_ESCAPED = re.compile(r"\\(.)|(\")", re.DOTALL)
_MAX_DIGITS = 4300
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
_PYTHON_WORDS: Mapping[str, bool | None] = {"True": True, "False": False, "None": None}


class ValueReader:
    """Reads values from a stretch of text; ``repaired`` tells whether the strict notation was left.

    Args:
        text: The text.
        stop: Where the stretch ends; text behind it closes what surrounds the stretch.
        delimiter: The string delimiter of native notation, empty for JSON.
        marks: Sorted offsets at which the delimiter is a control token.
    """

    def __init__(self, text: str, *, stop: int | None = None, delimiter: str = "", marks: tuple[int, ...] = ()) -> None:
        self.text = text
        self.at = 0
        self.stop = len(text) if stop is None else stop
        self.repaired = False
        self._delimiter = delimiter
        self._marks = marks

    def skip(self) -> str:
        """Skip white space; return the character that follows, empty at the end of the stretch."""
        found = _SOLID.search(self.text, self.at, self.stop)
        self.at = found.start() if found else self.stop
        return self.text[self.at] if self.at < self.stop else ""

    def value(self, depth: int) -> Any:
        """Read one value.

        Args:
            depth: How many containers the value may add up to, itself included, before it is too deep.

        Raises:
            Refused: There is no value, or it cannot be understood in one way only.
        """
        char = self.skip()
        if not char and self.stop == len(self.text):
            raise Refused(OPEN)
        if char in {"", ",", "}", "]", ")"}:
            raise Refused("missing_value")
        if self.is_mark(self.at):
            return self.delimited()
        match char:
            case "{":
                return self._object(depth)
            case "[":
                return self._array(depth)
            case '"' | "'":
                return self.quoted()
            case _:
                return self._word()

    def is_mark(self, at: int) -> bool:
        """Whether a delimiter stands at ``at``."""
        found = bisect_left(self._marks, at)
        return found < len(self._marks) and self._marks[found] == at

    def next_mark(self, start: int, stop: int) -> int:
        """Return where the first delimiter from ``start`` on stands, -1 where there is none before ``stop``."""
        found = bisect_left(self._marks, start)
        return self._marks[found] if found < len(self._marks) and self._marks[found] < stop else -1

    def delimited(self) -> str:
        """Read a string between two delimiters, every character of it as it is."""
        start = self.at + len(self._delimiter)
        end = self.next_mark(start, self.stop)
        if end < 0:
            raise Refused(OPEN if self.stop == len(self.text) else "ambiguous_string")
        self.at = end + len(self._delimiter)
        return self.text[start:end]

    def quoted(self) -> str:
        """Read a JSON string, or a repaired one: in single quotes, or over several lines."""
        quote = self.text[self.at]
        found = _QUOTED[quote].match(self.text, self.at + 1, self.stop)
        if not found:
            raise Refused(OPEN if self.stop == len(self.text) else "ambiguous_string")
        if self.next_mark(self.at, found.end()) >= 0:
            raise Refused("ambiguous_string")
        self.repaired = self.repaired or bool(self._delimiter) or quote == "'"
        self.at = found.end()
        return self._unescaped(found.group()[:-1], quote)

    def key(self) -> str:
        """Read a key and the colon behind it."""
        char = self.skip()
        if not char:
            raise Refused(OPEN)
        if self.is_mark(self.at):
            self.repaired = True
            key = self.delimited()
        elif char in "\"'":
            key = self.quoted()
        elif self._delimiter and (found := _BARE_KEY.match(self.text, self.at, self.stop)):
            self.at = found.end()
            key = found.group().rstrip()
        else:
            raise Refused("bad_args")
        separator = self.skip()
        if separator == "=" and self._delimiter:
            self.repaired = True
        elif separator != ":":
            raise Refused("bad_args")
        self.at += 1
        return key

    def follows(self, closer: str, *, after_string: bool) -> bool:
        """Step over the comma behind a value.

        Args:
            closer: What ends the container, empty where the end of the stretch does.
            after_string: Whether the value was a string, so that what else follows may be a part of it.

        Returns:
            Whether another value follows; where not, the closer is stepped over.
        """
        char = self.skip()
        if char == ",":
            self.at += 1
            if self.skip() != closer:
                return True
            self.repaired = True
            char = closer
        if char == closer:
            self.at += len(closer)
            return False
        if not char:
            raise Refused(OPEN)
        raise Refused("ambiguous_string" if after_string and char not in "}])" else "bad_args")

    def put(self, members: dict[str, Any], key: str, value: Any) -> None:
        """Add a member; the same again is tolerated, another value is not."""
        if key not in members:
            members[key] = value
        elif not same_value(members[key], value):
            raise Refused("duplicate_key")
        else:
            self.repaired = True

    def _object(self, depth: int) -> dict[str, Any]:
        self._enter(depth)
        members: dict[str, Any] = {}
        more = self.skip() != "}"
        if not more:
            self.at += 1
        while more:
            key = self.key()
            value = self.value(depth - 1)
            self.put(members, key, value)
            more = self.follows("}", after_string=isinstance(value, str))
        return members

    def _array(self, depth: int) -> list[Any]:
        self._enter(depth)
        items: list[Any] = []
        more = self.skip() != "]"
        if not more:
            self.at += 1
        while more:
            items.append(self.value(depth - 1))
            more = self.follows("]", after_string=isinstance(items[-1], str))
        return items

    def _enter(self, depth: int) -> None:
        if depth <= 0:
            raise Refused("too_deep")
        self.at += 1

    def _word(self) -> Any:
        found = _BARE.match(self.text, self.at, self.stop)
        word = found.group() if found else ""
        if word in _PYTHON_WORDS:
            self.repaired = True
        elif word not in _WORDS:
            number = number_of(word)
            self.at += len(word)
            return number
        self.at += len(word)
        return _WORDS.get(word, _PYTHON_WORDS.get(word))

    def _unescaped(self, body: str, quote: str) -> str:
        if quote == "'":
            body = _ESCAPED.sub(_json_escape, body)
        try:
            text: str = json.loads(f'"{body}"')
        except ValueError:
            self.repaired = True
            text = _loose(body)
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise Refused("bad_args")
        return text


def number_of(word: str) -> int | float:
    """Return a JSON number: an exact integer of any size, or a finite float.

    Raises:
        Refused: It is none: ``0x1f``, ``+5``, ``05``, ``NaN``.
    """
    found = _NUMBER.fullmatch(word)
    if not found or (len(word) > _MAX_DIGITS and not any(found.groups())):
        raise Refused("bad_args")
    if not any(found.groups()):
        return int(word)
    number = float(word)
    if not math.isfinite(number):
        raise Refused("bad_args")
    return number


def same_value(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same, 1 and 1.0 and true being three values."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_value(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_value, one, other))
    return bool(one == other)


def depth_of(value: Any) -> int:
    """Return how many containers are nested in ``value``, itself included."""
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(depth_of, value.values() if isinstance(value, dict) else value), default=0)


def _loose(body: str) -> str:
    try:
        text: str = json.loads(f'"{body}"', strict=False)
    except ValueError as error:
        raise Refused("bad_args") from error
    return text


def _json_escape(found: re.Match[str]) -> str:
    if found.group(2) or found.group(1) == '"':
        return '\\"'
    return "'" if found.group(1) == "'" else found.group()
