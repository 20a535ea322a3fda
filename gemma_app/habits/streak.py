"""How long a habit has held, with a day nobody wrote about told apart from a day that failed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from gemma_app.habits.rules import FILLABLE_DAYS, GRACE

CheckIn = Literal["done", "blank"]


@dataclass(frozen=True, kw_only=True)
class Streak:
    """What the check-ins of one habit amount to.

    Args:
        current: Done-days of the run that reaches today.
        longest: Done-days of the longest run so far.
        done: Days with a done check-in.
        blank: Days that were said to be not done.
        missing: Days without a check-in, today left out.
        today: What today's check-in says; ``pending`` where there is none yet.
        provisional: True while a missing day can still be filled in and change the figures.
        fillable: The missing days that can still be filled in, oldest first.
        rate: Done-days per day that counts, rounded to two decimals; 0 where none counts.
    """

    current: int
    longest: int
    done: int
    blank: int
    missing: int
    today: Literal["done", "blank", "pending"]
    provisional: bool
    fillable: tuple[date, ...]
    rate: float

    def as_json(self) -> dict[str, Any]:
        """Return the fields as JSON values, dates in ISO 8601."""
        return {**vars(self), "fillable": [day.isoformat() for day in self.fillable]}


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What the last days of a habit tell.

    Args:
        current: Done-days of the run that reaches today.
        fillable: The missing days that can still be filled in, oldest first.
    """

    current: int
    fillable: tuple[date, ...]


def compute_streak(
    entries: Mapping[date, CheckIn],
    start: date,
    today: date,
    *,
    neutral: Iterable[tuple[date, date]] = (),
) -> Streak:
    """Compute the streak of a habit on ``today``.

    A neutral day neither adds nor breaks: today without a check-in, a missing day that can still be filled in, and
    a day of vacation that was not done. What is done on vacation counts.

    Args:
        entries: Check-ins by date; those before ``start`` or after ``today`` are ignored.
        start: First day of the habit.
        today: The logical day it is.
        neutral: Vacations as first and last day, both included.
    """
    first, last = start.toordinal(), today.toordinal()
    values = {day.toordinal(): value for day, value in entries.items()}
    vacation = _days_within(neutral, first, last)
    current = longest = failed_in_a_row = done = blank = closed = 0
    fillable: list[date] = []
    for ordinal in range(first, last + 1):
        value = values.get(ordinal)
        if value == "done":
            done += 1
            current += 1
            if current > longest:
                longest = current
            failed_in_a_row = 0
            continue
        if ordinal in vacation or (value is None and ordinal == last):
            continue
        if value is None and last - ordinal <= FILLABLE_DAYS:
            fillable.append(date.fromordinal(ordinal))
            continue
        blank += value == "blank"
        closed += value is None
        failed_in_a_row += 1
        if failed_in_a_row > GRACE:
            current = 0
    counted = done + blank + closed
    return Streak(
        current=current,
        longest=longest,
        done=done,
        blank=blank,
        missing=closed + len(fillable),
        today=entries.get(today, "pending") if first <= last else "pending",
        provisional=bool(fillable),
        fillable=tuple(fillable),
        rate=round(done / counted, 2) if counted else 0.0,
    )


def compute_standing(
    entries: Mapping[date, CheckIn],
    start: date,
    today: date,
    *,
    since: date,
    neutral: Iterable[tuple[date, date]] = (),
) -> Standing | None:
    """Compute from the last days what ``compute_streak`` computes from all of them, going back from today.

    Args:
        entries: Check-ins by date, all of those from ``since`` to ``today``.
        start: First day of the habit.
        today: The logical day it is.
        since: The first day that ``entries`` covers, at the latest the oldest one that can still be filled in.
        neutral: Vacations as first and last day, both included.

    Returns:
        None where the run may have begun before ``since``.
    """
    first, last = max(start, since).toordinal(), today.toordinal()
    vacation = _days_within(neutral, first, last)
    values = {day.toordinal(): value for day, value in entries.items()}
    fillable = [
        day for day in range(max(first, last - FILLABLE_DAYS), last) if day not in values and day not in vacation
    ]
    current = failed_in_a_row = 0
    for ordinal in range(last, first - 1, -1):
        if values.get(ordinal) == "done":
            current += 1
            failed_in_a_row = 0
        elif ordinal not in vacation and ordinal not in fillable and (ordinal in values or ordinal != last):
            failed_in_a_row += 1
            if failed_in_a_row > GRACE:
                break
    else:
        if since > start:
            return None
    return Standing(current=current, fillable=tuple(map(date.fromordinal, fillable)))


def _days_within(ranges: Iterable[tuple[date, date]], first: int, last: int) -> frozenset[int]:
    return frozenset(
        ordinal
        for start, end in ranges
        for ordinal in range(max(first, start.toordinal()), min(last, end.toordinal()) + 1)
    )
