"""Arguments as JSON text: read strictly, written canonically."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from gemma_app.agent.action import digest
from gemma_app.errors import BadCall
from gemma_app.language import Phrase

MAX_BYTES = 65_536
MAX_DEPTH = 32
"""Objects and lists inside each other; far below what overflows the stack of whatever walks over them."""


def decode_arguments(text: str) -> dict[str, Any]:
    """Read the JSON object of a call's arguments.

    Raises:
        BadCall: ``validation``: not JSON, not an object, a repeated key, a number that JSON does not have, too long
            or too deep.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _bad("인자가 너무 길어요.", "The arguments are too long.")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise _bad("인자가 올바른 JSON이 아니에요.", "The arguments are not valid JSON.") from error
    if not isinstance(value, dict):
        raise _bad("인자는 JSON 객체여야 해요.", "The arguments must be a JSON object.")
    _refuse_deep(value)
    return value


def encode_arguments(arguments: Mapping[str, Any]) -> str:
    """Write arguments as JSON text.

    Raises:
        BadCall: ``validation`` where they hold what JSON cannot say.
    """
    try:
        return json.dumps(dict(arguments))
    except (TypeError, ValueError, RecursionError) as error:
        raise _bad("인자가 올바른 JSON이 아니에요.", "The arguments are not valid JSON.") from error


def call_digest(name: str, arguments: Mapping[str, Any]) -> str:
    """Return the digest that identifies a call, the same for equal arguments in any order."""
    return digest({"name": name, "arguments": dict(arguments)})


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise _bad("인자에 같은 이름이 두 번 있어요.", "An argument is given twice.")
    return result


def _refuse_deep(value: dict[str, Any]) -> None:
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for item in level for inner in _inside(item)]
    if any(isinstance(item, dict | list) for item in level):
        raise _bad("인자가 너무 깊어요.", "The arguments are nested too deeply.")


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse_constant(name: str) -> NoReturn:
    raise _bad(f"{name}은(는) JSON 수가 아니에요.", f"{name} is not a JSON number.")


def _bad(ko: str, en: str) -> BadCall:
    return BadCall("validation", Phrase(ko=ko, en=en))
