import time
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.habits.streak import CheckIn, Streak, compute_standing, compute_streak

TODAY = date(2026, 11, 30)
DAYS = st.text("DB.", min_size=1, max_size=40)


def day(days_ago: int) -> date:
    return TODAY - timedelta(days=days_ago)


def entries_of(days: str) -> dict[date, CheckIn]:
    names: dict[str, CheckIn] = {"D": "done", "B": "blank"}
    return {day(len(days) - 1 - place): names[mark] for place, mark in enumerate(days) if mark in names}


def streak_of(days: str, vacations: tuple[tuple[date, date], ...] = ()) -> Streak:
    return compute_streak(entries_of(days), day(len(days) - 1), TODAY, neutral=vacations)


@pytest.mark.parametrize(
    ("days", "current", "longest", "missing", "fillable", "rate"),
    [
        ("DDDD.", 4, 4, 0, 0, 1.00),
        ("DDDBD", 4, 4, 0, 0, 0.80),
        ("DDBBD", 1, 2, 0, 0, 0.60),
        ("DDDDDD.D", 7, 7, 1, 1, 1.00),
        ("DDD....D", 4, 4, 4, 3, 0.80),
        ("DDD.....D", 1, 3, 5, 3, 0.67),
        ("DD.DDDDD", 7, 7, 1, 0, 0.88),
        ("BBBB", 0, 0, 0, 0, 0.00),
    ],
)
def test_the_worked_examples_hold(
    days: str, current: int, longest: int, missing: int, fillable: int, rate: float
) -> None:
    streak = streak_of(days)
    assert (streak.current, streak.longest, streak.missing, streak.rate) == (current, longest, missing, rate)
    assert (len(streak.fillable), streak.provisional) == (fillable, fillable > 0)


@pytest.mark.parametrize(("days", "value"), [("DD", "done"), ("DB", "blank"), ("D.", "pending")])
def test_today_is_done_blank_or_pending(days: str, value: str) -> None:
    assert streak_of(days).today == value


def test_the_result_has_these_fields_and_iso_dates() -> None:
    assert streak_of("D.D").as_json() == {
        "current": 2,
        "longest": 2,
        "done": 2,
        "blank": 0,
        "missing": 1,
        "today": "done",
        "provisional": True,
        "fillable": ["2026-11-29"],
        "rate": 1.0,
    }


def test_an_open_day_between_two_blanks_does_not_part_them() -> None:
    assert streak_of("DDDB.B").current == 0
    assert streak_of("DDDBDB").current == 4


def test_vacation_days_are_neutral_unless_something_was_done() -> None:
    vacation = ((day(5), day(3)),)
    assert streak_of("DDDB..D..D").current == 1 + 1
    assert streak_of("DDBB.DDD", vacations=vacation) == Streak(
        current=5,
        longest=5,
        done=5,
        blank=0,
        missing=0,
        today="done",
        provisional=False,
        fillable=(),
        rate=1.0,
    )
    assert streak_of("DDBDBDDD", vacations=vacation).done == 6


def test_a_habit_that_starts_tomorrow_has_no_days_yet() -> None:
    streak = compute_streak({TODAY: "done"}, day(-1), TODAY)
    assert (streak.current, streak.missing, streak.today, streak.rate) == (0, 0, "pending", 0.0)


@given(DAYS)
def test_every_day_is_counted_once(days: str) -> None:
    streak = streak_of(days)
    assert streak.done + streak.blank + streak.missing + (streak.today == "pending") == len(days)
    assert 0 <= streak.current <= streak.longest <= streak.done


@given(DAYS)
def test_filling_in_an_open_day_never_shortens_the_streak(days: str) -> None:
    before = streak_of(days)
    for open_day in before.fillable:
        filled = compute_streak({**entries_of(days), open_day: "done"}, day(len(days) - 1), TODAY)
        assert filled.current >= before.current
        assert filled.done == before.done + 1


@given(DAYS)
def test_days_outside_the_habit_change_nothing(days: str) -> None:
    outside: dict[date, CheckIn] = {day(len(days)): "done", day(-1): "done"}
    assert compute_streak({**entries_of(days), **outside}, day(len(days) - 1), TODAY) == streak_of(days)


@given(DAYS)
def test_doing_nothing_for_two_closed_days_ends_a_run(days: str) -> None:
    assert streak_of(days + "BB").current == 0
    assert streak_of(days + "BBD").current == 1


def test_ten_years_are_computed_at_once() -> None:
    days = "DDDBD.D" * 522
    entries, start = entries_of(days), day(len(days) - 1)
    fastest = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        compute_streak(entries, start, TODAY)
        fastest = min(fastest, time.perf_counter() - begun)
    assert fastest < 0.005


@given(DAYS, st.lists(st.tuples(st.integers(0, 45), st.integers(0, 6)), max_size=2), st.integers(3, 45))
def test_the_last_days_alone_tell_the_same_or_that_they_are_too_few(
    days: str, vacations: list[tuple[int, int]], covered: int
) -> None:
    start, since = day(len(days) - 1), day(covered)
    neutral = [(day(first), day(first - length)) for first, length in vacations]
    whole = compute_streak(entries_of(days), start, TODAY, neutral=neutral)
    recent = {on: value for on, value in entries_of(days).items() if on >= since}
    standing = compute_standing(recent, start, TODAY, since=since, neutral=neutral)
    if standing is None:
        assert whole.current >= sum(value == "done" for value in recent.values())
        assert since > start
    else:
        assert (standing.current, standing.fillable) == (whole.current, whole.fillable)
