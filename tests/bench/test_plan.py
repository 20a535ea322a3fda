"""Which turns are measured."""

import itertools
from collections import Counter

import pytest

from gemma_app.bench.plan import TURNS_BEFORE, conversations, first_turns, languages_of, late_turns, second_turns
from gemma_app.bench.words import long_text


@pytest.mark.parametrize("turns", [1, 2, 7, 20, 45])
def test_every_situation_has_as_many_turns_as_asked_for(turns: int) -> None:
    counted = Counter(planned.scenario for planned in conversations(turns))
    assert counted == dict.fromkeys(("warm", "tools_changed", "no_tool", "two_calls", "after_20"), turns)


def test_half_of_the_turns_are_korean_and_the_language_changes_once() -> None:
    assert languages_of(4) == ["ko", "ko", "en", "en"]
    assert languages_of(1) == ["ko"]


def test_a_first_turn_has_nothing_before_it_and_a_second_turn_has_one() -> None:
    assert all(not planned.before for planned in first_turns(6, "cold"))
    assert all(len(planned.before) == 1 for planned in second_turns(6, "warm"))
    assert len({planned.talk for planned in second_turns(6, "warm")}) == 6


def test_neighbouring_turns_differ_so_that_nothing_is_known_by_accident() -> None:
    said = [planned.text for planned in second_turns(20, "warm")]
    assert all(before != after for before, after in itertools.pairwise(said))


def test_a_late_turn_comes_after_twenty_in_the_same_conversation() -> None:
    planned = list(late_turns(4))
    assert [len(each.before) for each in planned] == [TURNS_BEFORE, 0, TURNS_BEFORE, 0]
    assert [each.talk for each in planned] == ["after_20-ko", "after_20-ko", "after_20-en", "after_20-en"]


def test_only_where_the_tools_change_some_are_locked() -> None:
    assert {planned.scenario for planned in conversations(2) if planned.locked} == {"tools_changed"}


def test_long_texts_differ_from_their_beginning() -> None:
    assert len(long_text(0, "ko")) == 3_000
    assert long_text(0, "ko")[:10] != long_text(1, "ko")[:10]
