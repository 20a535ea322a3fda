"""A search that is for one entry has that entry first; one for a category lists it."""

from datetime import date
from typing import Any

import pytest

from gemma_app.agent.grounding import Said
from gemma_app.agent.model import ToolCall
from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.grounding import ground_call
from gemma_app.habits.sought import entry_sought

CATALOG = Catalog.load()
WANTED = [
    ("물 마시기 습관 찾아줘", "d-water"),
    ("물 많이 마시는 습관 있어?", "d-water"),
    ("사우나 관련 습관 검색해줘", "p-sauna"),
    ("계단 오르기 있나 찾아봐", "p-stairs"),
    ("치실 쓰는 습관 보여줘", "p-floss"),
    ("아침에 햇빛 보는 거 찾아줘", "p-morning-light"),
    ("감사 일기 쓰는 습관 있어?", "p-gratitude"),
    ("손톱 물어뜯는 거 고치는 습관", "b-nail-biting"),
    ("생선 먹는 습관 찾아줘", "d-fish"),
    ("찬물로 샤워하는 습관", "p-cold-finish"),
    ("스쿼트 하는 습관", "p-bathroom-squat"),
    ("콩이랑 견과 먹는 거 찾아줘", "d-legume-nut"),
    ("밤에 따뜻한 차 마시는 거 검색", "b-late-snack"),
    ("명상 말고 근력 운동 찾아봐", "p-strength"),
    ("drink water habit please", "d-water"),
    ("a habit for reading books", "p-reading"),
    ("do you have a habit about saunas", "p-sauna"),
    ("got anything for nail biting", "b-nail-biting"),
    ("show me stretching in the morning", "p-stretch"),
    ("look for walking after meals", "p-post-meal-walk"),
    ("eating fish habits", "d-fish"),
    ("find the one about vegetables first", "d-veg-first"),
    ("search for box breathing", "p-box-breath"),
    ("I would like the Cold shower finish please", "p-cold-finish"),
]
LISTED = [
    ("운동 습관 찾아줘", "movement"),
    ("수면에 좋은 습관", "sleep"),
    ("먹는 습관 뭐 있어", "nutrition"),
    ("햇빛 관련된거 있음?", "light"),
    ("집중에 좋은 거 추천", "focus"),
    ("물 마시기 말고 다른 먹는 거 찾아줘", "nutrition"),
    ("sleep habits", "sleep"),
    ("exercise habits please", "movement"),
    ("what about light?", "light"),
    ("something for better focus", "focus"),
]


def searched(said: str, **given: Any) -> tuple[dict[str, Any], list[CatalogEntry]]:
    """What is searched for, and what that finds."""
    call = ToolCall(id="c", name="search_catalog", arguments=given)
    found = ground_call(
        call, Said(text=said), today=date(2026, 3, 2), active={}, find_habit=lambda words: words, catalog=CATALOG
    )
    assert isinstance(found, ToolCall)
    return dict(found.arguments), CATALOG.search(**{"limit": 5, **found.arguments})[0]


@pytest.mark.parametrize("given", [{}, {"category": "sleep"}, {"keyword": "습관"}, {"keyword": "habit"}])
@pytest.mark.parametrize(("said", "wanted"), WANTED)
def test_the_entry_that_is_asked_for_comes_first_whatever_the_model_looks_for(
    said: str, wanted: str, given: dict[str, Any]
) -> None:
    assert searched(said, **given)[1][0].id == wanted


@pytest.mark.parametrize(("said", "category"), LISTED)
def test_a_category_that_is_asked_for_is_listed(said: str, category: str) -> None:
    assert searched(said, category="recovery")[0]["category"] == category


@pytest.mark.parametrize(
    "around", ["{} 찾아줘", "혹시 {} 같은 습관도 있어?", "{}", "search for {}", "any habit like {}?"]
)
@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_a_keyword_that_contains_a_title_finds_its_entry_first(entry: CatalogEntry, around: str) -> None:
    for title in (entry.title_ko, entry.title_en):
        assert CATALOG.search(keyword=around.format(title))[0][0] == entry
        assert searched(around.format(title), category="social")[1][0] == entry


@pytest.mark.parametrize("said", ["", "습관", "식후 걷기나 사우나", "물 마시기 말고", "something please"])
def test_no_entry_is_sought_where_none_or_several_are_named(said: str) -> None:
    assert entry_sought(said, CATALOG) is None


def test_a_title_that_is_a_part_of_other_words_is_not_mentioned() -> None:
    assert CATALOG.mentioned("spreading the news") == []
    assert [entry.id for entry in CATALOG.mentioned("I like Reading.")] == ["p-reading"]
