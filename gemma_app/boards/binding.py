"""Live data in a board: components bound to a habit show its figures without the document being changed.

A component's ``id`` names its source (``habit:3``). ``mappings`` is a list of rules, each giving one property::

    {"property": "value", "from": "rate", "type": "value"}
    {"property": "fillStyle", "from": "today", "type": "map", "cases": {"done": "#2E7D32"}, "default": "#B0BEC5"}
    {"property": "opacity", "from": "streak", "type": "range", "ranges": [{"min": 0, "max": 3, "value": 0.4}],
     "default": 1}

Rules are data: nothing in a board is ever evaluated. A gauge or progress bar without rules fills with ``rate``. In
texts ``#{streak}``, ``#{rate}``, ``#{title}``, ``#{today}`` and ``#{week}`` are replaced.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from gemma_app.boards.document import Board, Component, number_of, refid_of, walk
from gemma_app.boards.geometry import range_of
from gemma_app.language import Language, Phrase

_SOURCE = re.compile(r"habit:([0-9]{1,18})")
_PLACEHOLDER = re.compile(r"#\{(streak|rate|title|today|week)\}")
_FIXED = frozenset({"refid", "type", "components", "id", "mappings", "name"})
_FILLED_TYPES = ("gauge-circle", "gauge-horizon", "progress-horizontal", "progress-circle")
_NO_DATA = "–"
_TODAY = {
    "done": Phrase(ko="완료", en="done"),
    "blank": Phrase(ko="안 함", en="not done"),
    "pending": Phrase(ko="아직", en="not yet"),
}
_ABSENT = object()


@dataclass(frozen=True, kw_only=True)
class HabitFigures:
    """What a board can show of a habit.

    Args:
        title: The habit's title.
        streak: The current streak, in days.
        rate: Done days among the days that count, from 0 to 1.
        today: Whether today is done.
        week: Done days among the last seven.
    """

    title: str
    streak: int
    rate: float
    today: Literal["done", "blank", "pending"]
    week: int = 0


class HabitData(Protocol):
    """Where the figures come from."""

    def figures(self, habit_id: int) -> HabitFigures | None:
        """Return the figures of a habit, None where it does not exist."""
        ...


@dataclass(frozen=True, kw_only=True)
class KnownFigures:
    """Figures as they were read at one moment, by habit."""

    by_habit: Mapping[int, HabitFigures]

    def figures(self, habit_id: int) -> HabitFigures | None:
        """Return the figures of a habit, None where it does not exist."""
        return self.by_habit.get(habit_id)


def source_of(component: Mapping[str, Any]) -> int | None:
    """Return the id of the habit that a component is bound to, None where it is bound to none."""
    given = component.get("id")
    match = _SOURCE.fullmatch(given) if isinstance(given, str) else None
    return int(match[1]) if match else None


def bound_refids(board: Board) -> dict[int, tuple[int, ...]]:
    """Return for each habit on a board the refids of the components that show it."""
    bound: dict[int, tuple[int, ...]] = {}
    for placed in walk(board):
        habit, refid = source_of(placed.component), refid_of(placed.component.get("refid"))
        if habit is not None and refid is not None:
            bound[habit] = (*bound.get(habit, ()), refid)
    return bound


def with_live_data(component: Component, data: HabitData, *, language: Language = "en") -> Component:
    """Return a component as it is to be drawn; the one in the document stays as it is.

    A component that is not bound is returned as the same object; one whose habit is gone shows a dash in its texts.
    """
    habit = source_of(component)
    if habit is None:
        return component
    figures = data.figures(habit)
    shown = dict(component)
    if figures is not None:
        shown.update(_mapped(component, figures))
    for key, value in shown.items():
        if key not in _FIXED and isinstance(value, str) and "#{" in value:
            shown[key] = _PLACEHOLDER.sub(lambda match: _word(match[1], figures, language), value)
    return shown


def _word(name: str, figures: HabitFigures | None, language: Language) -> str:
    if figures is None:
        return _NO_DATA
    match name:
        case "rate":
            return f"{figures.rate:.0%}"
        case "today":
            return _TODAY[figures.today].say(language)
        case _:
            return str(getattr(figures, name))


def _mapped(component: Component, figures: HabitFigures) -> Iterator[tuple[str, Any]]:
    """Yield the properties that the rules of a component give."""
    rules = list(_rules(component.get("mappings")))
    if not rules and component.get("type") in _FILLED_TYPES:
        start, end = range_of(component)
        yield "value", start + (end - start) * figures.rate
    for rule in rules:
        name = rule.get("property")
        if not isinstance(name, str) or name in _FIXED or name.startswith("_"):
            continue
        if (value := _outcome(rule, figures)) is not _ABSENT:
            yield name, value


def _rules(mappings: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(mappings, dict):
        mappings = [{"property": name, **rule} for name, rule in mappings.items() if isinstance(rule, dict)]
    if isinstance(mappings, list):
        yield from (rule for rule in mappings if isinstance(rule, dict))


def _outcome(rule: Mapping[str, Any], figures: HabitFigures) -> Any:
    """What a rule gives; ``_ABSENT`` where it does not apply."""
    given: dict[str, Any] = {
        "title": figures.title,
        "streak": figures.streak,
        "rate": figures.rate,
        "today": figures.today,
        "week": figures.week,
    }
    figure = rule.get("from")
    if not isinstance(figure, str) or figure not in given:
        return _ABSENT
    value = given[figure]
    match rule.get("type", "value"):
        case "value":
            return _scaled(value, number_of(rule.get("scale")))
        case "map":
            cases = rule.get("cases")
            found = cases.get(str(value), _ABSENT) if isinstance(cases, dict) else _ABSENT
        case "range":
            found = _in_range(number_of(value), rule.get("ranges"))
        case _:
            return _ABSENT
    return rule.get("default", _ABSENT) if found is _ABSENT else found


def _scaled(value: Any, scale: float | None) -> Any:
    number = number_of(value)
    return value if number is None or scale is None else number * scale


def _in_range(number: float | None, ranges: object) -> Any:
    """The value of the first range that holds ``number``: from ``min`` up to, not including, ``max``."""
    for given in ranges if isinstance(ranges, list) else ():
        if number is None or not isinstance(given, dict) or "value" not in given:
            continue
        low, high = number_of(given.get("min")), number_of(given.get("max"))
        if (low is None or low <= number) and (high is None or number < high):
            return given["value"]
    return _ABSENT
