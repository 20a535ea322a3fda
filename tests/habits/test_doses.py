from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.errors import BadCall, Rejected
from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.doses import format_dose, parse_dose
from gemma_app.habits.rules import build_variants

CATALOG = Catalog.load()


def entry(entry_id: str) -> CatalogEntry:
    found = CATALOG.find(entry_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("entry_id", "said", "dose"),
    [
        ("p-brisk-walk", 10, 10), ("p-brisk-walk", 10.5, 10.5), ("p-brisk-walk", "10", 10),
        ("p-brisk-walk", "10분", 10),
        ("p-brisk-walk", "１０ 분", 10), ("p-brisk-walk", "ten minutes", 10), ("p-brisk-walk", "열 분", 10),
        ("p-brisk-walk", "십오 분", 15), ("p-brisk-walk", "twenty-two minutes", 22), ("p-brisk-walk", "반 시간", 30),
        ("p-brisk-walk", "half an hour", 30), ("p-brisk-walk", "600초", 10), ("p-brisk-walk", "5분 30초", 5.5),
        ("p-brisk-walk", "하루에 10분씩", 10), ("p-brisk-walk", "about 10 minutes a day", 10),
        ("p-brisk-walk", "10분 이상", 10), ("p-brisk-walk", "10분 동안", 10), ("p-focus-block", "1시간반", 90),
        ("p-brisk-walk", "10½분", 10.5), ("p-brisk-walk", "½시간", 30), ("d-fish", "twice", 2),
        ("p-fixed-wake", "once a day", 1),
        ("p-brisk-walk", "10 minutes every morning", 10), ("p-sleep-window", "7 1/2 hours", 7.5),
        ("d-water", "여덟 잔", 8), ("d-water", "8 cups", 8), ("d-water", "하루 8잔", 8), ("d-water", "물 8컵", 8),
        ("d-water", "8 glasses of water", 8), ("p-sleep-window", "7시간 반", 7.5), ("p-sleep-window", "450분", 7.5),
        ("p-sleep-window", "7 hours and 30 minutes", 7.5), ("p-sleep-window", "seven and a half hours", 7.5),
        ("b-late-caffeine", "8시간 전", 8), ("b-late-caffeine", "8 hours before bed", 8), ("d-salt", "소금 5g", 5),
        ("d-salt", "5g(소금)", 5), ("d-salt", "5000 mg", 5), ("p-balance", "45초로", 45), ("p-balance", "a minute", 60),
        ("p-reading", "20 pages", 20), ("p-reading", "스무 쪽", 20), ("p-floss", "한 칸", 1), ("p-stairs", "두 층", 2),
        ("d-veg-first", "다섯 젓가락", 5), ("d-legume-nut", "a handful", 1), ("p-dim-evening", "한 번", 1),
        ("p-gratitude", "세 줄", 3), ("d-veg-fruit", "5 portions", 5), ("b-social-media", "1시간", 60),
    ],
)  # fmt: skip
def test_a_dose_is_read_in_the_unit_of_its_entry(entry_id: str, said: int | float | str, dose: float) -> None:
    assert parse_dose(said, entry(entry_id)) == dose


@pytest.mark.parametrize(
    ("entry_id", "said"),
    [("p-brisk-walk", 4), ("p-brisk-walk", "1시간"), ("d-water", "2 cups"), ("d-water", 11), ("d-salt", 3.9),
     ("d-salt", "9g"), ("d-eating-window", "7시간"), ("p-brisk-walk", -5), ("p-brisk-walk", 10**400),
     ("p-brisk-walk", "9" * 90)],
)  # fmt: skip
def test_a_dose_outside_the_bounds_is_refused_with_them(entry_id: str, said: int | float | str) -> None:
    with pytest.raises(Rejected) as refusal:
        parse_dose(said, entry(entry_id))
    lowest, highest = entry(entry_id).bounds
    assert refusal.value.code == "r10_dose"
    assert (refusal.value.detail["minimum"], refusal.value.detail["maximum"]) == (lowest, highest)


@pytest.mark.parametrize(
    ("entry_id", "said"),
    [("d-water", "10분"), ("d-water", "2리터"), ("d-water", "8 bananas"), ("p-brisk-walk", "1000 steps"),
     ("p-brisk-walk", "100초"), ("p-reading", "30 minutes")],
)  # fmt: skip
def test_another_unit_is_refused_by_naming_the_right_one(entry_id: str, said: str) -> None:
    with pytest.raises(Rejected) as refusal:
        parse_dose(said, entry(entry_id))
    assert refusal.value.code == "r10_dose"
    assert entry(entry_id).unit_ko in refusal.value.reason.ko
    assert entry(entry_id).unit_en in refusal.value.reason.en


@pytest.mark.parametrize(
    "said",
    ["", "많이", "분", "5-10분", "10~20분", "10분 20분", "1/0분", "10분 or 20분", True, float("nan"), float("inf")],
)
def test_what_has_no_one_number_is_not_a_dose(said: float | str) -> None:
    with pytest.raises(BadCall) as refusal:
        parse_dose(said, entry("p-brisk-walk"))
    assert refusal.value.code == "validation"


@pytest.mark.parametrize("found", CATALOG.entries, ids=[found.id for found in CATALOG.entries])
def test_every_unit_of_the_catalog_is_understood_in_both_languages(found: CatalogEntry) -> None:
    dose = found.dose_standard
    assert parse_dose(f"{dose:g}{found.unit_ko}", found) == parse_dose(f"{dose:g} {found.unit_en}", found) == dose
    for variant in build_variants(found):
        if found.direction == "at_least":
            assert parse_dose(format_dose(variant, found, "ko"), found) == variant.value
            assert parse_dose(format_dose(variant, found, "en"), found) == variant.value


def test_a_dose_is_shown_with_its_unit_and_that_it_is_an_upper_bound() -> None:
    least, most = entry("p-floss"), entry("b-social-media")
    assert [format_dose(build_variants(least)[0], least, language) for language in ("ko", "en")] == ["1개", "1 tooth"]
    assert [format_dose(build_variants(most)[1], most, language) for language in ("ko", "en")] == [
        "30분 이하",
        "at most 30 minutes",
    ]


@given(st.text(max_size=20))
def test_any_words_are_a_dose_within_the_bounds_or_refused(words: str) -> None:
    with suppress(BadCall, Rejected):
        assert 3 <= parse_dose(words, entry("d-water")) <= 10
