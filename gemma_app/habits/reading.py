"""Queries over the habits of one profile."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from sqlalchemy import Text, func, select, type_coerce
from sqlalchemy.orm import Session

from gemma_app.habits.catalog import Catalog
from gemma_app.habits.habit import Habit
from gemma_app.habits.rules import TIERS, Variant
from gemma_app.habits.streak import CheckIn, Standing, Streak, compute_standing, compute_streak
from gemma_app.habits.tables import EntryRow, HabitRow, RewardRow, VacationRow, VariantRow

_FIRST_LOOK = 60
_LOOK_FURTHER = 4
"""How many days are read at first, and how many times more where a run reaches back beyond them."""
_LARGEST_ID = 2**63 - 1
"""The largest integer that SQLite knows."""


def active_habits(session: Session, catalog: Catalog, profile_id: int) -> tuple[Habit, ...]:
    """Return the habits that are not archived, in the user's order."""
    wanted = (
        select(HabitRow)
        .where(HabitRow.profile_id == profile_id, HabitRow.archived_at.is_(None))
        .order_by(HabitRow.position, HabitRow.id)
    )
    return _habits(session, catalog, session.scalars(wanted))


def all_habits(session: Session, catalog: Catalog, profile_id: int) -> tuple[Habit, ...]:
    """Return every habit of the profile, archived ones too, newest first."""
    wanted = select(HabitRow).where(HabitRow.profile_id == profile_id).order_by(HabitRow.id.desc())
    return _habits(session, catalog, session.scalars(wanted))


def habit_of(session: Session, catalog: Catalog, profile_id: int, habit_id: int) -> Habit | None:
    """Return one habit of the profile, archived or not."""
    if abs(habit_id) > _LARGEST_ID:
        return None
    wanted = select(HabitRow).where(HabitRow.profile_id == profile_id, HabitRow.id == habit_id)
    return next(iter(_habits(session, catalog, session.scalars(wanted))), None)


def next_position(session: Session, profile_id: int) -> int:
    """Return the place after the last habit."""
    last = session.scalar(select(func.max(HabitRow.position)).where(HabitRow.profile_id == profile_id))
    return 0 if last is None else last + 1


def entries_of(session: Session, habit_ids: Iterable[int], since: date = date.min) -> dict[int, dict[date, CheckIn]]:
    """Return the check-ins of some habits from a day on, by habit and day."""
    # Years of entries: one row for every value and not for every day takes a quarter of the time.
    days = func.group_concat(type_coerce(EntryRow.date, Text))
    wanted = (
        select(EntryRow.habit_id, EntryRow.value, days)
        .where(EntryRow.habit_id.in_(list(habit_ids)), EntryRow.date >= since)
        .group_by(EntryRow.habit_id, EntryRow.value)
    )
    found: dict[int, dict[date, CheckIn]] = defaultdict(dict)
    for habit_id, value, joined in session.execute(wanted):
        found[habit_id].update(dict.fromkeys(map(date.fromisoformat, joined.split(",")), value))
    return found


def entry_on(session: Session, habit_id: int, day: date) -> EntryRow | None:
    """Return what was said of one day."""
    return session.scalar(select(EntryRow).where(EntryRow.habit_id == habit_id, EntryRow.date == day))


def rewards_of(session: Session, habit_ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the milestones that some habits have earned, by habit."""
    wanted = select(RewardRow.habit_id, RewardRow.milestone).where(RewardRow.habit_id.in_(list(habit_ids)))
    found: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for habit_id, milestone in session.execute(wanted.order_by(RewardRow.milestone)):
        found[habit_id] += (milestone,)
    return found


def vacations(session: Session, profile_id: int) -> list[tuple[date, date]]:
    """Return the ranges of days that count for nothing."""
    wanted = select(VacationRow.first_day, VacationRow.last_day).where(VacationRow.profile_id == profile_id)
    return [(first, last) for first, last in session.execute(wanted)]


def streak_of(session: Session, habit: Habit, profile_id: int, today: date) -> Streak:
    """Compute the streak of one habit."""
    entries = entries_of(session, [habit.id])[habit.id]
    return compute_streak(entries, habit.start, today, neutral=vacations(session, profile_id))


def standings(session: Session, habits: Iterable[Habit], profile_id: int, today: date) -> dict[int, Standing]:
    """Compute what Today shows of habits, by habit, reading back only as far as their runs reach."""
    neutral = vacations(session, profile_id)
    left, found, days = list(habits), dict[int, Standing](), _FIRST_LOOK
    while left:
        since = date.fromordinal(max(1, today.toordinal() - days))
        entries = entries_of(session, [habit.id for habit in left], since)
        for habit in left:
            standing = compute_standing(entries[habit.id], habit.start, today, since=since, neutral=neutral)
            if standing is not None:
                found[habit.id] = standing
        left = [habit for habit in left if habit.id not in found]
        days *= _LOOK_FURTHER
    return found


def _habits(session: Session, catalog: Catalog, rows: Iterable[HabitRow]) -> tuple[Habit, ...]:
    found = list(rows)
    variants: dict[int, list[Variant]] = defaultdict(list)
    wanted = select(VariantRow).where(VariantRow.habit_id.in_([row.id for row in found]))
    for row in session.scalars(wanted):
        variants[row.habit_id].append(
            Variant(tier=row.tier, direction=row.direction, unit=row.unit, value=row.value, is_default=row.is_default)
        )
    return tuple(_habit(row, catalog, variants[row.id]) for row in found)


def _habit(row: HabitRow, catalog: Catalog, variants: list[Variant]) -> Habit:
    return Habit(
        id=row.id,
        type=row.type,
        entry_id=row.entry_id,
        entry=catalog.find(row.entry_id),
        own_title=row.title,
        frame_level=row.frame_level,
        framed_text=row.framed_text,
        anchor=row.anchor,
        start=row.start_date,
        active=row.archived_at is None,
        variants=tuple(sorted(variants, key=lambda variant: TIERS.index(variant.tier))),
    )
