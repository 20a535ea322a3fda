import json
import time
import unicodedata
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.errors import BadCall, CallError, Rejected
from gemma_app.habits.catalog import Catalog, CatalogEntry, Category, check_entry

CATALOG = Catalog.load()


def found_by(keyword: str, category: Category | None = None) -> list[str]:
    return [entry.id for entry in CATALOG.search(keyword=keyword, category=category, limit=10)[0]]


def own_entry(**changes: Any) -> str:
    entry = CATALOG.entries[0].as_json() | {"id": "u-light"} | changes
    return json.dumps(entry, ensure_ascii=False)


def test_the_catalog_has_all_its_entries_and_each_keeps_the_rules() -> None:
    assert Counter(entry.type for entry in CATALOG.entries) == {"protocol": 32, "break": 14, "diet": 13}
    for entry in CATALOG.entries:
        check_entry(entry)


def test_an_entry_is_found_by_its_id_alone() -> None:
    assert [CATALOG.find(entry.id) for entry in CATALOG.entries] == list(CATALOG.entries)
    assert CATALOG.find("햇빛") is None


@pytest.mark.parametrize(
    ("keyword", "best"),
    [
        ("햇빛", "p-morning-light"), ("아침햇빛", "p-morning-light"), ("아침 햇 빛", "p-morning-light"),
        (unicodedata.normalize("NFD", "햇빛"), "p-morning-light"), ("ㅎㅂ", "p-morning-light"),
        ("햇ㅂ", "p-morning-light"), ("ㅁㅁㅅㄱ", "d-water"), ("물", "d-water"), ("sun light", "p-morning-light"),
        ("SUNLIGHT", "p-morning-light"), ("smok", "b-smoking"), ("담배", "b-smoking"), ("호흡", "p-box-breath"),
        ("gratitude", "p-gratitude"), ("명상을", "p-mindfulness"), ("집중역", "p-focus-block"), ("teeth", "p-floss"),
        ("수면 습관", "p-fixed-wake"), ("tea", "b-late-snack"),
    ],
)  # fmt: skip
def test_a_keyword_finds_what_fits_best_first(keyword: str, best: str) -> None:
    assert found_by(keyword)[0] == best


@pytest.mark.parametrize("entry", CATALOG.entries, ids=[entry.id for entry in CATALOG.entries])
def test_every_entry_comes_first_for_its_titles_and_is_found_by_its_tags(entry: CatalogEntry) -> None:
    assert [found_by(title)[0] for title in (entry.title_ko, entry.title_en)] == [entry.id, entry.id]
    for tag in (*entry.tags_ko, *entry.tags_en, entry.summary_ko):
        assert entry in CATALOG.search(keyword=tag, limit=59)[0]


def test_a_short_latin_keyword_must_begin_a_word() -> None:
    assert all("tea" in json.dumps(entry.as_json()).lower() for entry in CATALOG.search(keyword="tea", limit=59)[0])
    assert "p-fixed-wake" not in found_by("tea")


def test_a_category_is_kept_to_and_the_total_counts_beyond_the_limit() -> None:
    items, total = CATALOG.search(category="sleep", limit=2)
    assert (len(items), {entry.category for entry in items}) == (2, {"sleep"})
    assert total == sum(entry.category == "sleep" for entry in CATALOG.entries)
    assert found_by("커피", "light") == []
    assert CATALOG.search(keyword="  ")[1] == CATALOG.search()[1] == len(CATALOG.entries)


@pytest.mark.parametrize("keyword", ["주식투자", "zzzz", "!!!", "🙂"])
def test_a_keyword_that_fits_nothing_finds_nothing(keyword: str) -> None:
    assert CATALOG.search(keyword=keyword) == ([], 0)


@given(st.text(max_size=50))
def test_any_keyword_can_be_searched(keyword: str) -> None:
    items, total = CATALOG.search(keyword=keyword, limit=3)
    assert len(items) == min(total, 3)


def test_searching_takes_less_than_ten_milliseconds() -> None:
    found_by("햇빛")
    fastest = float("inf")
    for keyword in ("ㅎㅂ", "brisk walk", "주식투자", "집중역") * 3:
        begun = time.perf_counter()
        found_by(keyword)
        fastest = min(fastest, time.perf_counter() - begun)
    assert fastest < 0.01


def test_a_users_own_entry_is_held_to_the_same_rules_and_found_like_any_other() -> None:
    own = CatalogEntry.from_json(own_entry(title_ko="창가에 앉기", title_en="Sit at the window"))
    check_entry(own)
    catalog = CATALOG.with_entries([own])
    assert catalog.find("u-light") == catalog.resolve("창가에 앉기") == catalog.search(keyword="ㅊㄱㅇ")[0][0] == own
    assert CATALOG.find("u-light") is None
    assert CatalogEntry.from_json(json.dumps(own.as_json())) == own


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"id": "b-light"}, "validation"),
        ({"title_ko": " "}, "validation"),
        ({"summary_en": "x" * 61}, "validation"),
        ({"dose_min": 20.0}, "validation"),
        ({"dose_min": 0.0}, "validation"),
        ({"direction": "at_most"}, "validation"),
        ({"category": "money"}, "validation"),
        ({"colour": "red"}, "validation"),
        ({"dose_max": "many"}, "validation"),
        ({"frame_l2_ko": "체중 감량"}, "r3_frame_level"),
        ({"frame_l3_en": "After lunch I walk"}, "r3_frame_level"),
        ({"frame_l2_en": "I never smoke"}, "r7_avoidance"),
        ({"action_ko": "담배를 끊는다"}, "r7_avoidance"),
        ({"type": "break", "id": "u-x", "replacement_ko": "", "replacement_en": ""}, "r7_avoidance"),
        ({"type": "break", "replacement_ko": "술 줄이기", "replacement_en": "walk"}, "r7_avoidance"),
    ],
)
def test_an_entry_that_breaks_a_rule_is_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(CallError) as refusal:
        check_entry(CatalogEntry.from_json(own_entry(**changes)))
    assert refusal.value.code == code
    assert isinstance(refusal.value, BadCall if code == "validation" else Rejected)


@pytest.mark.parametrize("content", ["", "null", "[]", "{}", '{"id": "u-x"}'])
def test_what_is_no_entry_is_refused(content: str) -> None:
    with pytest.raises(BadCall):
        CatalogEntry.from_json(content)
