"""How the last seven days of a habit, and of all habits together, are shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from gemma_app.habits.habit import HabitDay

DayMark = Literal["done", "blank", "fillable", "pending", "missing", "outside"]
DAYS = 7


@dataclass(frozen=True, kw_only=True)
class DayShare:
    """How much of one day's habits was done."""

    day: date
    done: int
    total: int


def last_days(today: date) -> tuple[date, ...]:
    """Return the last seven days, today the last."""
    return tuple(today - timedelta(days=back) for back in range(DAYS - 1, -1, -1))


def mark_of(habit_day: HabitDay, day: date, today: date) -> DayMark:
    """Return how a habit stands on one of the last days."""
    if day < habit_day.habit.start:
        return "outside"
    value = habit_day.entries.get(day)
    if value is not None:
        return value
    if day == today:
        return "pending"
    return "fillable" if day in habit_day.standing.fillable else "missing"


def shares(habit_days: Iterable[HabitDay], today: date) -> tuple[DayShare, ...]:
    """Return for each of the last seven days how many of the habits that had begun were done."""
    rows = tuple(habit_days)
    return tuple(
        DayShare(
            day=day,
            done=sum(row.entries.get(day) == "done" for row in rows),
            total=sum(row.habit.start <= day for row in rows),
        )
        for day in last_days(today)
    )
