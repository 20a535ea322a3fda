"""What Today shows is what all of the history says, at the price of the last days."""

from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gemma_app.app import App
from gemma_app.habits.habit import Habit
from gemma_app.habits.streak import CheckIn, compute_streak
from gemma_app.habits.tables import EntryRow, HabitRow, RewardRow, VacationRow
from tests.habits.day import START, add_data
from tests.steps import counted_steps

LONG_AGO = timedelta(days=300)
VALUES: st.SearchStrategy[CheckIn | None] = st.sampled_from(["done", "done", "done", "blank", None])
HISTORY = st.lists(VALUES, max_size=len(range(LONG_AGO.days + 1)))
VACATION = st.tuples(st.integers(0, 300), st.integers(0, 90))


def begin(app: App, entry: str, ago: timedelta = LONG_AGO) -> Habit:
    """Add a habit that began long ago."""
    habit_id = add_data(app, entry)["habit_id"]
    with app.database.write() as session:
        session.get_one(HabitRow, habit_id).start_date = START - ago
    return app.habits.find(habit_id)


def write(app: App, history: Mapping[int, Mapping[date, CheckIn]], vacations: list[tuple[date, date]]) -> None:
    """Put this in the place of everything that was said."""
    with app.database.write() as session:
        session.query(EntryRow).delete()
        session.query(VacationRow).delete()
        session.add_all(
            EntryRow(habit_id=habit_id, date=on, value=value, variant_tier=None, note="")
            for habit_id, entries in history.items()
            for on, value in entries.items()
        )
        session.add_all(VacationRow(profile_id=1, first_day=first, last_day=last) for first, last in vacations)


def back_from_today(values: list[CheckIn | None]) -> dict[date, CheckIn]:
    return {START - timedelta(days=ago): value for ago, value in enumerate(values) if value is not None}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=HISTORY, other=HISTORY, vacations=st.lists(VACATION, max_size=2))
def test_today_shows_what_the_whole_history_says(
    app: App, one: list[CheckIn | None], other: list[CheckIn | None], vacations: list[tuple[int, int]]
) -> None:
    habits = app.habits.active() or (begin(app, "p-morning-light"), begin(app, "p-afternoon-light"))
    history = {habits[0].id: back_from_today(one), habits[1].id: back_from_today(other)}
    neutral = [(START - timedelta(days=ago), START - timedelta(days=ago - length)) for ago, length in vacations]
    write(app, history, neutral)
    for shown in app.habits.day():
        entries = history[shown.habit.id]
        whole = compute_streak(entries, shown.habit.start, START, neutral=neutral)
        assert (shown.standing.current, shown.standing.fillable) == (whole.current, whole.fillable)
        assert shown.value == entries.get(START)
        assert shown.entries == {on: value for on, value in entries.items() if START - on < timedelta(days=7)}
        assert app.habits.streak(shown.habit) == whole


@pytest.mark.parametrize("years", [1, 10])
def test_a_run_of_years_is_counted_to_its_first_day(app: App, years: int) -> None:
    habit = begin(app, "p-morning-light", timedelta(days=365 * years))
    write(app, {habit.id: back_from_today(["done"] * (365 * years + 1))}, [])
    (shown,) = app.habits.day()
    assert shown.standing.current == 365 * years + 1


def test_rewards_stand_with_their_habit(app: App) -> None:
    first, second = begin(app, "p-morning-light"), begin(app, "p-afternoon-light")
    with app.database.write() as session:
        session.add_all(RewardRow(habit_id=first.id, milestone=each, earned_on=START) for each in (21, 7))
    assert {shown.habit.id: shown.rewards for shown in app.habits.day()} == {first.id: (7, 21), second.id: ()}


def test_ten_years_more_do_not_make_today_dearer(app: App) -> None:
    weeks: list[CheckIn | None] = ["done", "done", "done", "done", "blank", "blank", None]
    habit = begin(app, "p-morning-light", timedelta(days=4000))
    costs = []
    with counted_steps() as machine:
        for length in (30, 520):
            write(app, {habit.id: back_from_today(weeks * length)}, [])
            costs.append(machine.cost_of(app.habits.day))
    short, long = costs
    assert 0 < long <= short + 5
