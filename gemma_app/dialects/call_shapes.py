"""Recognizes a call in a JSON value, in the shapes that models have learned elsewhere too."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from gemma_app.dialects.refusal import MAX_DEPTH, Refused
from gemma_app.dialects.values import ValueReader, same_value

_ARGUMENTS = ("parameters", "arguments")
_ABOUT = frozenset({"id", "type", "name", "function", *_ARGUMENTS})


class RawCall(NamedTuple):
    """A call as it was written; ``repaired`` where that was not how the dialect asks for it."""

    name: str
    arguments: Mapping[str, Any]
    repaired: bool


def single_call(value: Any) -> RawCall | None:
    """Return the call that ``value`` describes, None where it is an ordinary object.

    Raises:
        Refused: It is meant as a call but has no name, or its arguments are no object.
    """
    if not isinstance(value, dict):
        return None
    if isinstance(inner := value.get("function"), dict):
        call = single_call(inner)
        return call and call._replace(repaired=True)
    given = [value[key] for key in _ARGUMENTS if key in value]
    name = value.get("name")
    if not given or ("name" not in value and not value.keys() <= _ABOUT):
        return None
    if not isinstance(name, str) or not name.strip():
        raise Refused("missing_name")
    if len(given) > 1 and not same_value(*given):
        raise Refused("duplicate_key")
    arguments, repaired = _object(given[0])
    return RawCall(name, arguments, repaired or value.keys() != {"name", "parameters"})


def all_calls(value: Any, names: Mapping[str, object]) -> list[RawCall] | None:
    """Return the calls that ``value`` describes: one, an array, or a ``tool_calls`` wrapper.

    Args:
        value: A JSON value.
        names: The known tools; an object that is nothing but such a name is a call without arguments.

    Returns:
        The calls, None where ``value`` is an answer in JSON.

    Raises:
        Refused: As in ``single_call``.
    """
    if isinstance(value, dict) and isinstance(wrapped := value.get("tool_calls"), list):
        calls = all_calls(wrapped, names)
        return calls and [call._replace(repaired=True) for call in calls]
    if not isinstance(value, list):
        value = [value]
    calls = []
    for item in value:
        call = single_call(item)
        if call is None and isinstance(item, dict) and item.keys() == {"name"} and _is_known(item["name"], names):
            call = RawCall(item["name"], {}, repaired=True)
        if call is None:
            return None
        calls.append(call)
    return calls or None


def _object(arguments: Any) -> tuple[dict[str, Any], bool]:
    """Return arguments as an object, and whether that took a repair: null, or JSON inside a string."""
    if isinstance(arguments, dict):
        return arguments, False
    if arguments is None:
        return {}, True
    if isinstance(arguments, str):
        reader = ValueReader(arguments)
        try:
            inner = reader.value(MAX_DEPTH)
        except Refused as refused:
            raise Refused("too_deep" if refused.code == "too_deep" else "bad_args") from refused
        if isinstance(inner, dict) and not reader.skip():
            return inner, True
    raise Refused("bad_args")


def _is_known(name: Any, names: Mapping[str, object]) -> bool:
    return isinstance(name, str) and name in names
