"""Whether calls are those of an alternative.

A call matches where its tool is the expected one and its arguments match as an object:

- an object matches where each expected key does; further keys are free, and null counts as absent
- ``{"any": […]}`` matches where one of its values does, numbers and words mixed as they come
- ``{"contains": "…"}`` matches a text that contains it
- texts are compared trimmed, in NFC and without regard to case; a number never equals a text or a truth value
- a list matches a list of the same length, place by place
- a ``date`` that is absent, on either side, means today

An alternative matches where its calls match the given ones place by place, none missing and none left over.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from gemma_app.agent.model import ToolCall
from gemma_app.evaluation.suite import Alternative


def alternative_matches(alternative: Alternative, calls: Sequence[ToolCall], *, today: date) -> bool:
    """Return whether ``calls``, titles and dates resolved, are those of ``alternative``."""
    default = {"date": today.isoformat()}
    return tools_match(alternative, calls) and all(
        value_matches({**default, **expected.arguments}, {**default, **_without_nulls(call.arguments)})
        for expected, call in zip(alternative, calls, strict=True)
    )


def tools_match(alternative: Alternative, calls: Sequence[ToolCall]) -> bool:
    """Return whether ``calls`` use the tools of ``alternative``, in its order."""
    return [expected.name for expected in alternative] == [call.name for call in calls]


def value_matches(expected: Any, actual: Any) -> bool:
    """Return whether the JSON value ``actual`` is what ``expected`` asks for."""
    match expected:
        case {"any": list(choices)}:
            return any(value_matches(choice, actual) for choice in choices)
        case {"contains": str(fragment)}:
            return isinstance(actual, str) and _plain(fragment) in _plain(actual)
        case Mapping():
            return isinstance(actual, Mapping) and all(
                value_matches(value, actual.get(key)) for key, value in expected.items()
            )
        case list():
            return (
                isinstance(actual, list) and len(actual) == len(expected) and all(map(value_matches, expected, actual))
            )
        case str():
            return isinstance(actual, str) and _plain(expected) == _plain(actual)
        case _:
            return isinstance(expected, bool) == isinstance(actual, bool) and bool(expected == actual)


def _without_nulls(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().casefold()
