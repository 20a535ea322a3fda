"""A copy of a board that edits are tried on, one by one, with refids given out once and for all."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from gemma_app.boards.document import (
    NEXT_REFID,
    Board,
    Component,
    Path,
    find,
    is_json,
    listed_components,
    refid_of,
    walk,
)
from gemma_app.boards.geometry import without_other_spellings
from gemma_app.errors import Rejected
from gemma_app.language import Phrase, same

RESTORE = "restore"

_LARGEST_GIVEN = 2**53 - 1
_PROTECTED = frozenset({"refid", "type", "components"})
_KEPT_BY_REPLACE = ("width", "height", "name")


class StagedBoard:
    """A board under change; the board it started from stays as it is.

    A refid that is taken, or was, is never given to another component: the newcomer gets a fresh one, and from then
    on the number that was asked for means the newcomer. ``_nextRefid`` at the root carries this from one list of
    edits to the next. A ``_nextRefid`` that was not recorded before rules out only what is on the board.

    Args:
        board: The board; anything that is not an object counts as empty.
    """

    def __init__(self, board: object) -> None:
        self.board: Board = board if isinstance(board, dict) else {}
        self._floor = 0
        self._next = 1
        self._used: set[int] = set()
        self._keepable: set[int] = set()
        self._aliases: dict[int, int] = {}
        self._is_numbered = self._is_repaired = False
        self._start()

    def add(self, component: Component) -> Component:
        """Put a component on top and return it with the refids it got.

        Raises:
            Rejected: It holds something that is not JSON.
        """
        _require_json(component)
        self.repair()
        aliases: dict[int, int] = {}
        added = self._numbered(copy.deepcopy(component), aliases)
        self._aliases.update(aliases)
        self.board = {**self.board, "components": [*listed_components(self.board), added]}
        self._record_next()
        return added

    def remove(self, refid: object) -> int:
        """Remove a component, with all it holds, and return its refid.

        Raises:
            Rejected: There is no such component.
        """
        meant, path = self._find(refid)
        self._number()
        self._change(path, lambda _: None)
        self._record_next()
        return meant

    def modify(self, refid: object, patch: dict[str, Any]) -> int:
        """Merge a patch into a component: objects merge, arrays replace, null deletes; return its refid.

        Raises:
            Rejected: There is no such component, or the patch names a protected key or holds what is not JSON.
        """
        _require_patch(patch)
        meant, path = self._find(refid)
        self._change(path, lambda component: _merged(without_other_spellings(component, patch), patch))
        return meant

    def modify_board(self, patch: dict[str, Any]) -> None:
        """Merge a patch into the root.

        Raises:
            Rejected: The patch names a protected key or holds what is not JSON.
        """
        _require_patch(patch)
        self.board = _merged(self.board, patch)

    def replace(self, board: Board) -> Board:
        """Put another board in place and return it with the refids its components got.

        A component keeps the refid of one that is on the board now. Size, name and private keys of the root stay
        where the new board does not give them.

        Raises:
            Rejected: It holds something that is not JSON.
        """
        _require_json(board)
        self._number()
        kept = {
            key: value
            for key, value in self.board.items()
            if (key in _KEPT_BY_REPLACE or str(key).startswith("_")) and key not in board
        }
        self._keepable = {
            refid for placed in walk(self.board) if (refid := refid_of(placed.component.get("refid"))) is not None
        }
        self._aliases = {}
        root = {**copy.deepcopy(board), **kept}
        root["components"] = [
            self._numbered(item, self._aliases) for item in root["components"] if isinstance(item, dict)
        ]
        self._keepable, self._is_repaired = set(), True
        self.board = root
        self._record_next()
        return self.board

    def restore(self, board: Board) -> None:
        """Put back exactly a board that was there before."""
        self.board = board
        self._start()

    def repair(self) -> None:
        """Give a fresh refid to every component of a foreign board that has none of its own."""
        self._number()
        if not self._is_repaired:
            for path in list(self._unnumbered()):
                self._change(path, lambda component: {**component, "refid": self._fresh()})
            self._is_repaired = True

    def _start(self) -> None:
        self._floor = refid_of(self.board.get(NEXT_REFID)) or 0
        self._next = max(self._floor, 1)
        self._used, self._keepable, self._aliases = set(), set(), {}
        self._is_numbered = self._is_repaired = False

    def _number(self) -> None:
        """Learn which refids are taken."""
        if not self._is_numbered:
            for placed in walk(self.board):
                if (refid := refid_of(placed.component.get("refid"))) is not None:
                    self._take(refid)
            self._is_numbered = True

    def _unnumbered(self) -> Iterator[Path]:
        seen: set[int] = set()
        for placed in walk(self.board):
            refid = refid_of(placed.component.get("refid"))
            if refid is None or refid in seen:
                yield placed.path
            else:
                seen.add(refid)

    def _take(self, refid: int) -> int:
        self._used.add(refid)
        self._keepable.discard(refid)
        self._next = max(self._next, refid + 1)
        return refid

    def _fresh(self) -> int:
        return self._take(self._next)

    def _numbered(self, component: Component, aliases: dict[int, int]) -> Component:
        """Give a new component, and all it holds, refids that nothing else has; note which number means which."""
        asked = refid_of(component.get("refid"))
        given = self._take(asked) if asked is not None and self._is_free(asked) else self._fresh()
        component["refid"] = given
        if asked is not None:
            aliases.setdefault(asked, given)
        if isinstance(held := component.get("components"), list):
            component["components"] = [self._numbered(item, aliases) for item in held if isinstance(item, dict)]
        return component

    def _is_free(self, refid: int) -> bool:
        return refid in self._keepable or (refid not in self._used and self._floor <= refid <= _LARGEST_GIVEN)

    def _find(self, refid: object) -> tuple[int, Path]:
        asked = refid_of(refid)
        meant = None if asked is None else self._aliases.get(asked, asked)
        placed = None if meant is None else find(self.board, meant)
        if meant is None or placed is None:
            shown = "?" if asked is None else str(asked)
            raise Rejected(
                "unknown_refid",
                Phrase(ko=f"보드에 {shown}번이 없어요.", en=f"There is no number {shown} on the board."),
            )
        return meant, placed.path

    def _record_next(self) -> None:
        if self.board.get(NEXT_REFID) != self._next:
            self.board = {**self.board, NEXT_REFID: self._next}

    def _change(self, path: Path, change: Callable[[Component], Component | None]) -> None:
        """Put what ``change`` gives in the place of the component at ``path``; None takes it away."""
        holders: list[Component] = [self.board]
        for index in path[:-1]:
            holders.append(holders[-1]["components"][index])
        new: Component | None = change(holders[-1]["components"][path[-1]])
        for holder, index in zip(reversed(holders), reversed(path), strict=True):
            listed = list(holder["components"])
            listed[index : index + 1] = [] if new is None else [new]
            new = {**holder, "components": listed}
        self.board = new or {}


def _merged(target: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    merged = dict(target)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            before = merged.get(key)
            merged[key] = _merged(before if isinstance(before, dict) else {}, value)
        else:
            merged[key] = copy.deepcopy(value)
    return merged


def _require_json(value: object) -> None:
    if not is_json(value):
        raise Rejected(
            "not_json",
            Phrase(
                ko="읽을 수 없거나 너무 깊이 겹친 값이 있어요.",
                en="It holds a value that cannot be read or is nested too deeply.",
            ),
        )


def _require_patch(patch: dict[str, Any]) -> None:
    _require_json(patch)
    if named := [key for key in patch if key in _PROTECTED or key.startswith("_")]:
        names = same(", ".join(named))
        raise Rejected(
            "protected_key",
            Phrase(ko=f"고칠 수 없는 값이에요: {names.ko}", en=f"These cannot be changed: {names.en}"),
        )
