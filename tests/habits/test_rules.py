from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.errors import BadCall, CallError, Rejected
from gemma_app.habits import rules
from gemma_app.habits.catalog import Catalog, CatalogEntry, HabitType
from gemma_app.habits.rules import Limits, Variant
from gemma_app.language import Phrase, same

CATALOG = Catalog.load()
TODAY = date(2026, 11, 30)
ENTRY_IDS = [entry.id for entry in CATALOG.entries]


@dataclass(frozen=True, kw_only=True)
class Running:
    id: int
    title: Phrase
    entry_id: str
    entry: CatalogEntry | None


def entry(entry_id: str) -> CatalogEntry:
    found = CATALOG.find(entry_id)
    assert found is not None
    return found


def running(entry_id: str) -> Running:
    return Running(id=7, title=same("그것"), entry_id=entry_id, entry=CATALOG.find(entry_id))


@pytest.mark.parametrize(
    ("habit_type", "limit", "code"), [("protocol", 3, "r1_quota"), ("break", 1, "r2_quota"), ("diet", 1, "r2_quota")]
)
def test_each_type_has_its_quota(habit_type: HabitType, limit: int, code: str) -> None:
    rules.check_quota(habit_type, limit - 1, Limits())
    with pytest.raises(Rejected) as refusal:
        rules.check_quota(habit_type, limit, Limits())
    assert (refusal.value.code, dict(refusal.value.detail)) == (code, {"active_count": limit, "limit": limit})


def test_limits_are_adjustable_within_their_ranges() -> None:
    rules.check_quota("protocol", 4, Limits(protocol=5))
    for protocol, break_, diet in [(0, 1, 1), (6, 1, 1), (3, 0, 1), (3, 3, 1), (3, 1, 0), (3, 1, 3)]:
        with pytest.raises(ValueError, match="limit of"):
            Limits(protocol=protocol, break_=break_, diet=diet)


@pytest.mark.parametrize(
    ("level", "text"),
    [("L1", "10kg 빼기"), ("L1", "나는 양치를 마친 뒤 물을 마신다"), ("L2", "10kg 빼기"), ("L2", "나는 읽는 사람이다"),
     ("L3", "나는 양치를 마친 뒤 물을 마신다"), ("L3", "lose 5 kg"), ("L2", "사과")],
)  # fmt: skip
def test_a_forbidden_level_or_a_text_that_is_not_what_it_says_is_refused(level: str, text: str) -> None:
    with pytest.raises(Rejected) as refusal:
        rules.check_frame(level, text)
    assert refusal.value.code == "r3_frame_level"


@pytest.mark.parametrize(
    ("level", "text"), [("L9", "나는 걷는다"), ("", "나는 걷는다"), ("L2", " "), ("L2", "나는 걷는다" * 40)]
)
def test_an_unknown_level_or_no_text_is_a_bad_call(level: str, text: str) -> None:
    with pytest.raises(BadCall) as refusal:
        rules.check_frame(level, text)
    assert refusal.value.code == "validation"


def test_avoidance_passes_the_frame_rule_so_that_its_own_rule_can_name_it() -> None:
    text = "나는 야식을 먹지 않는다"
    rules.check_frame("L2", text)
    with pytest.raises(Rejected) as refusal:
        rules.check_avoidance(text)
    assert (refusal.value.code, refusal.value.detail["matches"]) == ("r7_avoidance", [[7, 13]])


@pytest.mark.parametrize(
    ("day", "phase"), [(1, "forming"), (21, "forming"), (22, "testing"), (42, "testing"), (43, "maintaining")]
)
def test_the_phase_follows_the_day_of_the_habit(day: int, phase: str) -> None:
    assert rules.phase(TODAY - timedelta(days=day - 1), TODAY) == phase


