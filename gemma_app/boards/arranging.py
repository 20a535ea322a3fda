"""Aligning, spacing and stacking components; each verb takes a board and gives a new one."""

from collections.abc import Iterable
from typing import Any, Literal

from gemma_app.boards.document import Board, Component, Path
from gemma_app.boards.reshaping import moved, with_placed
from gemma_app.boards.selecting import board_box, box_around, box_on_board, chosen, unlocked

Edge = Literal["left", "centre", "right", "top", "middle", "bottom"]
Axis = Literal["across", "down"]
Place = Literal["front", "forward", "backward", "back"]

_SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}
_MIN_DISTRIBUTED = 3


def align(board: Board, refids: Iterable[int], edge: Edge) -> Board:
    """Line components up with the box around them; one alone with the board."""
    found = unlocked(board, refids)
    around = board_box(board) if len(found) == 1 else box_around(found)
    if around is None:
        return board
    share, is_across = _SHARE[edge], edge in ("left", "centre", "right")
    after: dict[Path, Component] = {}
    for placed in found:
        box = box_on_board(placed)
        x = around.left + (around.width - box.width) * share - box.left if is_across else 0.0
        y = 0.0 if is_across else around.top + (around.height - box.height) * share - box.top
        after[placed.path] = moved(placed.component, x, y)
    return with_placed(board, after)


def distribute(board: Board, refids: Iterable[int], axis: Axis) -> Board:
    """Make the gaps between three or more components equal; the outermost stay."""
    found = unlocked(board, refids)
    if len(found) < _MIN_DISTRIBUTED:
        return board
    is_across = axis == "across"
    spans = []
    for placed in found:
        box = box_on_board(placed)
        spans.append((box.left, box.width, placed) if is_across else (box.top, box.height, placed))
    spans.sort(key=lambda span: span[0] + span[1] / 2)
    first, last = spans[0], spans[-1]
    gap = (last[0] + last[1] - first[0] - sum(size for _, size, _ in spans)) / (len(spans) - 1)
    at = first[0]
    after: dict[Path, Component] = {}
    for start, size, placed in spans:
        by = at - start
        after[placed.path] = moved(placed.component, by if is_across else 0, 0 if is_across else by)
        at += size + gap
    return with_placed(board, after)


def reorder(board: Board, refids: Iterable[int], place: Place) -> Board:
    """Move components in the drawing order of what holds them; among themselves they keep theirs."""
    wanted = {placed.path for placed in chosen(board, refids)}
    return _reordered(board, (), wanted, place) if wanted else board


def _reordered(holder: Component, at: tuple[int, ...], wanted: set[tuple[int, ...]], place: Place) -> Component:
    if not any(path[: len(at)] == at for path in wanted):
        return holder
    listed: list[Any] = []
    for index, item in enumerate(holder["components"]):
        path = (*at, index)
        nested = isinstance(item, dict) and isinstance(item.get("components"), list) and path not in wanted
        listed.append(_reordered(item, path, wanted, place) if nested else item)
    is_wanted = [(*at, index) in wanted for index in range(len(listed))]
    new = [listed[index] for index in _order(is_wanted, place)]
    before: list[Any] = holder["components"]
    same = all(one is other for one, other in zip(new, before, strict=True))
    return holder if same else {**holder, "components": new}


def _order(is_wanted: list[bool], place: Place) -> list[int]:
    """Return the places of a list in their new order."""
    places = range(len(is_wanted))
    mine = [index for index in places if is_wanted[index]]
    others = [index for index in places if not is_wanted[index]]
    match place:
        case "front":
            return others + mine
        case "back":
            return mine + others
        case "forward":
            return _stepped(list(reversed(places)), is_wanted)[::-1]
        case _:
            return _stepped(list(places), is_wanted)


def _stepped(order: list[int], is_wanted: list[bool]) -> list[int]:
    """Move each wanted place one step towards the beginning, past one that is not wanted."""
    for at in range(1, len(order)):
        if is_wanted[order[at]] and not is_wanted[order[at - 1]]:
            order[at - 1], order[at] = order[at], order[at - 1]
    return order
