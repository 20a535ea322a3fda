"""What a user pastes may be long: what is looked for in it costs in proportion to its length."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest

from gemma_app.errors import CallError
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.day_words import find_day
from gemma_app.habits.doses import parse_dose
from gemma_app.habits.said import amount_of, own_anchor, own_sentence
from gemma_app.habits.topics import topic_of

CATALOG = Catalog.load()
WATER = CATALOG.resolve("d-water")
SHORT, LONG = 5_000, 20_000
MOST_GROWTH = 8
"""A cost in proportion grows four times; one that goes with the square, sixteen times."""
LITTLE = 0.1
"""Seconds of the processor below which growth is no matter and cannot be told from noise."""

LOOKS: dict[str, Callable[[str], object]] = {
    "own_sentence": lambda said: own_sentence(said, WATER),
    "own_anchor": lambda said: own_anchor(said, WATER),
    "amount_of": lambda said: amount_of(said, WATER),
    "topic_of": lambda said: topic_of(said, CATALOG),
    "parse_dose": lambda said: parse_dose(said, WATER),
}


def cost(look: Callable[[str], object], said: str) -> float:
    """Seconds of this process's own time."""
    before = time.process_time()
    with suppress(CallError):
        look(said)
    return time.process_time() - before


UNITS = [
    "가",
    "일",
    "를",
    "씩",
    "a",
    "five",
    "7",
    "정체성",
    "빛",
    "one ",
    "1kg",
    "나는 ",
    "나는 가",
    "(",
    "앵커'물을 마신다'",
]


def grows_in_proportion(look: Callable[[str], object], short: str, long: str) -> bool:
    cost(look, short[:200])  # patterns are compiled at their first use
    return cost(look, long) < max(LITTLE, MOST_GROWTH * cost(look, short))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("around", ["{}", "나는 {}다", "'{}'", "{}잔"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_word_that_is_four_times_as_long_costs_about_four_times_as_much(look: str, around: str, unit: str) -> None:
    short, long = (around.format((unit * length)[:length]) for length in (SHORT, LONG))
    assert grows_in_proportion(LOOKS[look], short, long)


@pytest.mark.parametrize("unit", ["일", "a", "five", "7", "1."])
def test_a_day_is_looked_for_in_a_word_at_a_cost_in_proportion_too(unit: str) -> None:
    short, long = ((unit * length)[:length] for length in (SHORT, LONG))
    assert grows_in_proportion(lambda said: find_day(said, date(2026, 3, 2)), short, long)


def test_a_sentence_that_is_too_long_to_be_kept_is_not_taken_for_one() -> None:
    assert own_sentence(f"'나는 {'물을 ' * 80}마신다'", WATER) == (None, None)
    assert own_sentence(f"'나는 {'물을 ' * 40}마신다'", WATER)[0] == "L2"
