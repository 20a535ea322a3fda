"""The report on a suite: every outcome, and how often each verdict came, with its uncertainty."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Annotated, Any

from pydantic import Field

from gemma_app.evaluation.outcome import Ask, Outcome, Resolve, judge
from gemma_app.evaluation.suite import Item

_Z = NormalDist().inv_cdf(0.975)

Count = Annotated[int, Field(ge=0, le=1_000_000)]
"""A number of items; one that is read from a file is held to these bounds."""


@dataclass(frozen=True, kw_only=True)
class Rate:
    """``count`` of ``of`` items.

    Raises:
        ValueError: ``count`` is more than there are.
    """

    count: Count
    of: Count

    def __post_init__(self) -> None:
        if self.count > self.of:
            raise ValueError(f"{self.count} of {self.of}")

    @property
    def value(self) -> float:
        """The share, 0 where nothing counts."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % score interval of a share (Wilson 1927), all of 0 to 1 where nothing counts."""
        if not self.of:
            return 0.0, 1.0
        width = _Z**2 / self.of
        middle = (self.value + width / 2) / (1 + width)
        reach = math.sqrt(width * self.value * (1 - self.value) + width**2 / 4) / (1 + width)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def to_json(self) -> dict[str, Any]:
        """Return the rate as a JSON object."""
        return {"count": self.count, "of": self.of, "rate": self.value, "interval": list(self.interval)}


@dataclass(frozen=True, kw_only=True)
class Totals:
    """How often each verdict came among some items.

    Args:
        items: How many there are.
        right_tool: Of all items.
        fully_right: Of all items.
        false_call: Of the items that want no call.
        missed_call: Of the items that want a call.
        invalid: Of all items.
    """

    items: Count
    right_tool: Rate
    fully_right: Rate
    false_call: Rate
    missed_call: Rate
    invalid: Rate

    def to_json(self) -> dict[str, Any]:
        """Return the totals as a JSON object."""
        return {
            "items": self.items,
            "right_tool": self.right_tool.to_json(),
            "fully_right": self.fully_right.to_json(),
            "false_call": self.false_call.to_json(),
            "missed_call": self.missed_call.to_json(),
            "invalid": self.invalid.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class Report:
    """The outcomes of a suite in its order."""

    outcomes: tuple[Outcome, ...]

    @property
    def totals(self) -> Totals:
        """Over all items."""
        return _total(self.outcomes)

    @property
    def by_category(self) -> dict[str, Totals]:
        """By category, in the order of first appearance."""
        return self._by(lambda outcome: outcome.item.category)

    @property
    def by_lang(self) -> dict[str, Totals]:
        """By language, in the order of first appearance."""
        return self._by(lambda outcome: outcome.item.lang)

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """The outcomes that are not fully right."""
        return tuple(outcome for outcome in self.outcomes if not outcome.fully_right)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "items": [outcome.to_json() for outcome in self.outcomes],
            "totals": self.totals.to_json(),
            "by_category": {name: totals.to_json() for name, totals in self.by_category.items()},
            "by_lang": {name: totals.to_json() for name, totals in self.by_lang.items()},
        }

    def _by(self, name_of: Callable[[Outcome], str]) -> dict[str, Totals]:
        groups: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            groups.setdefault(name_of(outcome), []).append(outcome)
        return {name: _total(group) for name, group in groups.items()}


def _ignore(outcome: Outcome) -> None:
    """Show nothing."""


def evaluate(
    items: Iterable[Item], *, ask: Ask, resolve: Resolve, on_outcome: Callable[[Outcome], None] = _ignore
) -> Report:
    """Put every item to a model and judge what it does first; no call is carried out.

    Args:
        items: The suite.
        ask: Gives the model's first reply to an item.
        resolve: Checks a call and resolves its titles and dates (``gemma_app.evaluation.outcome.judge``).
        on_outcome: Told of each outcome as it comes.
    """
    outcomes: list[Outcome] = []
    for item in items:
        outcome = judge(item, ask(item), resolve)
        on_outcome(outcome)
        outcomes.append(outcome)
    return Report(outcomes=tuple(outcomes))


def _total(outcomes: Sequence[Outcome]) -> Totals:
    everything = len(outcomes)
    return Totals(
        items=everything,
        right_tool=Rate(count=sum(outcome.right_tool for outcome in outcomes), of=everything),
        fully_right=Rate(count=sum(outcome.fully_right for outcome in outcomes), of=everything),
        false_call=Rate(
            count=sum(outcome.false_call for outcome in outcomes),
            of=sum(outcome.item.wants_none for outcome in outcomes),
        ),
        missed_call=Rate(
            count=sum(outcome.missed_call for outcome in outcomes),
            of=sum(outcome.item.wants_call for outcome in outcomes),
        ),
        invalid=Rate(count=sum(outcome.invalid for outcome in outcomes), of=everything),
    )
