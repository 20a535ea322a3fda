"""What each board tool is offered with: its name, what it does, its arguments, and which of them it needs."""

from dataclasses import dataclass, field
from typing import Any

_NUMBER = {"type": "number"}
_TEXT = {"type": "string"}
_PLACE = {"left": _NUMBER, "top": _NUMBER, "width": _NUMBER, "height": _NUMBER}
_REFID = {"type": "number", "description": "The component's refid, a unique number; never its id."}
_MERGES = "Only the properties that change. Objects merge, arrays replace, null deletes."


@dataclass(frozen=True, kw_only=True)
class ToolEntry:
    """A row of the table.

    Args:
        name: The tool.
        description: What it does, for the model.
        properties: Its arguments as JSON schemas.
        required: Those that it needs.
    """

    name: str
    description: str
    properties: dict[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()


def _said(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _patch(note: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "description": _MERGES + note, "properties": properties}


_COMPONENT = {
    "fillStyle": _TEXT,
    **_PLACE,
    "text": _TEXT,
    "name": _TEXT,
    "id": _TEXT,
    "fontSize": _NUMBER,
    "opacity": _NUMBER,
}
_BOARD = {
    "name": _TEXT,
    "width": _NUMBER,
    "height": _NUMBER,
    "fillStyle": _TEXT,
    "sky": _TEXT,
    "exposure": _NUMBER,
    "dirLightEnabled": {"type": "boolean"},
}

ENTRIES = (
    ToolEntry(
        name="addComponent",
        description="Add a component on top of the board. Give its type and its properties, such as left, top, width, "
        "height, fillStyle, text, value, or id to bind it to a habit.",
        properties={
            "type": _said("The type of component."),
            "name": _said("What the user calls it."),
            "id": _said("Data-binding key such as habit:3; several may share one."),
            **_PLACE,
            "fillStyle": _said("Colour, such as #2E7D32 or rgba(46, 125, 50, 0.5)."),
            "text": _said("Words of a text component."),
        },
        required=("type",),
    ),
    ToolEntry(
        name="findComponents",
        description="Find components, inside groups too. All filters that are given must fit.",
        properties={
            "type": _said("Exact type."),
            "namePattern": _said("Part of the name, in any case."),
            "region": {
                "type": "object",
                "description": "A box on the board, edges included: left, top, width, height.",
                "properties": _PLACE,
            },
            "id": _said("Exact data-binding key; several components may share it."),
        },
    ),
    ToolEntry(name="getAtmosphereGuide", description="Read how sky, light and mood are set with modifyBoard."),
    ToolEntry(
        name="getComponentByRefid",
        description="Read one whole component by its refid.",
        properties={"refid": _REFID},
        required=("refid",),
    ),
    ToolEntry(name="getSelection", description="Read the whole components that the user has selected."),
    ToolEntry(
        name="modifyBoard",
        description="Change properties of the board itself, such as name, width, height, fillStyle or sky; not its "
        "components.",
        properties={"patch": _patch("", _BOARD)},
        required=("patch",),
    ),
    ToolEntry(
        name="modifyComponentByRefid",
        description="Change properties of one component.",
        properties={"refid": _REFID, "patch": _patch(" Not refid, type, components.", _COMPONENT)},
        required=("refid", "patch"),
    ),
    ToolEntry(
        name="removeComponentByRefid",
        description="Remove one component.",
        properties={"refid": _REFID},
        required=("refid",),
    ),
    ToolEntry(
        name="replaceBoard",
        description="Replace everything on the board. Use it only for a new layout; components that stay keep their "
        "refid.",
        properties={
            "components": {"type": "array", "items": {"type": "object"}, "description": "All components."},
            "width": _NUMBER,
            "height": _NUMBER,
            "name": _said("The board's name."),
            "fillStyle": _said("The board's colour."),
        },
        required=("components",),
    ),
)
"""Every board tool, by name."""
