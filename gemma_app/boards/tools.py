"""The nine tools by which a model reads and edits a board."""

import copy
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gemma_app.agent.model import ToolCall
from gemma_app.agent.tool import Effect, Tool
from gemma_app.boards.atmosphere import atmosphere_guide
from gemma_app.boards.document import Board, Component, Placed, find, number_of, refid_of, refids_of, walk
from gemma_app.boards.geometry import anchor_of
from gemma_app.boards.tool_table import ENTRIES, ToolEntry

MAX_FOUND = 50
DOOR = "boards.read"

_READS = frozenset({"findComponents", "getAtmosphereGuide", "getComponentByRefid", "getSelection"})
_WRITES = frozenset({"addComponent", "modifyBoard", "modifyComponentByRefid", "removeComponentByRefid", "replaceBoard"})


def build_board_edit_tools(component_types: Iterable[str]) -> list[Tool]:
    """Return the board tools as they are offered to a model.

    Args:
        component_types: The types of component that can be drawn, for ``addComponent``.
    """
    listed = list(component_types)
    return [_tool(entry, listed if entry.name == "addComponent" else []) for entry in ENTRIES]


def is_read_tool(name: object) -> bool:
    """Tell whether ``name`` is a board tool that only reads."""
    return isinstance(name, str) and name in _READS


def is_write_tool(name: object) -> bool:
    """Tell whether ``name`` is a board tool that edits."""
    return isinstance(name, str) and name in _WRITES


def execute_read_tool(call: ToolCall, board: Board | None, selected_refids: Sequence[int] = ()) -> dict[str, Any]:
    """Carry out a read tool; nothing of the result is cut.

    Args:
        call: The call.
        board: The board as the model should see it.
        selected_refids: What the user has selected; refids that are not on the board are left out.

    Returns:
        The result, ``{"error"}`` where there is none.
    """
    name, arguments = getattr(call, "name", None), getattr(call, "arguments", None)
    given = arguments if isinstance(arguments, Mapping) else {}
    match name:
        case "getSelection":
            return _selection(board, selected_refids)
        case "getComponentByRefid":
            return _component(board, given.get("refid"))
        case "findComponents":
            return _found(board, given)
        case "getAtmosphereGuide":
            return atmosphere_guide()
        case _:
            return {"error": f"unknown tool {name}"}


def _tool(entry: ToolEntry, types: list[str]) -> Tool:
    properties = copy.deepcopy(entry.properties)
    if types:
        properties["type"] |= {"description": f"One of: {', '.join(types)}.", "enum": types}
    parameters: dict[str, Any] = {"type": "object", "properties": properties}
    if entry.required:
        parameters["required"] = list(entry.required)
    effect = Effect.READ if entry.name in _READS else Effect.CHANGE
    return Tool(name=entry.name, description=entry.description, parameters=parameters, effect=effect, doors=(DOOR,))


def _selection(board: object, selected_refids: object) -> dict[str, Any]:
    placed = [find(board, refid) for refid in refids_of(selected_refids)]
    selected = [found.component for found in placed if found is not None]
    if not selected:
        return {"selected": [], "message": "No component is selected. Ask the user, or use findComponents."}
    return {"count": len(selected), "selected": selected}


def _component(board: object, refid: object) -> dict[str, Any]:
    asked = refid_of(refid)
    if asked is None:
        return {"error": "refid (number) is required"}
    placed = find(board, asked)
    return {"error": f"component with refid {asked} not found"} if placed is None else {"component": placed.component}


def _found(board: object, filters: Mapping[str, Any]) -> dict[str, Any]:
    tests = _tests(filters)
    matched = [placed for placed in walk(board) if all(test(placed) for test in tests)]
    return {
        "totalMatched": len(matched),
        "components": [_with_parent(placed) for placed in matched[:MAX_FOUND]],
        "truncated": len(matched) > MAX_FOUND,
    }


def _with_parent(placed: Placed) -> Component:
    if placed.parent is None:
        return placed.component
    return {**placed.component, "parentRefid": placed.parent.get("refid")}


def _tests(filters: Mapping[str, Any]) -> list[Callable[[Placed], bool]]:
    """One test for each filter that is usable; small models fill in blanks for what they do not mean."""
    tests: list[Callable[[Placed], bool]] = []
    kind, identity, pattern = (filters.get(key) for key in ("type", "id", "namePattern"))
    if isinstance(kind, str) and kind:
        tests.append(lambda placed: placed.component.get("type") == kind)
    if isinstance(identity, str) and identity:
        tests.append(lambda placed: placed.component.get("id") == identity)
    if isinstance(pattern, str) and pattern:
        part = _folded(pattern)
        tests.append(lambda placed: part in _folded(placed.component.get("name")))
    region = filters.get("region")
    sides = (
        [number_of(region.get(key)) for key in ("left", "top", "width", "height")]
        if isinstance(region, Mapping)
        else []
    )
    left, top, width, height = sides or (None, None, None, None)
    if left is not None and top is not None and width is not None and height is not None:
        right, bottom = left + width, top + height
        tests.append(lambda placed: _is_in(placed, left, top, right, bottom))
    return tests


def _is_in(placed: Placed, left: float, top: float, right: float, bottom: float) -> bool:
    anchor = anchor_of(placed.component)
    if anchor is None:
        return False
    x, y = anchor[0] + placed.origin[0], anchor[1] + placed.origin[1]
    return left <= x <= right and top <= y <= bottom


def _folded(text: object) -> str:
    """Fold case and composition, so that Hangul typed on any system matches."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()) if isinstance(text, str) else ""
