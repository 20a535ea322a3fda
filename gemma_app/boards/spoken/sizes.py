"""Sizes in a sentence: given in numbers, or against the size that something has."""

from typing import Any

import regex

from gemma_app.boards.document import Component
from gemma_app.boards.geometry import ROUND_TYPES, Box
from gemma_app.boards.properties import GAUGES
from gemma_app.boards.spoken.amounts import NUMBER, SET_TO, growth, number_from, tidy
from gemma_app.text import Pattern

_GIVEN = {
    name: Pattern(rf"(?:{words}){SET_TO}{NUMBER}(?!\s*(?:배|%|퍼센트|만큼))", regex.I)
    for name, words in {
        "width": r"\bwidth|너비|가로(?:\s*길이|폭)?|(?<!\p{L})폭",
        "height": r"\bheight|높이|세로(?:\s*길이)?",
    }.items()
}
_SIZED = Pattern(rf"{NUMBER}\s*(?:px\s*|pixels?\s*)?(wide|tall|high)\b", regex.I)
_EXTENT = Pattern(r"(?<![\d.])(\d{1,5})\s*(?:x|×|\*|by|에|대)\s*(\d{1,5})(?![\d.])", regex.I)
_ROUND = Pattern(rf"(지름|diameter|반지름|radius){SET_TO}{NUMBER}", regex.I)
_SIZE = Pattern(rf"(?:크기|사이즈|\bsize){SET_TO}{NUMBER}(?!\s*(?:배|%|퍼센트|x|×|\*|by\b|에\s*\d|대\s*\d))", regex.I)
_BY = Pattern(
    rf"(?:by\s+{NUMBER}(?!\s*(?:%|percent|times|x))|{NUMBER}\s*(?:px|픽셀|pixels?)?\s*(?:만큼|더)|{NUMBER}\s*(?:px|픽셀|pixels?))",
    regex.I,
)

_BIGGER = Pattern(
    r"크게|커지게|커졌으면|확대|두\s*배|세\s*배|\d\s*배|\b\d+(?:\.\d+)?\s*(?:times|x)(?!\s*\d)\b|큰\s|커다란|"
    r"\b(?:bigger|larger|enlarge|grow|scale\s+up|blow\s+up|double|twice|triple|big|large|huge)\b",
    regex.I,
)
_SMALLER = Pattern(
    r"작게|작아지게|작아졌으면|축소|절반|반으로|작은\s|"
    r"\b(?:smaller|shrink|scale\s+down|half(?![-\s]*(?:transparent|see|opaque|round|faded))|halve|small|tiny)\b",
    regex.I,
)
_GROWS = Pattern(r"키워|키우|늘려|늘리|\bincrease\b", regex.I)
_SHRINKS = Pattern(r"줄여|줄이|\b(?:reduce|decrease)\b", regex.I)
_ACROSS = Pattern(r"넓|좁|가로|너비|(?<!\p{L})폭|\b(?:wid(?:e|er|en|th)|narrow(?:er)?)\b", regex.I)
_DOWN = Pattern(r"높게|높이|낮게|세로|\b(?:tall(?:er)?|short(?:er)?|height)\b", regex.I)
_LESS = Pattern(r"좁|낮게|짧|\b(?:narrow(?:er)?|short(?:er)?)\b", regex.I)
_LONG = Pattern(r"길게|길어|늘려|짧게|\b(?:long(?:er)?|lengthen|stretch|short(?:er|en)?)\b", regex.I)
_GREATER = Pattern(r"넓|높게|길게|길어|\b(?:wid(?:er|en)|tall(?:er)?|long(?:er)?|lengthen|stretch)\b", regex.I)
_STRETCHED = frozenset({"line", "polyline", "progress-horizontal"})
_USUAL_LETTERS = 16.0


def given_size(plain: str) -> dict[str, Any]:
    """Return the width and height that are given in numbers."""
    found: dict[str, Any] = {}
    if match := _EXTENT.search(plain):
        found |= {"width": number_from(match[1]), "height": number_from(match[2])}
    if match := _ROUND.search(plain):
        size = number_from(match[2]) * (2 if match[1].lower() in {"반지름", "radius"} else 1)
        found |= {"width": size, "height": size}
    found |= {name: number_from(match[1]) for name, pattern in _GIVEN.items() if (match := pattern.search(plain))}
    for match in _SIZED.finditer(plain):
        found["width" if match[2].lower() == "wide" else "height"] = number_from(match[1])
    return found


def size_patch(plain: str, component: Component, box: Box, *, grows: bool = True) -> dict[str, Any]:
    """Return the size that a component is to get, in its own properties.

    Args:
        plain: What was said.
        component: The component.
        box: Its box.
        grows: Whether to increase and to reduce is meant of its size; False where that may be of another value.
    """
    found = given_size(plain)
    kind = component.get("type")
    if not found and kind != "text" and (match := _SIZE.search(plain)):
        size = number_from(match[1])
        ratio = 1.0 if kind in ROUND_TYPES or not box.width else box.height / box.width
        found = {"width": size, "height": tidy(size * ratio)}
    return found or _changed(plain, component, box, grows=grows)


def _changed(plain: str, component: Component, box: Box, *, grows: bool) -> dict[str, Any]:
    """Return the size against that of now."""
    bigger = _BIGGER.search(plain) or (grows and _GROWS.search(plain))
    smaller = _SMALLER.search(plain) or (grows and _SHRINKS.search(plain))
    across, down = bool(_ACROSS.search(plain)), bool(_DOWN.search(plain))
    kind = component.get("type")
    if kind in _STRETCHED and _LONG.search(plain):
        across, down = True, False
    is_less = bool(_LESS.search(plain)) or bool(smaller and not bigger)
    if not (bigger or smaller or ((across or down) and (is_less or _GREATER.search(plain)))):
        return {}
    if not (across or down):
        return _scaled(plain, component, box, is_less=is_less)
    sides = [name for name, is_meant in (("width", across), ("height", down)) if is_meant]
    return {name: _side(plain, float(getattr(box, name)), is_less=is_less) for name in sides}


def _scaled(plain: str, component: Component, box: Box, *, is_less: bool) -> dict[str, Any]:
    """Return all of a component larger or smaller: its letters, too; a level bar or a line keeps what it lacks."""
    factor = growth(plain, smaller=is_less)
    if by := _by(plain):
        factor = max((box.width + (-by if is_less else by)) / box.width, 0.1) if box.width else 1.0
    sizes = {name: tidy(value * factor) for name, value in (("width", box.width), ("height", box.height))}
    if component.get("type") == "text":
        given = component.get("fontSize")
        sizes["fontSize"] = tidy((given if isinstance(given, int | float) else _USUAL_LETTERS) * factor)
    elif isinstance(component.get("fontSize"), int | float) and component.get("type") in GAUGES:
        sizes["fontSize"] = tidy(component["fontSize"] * factor)
    return sizes


def _side(plain: str, now: float, *, is_less: bool) -> int | float:
    if by := _by(plain):
        return tidy(max(now - by if is_less else now + by, 1.0))
    return tidy(now * growth(plain, smaller=is_less))


def _by(plain: str) -> float:
    match = _BY.search(plain)
    return float(next(filter(None, match.groups()))) if match else 0.0
