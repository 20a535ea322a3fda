"""Moving, resizing and turning components; each verb takes a board and gives a new one."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gemma_app.boards.document import Board, Component, Path, number_of
from gemma_app.boards.geometry import Box, box_of, opacity_of, rotation_of, without_other_spellings
from gemma_app.boards.selecting import box_around, chosen, turned, unlocked

HANDLES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The handles of a box as directions from its centre, clockwise from the top left."""

MIN_SIZE = 4.0
_HALVES = frozenset({"cx", "cy", "rx", "ry", "radius"})
_FULL_TURN = 2 * math.pi
PALE = 0.15


def with_placed(holder: Component, new: Mapping[Path, Component]) -> Component:
    """Return a board, or a group, with the components at some paths replaced; whatever does not change is shared."""
    if not new:
        return holder
    listed = list(holder["components"])
    inner: dict[int, dict[Path, Component]] = {}
    for path, component in new.items():
        if len(path) == 1:
            listed[path[0]] = component
        else:
            inner.setdefault(path[0], {})[path[1:]] = component
    for index, within in inner.items():
        listed[index] = with_placed(listed[index], within)
    return {**holder, "components": listed}


def patched(component: Component, patch: Mapping[str, Any]) -> Component:
    """Return a component with properties set, each in its one written spelling."""
    return {**without_other_spellings(component, patch), **patch}


def move(board: Board, refids: Iterable[int], across: float, down: float) -> Board:
    """Move components; locked ones stay."""
    return _each(board, refids, lambda component: moved(component, across, down))


def moved(component: Component, across: float, down: float) -> Component:
    """Return a component moved by a distance."""
    if not across and not down:
        return component
    if isinstance(component.get("components"), list):
        left, top = number_of(component.get("left")) or 0.0, number_of(component.get("top")) or 0.0
        return {**component, "left": _tidy(left + across), "top": _tidy(top + down)}
    x, y = number_of(component.get("left")), number_of(component.get("top"))
    if x is not None and y is not None and _HALVES.isdisjoint(component) and "width" in component:
        return {**component, "left": _tidy(x + across), "top": _tidy(y + down)}
    return patched(component, _as_patch(box_of(component).moved(across, down)))


def resized(component: Component, new: Box) -> Component:
    """Return a component with another unturned box; what a group holds is scaled with it."""
    if not isinstance(component.get("components"), list):
        return patched(component, _as_patch(new))
    old = box_of(component)
    across = new.width / old.width if old.width else 1.0
    down = new.height / old.height if old.height else 1.0
    left, top = number_of(component.get("left")) or 0.0, number_of(component.get("top")) or 0.0
    inner = [
        resized(item, _scaled(box_of(item), across, down)) if isinstance(item, dict) else item
        for item in component["components"]
    ]
    place = {"left": _tidy(new.left + (left - old.left) * across), "top": _tidy(new.top + (top - old.top) * down)}
    return {**component, **place, "components": inner}


def fit_into(board: Board, refids: Iterable[int], old: Box, new: Box) -> Board:
    """Scale components as the box around them becomes another; one component alone may be turned."""
    found = unlocked(board, refids)
    across = new.width / old.width if old.width else 1.0
    down = new.height / old.height if old.height else 1.0
    after: dict[Path, Component] = {}
    for placed in found:
        box = box_of(placed.component).moved(*placed.origin)
        if len(found) == 1:
            target = new
        else:
            target = Box(
                left=new.left + (box.left - old.left) * across,
                top=new.top + (box.top - old.top) * down,
                width=box.width * across,
                height=box.height * down,
            )
        x, y = placed.origin
        after[placed.path] = resized(placed.component, target.moved(-x, -y))
    return with_placed(board, after)


def rotate(board: Board, refids: Iterable[int], angle: float) -> Board:
    """Turn components clockwise by radians: one about its centre, several about the centre of all."""
    found = unlocked(board, refids)
    around = box_around(found)
    if around is None or not angle:
        return board
    centre = (around.left + around.width / 2, around.top + around.height / 2)
    after: dict[Path, Component] = {}
    for placed in found:
        component = placed.component
        box = box_of(component).moved(*placed.origin)
        middle = (box.left + box.width / 2, box.top + box.height / 2)
        x, y = turned(*middle, angle, centre) if len(found) > 1 else middle
        turn = (rotation_of(component) + angle) % _FULL_TURN
        placed_anew = moved(component, x - middle[0], y - middle[1])
        after[placed.path] = {**placed_anew, "rotation": round(turn, 6)}
    return with_placed(board, after)


def faded(board: Board, refids: Iterable[int], *, share: float = PALE) -> Board:
    """Return a board, for showing only, on which of some components no more than a share is seen."""
    found = chosen(board, refids)
    pale = {each.path: {**each.component, "opacity": opacity_of(each.component) * share} for each in found}
    return with_placed(board, pale)


def dragged_box(
    box: Box, handle: tuple[int, int], to: tuple[float, float], *, angle: float = 0.0, keeps_shape: bool = False
) -> Box:
    """Return the box after one of its handles was dragged to a point; the opposite one stays where it is.

    Args:
        box: The unturned box.
        handle: One of ``HANDLES``.
        to: The point, on the board.
        angle: How far the box is turned about its centre.
        keeps_shape: Whether width and height keep their ratio.
    """
    centre = (box.left + box.width / 2, box.top + box.height / 2)
    across, down = handle
    fixed = turned(centre[0] - across * box.width / 2, centre[1] - down * box.height / 2, angle, centre)
    x, y = turned(*to, -angle, fixed)
    width = max((x - fixed[0]) * across, MIN_SIZE) if across else box.width
    height = max((y - fixed[1]) * down, MIN_SIZE) if down else box.height
    if keeps_shape and box.width and box.height:
        scale = max(width / box.width if across else 0.0, height / box.height if down else 0.0)
        width, height = box.width * scale, box.height * scale
    middle = turned(fixed[0] + across * width / 2, fixed[1] + down * height / 2, angle, fixed)
    return Box(left=middle[0] - width / 2, top=middle[1] - height / 2, width=width, height=height)


def _each(board: Board, refids: Iterable[int], change: Callable[[Component], Component]) -> Board:
    found = unlocked(board, refids)
    return with_placed(board, {placed.path: change(placed.component) for placed in found})


def _scaled(box: Box, across: float, down: float) -> Box:
    return Box(left=box.left * across, top=box.top * down, width=box.width * across, height=box.height * down)


def _as_patch(box: Box) -> dict[str, float]:
    return {key: _tidy(value) for key, value in box.as_patch().items()}


def _tidy(value: float) -> float:
    """Drop what is finer than a hundredth of a unit, and a fraction that is none."""
    value = round(float(value), 2)
    return int(value) if value.is_integer() else value
