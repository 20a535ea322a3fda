"""The rules R1 to R10 that hold whoever asks for a change: a model, a button, a command or an import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, Protocol, get_args

from gemma_app.errors import BadCall, Rejected
from gemma_app.habits.avoidance import find_avoidance
from gemma_app.habits.catalog import CatalogEntry, Direction, HabitType
from gemma_app.habits.framing import Level, classify
from gemma_app.language import Language, Phrase, with_particle

LIMIT_RANGES: Mapping[HabitType, tuple[int, int]] = {"protocol": (1, 5), "break": (1, 2), "diet": (1, 2)}
"""What the settings may set the limits to, both ends included."""

LAST_FORMING_DAY = 21
LAST_TESTING_DAY = 42
FILLABLE_DAYS = 3
"""How many days before today can still be checked in."""
GRACE = 1
"""How many days in a row may fail without ending a streak."""
MILESTONES = (7, 21, 66)
"""Done-days that earn a reward."""
MAX_FRAMED_TEXT = 200

Phase = Literal["forming", "testing", "maintaining"]
Tier = Literal["minimum", "standard", "stretch"]
TIERS: tuple[Tier, ...] = get_args(Tier)
"""The doses of a habit, the easiest first."""
TYPE_NAMES: Mapping[HabitType, Phrase] = {
    "protocol": Phrase(ko="만들기", en="build"),
    "break": Phrase(ko="바꾸기", en="replace"),
    "diet": Phrase(ko="식사", en="diet"),
}
_NOT_THE_RESULT = Phrase(
    ko="결과 대신 하는 일이나 어떤 사람인지를 적어 주세요. 예: '나는 양치를 마친 뒤 10분 걷는다'.",
    en="Say what you do or who you are, not the result: 'After brushing my teeth I walk 10 minutes'.",
)
_WHAT_ONE_DOES = Phrase(
    ko="하는 일로 끝나게 적어 주세요. 예: '나는 양치를 마친 뒤 10분 걷는다'.",
    en="Say when and what you do: 'After brushing my teeth I walk 10 minutes'.",
)
_WHO_ONE_IS = Phrase(
    ko="어떤 사람인지로 끝나게 적어 주세요. 예: '나는 매일 걷는 사람이다'.",
    en="Say who you are: 'I am someone who walks every day'.",
)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many habits of each type may be active, within ``LIMIT_RANGES``.

    Raises:
        ValueError: A limit is out of its range.
    """

    protocol: int = 3
    break_: int = 1
    diet: int = 1

    def __post_init__(self) -> None:
        for habit_type, (lowest, highest) in LIMIT_RANGES.items():
            if not lowest <= self.of(habit_type) <= highest:
                raise ValueError(f"limit of {habit_type} habits: {self.of(habit_type)} is not {lowest} to {highest}")

    def of(self, habit_type: HabitType) -> int:
        """Return the limit of one type."""
        return {"protocol": self.protocol, "break": self.break_, "diet": self.diet}[habit_type]


class ActiveHabit(Protocol):
    """What rule R8 must know of a habit that is active."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def title(self) -> Phrase:
        """What it is called."""

    @property
    def entry_id(self) -> str:
        """The entry it follows."""

    @property
    def entry(self) -> CatalogEntry | None:
        """That entry, None where it is gone."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One dose of a habit."""

    tier: Tier
    direction: Direction
    unit: str
    value: float
    is_default: bool


def check_quota(habit_type: HabitType, active_count: int, limits: Limits) -> None:
    """R1 and R2: one more habit of this type must stay within the limit.

    Raises:
        Rejected: ``r1_quota`` or ``r2_quota`` with ``active_count`` and ``limit``.
    """
    limit = limits.of(habit_type)
    if active_count < limit:
        return
    name = TYPE_NAMES[habit_type]
    reason = Phrase(
        ko=f"{name.ko} 습관은 {limit}개까지예요. 하나를 보관하면 새로 더할 수 있어요.",
        en=f"At most {limit} {name.en} habit{'s' * (limit > 1)} can be active. Archive one to add another.",
    )
    code = "r1_quota" if habit_type == "protocol" else "r2_quota"
    raise Rejected(code, reason, active_count=active_count, limit=limit)


def check_frame(level: str, text: str) -> None:
    """R3: only L2 and L3 are stored, and the text must be what the level says.

    Raises:
        BadCall: ``validation`` where there is no such level or no text.
        Rejected: ``r3_frame_level``.
    """
    if level not in get_args(Level):
        raise BadCall("validation", _NOT_THE_RESULT)
    if not text.strip() or len(text) > MAX_FRAMED_TEXT:
        reason = Phrase(
            ko=f"문장은 1~{MAX_FRAMED_TEXT}자예요.", en=f"The sentence has 1 to {MAX_FRAMED_TEXT} characters."
        )
        raise BadCall("validation", reason)
    found = classify(text)
    if level != "L1" and found == level:
        return
    if level == "L1" or found == "L1":
        raise Rejected("r3_frame_level", _NOT_THE_RESULT)
    raise Rejected("r3_frame_level", _WHAT_ONE_DOES if level == "L2" else _WHO_ONE_IS)


def phase(start: date, today: date) -> Phase:
    """R4: how far a habit has come; only ever computed, never set."""
    day = (today - start).days + 1
    if day <= LAST_FORMING_DAY:
        return "forming"
    return "testing" if day <= LAST_TESTING_DAY else "maintaining"


def earliest_check_in(start: date, today: date) -> date:
    """Return the first day that can still be checked in on ``today``."""
    return max(start, today - timedelta(days=FILLABLE_DAYS))


