"""The properties that a panel offers, how each is read from a component, and the patch that sets it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gemma_app.boards.colour import parse_colour
from gemma_app.boards.document import Component, number_of
from gemma_app.boards.geometry import box_of, opacity_of, range_of, rotation_of
from gemma_app.language import Phrase

Kind = Literal["number", "text", "colour", "source"]

GAUGES = ("gauge-circle", "gauge-horizon", "progress-horizontal", "progress-circle")
_SHAPES = ("rect", "circle", "ellipse")
_LINES = ("line", "polyline")


@dataclass(frozen=True, kw_only=True)
class Property:
    """A property of components.

    Args:
        key: Names it, and is the property that is set.
        label: What it is called.
        kind: How it is written.
        types: The types that have it; empty for all.
        read: Gives its value as it is shown.
        write: Gives the value that is stored for one that was written; None where that is not usable.
    """

    key: str
    label: Phrase
    kind: Kind
    types: tuple[str, ...] = ()
    read: Callable[[Component], Any] | None = None
    write: Callable[[float], float | None] | None = None

    def fits(self, component: Component) -> bool:
        """Tell whether a component has the property."""
        return not self.types or component.get("type") in self.types

    def shown(self, component: Component) -> str:
        """Return the value as it is written in a field; empty for none."""
        value = self.read(component) if self.read is not None else component.get(self.key)
        if (number := number_of(value)) is not None:
            return f"{round(number, 2):g}" if abs(number) < 1e6 else f"{number:.0f}"
        return value if isinstance(value, str) else ""

    def patch(self, written: str) -> dict[str, Any] | None:
        """Return the patch that sets what was written; an empty field takes the property away; None for nonsense."""
        words = written.strip() if self.kind != "text" else written
        if not words:
            return {self.key: None}
        if self.kind == "number":
            number = _number(words)
            value = None if number is None else (number if self.write is None else self.write(number))
            return None if value is None else {self.key: _whole(value)}
        if self.kind == "colour" and parse_colour(words) is None:
            return None
        return {self.key: words}


def common_value(found: Sequence[Component], of: Property) -> str | None:
    """Return the value that all components share, None where they differ."""
    first = of.shown(found[0]) if found else ""
    return first if all(of.shown(component) == first for component in found[1:]) else None


def _number(words: str) -> float | None:
    try:
        return number_of(float(words.replace(",", ".").rstrip("°%")))
    except ValueError:
        return None


def _whole(value: float) -> float:
    return int(value) if float(value).is_integer() else value


def _edge(name: str) -> Callable[[Component], float]:
    return lambda component: float(getattr(box_of(component), name))


def _positive(value: float) -> float | None:
    return value if value >= 0 else None


def _p(ko: str, en: str) -> Phrase:
    return Phrase(ko=ko, en=en)


PROPERTIES = (
    Property(key="name", label=_p("이름", "Name"), kind="text"),
    Property(key="text", label=_p("글", "Text"), kind="text", types=("text", *_SHAPES)),
    Property(key="left", label=_p("왼쪽", "Left"), kind="number", read=_edge("left")),
    Property(key="top", label=_p("위", "Top"), kind="number", read=_edge("top")),
    Property(key="width", label=_p("너비", "Width"), kind="number", read=_edge("width"), write=_positive),
    Property(key="height", label=_p("높이", "Height"), kind="number", read=_edge("height"), write=_positive),
    Property(
        key="rotation",
        label=_p("회전(°)", "Rotation (°)"),
        kind="number",
        read=lambda component: math.degrees(rotation_of(component)),
        write=lambda degrees: round(math.radians(degrees), 6),
    ),
    Property(
        key="opacity",
        label=_p("불투명(%)", "Opacity (%)"),
        kind="number",
        read=lambda component: opacity_of(component) * 100,
        write=lambda percent: min(max(percent / 100, 0.0), 1.0),
    ),
    Property(key="fillStyle", label=_p("채우기", "Fill"), kind="colour", types=("text", *_SHAPES, *GAUGES)),
    Property(key="strokeStyle", label=_p("선 색", "Outline"), kind="colour", types=(*_SHAPES, *_LINES)),
    Property(
        key="lineWidth",
        label=_p("선 굵기", "Line width"),
        kind="number",
        types=(*_SHAPES, *_LINES, *GAUGES),
        write=_positive,
    ),
    Property(
        key="cornerRadius", label=_p("모서리", "Corners"), kind="number", types=("rect", GAUGES[2]), write=_positive
    ),
    Property(key="fontSize", label=_p("글자 크기", "Text size"), kind="number", types=("text", *_SHAPES, *GAUGES)),
    Property(key="id", label=_p("습관 연결", "Shows habit"), kind="source"),
    Property(key="value", label=_p("값", "Value"), kind="number", types=GAUGES),
    Property(key="min", label=_p("최소", "From"), kind="number", types=GAUGES, read=lambda item: range_of(item)[0]),
    Property(key="max", label=_p("최대", "To"), kind="number", types=GAUGES, read=lambda item: range_of(item)[1]),
)
"""Of components, in the order of the panel."""

BOARD_PROPERTIES = (
    Property(key="name", label=_p("보드 이름", "Board name"), kind="text"),
    Property(key="width", label=_p("너비", "Width"), kind="number", write=_positive),
    Property(key="height", label=_p("높이", "Height"), kind="number", write=_positive),
    Property(key="fillStyle", label=_p("바탕", "Background"), kind="colour"),
)
"""Of a board itself."""


def fitting(found: Sequence[Mapping[str, Any]]) -> list[Property]:
    """Return the properties that all components have; a group has no size of its own to write."""
    has_group = any(isinstance(component.get("components"), list) for component in found)
    hidden = {"width", "height"} if has_group else set()
    return [each for each in PROPERTIES if each.key not in hidden and all(each.fits(dict(item)) for item in found)]
