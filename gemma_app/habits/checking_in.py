"""Planning a check-in (rule R5) and the rewards that it earns (rule R6)."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gemma_app.agent.action import Detail
from gemma_app.habits import rules
from gemma_app.habits.habit import Habit
from gemma_app.habits.reading import entry_on, rewards_of, standings
from gemma_app.habits.rules import Tier
from gemma_app.habits.streak import CheckIn
from gemma_app.habits.tables import EntryRow, RewardRow
from gemma_app.language import Phrase, same
from gemma_app.storage.planning import Outcome, Plan

_VALUES: dict[CheckIn, Phrase] = {
    "done": Phrase(ko="했음", en="done"),
    "blank": Phrase(ko="안 했음", en="not done"),
}


def plan_check_in(
    session: Session,
    habit: Habit,
    value: CheckIn,
    day: date,
    *,
    today: date,
    profile_id: int,
    tier: Tier | None = None,
) -> Plan:
    """Check rule R5 and plan what will be written of one day.

    Raises:
        Rejected: ``r5_checkin`` with its detail.
    """
    rules.check_check_in(day, start=habit.start, today=today, active=habit.active)
    before = entry_on(session, habit.id, day)
    was = None if before is None else before.value
    when = _day_name(day, today)

    def apply(session: Session) -> Outcome:
        entry = _write(session, habit.id, day, value, tier)
        earned = _issue_rewards(session, habit.id, today)
        current = standings(session, [habit], profile_id, today)[habit.id].current
        data = {"entry_id": entry.id, "replaced": was is not None, "date": day.isoformat(), "streak": current}
        return Outcome(data=data, text=_receipt(habit, value, when, current, earned))

    rows = [
        Detail(label=Phrase(ko="습관", en="Habit"), value=habit.title),
        Detail(label=Phrase(ko="날짜", en="Date"), value=same(day.isoformat())),
        Detail(label=Phrase(ko="새 기록", en="New entry"), value=_VALUES[value]),
    ]
    if was is not None:
        rows.insert(2, Detail(label=Phrase(ko="지금 기록", en="Present entry"), value=_VALUES[was]))
    return Plan(
        headline=_headline(habit, value, when, replaces=was is not None),
        details=tuple(rows),
        act=Phrase(ko="기록 바꾸기", en="Change entry") if was is not None else Phrase(ko="기록하기", en="Check in"),
        content={
            "habit": habit.id,
            "date": day.isoformat(),
            "value": value,
            "tier": tier,
            "before": None if before is None else [before.id, before.value, before.variant_tier],
        },
        apply=apply,
        must_ask=was is not None and was != value,
    )


def plan_clearing(session: Session, habit: Habit, day: date, *, today: date) -> Plan | None:
    """Plan to take back what was said of one day; None where nothing was said.

    Raises:
        Rejected: ``r5_checkin`` with its detail.
    """
    rules.check_check_in(day, start=habit.start, today=today, active=habit.active)
    before = entry_on(session, habit.id, day)
    if before is None:
        return None
    when = _day_name(day, today)

    def apply(session: Session) -> Outcome:
        entry = entry_on(session, habit.id, day)
        if entry is not None:
            session.delete(entry)
        text = Phrase(
            ko=f"‘{habit.title.ko}’의 {when.ko} 기록을 지웠어요.", en=f"Cleared {when.en} of ‘{habit.title.en}’."
        )
        return Outcome(data={"habit_id": habit.id, "date": day.isoformat()}, text=text)

    return Plan(
        headline=Phrase(ko=f"‘{habit.title.ko}’의 {when.ko} 기록 지우기", en=f"Clear {when.en} of ‘{habit.title.en}’"),
        details=(Detail(label=Phrase(ko="날짜", en="Date"), value=same(day.isoformat())),),
        act=Phrase(ko="지우기", en="Clear"),
        content={"habit": habit.id, "date": day.isoformat(), "before": [before.id, before.value]},
        apply=apply,
    )


def _write(session: Session, habit_id: int, day: date, value: CheckIn, tier: Tier | None) -> EntryRow:
    entry = entry_on(session, habit_id, day)
    if entry is None:
        entry = EntryRow(habit_id=habit_id, date=day, value=value, variant_tier=tier, note="")
        session.add(entry)
    else:
        entry.value = value
        entry.variant_tier = tier or entry.variant_tier
    session.flush()
    return entry


def _issue_rewards(session: Session, habit_id: int, today: date) -> list[int]:
    done_days = select(func.count()).where(EntryRow.habit_id == habit_id, EntryRow.value == "done")
    earned = rules.milestones_earned(session.scalar(done_days) or 0)
    new = [milestone for milestone in earned if milestone not in rewards_of(session, [habit_id])[habit_id]]
    session.add_all(RewardRow(habit_id=habit_id, milestone=milestone, earned_on=today) for milestone in new)
    session.flush()
    return new


def _day_name(day: date, today: date) -> Phrase:
    match (today - day).days:
        case 0:
            return Phrase(ko="오늘", en="today")
        case 1:
            return Phrase(ko="어제", en="yesterday")
        case _:
            return Phrase(ko=f"{day.month}월 {day.day}일", en=day.strftime("%b ") + str(day.day))


def _headline(habit: Habit, value: CheckIn, when: Phrase, *, replaces: bool) -> Phrase:
    title, said = habit.title, _VALUES[value]
    if replaces:
        return Phrase(
            ko=f"‘{title.ko}’의 {when.ko} 기록을 ‘{said.ko}’으로 바꾸기",
            en=f"Change {when.en} of ‘{title.en}’ to ‘{said.en}’",
        )
    return Phrase(
        ko=f"‘{title.ko}’의 {when.ko} 기록을 ‘{said.ko}’으로 남기기",
        en=f"Record ‘{said.en}’ for ‘{title.en}’, {when.en}",
    )


def _receipt(habit: Habit, value: CheckIn, when: Phrase, current: int, earned: Sequence[int]) -> Phrase:
    title, said = habit.title, _VALUES[value]
    days = Phrase(ko=f"지금 {current}일 연속이에요.", en=f"Streak: {current} {'day' if current == 1 else 'days'}.")
    ko = f"‘{title.ko}’ {when.ko} ‘{said.ko}’으로 기록했어요. {days.ko}"
    en = f"Recorded ‘{title.en}’ as {said.en} {'on ' if when.en[0].isupper() else ''}{when.en}. {days.en}"
    for milestone in earned:
        ko += f" 총 {milestone}일을 채웠어요!"
        en += f" That makes {milestone} days done!"
    return Phrase(ko=ko, en=en)
