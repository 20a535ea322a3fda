"""What a tool gives back to the model: valid JSON of at most 2048 bytes, whatever went in."""

import copy
import itertools
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from gemma_app.errors import CallError
from gemma_app.language import Language
from gemma_app.text import ELLIPSIS, cut

MAX_BYTES = 2048
CANCELLED: Mapping[str, Any] = {"cancelled": True}
_DEFAULT_HINT = "The result was cut. Ask for fewer items, or for one item by its id."
_FIXED = frozenset({"ok", "data", "error", "reason", "cancelled", "truncated", "hint"})
_KINDS = frozenset({"ok", "error", "cancelled"})
_MAX_DEPTH = 64
_MAX_INTEGER_BITS = 1024
_SMALLEST_ENTRY = len('"":0,')
_SMALLEST_ITEM = len("0,")


def success(data: object) -> dict[str, Any]:
    """Return the envelope of a call that was carried out."""
    return {"ok": True, "data": data}


def failure(error: CallError, language: Language) -> dict[str, Any]:
    """Return the envelope of a call that was not carried out, with a reason in the reader's language."""
    return {"error": error.code, "reason": error.reason.say(language), **error.detail}


def encode(result: object, *, hint: str = "", max_bytes: int = MAX_BYTES) -> str:
    """Write an envelope as compact UTF-8 JSON within ``max_bytes``.

    Over the limit the largest lists lose items from their ends, then the longest strings are cut on a grapheme
    boundary; ``truncated`` and ``hint`` then stand at the top level.

    Args:
        result: An envelope, or bare data, which becomes a success.
        hint: Names a call that gives what was cut.
        max_bytes: Limit of the encoded text.

    Raises:
        TypeError: The result holds something that JSON cannot say.
    """
    whole = _clean(result, _MAX_DEPTH, max_bytes)
    if not (isinstance(whole, dict) and _KINDS & whole.keys()):
        whole = success(whole)
    text = _dump(whole)
    if _size(text) <= max_bytes:
        return text
    whole = {**copy.deepcopy(whole), "truncated": True, "hint": cut(hint or _DEFAULT_HINT, 200)}
    for shrink in (_drop_items, _cut_strings, _drop_keys):
        if shrink(whole, max_bytes):
            break
    return _dump(whole)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


def _clean(value: object, depth: int, limit: int) -> Any:
    """Copy plain JSON data: tuples become lists, non-finite numbers null, lone surrogates a question mark.

    Of what cannot fit into ``limit`` bytes only so much is copied that the result is still over the limit.
    """
    match value:
        case None | bool():
            return value
        case int():
            return value if value.bit_length() <= _MAX_INTEGER_BITS else ELLIPSIS
        case str():
            return value[: limit + 1].encode("utf-8", "replace").decode("utf-8")
        case float():
            return value if math.isfinite(value) else None
        case _ if depth == 0:
            return ELLIPSIS
        case Mapping():
            some = itertools.islice(value.items(), limit // _SMALLEST_ENTRY + 1)
            return {_clean(str(key), depth, limit): _clean(item, depth - 1, limit) for key, item in some}
        case list() | tuple():
            return [_clean(item, depth - 1, limit) for item in value[: limit // _SMALLEST_ITEM + 1]]
        case _:
            raise TypeError(f"not a JSON value: {type(value).__name__}")


def _containers(value: object) -> Iterator[dict[str, Any] | list[Any]]:
    if isinstance(value, dict | list):
        yield value
        for item in list(value.values()) if isinstance(value, dict) else value:
            yield from _containers(item)


def _drop_items(whole: dict[str, Any], limit: int) -> bool:
    """Drop items from the end of the largest list, then of the next, until the text fits."""
    while (excess := _size(_dump(whole)) - limit) > 0:
        lists = [found for found in _containers(whole) if isinstance(found, list) and found]
        if not lists:
            return False
        largest = max(lists, key=lambda found: _size(_dump(found)))
        while largest and excess > 0:
            excess -= _size(_dump(largest.pop())) + 1
    return True


def _cut_strings(whole: dict[str, Any], limit: int) -> bool:
    """Cut the longest string, then the next, until the text fits."""
    while (excess := _size(_dump(whole)) - limit) > 0:
        places = [
            (_size(item), found, key)
            for found in _containers(whole)
            if isinstance(found, dict)
            for key, item in found.items()
            if isinstance(item, str) and len(item) > 1 and not (found is whole and key == "hint")
        ]
        if not places:
            return False
        _, holder, key = max(places, key=lambda place: place[0])
        holder[key] = _shorter(holder[key], excess)
    return True


def _shorter(text: str, excess: int) -> str:
    """Cut ``text`` so that its JSON loses at least ``excess`` bytes, or down to the ellipsis alone."""
    budget = _size(_dump(text)) - excess
    low, high = 1, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _size(_dump(cut(text, middle))) <= budget:
            low = middle
        else:
            high = middle - 1
    return cut(text, low)


def _drop_keys(whole: dict[str, Any], limit: int) -> bool:
    """The last resort, for a result that is mostly keys: drop them from the end of the largest object."""
    while (excess := _size(_dump(whole)) - limit) > 0:
        objects = [found for found in _containers(whole) if isinstance(found, dict) and found and found is not whole]
        if not objects:
            objects = [whole]
        largest = max(objects, key=lambda found: _size(_dump(found)))
        droppable = [key for key in reversed(largest) if largest is not whole or key not in _FIXED]
        if not droppable:
            return False
        for key in droppable:
            excess -= _size(_dump({key: largest.pop(key)})) - len("{},")
            if excess <= 0:
                break
    return True
