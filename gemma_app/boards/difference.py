"""What differs between two states of a board, component by component, by refid."""

from dataclasses import dataclass
from typing import Any

from gemma_app.boards.document import Board, Placed, refid_of, walk

_ABSENT = object()


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What became of a board.

    Args:
        added: Components that are only in the new board.
        changed: Components that are in both and not alike, as they were and as they are.
        removed: Components that were only in the old board.
        root: Names of the public properties of the root that differ.
    """

    added: tuple[Placed, ...]
    changed: tuple[tuple[Placed, Placed], ...]
    removed: tuple[Placed, ...]
    root: tuple[str, ...]


def compare(before: Board, after: Board) -> Difference:
    """Return what differs between two states of a board."""
    old, new = by_refid(before), by_refid(after)
    keys = (key for key in {**before, **after} if key != "components" and not key.startswith("_"))
    return Difference(
        added=tuple(placed for refid, placed in new.items() if refid not in old),
        changed=tuple(
            (placed, new[refid])
            for refid, placed in old.items()
            if refid in new and not same_json(placed.component, new[refid].component)
        ),
        removed=tuple(placed for refid, placed in old.items() if refid not in new),
        root=tuple(key for key in keys if not same_json(before.get(key, _ABSENT), after.get(key, _ABSENT))),
    )


def by_refid(board: Board) -> dict[int, Placed]:
    """Return every component of a board by its refid, in drawing order."""
    found: dict[int, Placed] = {}
    for placed in walk(board):
        if (refid := refid_of(placed.component.get("refid"))) is not None:
            found.setdefault(refid, placed)
    return found


def same_json(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal; unlike in Python, true is not 1."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same_json(*pair) for pair in zip(one, other, strict=True))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
