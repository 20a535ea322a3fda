"""Which changes of a board are asked first, in words that count and name what is at stake."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from gemma_app.boards.difference import Difference, compare
from gemma_app.boards.document import Board, Placed, components_of, label_of, number_of, walk
from gemma_app.boards.geometry import box_of_placed
from gemma_app.language import Phrase

Kind = Literal["replaced", "removed", "locked", "unbound", "shrunk"]

MANY_REMOVED = 3
LARGE_SHARE = 0.2

_NAMED = 5
_SAYS: dict[Kind, Phrase] = {
    "replaced": Phrase(
        ko="보드 전체를 새로 바꿔요. 지금 있는 {count}개: {names}",
        en="The whole board is replaced. On it now: {count} ({names})",
    ),
    "removed": Phrase(ko="요소 {count}개를 지워요: {names}", en="Items removed: {count} ({names})"),
    "locked": Phrase(ko="잠긴 요소 {count}개가 바뀌어요: {names}", en="Locked items affected: {count} ({names})"),
    "unbound": Phrase(
        ko="요소 {count}개가 데이터 연결을 잃어요: {names}",
        en="Items that lose their data: {count} ({names})",
    ),
    "shrunk": Phrase(
        ko="줄어든 보드 밖으로 나가는 요소 {count}개: {names}",
        en="Items outside the smaller board: {count} ({names})",
    ),
}


@dataclass(frozen=True, kw_only=True)
class Concern:
    """Something at stake that the user is asked about before it happens.

    Args:
        kind: What is at stake.
        names: The affected components, as the user knows them; all of them.
    """

    kind: Kind
    names: tuple[str, ...]

    @property
    def text(self) -> Phrase:
        """How many are affected and which; beyond five, only how many more."""
        shown, more = ", ".join(self.names[:_NAMED]), len(self.names) - _NAMED
        says, count = _SAYS[self.kind], len(self.names)
        return Phrase(
            ko=says.ko.format(count=count, names=shown + (f" 외 {more}개" if more > 0 else "")),
            en=says.en.format(count=count, names=shown + (f" and {more} more" if more > 0 else "")),
        )


def concerns_of(before: Board, after: Board, ops: Iterable[dict[str, Any]] = ()) -> tuple[Concern, ...]:
    """Return what the user is asked about before ``before`` becomes ``after``.

    Args:
        before: The board as it is.
        after: The board as it would be.
        ops: The operations that lead there.
    """
    difference = compare(before, after)
    is_replaced = any(op.get("op") == "replace" for op in ops) and bool(components_of(before))
    affected: dict[Kind, list[Placed]] = {
        "replaced": list(walk(before)) if is_replaced else [],
        "removed": [] if is_replaced else _many_removed(before, difference),
        "locked": list(_locked(before, difference)),
        "unbound": [old for old, new in difference.changed if _loses_data(old.component, new.component)],
        "shrunk": list(_cut_off(before, after)),
    }
    return tuple(
        Concern(kind=kind, names=tuple(label_of(placed.component) for placed in found))
        for kind, found in affected.items()
        if found
    )


def _many_removed(before: Board, difference: Difference) -> list[Placed]:
    removed = list(difference.removed)
    total = sum(1 for _ in walk(before))
    return removed if len(removed) >= MANY_REMOVED or len(removed) >= LARGE_SHARE * total else []


def _locked(before: Board, difference: Difference) -> Iterator[Placed]:
    """The locked components that change, being locked themselves or inside a locked group."""
    touched = {placed.path for placed in (*difference.removed, *(old for old, _ in difference.changed))}
    if not touched:
        return
    locked: set[tuple[int, ...]] = set()
    for placed in walk(before):
        if placed.component.get("locked") is True or placed.path[:-1] in locked:
            locked.add(placed.path)
            if placed.path in touched:
                yield placed


def _loses_data(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return any(old.get(key) and not new.get(key) for key in ("id", "mappings"))


def _cut_off(before: Board, after: Board) -> Iterator[Placed]:
    """The components that were on the board and reach over the edges of a smaller one."""
    sizes = [number_of(board.get(key)) for board in (before, after) for key in ("width", "height")]
    width, height, new_width, new_height = sizes
    if width is None or height is None or new_width is None or new_height is None:
        return
    if new_width >= width and new_height >= height:
        return
    for placed in walk(after):
        box = box_of_placed(placed.component).moved(*placed.origin)
        if (new_width < box.right <= width) or (new_height < box.bottom <= height):
            yield placed
