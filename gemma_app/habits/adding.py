"""Planning to add a habit: everything that can be refused is refused before anybody is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from gemma_app.agent.action import Detail
from gemma_app.habits import rules
from gemma_app.habits.catalog import CatalogEntry, FrameLevel
from gemma_app.habits.doses import format_dose, parse_dose
from gemma_app.habits.framing import Level
from gemma_app.habits.habit import Habit
from gemma_app.habits.rules import Limits, Variant
from gemma_app.habits.tables import HabitRow, VariantRow
from gemma_app.language import Language, Phrase, same, with_particle
from gemma_app.storage.planning import Outcome, Plan

_LEVELS: dict[FrameLevel, Phrase] = {
    "L2": Phrase(ko="L2 · 과정 (나는 …한다)", en="L2 · process (I do …)"),
    "L3": Phrase(ko="L3 · 정체성 (나는 …하는 사람이다)", en="L3 · identity (I am someone who …)"),
}
_TIERS = {
    "minimum": Phrase(ko="최소", en="minimum"),
    "standard": Phrase(ko="기본", en="standard"),
    "stretch": Phrase(ko="도전", en="stretch"),
}
KINDS = {
    "protocol": Phrase(ko="만들기", en="build"),
    "break": Phrase(ko="바꾸기", en="replace"),
    "diet": Phrase(ko="식사", en="diet"),
}


@dataclass(frozen=True, kw_only=True)
class AddRequest:
    """What a new habit shall be.

    Args:
        entry: The catalog entry it follows.
        level: ``L2`` or ``L3``; ``L1`` is known and refused.
        framed_text: The sentence, in the user's words.
        anchor: When in the day; empty for the catalog's.
        dose: Number or words, None for the catalog's standard.
    """

    entry: CatalogEntry
    level: Level
    framed_text: str
    anchor: str = ""
    dose: int | float | str | None = None


def plan_addition(
    request: AddRequest,
    *,
    active: Sequence[Habit],
    limits: Limits,
    today: date,
    profile_id: int,
    position: int,
    language: Language,
) -> Plan:
    """Check the rules in their fixed order and plan the new habit.

    Raises:
        Rejected: The first rule that says no: R3, R7, R8, R1 or R2, then the dose.
    """
    entry = request.entry
    rules.check_frame(request.level, request.framed_text)
    level: FrameLevel = "L3" if request.level == "L3" else "L2"
    rules.check_avoidance(request.framed_text)
    rules.check_clash(entry, active, language)
    count = sum(habit.type == entry.type for habit in active)
    rules.check_quota(entry.type, count, limits)
    dose = None if request.dose is None else parse_dose(request.dose, entry)
    variants = rules.build_variants(entry, dose)
    limit = limits.of(entry.type)
    title = entry.title
    anchor = request.anchor or entry.anchor.say(language)

    def apply(session: Session) -> Outcome:
        row = _row(request, level, title.say(language), anchor, today, profile_id, position)
        session.add(row)
        session.flush()
        session.add_all(_variant_row(row.id, variant) for variant in variants)
        return Outcome(data=_data(row, title.say(language), count + 1, limit), text=_receipt(title, count + 1, limit))

    return Plan(
        headline=_headline(title, level),
        details=_details(request, level, title, anchor, variants, count + 1, limit),
        act=Phrase(ko="습관 추가", en="Add habit"),
        content={
            "entry": entry.id,
            "level": level,
            "framed_text": request.framed_text,
            "anchor": anchor,
            "start": today.isoformat(),
            "variants": [[variant.tier, variant.value, variant.unit, variant.is_default] for variant in variants],
            "active": [habit.id for habit in active],
            "limit": limit,
        },
        apply=apply,
    )


def _row(
    request: AddRequest, level: FrameLevel, title: str, anchor: str, today: date, profile_id: int, position: int
) -> HabitRow:
    entry = request.entry
    return HabitRow(
        profile_id=profile_id,
        type=entry.type,
        protocol_ref=entry.id if entry.type == "protocol" else None,
        break_ref=entry.id if entry.type == "break" else None,
        diet_ref=entry.id if entry.type == "diet" else None,
        exclusive_group=entry.exclusive_group or None,
        title=title,
        frame_level=level,
        framed_text=request.framed_text,
        anchor=anchor,
        start_date=today,
        archived_at=None,
        position=position,
    )


def _variant_row(habit_id: int, variant: Variant) -> VariantRow:
    return VariantRow(
        habit_id=habit_id,
        tier=variant.tier,
        direction=variant.direction,
        unit=variant.unit,
        value=variant.value,
        is_default=variant.is_default,
    )


def _data(row: HabitRow, title: str, count: int, limit: int) -> dict[str, Any]:
    return {"habit_id": row.id, "title": title, "type": row.type, "active_count": count, "limit": limit}


def _headline(title: Phrase, level: FrameLevel) -> Phrase:
    return Phrase(
        ko=f"프로토콜 {with_particle(f"'{title.ko}'", '을/를')} {level} 프레임으로 새 습관 추가",
        en=f"Add '{title.en}' as a new habit with an {level} frame",
    )


def _details(
    request: AddRequest,
    level: FrameLevel,
    title: Phrase,
    anchor: str,
    variants: Sequence[Variant],
    count: int,
    limit: int,
) -> tuple[Detail, ...]:
    entry = request.entry
    doses = [
        Phrase(
            ko=f"{_TIERS[variant.tier].ko} {format_dose(variant, entry, 'ko')}",
            en=f"{_TIERS[variant.tier].en} {format_dose(variant, entry, 'en')}",
        )
        for variant in variants
    ]
    rows = [
        Detail(label=Phrase(ko="항목", en="Entry"), value=title),
        Detail(label=Phrase(ko="프레임", en="Frame"), value=_LEVELS[level]),
        Detail(label=Phrase(ko="문장", en="Sentence"), value=same(request.framed_text)),
        Detail(label=Phrase(ko="언제", en="Anchor"), value=same(anchor)),
        Detail(
            label=Phrase(ko="분량", en="Dose"),
            value=Phrase(ko=" · ".join(dose.ko for dose in doses), en=" · ".join(dose.en for dose in doses)),
        ),
        Detail(
            label=Phrase(ko="추가 후", en="Afterwards"),
            value=Phrase(
                ko=f"{KINDS[entry.type].ko} 습관 {limit}개 중 {count}개",
                en=f"{count} of {limit} {KINDS[entry.type].en} habits",
            ),
        ),
    ]
    if entry.caution_ko:
        rows.append(Detail(label=Phrase(ko="주의", en="Caution"), value=entry.caution))
    return tuple(rows)


def _receipt(title: Phrase, count: int, limit: int) -> Phrase:
    return Phrase(
        ko=f"{with_particle(f'‘{title.ko}’', '을/를')} 습관에 추가했어요. ({count}/{limit})",
        en=f"Added ‘{title.en}’ to your habits ({count} of {limit}).",
    )
