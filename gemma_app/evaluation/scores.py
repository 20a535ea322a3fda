"""What models scored, and what that lets them do by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from gemma_app.agent.model import ChatModel, traits_of
from gemma_app.evaluation.lines import add_line, read_lines
from gemma_app.evaluation.report import Totals

LEAST_FULLY_RIGHT = 0.75
"""Share of fully right items that a model must reach to change anything by itself, at the lower end of the interval.

FunctionGemma makes 58 % of the calls of its task exactly before it was taught them and 85 % afterwards: below the
middle of that (72 %) a model is nearer to an untaught one. A fifth of the items of the app's suite want no call, so a
model that calls whatever is said stays below this share, too. The lower end, since luck with a few items says nothing.
"""

LEAST_ITEMS = 20
"""Fewer do not tell what a model can do, however many of them are right."""

FOLDER = "evaluation"
"""In the data folder."""

FILE = "scores.jsonl"

SHIPPED = Path(__file__).with_name(FILE)
"""The scores that come with the app."""

_Name = Annotated[str, Field(max_length=200)]
_MOST_CATEGORIES = 100

Standing = Literal["good", "low", "untested"]


@dataclass(frozen=True, kw_only=True)
class Score:
    """How a model did in a suite.

    Args:
        model: Its id, which names its weights.
        suite: Name of the suite.
        tested_on: The day.
        totals: Over all items.
        by_category: The same by category.
    """

    model: _Name
    suite: _Name
    tested_on: date
    totals: Totals
    by_category: Annotated[Mapping[_Name, Totals], Field(max_length=_MOST_CATEGORIES)]

    @property
    def items(self) -> int:
        """How many items there were."""
        return self.totals.items

    @property
    def is_good(self) -> bool:
        """Whether so much is right that the model may change things by itself."""
        return self.items >= LEAST_ITEMS and self.totals.fully_right.interval[0] >= LEAST_FULLY_RIGHT

    def to_json(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        return {
            "model": self.model,
            "suite": self.suite,
            "tested_on": self.tested_on.isoformat(),
            "totals": self.totals.to_json(),
            "by_category": {name: totals.to_json() for name, totals in self.by_category.items()},
        }


_SCORE = TypeAdapter(Score)


class Scores:
    """The scores of the models that were tested here, and that of the embedded model, which comes with the app.

    Args:
        folder: Where scores are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def add(self, score: Score) -> None:
        """Keep a score.

        Raises:
            AppError: The disk refuses.
        """
        add_line(self._path, score.to_json())

    def find(self, model: ChatModel) -> Score | None:
        """Return what counts of the scores of ``model``: that of the most items, the newest of several such."""
        known = [
            score for path in (SHIPPED, self._path) for score in read_lines(path, _SCORE) if score.model == model.id
        ]
        return max(reversed(known), key=lambda score: score.items, default=None)

    def standing(self, model: ChatModel) -> Standing:
        """Tell what ``model`` may do: one that is good changes things by itself, any other only suggests.

        A model without weights of its own, such as a scripted one, has nothing to be tested.
        """
        if not traits_of(model).needs_test:
            return "good"
        score = self.find(model)
        if score is None:
            return "untested"
        return "good" if score.is_good else "low"
