"""Puts into the calls of a small model what was said about a board for certain: numbers, colours, what is selected."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import regex

from gemma_app.agent.grounding import Ground, Said
from gemma_app.agent.model import ToolCall
from gemma_app.boards.document import Board, find
from gemma_app.language import Phrase

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_SIZES: Mapping[str, str] = {
    "left": r"\bleft|왼쪽에서|\bx",
    "top": r"\btop|위에서|\by",
    "width": r"\bwidth|너비|가로|폭",
    "height": r"\bheight|높이|세로",
    "opacity": r"\bopacity|\balpha|불투명도|투명도",
    "fontSize": r"\bfont\s*size|글자\s*크기|폰트\s*크기",
    "exposure": r"\bexposure|노출",
}
_GIVEN = {
    name: regex.compile(rf"(?:{words})\s*(?:는|은|를|을|:|=|to|of)?\s*{_NUMBER}", regex.I)
    for name, words in _SIZES.items()
}
_WIDE = regex.compile(rf"{_NUMBER}\s*(?:px\s*)?(wide|tall|high)\b", regex.I)
_EXTENT = regex.compile(r"(\d{2,5})\s*(?:x|×|\*|by|에|대)\s*(\d{2,5})", regex.I)
_COLOUR = regex.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b", regex.I)
_BINDING = regex.compile(r"\bhabit:\d+")
_REFID = regex.compile(
    r"(?<!habit:)\b(?:component|refid|컴포넌트|number|no\.|#)\s*(\d+)\b|(?<![\d.])(\d+)\s*번", regex.I
)
_SELECTED = regex.compile(r"^이거|이거(?:를|만|\s)|이걸|선택(?:한|된)|\bthis\b|\bselected\b|\bselection\b", regex.I)
_TYPES: Mapping[str, str] = {
    "progress-horizontal": r"progress-horizontal|가로\s*(?:막대|진행)\S*|(?:horizontal\s+)?progress\s*bar|진행\s*바",
    "progress-circle": r"progress-circle|원형\s*진행\S*|(?:circular|round)\s+progress|progress\s+(?:ring|circle)",
    "gauge-horizon": r"gauge-horizon|가로\s*게이지|horizontal\s+gauge",
    "gauge-circle": r"gauge-circle|원형\s*게이지|(?:circular|round)\s+gauge|게이지|gauge",
    "ellipse": r"타원|\bellipse|\boval",
    "circle": r"동그라미|\bcircle|(?<!\p{L})원(?!\p{L}|형)",
    "rect": r"네모|사각형|직사각형|\brect(?:angle)?\b|\bbox\b",
    "text": r"글씨|글자|문구|텍스트|\btext\b|\blabel\b",
    "line": r"(?<!\p{L})(?:선|줄)(?!\p{L})|\bline\b",
    "image": r"이미지|사진|그림|\bimage\b|\bpicture\b",
}
_KINDS = {kind: regex.compile(words, regex.I) for kind, words in _TYPES.items()}
_BOARD_SIZES = ("width", "height")


def board_ground(board: Board | None, selected: Sequence[int]) -> Ground:
    """Return what looks at calls while ``board`` is open and ``selected`` are selected."""

    def ground(call: ToolCall, said: Said) -> ToolCall | Phrase:
        return ground_edit(call, said.text, board, selected)

    return ground


def ground_edit(call: ToolCall, said: str, board: Board | None, selected: Sequence[int]) -> ToolCall:
    """Return ``call`` with what ``said`` gives for certain.

    Args:
        call: A call of a board tool; any other is returned as it is.
        said: The words it answers; empty where other calls answer them, too.
        board: The open board.
        selected: The refids that are selected.
    """
    arguments = dict(call.arguments)
    match call.name:
        case "addComponent":
            kinds = [kind for kind, words in _KINDS.items() if words.search(said)]
            arguments |= {**({"type": kinds[0]} if kinds else {}), **_properties(said)}
        case "modifyBoard":
            patch = _fitting(arguments.get("patch"))
            arguments["patch"] = patch | _extent(said) | _properties(said)
        case "replaceBoard":
            arguments |= _extent(said)
        case "modifyComponentByRefid":
            arguments["patch"] = _fitting(arguments.get("patch")) | _properties(said)
            arguments |= _meant(said, board, selected)
        case "removeComponentByRefid" | "getComponentByRefid":
            arguments |= _meant(said, board, selected)
        case "findComponents" if binding := _BINDING.search(said):
            arguments = {"id": binding[0]}
    return replace(call, arguments=arguments)


def _fitting(patch: object) -> dict[str, Any]:
    return dict(patch) if isinstance(patch, Mapping) else {}


def _properties(said: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, pattern in _GIVEN.items():
        if match := pattern.search(said):
            found[name] = _number(match[1])
    for match in _WIDE.finditer(said):
        found["width" if match[2].lower() == "wide" else "height"] = _number(match[1])
    colours, bindings = _COLOUR.findall(said), _BINDING.findall(said)
    if len(colours) == 1:
        found["fillStyle"] = colours[0]
    if len(bindings) == 1:
        found["id"] = bindings[0]
    return found


def _extent(said: str) -> dict[str, Any]:
    match = _EXTENT.search(said)
    return dict(zip(_BOARD_SIZES, (int(match[1]), int(match[2])), strict=True)) if match else {}


def _meant(said: str, board: Board | None, selected: Sequence[int]) -> dict[str, Any]:
    """Return the refid of the component that is named by its number, or that is selected and pointed at."""
    numbers = {int(one or other) for one, other in _REFID.findall(said)}
    known = [number for number in numbers if find(board, number) is not None]
    if len(known) == 1:
        return {"refid": known[0]}
    if not known and len(selected) == 1 and _SELECTED.search(said):
        return {"refid": selected[0]}
    return {}


def _number(text: str) -> int | float:
    value = float(text)
    return int(value) if value == int(value) else value
