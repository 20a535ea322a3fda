"""Where a component is and how it is drawn, read from any spelling; changes are written in one.

``left, top, width, height``, ``opacity``, ``points`` and ``min, max`` are the spellings that are written. ``cx, cy``
name a centre; ``radius``, ``rx, ry`` the half size of a round component; ``alpha``, ``path`` and ``startValue,
endValue`` are other names. Where a file has both, the written spelling counts.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gemma_app.boards.document import Component, number_of, walk

ROUND_TYPES = ("circle", "ellipse", "gauge-circle", "progress-circle")

_NAMES = (
    ("opacity", "alpha"),
    ("points", "path"),
    ("min", "startValue"),
    ("max", "endValue"),
    ("left", "cx"),
    ("top", "cy"),
)
_ROUND_NAMES = (("width", "rx", "radius"), ("height", "ry", "radius"))
_DEFAULT_SIZE = 100.0
_LARGEST_SIZE = 1e9


@dataclass(frozen=True, kw_only=True)
class Box:
    """An upright rectangle in board units; ``width`` and ``height`` are never negative."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.top + self.height

    def meets(self, other: "Box") -> bool:
        """Tell whether the two share a point, edges included."""
        across = self.left <= other.left + other.width and other.left <= self.left + self.width
        return across and self.top <= other.top + other.height and other.top <= self.top + self.height

    def moved(self, x: float, y: float) -> "Box":
        """Return the box moved by ``x`` and ``y``."""
        return Box(left=self.left + x, top=self.top + y, width=self.width, height=self.height)

    def as_patch(self) -> dict[str, float]:
        """Return the patch that gives a component this box, whole numbers where nothing is lost."""
        named = {"left": self.left, "top": self.top, "width": self.width, "height": self.height}
        return {key: int(value) if value.is_integer() else value for key, value in named.items()}


def box_from(given: object) -> Box | None:
    """Return the box that ``{left, top, width, height}`` means, None where it is not one."""
    found = given if isinstance(given, Mapping) else {}
    left, top, width, height = (number_of(found.get(key)) for key in ("left", "top", "width", "height"))
    if left is None or top is None or width is None or height is None:
        return None
    return Box(left=left, top=top, width=width, height=height)


def box_of(component: Component) -> Box:
    """Return the unrotated box of a component in the coordinates of what holds it."""
    if isinstance(component.get("components"), list):
        return _group_box(component)
    left, top = number_of(component.get("left")), number_of(component.get("top"))
    width, height = number_of(component.get("width")), number_of(component.get("height"))
    if left is not None and top is not None and width is not None and height is not None:
        return Box(left=left, top=top, width=min(abs(width), _LARGEST_SIZE), height=min(abs(height), _LARGEST_SIZE))
    return _box_of_outline(component)


def box_of_placed(component: Component) -> Box:
    """Return the upright box that a component takes up, its rotation included."""
    box, angle = box_of(component), rotation_of(component)
    if not angle:
        return box
    sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
    width, height = box.width * cosine + box.height * sine, box.width * sine + box.height * cosine
    left, top = box.left + (box.width - width) / 2, box.top + (box.height - height) / 2
    return Box(left=left, top=top, width=width, height=height)


def union(boxes: Iterable[Box]) -> Box | None:
    """Return the smallest box that holds all ``boxes``, None for none."""
    found = list(boxes)
    if not found:
        return None
    left, top = min(box.left for box in found), min(box.top for box in found)
    right, bottom = max(box.right for box in found), max(box.bottom for box in found)
    return Box(left=left, top=top, width=right - left, height=bottom - top)


