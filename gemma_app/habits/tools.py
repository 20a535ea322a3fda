"""The six tools of habits: thin functions over the verbs."""

import unicodedata
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictInt, StringConstraints

from gemma_app.agent.action import Finding, PreparedAction
from gemma_app.agent.tool import Effect, Tool, tool
from gemma_app.habits.catalog import MAX_SUMMARY, CatalogEntry, Category
from gemma_app.habits.framing import Level
from gemma_app.habits.rules import MAX_FRAMED_TEXT
from gemma_app.habits.service import Habits
from gemma_app.habits.streak import Streak
from gemma_app.language import Phrase
from gemma_app.text import cut


def _one_line(text: str) -> str:
    """Refuse control characters and line breaks, which have no place in a title or a sentence."""
    if any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} for char in text):
        raise ValueError("contains a control character")
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty")
    return text


Words = Annotated[str, StringConstraints(max_length=100), AfterValidator(_one_line), AfterValidator(_not_blank)]
Sentence = Annotated[
    str, StringConstraints(max_length=MAX_FRAMED_TEXT), AfterValidator(_one_line), AfterValidator(_not_blank)
]
HabitName = StrictInt | Words
Dose = StrictInt | float | Words


@tool(effect=Effect.READ, doors=("catalog.read",), hint="Call search_catalog with a smaller limit.")
def search_catalog(
    habits: Habits,
    category: Category | None = None,
    keyword: Annotated[str, StringConstraints(max_length=50), AfterValidator(_one_line)] | None = None,
    limit: Annotated[int, Field(ge=1, le=10)] = 5,
) -> Finding:
    """Search the catalog of habits by category or by words.

    Args:
        category: Only entries of this category.
        keyword: Words to look for, in Korean or English.
        limit: How many entries at most.
    """
    found, total = habits.catalog().search(category=category, keyword=keyword, limit=limit)
    language = habits.language()
    items = [
        {
            "id": entry.id,
            "title": entry.title.say(language),
            "type": entry.type,
            "summary": cut(entry.summary.say(language), MAX_SUMMARY),
        }
        for entry in found
    ]
    return Finding(data={"items": items, "total": total}, text=_search_text(found, total))


@tool(effect=Effect.READ, doors=("catalog.read",), hint="Call search_catalog for a summary.")
def query_protocol(habits: Habits, id: Words) -> Finding:  # noqa: A002
    """Give every detail of one catalog entry: how it is done, dose, evidence and caution.

    Args:
        id: Id or title of the entry.
    """
    entry = habits.catalog().resolve(id, habits.language())
    data: dict[str, Any] = {**entry.as_json(), "title": entry.title.say(habits.language())}
    return Finding(data=data, text=_entry_text(entry))


@tool(effect=Effect.CONFIRM, doors=("habits.read",))
def add_habit(
    habits: Habits,
    protocol_id: Words,
    frame_level: Level,
    framed_text: Sentence,
    anchor: Annotated[str, StringConstraints(max_length=100), AfterValidator(_one_line)] | None = None,
    dose: Dose | None = None,
) -> PreparedAction:
    """Add a habit from the catalog; the user is asked first.

    Args:
        protocol_id: Id or title of the catalog entry.
        frame_level: L2 for a process sentence, L3 for an identity sentence.
        framed_text: The sentence, in the user's words.
        anchor: After what in the day it is done.
        dose: How much, as a number or in words.
    """
    return habits.prepare_add(protocol_id, frame_level, framed_text.strip(), anchor=(anchor or "").strip(), dose=dose)


@tool(effect=Effect.READ, doors=("habits.read",), hint="Call get_streak with one habit_id.")
def list_active_habits(habits: Habits) -> Finding:
    """List the user's active habits."""
    language = habits.language()
    active = habits.active()
    data = [
        {"id": habit.id, "title": habit.title.say(language), "type": habit.type, "protocol_id": habit.entry_id}
        for habit in active
    ]
    if not active:
        return Finding(data=data, text=Phrase(ko="아직 습관이 없어요.", en="There are no habits yet."))
    text = Phrase(
        ko="\n".join(f"- {habit.title.ko}" for habit in active), en="\n".join(f"- {habit.title.en}" for habit in active)
    )
    return Finding(data=data, text=text)