@pytest.mark.parametrize(
    ("days_ago", "age", "active", "detail"),
    [(0, 10, True, None), (3, 10, True, None), (1, 1, True, None), (-1, 10, True, "future"), (4, 10, True, "too_old"),
     (2, 1, True, "before_start"), (0, 10, False, "inactive"), (0, -1, True, "before_start")],
)  # fmt: skip
def test_a_check_in_is_of_the_last_days_of_an_active_habit(
    days_ago: int, age: int, active: bool, detail: str | None
) -> None:
    try:
        rules.check_check_in(
            TODAY - timedelta(days=days_ago), start=TODAY - timedelta(days=age), today=TODAY, active=active
        )
    except Rejected as refusal:
        found = (refusal.code, refusal.detail["detail"])
    else:
        found = ("", None)
    assert found == (("r5_checkin" if detail else ""), detail)


@pytest.mark.parametrize(
    ("done_days", "milestones"), [(6, ()), (7, (7,)), (21, (7, 21)), (65, (7, 21)), (66, (7, 21, 66))]
)
def test_done_days_earn_milestones(done_days: int, milestones: tuple[int, ...]) -> None:
    assert rules.milestones_earned(done_days) == milestones


@pytest.mark.parametrize(
    ("wanted", "active", "detail"),
    [("p-box-breath", "p-box-breath", "duplicate"), ("p-box-breath", "p-cyclic-sigh", "group"),
     ("b-long-sitting", "p-movement-snack", "group")],
)  # fmt: skip
def test_the_same_entry_or_group_cannot_run_twice(wanted: str, active: str, detail: str) -> None:
    with pytest.raises(Rejected) as refusal:
        rules.check_clash(entry(wanted), [running("p-floss"), running(active)])
    assert dict(refusal.value.detail) == {"detail": detail, "clash": {"id": 7, "title": "그것"}}


def test_entries_without_a_group_do_not_clash() -> None:
    rules.check_clash(entry("p-floss"), [running("p-reading"), replace(running("u-gone"), entry=None)])


@given(st.sampled_from(ENTRY_IDS), st.floats(0, 1))
def test_a_dose_within_the_bounds_becomes_the_default_between_minimum_and_stretch(entry_id: str, share: float) -> None:
    found = entry(entry_id)
    lowest, highest = found.bounds
    dose = min(max(lowest + share * (highest - lowest), lowest), highest)
    variants = rules.build_variants(found, dose)
    assert variants[0].value == found.dose_min
    assert [(variant.tier, variant.value) for variant in variants if variant.is_default] == [("standard", dose)]
    assert [variant.value for variant in variants[2:]] == ([found.dose_max] if dose != found.dose_max else [])


@pytest.mark.parametrize("entry_id", ENTRY_IDS)
def test_a_dose_beyond_the_bounds_has_no_variants(entry_id: str) -> None:
    for dose in (entry(entry_id).bounds[0] - 1, entry(entry_id).bounds[1] + 1):
        with pytest.raises(Rejected) as refusal:
            rules.build_variants(entry(entry_id), dose)
        assert refusal.value.code == "r10_dose"


def variants_with(**changes: object) -> list[Variant]:
    """Three good doses of ``p-brisk-walk``; ``standard`` changes the second."""
    made = list(rules.build_variants(entry("p-brisk-walk")))
    return [made[0], replace(made[1], **changes), made[2]]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variants", "code"),
    [
        ([], "r9_variants"),
        (variants_with()[1:], "r9_variants"),
        (variants_with(is_default=False), "r9_variants"),
        (variants_with(tier="minimum"), "r9_variants"),
        (variants_with(unit="초"), "r10_dose"),
        (variants_with(direction="at_most"), "r10_dose"),
        (variants_with(value=46.0), "r10_dose"),
        ([*variants_with()[:2], replace(variants_with()[2], value=10.0)], "r10_dose"),
    ],
)
def test_variants_that_break_a_rule_are_refused(variants: list[Variant], code: str) -> None:
    with pytest.raises(CallError) as refusal:
        rules.check_variants(variants, entry("p-brisk-walk"))
    assert refusal.value.code == code


def test_at_most_doses_grow_harder_downwards() -> None:
    assert [variant.value for variant in rules.build_variants(entry("b-social-media"), 45)] == [60, 45, 10]
