"""A board and the results of its tools, shortened to what a model or a reader needs to see of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gemma_app.boards.document import Board, Component, components_of, is_json, number_of, refid_of, refids_of, walk
from gemma_app.boards.geometry import Box, box_from, box_of_placed
from gemma_app.text import cut

MAX_COMPONENTS = 80
MAX_CHARS = 24_000

_LONG_STRING = 200
_LONG_KEY = 40
_MAX_KEYS = 40
_POINT_KEYS = frozenset({"points", "path"})


@dataclass(frozen=True, kw_only=True)
class _Limits:
    """How far a value is shown.

    Args:
        items: The longest list that stays whole.
        depth: Objects that deep become a string of their keys.
        list_depth: Lists that deep become a count.
        points: The longest list of points that stays whole, however deep.
        private: Whether keys that start with ``_`` are shown.
        whole: Keys whose value is shown as it is.
    """

    items: int
    depth: int
    list_depth: int
    points: int
    private: bool
    whole: frozenset[str]


_BOARD = _Limits(items=20, depth=7, list_depth=7, points=40, private=False, whole=frozenset({"threeD"}))
_RESULT = _Limits(items=5, depth=3, list_depth=6, points=0, private=True, whole=frozenset())


def summarize_board(
    board: Board | None,
    *,
    selected_refids: object = (),
    viewport: Mapping[str, Any] | None = None,
    max_chars: int = MAX_CHARS,
) -> dict[str, Any] | None:
    """Summarize a board for a model.

    Args:
        board: The board; None, or anything that is not an object, has no summary.
        selected_refids: Components that come first.
        viewport: The visible part of the board, as ``{left, top, width, height}``; what is in it comes next.
        max_chars: Limit of the summary as JSON text.

    Returns:
        ``{"boardRoot", "componentCount", "components", "truncated"}``; ``truncated`` tells that not every component
        is listed.
    """
    if not isinstance(board, dict):
        return None
    components = components_of(board)
    root = {key: value for key, value in board.items() if key != "components"}
    room = max_chars - _size({"boardRoot": {}, "componentCount": len(components), "components": [], "truncated": False})
    shown_root: dict[str, Any] = {}
    for key, value in _entries({"type": "model", **root}, _BOARD, 2):
        if (needed := _size({key: value}) + 1) <= room:
            shown_root[key] = value
            room -= needed
    listed: list[dict[str, Any]] = []
    for component in _first(components, set(refids_of(selected_refids)), box_from(viewport)):
        shown = dict(_entries(component, _BOARD, 3))
        if (needed := _size(shown) + 2) <= room:
            listed.append(shown)
            room -= needed
    return {
        "boardRoot": shown_root,
        "componentCount": len(components),
        "components": listed,
        "truncated": len(listed) < len(components),
    }


def summarize_tool_result(value: object) -> Any:
    """Shorten what a tool gave: strings of more than 200 characters, lists of more than 5, objects at depth 3."""
    return _short(value, _RESULT, 0)


def _first(components: list[Component], selected: set[int], viewport: Box | None) -> list[Component]:
    """Return the components that are listed: the selected, then the visible, then the others in drawing order."""

    def rank(component: Component) -> int:
        if selected and _is_selected(component, selected):
            return 0
        return 1 if viewport is not None and _is_in_view(component, viewport) else 2

    return sorted(components, key=rank)[:MAX_COMPONENTS] if selected or viewport else components[:MAX_COMPONENTS]


def _is_selected(component: Component, selected: set[int]) -> bool:
    if refid_of(component.get("refid")) in selected:
        return True
    if "components" not in component:
        return False
    return any(refid_of(placed.component.get("refid")) in selected for placed in walk(component))


def _is_in_view(component: Component, view: Box) -> bool:
    left, width = number_of(component.get("left")), number_of(component.get("width"))
    if left is not None and width is not None and "rotation" not in component and "components" not in component:
        # Most of a large board is far away; this spares working out its boxes.
        is_beside = left > view.left + view.width or left + abs(width) < view.left
        return not is_beside and box_of_placed(component).meets(view)
    return box_of_placed(component).meets(view)


def _entries(value: Mapping[Any, Any], limits: _Limits, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield what is shown of an object that stands at ``depth``."""
    for key, item in value.items():
        name = str(key)
        if limits.private or not name.startswith("_"):
            is_whole = name in limits.whole and is_json(item)
            is_whole = is_whole or (name in _POINT_KEYS and _are_points(item, limits.points))
            yield name, item if is_whole else _short(item, limits, depth + 1)


def _short(value: object, limits: _Limits, depth: int) -> Any:
    match value:
        case str():
            return _short_string(value)
        case Mapping() if depth >= limits.depth:
            return _names(value)
        case Mapping():
            return dict(_entries(value, limits, depth))
        case list() | tuple() if depth >= limits.list_depth and value:
            return f"[{len(value)} items]"
        case list() | tuple():
            items = [_short(item, limits, depth + 1) for item in value[: limits.items]]
            return [*items, f"…[+{len(value) - len(items)} items]"] if len(value) > len(items) else items
        case None | bool() | int() | float():
            return value
        case _:
            return _short_string(str(value))


def _are_points(value: object, most: int) -> bool:
    """Tell whether ``value`` is a list of at most ``most`` numbers, or pairs of numbers."""
    if not isinstance(value, list) or len(value) > most:
        return False
    pairs = (item if isinstance(item, list) and len(item) == 2 else [item] for item in value)
    return all(number_of(number) is not None for pair in pairs for number in pair)


def _short_string(text: str) -> str:
    if len(text) <= _LONG_STRING:
        return text
    head = cut(text, _LONG_STRING, "")
    return f"{head}…[+{len(text) - len(head)} chars]"


def _names(value: Mapping[Any, Any]) -> str:
    names = [cut(str(key), _LONG_KEY) for key in list(value)[:_MAX_KEYS]]
    return "{" + ", ".join(names if len(value) <= _MAX_KEYS else [*names, "…"]) + "}"


def _size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False))
