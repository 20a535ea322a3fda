"""Decides whether a stretch of Gemma 3's text is a call: bare JSON, the inside of a fence, or of a tag."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from gemma_app.agent.tool import Tool
from gemma_app.dialects.call_body import accepted
from gemma_app.dialects.call_shapes import RawCall, all_calls
from gemma_app.dialects.protocol import Finish
from gemma_app.dialects.python_calls import read_python
from gemma_app.dialects.refusal import MAX_BODY, MAX_DEPTH, OPEN, Refused
from gemma_app.dialects.values import ValueReader

Kind = Literal["bare", "json", "call"]
"""Where it stands: by itself, in a fence of JSON that may be an example, in a fence or tag that is meant as a call."""

_FIRST_KEY = re.compile(r"\s*\[?\s*\{\s*[\"'](name|tool_calls|type|function|parameters|arguments)[\"']\s*:")
_NAME = re.compile(r"[\"']name[\"']\s*:\s*[\"']([^\"']*)([\"']?)")
_ARGUMENTS = re.compile(r"[\"'](?:parameters|arguments)[\"']\s*:")
_HEAD = 400
# Arguments, and around them the call, its function, the array and the wrapper.
_MAX_DEPTH = MAX_DEPTH + 4


def read_block(
    kind: Kind, content: str, tools: Mapping[str, Tool], *, closed: bool = True, finish: Finish = "stop"
) -> list[RawCall]:
    """Return the calls in ``content``; none where it is an answer or an example.

    Args:
        kind: Where it stands.
        content: What stands there.
        tools: The tools by name.
        closed: Whether the end of the block was seen.
        finish: How the generation ended, where the block was not closed.

    Raises:
        Refused: It is meant as a call and cannot be run.
    """
    try:
        if len(content) > MAX_BODY:
            raise Refused("bad_args")
        if kind == "call" and not closed and finish == "length":
            raise Refused("truncated")
        calls = _read_json(kind, content, tools) if content.lstrip()[:1] in ("{", "[") else None
        if calls is None and kind == "call":
            calls = read_python(content, tools)
        if kind == "json" and calls and not closed and finish == "length":
            raise Refused("truncated")
    except Refused as refused:
        raise Refused(_final_code(refused.code, closed=closed, finish=finish)) from refused
    return [accepted(call._replace(repaired=call.repaired or not closed), tools) for call in calls or []]


def looks_like_call(content: str, tools: Mapping[str, Tool]) -> bool:
    """Whether JSON that cannot be read was meant as a call."""
    first = _FIRST_KEY.match(content)
    if not first:
        return False
    named = _NAME.search(content, 0, _HEAD)
    if first.group(1) in ("name", "type") and named:
        if not named.group(2):
            return any(name.startswith(named.group(1)) for name in tools)
        return named.group(1) in tools or bool(_ARGUMENTS.search(content))
    return first.group(1) != "type"


def _read_json(kind: Kind, content: str, tools: Mapping[str, Tool]) -> list[RawCall] | None:
    """Return the calls of one or more JSON values; None where they are something else."""
    try:
        values = _values(content)
    except Refused:
        if kind == "call" and content.lstrip().startswith("["):
            return None
        if kind != "call" and not looks_like_call(content, tools):
            return None
        raise
    calls: list[RawCall] = []
    for value, repaired in values:
        found = all_calls(value, tools)
        if found is None:
            return None
        calls += [call._replace(repaired=call.repaired or repaired) for call in found]
    return calls


def _values(content: str) -> list[tuple[Any, bool]]:
    """Return the JSON values that follow each other in ``content``, and whether each had to be repaired."""
    reader = ValueReader(content)
    values = []
    while bracket := reader.skip():
        if bracket not in "{[":
            raise Refused("bad_args")
        reader.repaired = False
        values.append((reader.value(_MAX_DEPTH), reader.repaired))
    return values


def _final_code(code: str, *, closed: bool, finish: Finish) -> str:
    if code != OPEN:
        return code
    if closed:
        return "bad_args"
    return "truncated" if finish == "length" else "unclosed_call"
