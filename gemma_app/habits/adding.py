"""Planning to add a habit: everything that can be refused is refused before anybody is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, get_args

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
    "L2": Phrase(ko="하는 일 (나는 …한다)", en="What you do (I do …)"),
    "L3": Phrase(ko="어떤 사람인지 (나는 …하는 사람이다)", en="Who you are (I am someone who …)"),
}
_TIERS = {
    "minimum": Phrase(ko="최소", en="minimum"),
    "standard": Phrase(ko="기본", en="standard"),
    "stretch": Phrase(ko="도전", en="stretch"),
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
    rules.check_avoidance(request.framed_text)
    rules.check_clash(entry, active, language)
    count = sum(habit.type == entry.type for habit in active)
    rules.check_quota(entry.type, count, limits)
    dose = None if request.dose is None else parse_dose(request.dose, entry)
    addition = _Addition(
        entry=entry,
        title=entry.title.say(language),
        level="L3" if request.level == "L3" else "L2",
        framed_text=request.framed_text,
        anchor=request.anchor or entry.anchor.say(language),
        variants=rules.build_variants(entry, dose),
        start=today,
        profile_id=profile_id,
        position=position,
        count=count + 1,
        limit=limits.of(entry.type),
    )
    return Plan(
        headline=addition.headline(),
        details=addition.details(),
        act=Phrase(ko="습관 추가", en="Add habit"),
        content={**addition.content(), "active": [habit.id for habit in active]},
        apply=addition.apply,
    )


@dataclass(frozen=True, kw_only=True)
class _Addition:
    """The habit as it will be, everything resolved."""

    entry: CatalogEntry
    title: str
    level: FrameLevel
    framed_text: str
    anchor: str
    variants: tuple[Variant, ...]
    start: date
    profile_id: int
    position: int
    count: int
    limit: int

    def content(self) -> dict[str, Any]:
        """Whose habit it will be, what it is made of and the limit that it counts against, as JSON."""
        return {
            "profile": self.profile_id,
            "entry": self.entry.id,
            "title": self.title,
            "level": self.level,
            "framed_text": self.framed_text,
            "anchor": self.anchor,
            "start": self.start.isoformat(),
            "variants": [[each.tier, each.value, each.unit, each.is_default] for each in self.variants],
            "limit": self.limit,
        }

    def headline(self) -> Phrase:
        """What will happen, in one sentence."""
        quoted = with_particle(f"'{self.entry.title_ko}'", "을/를")
        return Phrase(
            ko=f"프로토콜 {quoted} {self.level} 프레임으로 새 습관 추가",
            en=f"Add '{self.entry.title_en}' as a new habit with an {self.level} frame",
        )

    def details(self) -> tuple[Detail, ...]:
        """The real values, as the dialog lists them."""
        kind = rules.TYPE_NAMES[self.entry.type]
        quota = Phrase(
            ko=f"{kind.ko} 습관 {self.limit}개 중 {self.count}개", en=f"{self.count} of {self.limit} {kind.en} habits"
        )
        rows = [
            Detail(label=Phrase(ko="항목", en="Entry"), value=self.entry.title),
            Detail(label=Phrase(ko="문장의 종류", en="Kind of sentence"), value=_LEVELS[self.level]),
            Detail(label=Phrase(ko="문장", en="Sentence"), value=same(self.framed_text)),
            Detail(label=Phrase(ko="언제", en="When"), value=same(self.anchor)),
            Detail(label=Phrase(ko="분량", en="Dose"), value=self._doses()),
            Detail(label=Phrase(ko="추가 후", en="Afterwards"), value=quota),
        ]
        if self.entry.caution_ko:
            rows.append(Detail(label=Phrase(ko="주의", en="Caution"), value=self.entry.caution))
        return tuple(rows)

    def apply(self, session: Session) -> Outcome:
        """Write the habit and its doses."""
        row = self._row()
        session.add(row)
        session.flush()
        session.add_all(
            VariantRow(
                habit_id=row.id,
                tier=each.tier,
                direction=each.direction,
                unit=each.unit,
                value=each.value,
                is_default=each.is_default,
            )
            for each in self.variants
        )
        data = {
            "habit_id": row.id,
            "title": self.title,
            "type": self.entry.type,
            "active_count": self.count,
            "limit": self.limit,
        }
        added = with_particle(f"‘{self.entry.title_ko}’", "을/를")
        text = Phrase(
            ko=f"{added} 습관에 추가했어요. ({self.count}/{self.limit})",
            en=f"Added ‘{self.entry.title_en}’ to your habits ({self.count} of {self.limit}).",
        )
        return Outcome(data=data, text=text)

    def _doses(self) -> Phrase:
        said = {
            language: " · ".join(
                f"{_TIERS[each.tier].say(language)} {format_dose(each, self.entry, language)}" for each in self.variants
            )
            for language in get_args(Language)
        }
        return Phrase(ko=said["ko"], en=said["en"])

    def _row(self) -> HabitRow:
        kind, reference = self.entry.type, self.entry.id
        return HabitRow(
            profile_id=self.profile_id,
            type=kind,
            protocol_ref=reference if kind == "protocol" else None,
            break_ref=reference if kind == "break" else None,
            diet_ref=reference if kind == "diet" else None,
            exclusive_group=self.entry.exclusive_group or None,
            title=self.title,
            frame_level=self.level,
            framed_text=self.framed_text,
            anchor=self.anchor,
            start_date=self.start,
            archived_at=None,
            position=self.position,
        )
