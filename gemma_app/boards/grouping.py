"""Adding, copying, removing, grouping and ungrouping components; each verb takes a board and gives a new one."""

import copy
from collections.abc import Iterable, Sequence

from gemma_app.boards.document import Board, Component, Placed, components_of, number_of, refid_of
from gemma_app.boards.geometry import box_of, opacity_of, rotation_of
from gemma_app.boards.reshaping import moved
from gemma_app.boards.selecting import box_around, chosen, turned, unlocked
from gemma_app.boards.staging import StagedBoard


def add(board: Board, components: Iterable[Component]) -> tuple[Board, tuple[int, ...]]:
    """Put copies of components on top, each with a refid of its own.

    Returns:
        The board and the refids that the components got.
    """
    staged = StagedBoard(board)
    refids = [int(staged.add({"type": "rect", **component})["refid"]) for component in components]
    return staged.board, tuple(refids)


def copies(board: Board, refids: Iterable[int]) -> list[Component]:
    """Return copies of components, placed as they are on the board."""
    return [moved(copy.deepcopy(placed.component), *placed.origin) for placed in chosen(board, refids)]


def duplicate(board: Board, refids: Iterable[int], offset: float) -> tuple[Board, tuple[int, ...]]:
    """Put copies on top, a little aside; they are not locked.

    Returns:
        The board and the refids of the copies.
    """
    made = [moved(component, offset, offset) for component in copies(board, refids)]
    return add(board, [{key: value for key, value in item.items() if key != "locked"} for item in made])


def remove(board: Board, refids: Iterable[int]) -> Board:
    """Remove components; locked ones stay."""
    gone = {placed.path for placed in unlocked(board, refids)}
    return _without(board, (), gone) if gone else board


def group(board: Board, refids: Iterable[int]) -> tuple[Board, int | None]:
    """Put components into a new group that takes the place of the topmost.

    Only components that one thing holds can be grouped: where they are scattered, those of the topmost one's holder.

    Returns:
        The board and the group's refid, None where there is nothing to group.
    """
    found = unlocked(board, refids)
    if found:
        holder = max(found, key=lambda placed: placed.path).path[:-1]
        found = [placed for placed in found if placed.path[:-1] == holder]
    around = box_around(found)
    if around is None or len(found) < 2:
        return board, None
    with_group, (refid,) = add(board, [{"type": "group", "components": []}])
    x, y = found[0].origin
    left, top = around.left - x, around.top - y
    held = [moved(placed.component, -left, -top) for placed in found]
    empty = components_of(with_group)[-1]
    made = {**moved(empty, left, top), "components": held}
    root = {**with_group, "components": with_group["components"][:-1]}
    return _regrouped(root, found, made), refid


def ungroup(board: Board, refids: Iterable[int]) -> tuple[Board, tuple[int, ...]]:
    """Put what groups hold in their place, where and as it was drawn.

    Returns:
        The board and the refids of what was held.
    """
    groups = [placed for placed in unlocked(board, refids) if isinstance(placed.component.get("components"), list)]
    freed: list[int] = []
    for placed in reversed(groups):
        held = [_freed(placed.component, item) for item in components_of(placed.component)]
        freed += [refid for item in held if (refid := refid_of(item.get("refid"))) is not None]
        board = _spliced(board, placed.path, held)
    return board, tuple(freed)


def _freed(holder: Component, item: Component) -> Component:
    left, top = number_of(holder.get("left")) or 0.0, number_of(holder.get("top")) or 0.0
    freed = moved(item, left, top)
    if angle := rotation_of(holder):
        around, box = box_of(holder), box_of(freed)
        middle = (box.left + box.width / 2, box.top + box.height / 2)
        x, y = turned(*middle, angle, (around.left + around.width / 2, around.top + around.height / 2))
        freed = {**moved(freed, x - middle[0], y - middle[1]), "rotation": rotation_of(item) + angle}
    if (opacity := opacity_of(holder)) < 1:
        freed = {**freed, "opacity": opacity_of(item) * opacity}
        freed.pop("alpha", None)
    return freed


def _regrouped(root: Board, found: Sequence[Placed], made: Component) -> Board:
    """Take the found components out of their holder and put the group where the topmost was."""
    *_, last = found
    with_group = _spliced(root, last.path, [made])
    return _without(with_group, (), {placed.path for placed in found[:-1]})


def _spliced(holder: Component, path: tuple[int, ...], new: list[Component]) -> Component:
    listed = list(holder["components"])
    index = path[0]
    listed[index : index + 1] = new if len(path) == 1 else [_spliced(listed[index], path[1:], new)]
    return {**holder, "components": listed}


def _without(holder: Component, at: tuple[int, ...], gone: set[tuple[int, ...]]) -> Component:
    if not any(path[: len(at)] == at for path in gone):
        return holder
    kept = []
    for index, item in enumerate(holder["components"]):
        path = (*at, index)
        if path not in gone:
            nested = isinstance(item, dict) and isinstance(item.get("components"), list)
            kept.append(_without(item, path, gone) if nested else item)
    return {**holder, "components": kept}
