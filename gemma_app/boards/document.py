"""The board document: a JSON object whose components are found by refid, whoever wrote it and however badly.

A board is ``{width, height, components, fillStyle, name, …}``; the order of ``components`` is the order in which they
are drawn. A group holds ``components`` of its own, placed relative to the group's ``left`` and ``top``. Boards are
treated as immutable: a change gives a new board that shares whatever did not change.
"""

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.text import cut

Board = dict[str, Any]
Component = dict[str, Any]
Path = tuple[int, ...]

COMPONENT_TYPES = (
    "rect",
    "circle",
    "ellipse",
    "text",
    "line",
    "polyline",
    "image",
    "gauge-circle",
    "gauge-horizon",
    "progress-horizontal",
    "progress-circle",
    "group",
)
NEXT_REFID = "_nextRefid"
MAX_DEPTH = 64
_MAX_BOARD_DEPTH = 256  # An edit of the limit's depth may act deep inside groups.

_LABEL_LENGTH = 24
_LARGEST_NUMBER = int(sys.float_info.max)


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A component where it was found.

    Args:
        component: The component as it is in the document.
        path: Its position in the lists of components, outermost first.
        parent: The group that holds it, None at the top.
        origin: Where its coordinates start on the board.
    """

    component: Component
    path: Path
    parent: Component | None
    origin: tuple[float, float]


def new_board(*, width: int, height: int, name: str) -> Board:
    """Return an empty white board."""
    return {"width": width, "height": height, "name": name, "fillStyle": "#FFFFFF", "components": []}


def load_board(text: str) -> Board:
    """Read a board from JSON text; every key is kept.

    Raises:
        AppError: The text is not JSON, or not a board.
    """
    try:
        board: Any = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise AppError(Phrase(ko="보드 파일을 읽을 수 없어요.", en="This is not a readable board file.")) from error
    if (
        isinstance(board, dict)
        and isinstance(board.get("components"), list)
        and is_json(board, max_depth=_MAX_BOARD_DEPTH)
    ):
        return board
    raise AppError(Phrase(ko="보드 파일이 아니에요.", en="This file does not hold a board."))


def dump_board(board: Board) -> str:
    """Write a board as JSON text that reads back to an equal board with its keys in the same order."""
    return json.dumps(board, ensure_ascii=False, allow_nan=False)


def number_of(value: object) -> float | None:
    """Return ``value`` as a finite number; None for anything else, truth values included."""
    if type(value) is float:
        return value if math.isfinite(value) else None
    return float(value) if type(value) is int and -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER else None


def refid_of(value: object) -> int | None:
    """Return ``value`` as a refid: a whole number of at least 0, ``35.0`` being 35; None for anything else."""
    if type(value) is int:
        return value if 0 <= value <= _LARGEST_NUMBER else None
    return int(value) if type(value) is float and value >= 0 and value.is_integer() else None


def refids_of(values: object) -> tuple[int, ...]:
    """Return the usable refids among ``values``, each once, in their order."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        return ()
    return tuple(dict.fromkeys(refid for value in values if (refid := refid_of(value)) is not None))


def listed_components(holder: object) -> list[Any]:
    """Return the list of components of a board or group as it stands, whatever is in it."""
    listed = holder.get("components") if isinstance(holder, dict) else None
    return listed if isinstance(listed, list) else []


def components_of(holder: object) -> list[Component]:
    """Return the components of a board or group, bottom first."""
    return [item for item in listed_components(holder) if isinstance(item, dict)]


def walk(holder: object) -> Iterator[Placed]:
    """Yield every component of a board or group, a group before what it holds, in drawing order."""
    stack = list(reversed(_held(holder, (), None, (0.0, 0.0))))
    while stack:
        placed = stack.pop()
        yield placed
        component = placed.component
        if isinstance(component.get("components"), list):
            x, y = placed.origin
            origin = (x + (number_of(component.get("left")) or 0.0), y + (number_of(component.get("top")) or 0.0))
            stack.extend(reversed(_held(component, placed.path, component, origin)))


def find(board: object, refid: int) -> Placed | None:
    """Return the component with ``refid``, inside groups too; the first where a broken file has several."""
    for index, component in enumerate(listed_components(board)):
        if isinstance(component, dict) and component.get("refid") == refid and refid_of(component["refid"]) == refid:
            return Placed(component=component, path=(index,), parent=None, origin=(0.0, 0.0))
    return next((placed for placed in walk(board) if refid_of(placed.component.get("refid")) == refid), None)


def label_of(component: Mapping[str, Any]) -> str:
    """Return the words by which a user knows a component: its name, its text, what it is bound to, or its type."""
    given = (component.get(key) for key in ("name", "text", "id", "type"))
    words = next((" ".join(word.split()) for word in given if isinstance(word, str) and word.strip()), "?")
    refid = refid_of(component.get("refid"))
    return cut(words, _LABEL_LENGTH) + ("" if refid is None else f" #{refid}")


def is_json(value: object, *, max_depth: int = MAX_DEPTH) -> bool:
    """Tell whether ``value`` is JSON that any reader takes: finite numbers, valid Unicode, not too deep."""
    stack = [(value, 1)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, dict | list):
            if depth > max_depth or (isinstance(item, dict) and not all(_is_unicode(key) for key in item)):
                return False
            stack.extend((inner, depth + 1) for inner in (item.values() if isinstance(item, dict) else item))
        elif not (item is None or isinstance(item, bool) or _is_unicode(item) or number_of(item) is not None):
            return False
    return True


def _held(holder: object, path: Path, parent: Component | None, origin: tuple[float, float]) -> list[Placed]:
    return [
        Placed(component=item, path=(*path, index), parent=parent, origin=origin)
        for index, item in enumerate(listed_components(holder))
        if isinstance(item, dict)
    ]


def _is_unicode(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