def anchor_of(component: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the point by which a component is looked up: (left, top), else (cx, cy); None where it has neither."""
    for across, down in (("left", "top"), ("cx", "cy")):
        x, y = number_of(component.get(across)), number_of(component.get(down))
        if x is not None and y is not None:
            return x, y
    return None


def points_of(component: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Return the points of a line: ``[[x, y], …]``, ``[{"x", "y"}, …]``, ``[x, y, x, y, …]``, or x1, y1, x2, y2."""
    listed = component.get("points", component.get("path"))
    if not isinstance(listed, list):
        ends = [number_of(component.get(key)) for key in ("x1", "y1", "x2", "y2")]
        listed = [] if None in ends else ends
    flat = [number_of(item) for item in listed]
    if flat and None not in flat:
        listed = [list(pair) for pair in zip(flat[::2], flat[1::2], strict=False)]
    return [point for item in listed if (point := _point(item)) is not None]


def drawn_points(component: Component) -> list[tuple[float, float]]:
    """Return the points of a line fitted into its box; without points, the box's diagonal."""
    box, points = box_of(component), points_of(component)
    outline = union(Box(left=x, top=y, width=0.0, height=0.0) for x, y in points)
    if outline is None:
        return [(box.left, box.top), (box.right, box.bottom)]
    across = box.width / outline.width if outline.width else 1.0
    down = box.height / outline.height if outline.height else 1.0
    return [(box.left + (x - outline.left) * across, box.top + (y - outline.top) * down) for x, y in points]


def rotation_of(component: Mapping[str, Any]) -> float:
    """Return the rotation about the centre, in radians, clockwise."""
    return number_of(component.get("rotation")) or 0.0


def opacity_of(component: Mapping[str, Any]) -> float:
    """Return the opacity from 0 to 1."""
    given = number_of(component.get("opacity", component.get("alpha")))
    return 1.0 if given is None else min(max(given, 0.0), 1.0)


def range_of(component: Mapping[str, Any]) -> tuple[float, float]:
    """Return the values at the start and at the end of a gauge or progress bar; 0 and 100 where none are given."""
    start = number_of(component.get("min", component.get("startValue")))
    end = number_of(component.get("max", component.get("endValue")))
    return (0.0 if start is None else start), (100.0 if end is None else end)


def fraction_of(component: Mapping[str, Any]) -> float:
    """Return how full a gauge or progress bar is, from 0 to 1."""
    start, end = range_of(component)
    value = number_of(component.get("value"))
    if value is None or start == end:
        return 0.0
    return min(max((value - start) / (end - start), 0.0), 1.0)


def without_other_spellings(component: Component, patch: Mapping[str, Any]) -> Component:
    """Return ``component`` without what ``patch`` is about to say in another spelling, so that the patch counts."""
    is_round = component.get("type") in ROUND_TYPES
    names = _NAMES + _ROUND_NAMES if is_round else _NAMES
    said = [group for group in names if not patch.keys().isdisjoint(group)]
    dropped = {name for group in said for name in group} - patch.keys()
    if dropped.isdisjoint(component):
        return component
    kept = {key: value for key, value in component.items() if key not in dropped}
    if "radius" in dropped and "radius" in component:
        sizes = box_of(component).as_patch()
        kept.update({group[0]: sizes[group[0]] for group in _ROUND_NAMES if group not in said})
    return kept


def _box_of_outline(component: Component) -> Box:
    """The box of a component that does not spell it out: what is missing comes from its points, or is a default."""
    outline = union(Box(left=x, top=y, width=0.0, height=0.0) for x, y in points_of(component))
    width = _size(component, "width", "rx", outline.width if outline else _DEFAULT_SIZE)
    height = _size(component, "height", "ry", outline.height if outline else _DEFAULT_SIZE)
    left = _edge(component, "left", "cx", width, outline.left if outline else 0.0)
    top = _edge(component, "top", "cy", height, outline.top if outline else 0.0)
    return Box(left=left, top=top, width=width, height=height)


def _group_box(group: Component) -> Box:
    """The box around everything that a group holds; turned groups inside it count as if they were upright."""
    leaves = (placed for placed in walk(group) if not isinstance(placed.component.get("components"), list))
    held = union(box_of_placed(leaf.component).moved(*leaf.origin) for leaf in leaves)
    left, top = number_of(group.get("left")) or 0.0, number_of(group.get("top")) or 0.0
    return held.moved(left, top) if held else Box(left=left, top=top, width=0.0, height=0.0)


def _size(component: Mapping[str, Any], name: str, half: str, default: float) -> float:
    given = number_of(component.get(name))
    if given is None and component.get("type") in ROUND_TYPES:
        halves = (number_of(component.get(key)) for key in (half, "radius"))
        given = next((2 * value for value in halves if value is not None), None)
    return default if given is None else min(abs(given), _LARGEST_SIZE)


def _edge(component: Mapping[str, Any], name: str, centre: str, size: float, default: float) -> float:
    given, middle = number_of(component.get(name)), number_of(component.get(centre))
    if given is None and middle is not None:
        return middle - size / 2
    return default if given is None else given


def _point(item: object) -> tuple[float, float] | None:
    if isinstance(item, dict):
        item = [item.get("x"), item.get("y")]
    if not isinstance(item, list) or len(item) < 2:
        return None
    x, y = number_of(item[0]), number_of(item[1])
    return None if x is None or y is None else (x, y)