def check_check_in(day: date, *, start: date, today: date, active: bool) -> None:
    """R5: a check-in is of an active habit, from its start or the last few days, up to today.

    Raises:
        Rejected: ``r5_checkin`` with ``detail``: ``inactive``, ``future``, ``before_start`` or ``too_old``.
    """
    if not active:
        detail, reason = "inactive", Phrase(ko="보관한 습관이에요.", en="This habit is archived.")
    elif day > today:
        detail = "future"
        reason = Phrase(
            ko=f"{with_particle(str(day), '은/는')} 아직 오지 않은 날이에요.", en=f"{day} is still to come."
        )
    elif day < start:
        detail = "before_start"
        reason = Phrase(ko=f"이 습관은 {start}에 시작했어요.", en=f"This habit started on {start}.")
    elif day < earliest_check_in(start, today):
        detail = "too_old"
        reason = Phrase(
            ko=f"체크인은 {FILLABLE_DAYS}일 전까지만 남길 수 있어요.",
            en=f"Check-ins go back {FILLABLE_DAYS} days at most.",
        )
    else:
        return
    raise Rejected("r5_checkin", reason, detail=detail)


def milestones_earned(done_days: int) -> tuple[int, ...]:
    """R6: the milestones that ``done_days`` reach; each is issued once."""
    return tuple(milestone for milestone in MILESTONES if milestone <= done_days)


def check_avoidance(text: str) -> None:
    """R7: the text says what is done, not what is avoided.

    Raises:
        Rejected: ``r7_avoidance`` with ``matches``, the spans in code points.
    """
    if found := find_avoidance(text):
        words = ", ".join(f"'{text[start:end]}'" for start, end in found)
        reason = Phrase(
            ko=f"피하거나 줄이는 말({words}) 대신 그때 할 행동을 적어 주세요.",
            en=f"Say what you do instead of what you avoid ({words}).",
        )
        raise Rejected("r7_avoidance", reason, matches=[list(span) for span in found])


def check_clash(entry: CatalogEntry, active: Sequence[ActiveHabit], language: Language = "ko") -> None:
    """R8: the same entry is active once, and one habit of each exclusive group.

    Raises:
        Rejected: ``r8_xor`` with ``detail`` ``duplicate`` or ``group``, and ``clash``, the habit in the way.
    """
    for habit in active:
        title = habit.title
        clash = {"id": habit.id, "title": title.say(language)}
        if habit.entry_id == entry.id:
            reason = Phrase(ko=f"'{title.ko}' 습관이 이미 있어요.", en=f"'{title.en}' is already active.")
            raise Rejected("r8_xor", reason, detail="duplicate", clash=clash)
        group = habit.entry.exclusive_group if habit.entry else ""
        if group and group == entry.exclusive_group:
            reason = Phrase(
                ko=f"'{title.ko}' 습관과 함께 할 수 없어요. 먼저 그 습관을 보관해 주세요.",
                en=f"It cannot run beside '{title.en}'. Archive that habit first.",
            )
            raise Rejected("r8_xor", reason, detail="group", clash=clash)


def build_variants(entry: CatalogEntry, dose: float | None = None) -> tuple[Variant, ...]:
    """R9 and R10: the doses of a new habit.

    The minimum is the catalog's easiest dose, the standard is ``dose`` or the catalog's and the default, and the
    catalog's hardest dose is the stretch where it asks for more than the standard.

    Raises:
        Rejected: ``r10_dose`` where ``dose`` lies outside the bounds of the entry.
    """
    standard = entry.dose_standard if dose is None else dose
    values: dict[Tier, float] = {"minimum": entry.dose_min, "standard": standard}
    if entry.dose_max != standard:
        values["stretch"] = entry.dose_max
    variants = tuple(
        Variant(tier=tier, direction=entry.direction, unit=entry.unit_ko, value=value, is_default=tier == "standard")
        for tier, value in values.items()
    )
    check_variants(variants, entry)
    return variants


def check_variants(variants: Sequence[Variant], entry: CatalogEntry) -> None:
    """R9 and R10: which doses there must be, and how they lie to each other.

    Raises:
        Rejected: ``r9_variants`` or ``r10_dose``.
    """
    tiers = [variant.tier for variant in variants]
    if "minimum" not in tiers or len(set(tiers)) != len(tiers) or sum(variant.is_default for variant in variants) != 1:
        reason = Phrase(
            ko="최소 단계와 기본 단계 하나가 있어야 해요.", en="A minimum and exactly one default are needed."
        )
        raise Rejected("r9_variants", reason)
    lowest, highest = entry.bounds
    ordered = [variant.value for variant in sorted(variants, key=lambda variant: TIERS.index(variant.tier))]
    fits = (
        all(variant.unit == entry.unit_ko and variant.direction == entry.direction for variant in variants)
        and all(lowest <= value <= highest for value in ordered)
        and ordered == sorted(ordered, reverse=entry.direction == "at_most")
    )
    if not fits:
        raise outside_bounds(entry)


def outside_bounds(entry: CatalogEntry) -> Rejected:
    """Return the refusal of a dose that the entry has no room for, naming its unit and bounds."""
    lowest, highest = entry.bounds
    reason = Phrase(
        ko=f"'{entry.title_ko}'의 양은 {with_particle(f'{lowest:g}~{highest:g}{entry.unit_ko}', '이에요/예요')}.",
        en=f"'{entry.title_en}' takes {lowest:g} to {highest:g} {entry.unit_en}.",
    )
    return Rejected("r10_dose", reason, unit=entry.unit_ko, minimum=lowest, maximum=highest)