@tool(effect=Effect.CHANGE, doors=("habits.read", "tracker.read"))
def log_tracker_entry(
    habits: Habits, habit_id: HabitName, value: Literal["done", "blank"], date: Words | None = None
) -> PreparedAction:
    """Record that a habit was done or not done on a day.

    Args:
        habit_id: Number or title of the habit.
        value: done, or blank for not done.
        date: Which day, as a date or in words; today where absent.
    """
    return habits.prepare_check_in(habit_id, value, date)


@tool(effect=Effect.READ, doors=("habits.read", "tracker.read"))
def get_streak(habits: Habits, habit_id: HabitName) -> Finding:
    """Tell how many days in a row a habit was done.

    Args:
        habit_id: Number or title of the habit.
    """
    habit = habits.find(habit_id)
    streak = habits.streak(habit)
    data = {"habit_id": habit.id, "title": habit.title.say(habits.language()), **streak.as_json()}
    return Finding(data=data, text=_streak_text(habit.title, streak))


def habit_tools(habits: Habits) -> tuple[Tool, ...]:
    """Return the six tools, acting on ``habits``."""
    return (
        search_catalog.bind(habits),
        query_protocol.bind(habits),
        add_habit.bind(habits, fills=("frame_level", "framed_text"), complete=habits.complete_add),
        list_active_habits.bind(habits),
        log_tracker_entry.bind(habits),
        get_streak.bind(habits),
    )


def habit_context(today: date, titles: list[str]) -> str:
    """Return the volatile part of a prompt: the day and the active habits."""
    return f"{today.isoformat()} {today:%a}; habits: {', '.join(titles) or '-'}"


def habit_brief(titles: list[str]) -> str:
    """Return the same for a model that copies the words for a day instead of counting days."""
    return ", ".join(titles) or "-"


def _search_text(found: list[CatalogEntry], total: int) -> Phrase:
    if not found:
        return Phrase(ko="맞는 항목이 없어요. 다른 말로 찾아볼까요?", en="Nothing fits. Shall we try other words?")
    ko = "\n".join(f"{number}. {entry.title_ko}: {entry.summary_ko}" for number, entry in enumerate(found, 1))
    en = "\n".join(f"{number}. {entry.title_en}: {entry.summary_en}" for number, entry in enumerate(found, 1))
    if total > len(found):
        ko += f"\n\n모두 {total}개 중 {len(found)}개예요."
        en += f"\n\n{len(found)} of {total}."
    return Phrase(ko=ko, en=en)


def _entry_text(entry: CatalogEntry) -> Phrase:
    unchecked = entry.evidence_checked == "no"
    doses = f"{entry.dose_min:g} / {entry.dose_standard:g} / {entry.dose_max:g}"
    ko = [
        f"**{entry.title_ko}** · {entry.summary_ko}",
        *(f"{number}. {step}" for number, step in enumerate(entry.steps_ko, 1)),
        f"분량: {doses} {entry.unit_ko} ({entry.frequency_ko})",
        f"근거 {entry.evidence_grade}{' · 출처 확인 안 됨' if unchecked else ''}: {entry.evidence}",
    ]
    en = [
        f"**{entry.title_en}** · {entry.summary_en}",
        *(f"{number}. {step}" for number, step in enumerate(entry.steps_en, 1)),
        f"Dose: {doses} {entry.unit_en} ({entry.frequency_en})",
        f"Evidence {entry.evidence_grade}{' · source not checked' if unchecked else ''}: {entry.evidence}",
    ]
    if entry.caution_ko:
        ko.append(f"주의: {entry.caution_ko}")
        en.append(f"Caution: {entry.caution_en}")
    return Phrase(ko="\n".join(ko), en="\n".join(en))


def _streak_text(title: Phrase, streak: Streak) -> Phrase:
    days = "day" if streak.current == 1 else "days"
    ko = f"‘{title.ko}’ 지금 {streak.current}일 연속이에요. (최장 {streak.longest}일)"
    en = f"‘{title.en}’: {streak.current} {days} in a row (longest {streak.longest})."
    if streak.today == "pending":
        ko += " 오늘은 아직 기록하지 않았어요."
        en += " Nothing recorded for today yet."
    if streak.fillable:
        open_days = ", ".join(f"{day.month}/{day.day}" for day in streak.fillable)
        ko += f" 아직 채울 수 있는 날: {open_days}."
        en += f" Days you can still fill in: {open_days}."
    return Phrase(ko=ko, en=en)
