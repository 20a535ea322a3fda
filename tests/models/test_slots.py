"""The words in the slot data mean, to the app's own readers, what the examples say they mean."""

from datetime import date
from typing import Any, Final

import pytest

from gemma_app.boards.atmosphere import atmosphere_guide
from gemma_app.errors import BadCall
from gemma_app.habits.avoidance import find_avoidance
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.framing import classify
from gemma_app.habits.titles import Candidate, resolve_title
from models.generate import load_slots

DATA: Final = load_slots()
CATALOG: Final = Catalog.load()
LANGUAGES: Final = ("ko", "en")
SATURDAY: Final = {"%F": "2026-11-28", "%m": "11", "%d": "28", "%b": "Nov", "%B": "November"}
entries = pytest.mark.parametrize("entry", DATA["entries"], ids=lambda entry: entry["id"])


def test_the_entries_are_those_of_the_catalog() -> None:
    known = {entry["id"]: entry["title"] for entry in DATA["entries"]}
    assert known == {entry.id: {"ko": entry.title.ko, "en": entry.title.en} for entry in CATALOG.entries}


@entries
def test_a_name_that_the_call_copies_leads_to_the_entry(entry: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert len(entry["refs"][language]) >= 3
        for ref in entry["refs"][language]:
            assert ref.get("use_title") or entry["id"] in named(ref["said"]), ref


def named(words: str) -> set[str]:
    try:
        return {CATALOG.resolve(words).id}
    except BadCall as error:
        candidates: Any = error.detail["candidates"]
        return {item["id"] for item in candidates} if error.code == "ambiguous" else set()


@entries
def test_own_sentences_are_of_their_level_and_avoid_nothing(entry: dict[str, Any]) -> None:
    for own in entry["own"].values():
        for level, text in own.items():
            assert classify(text) == level, text
            assert find_avoidance(text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_name_leads_to_the_users_own_habit(language: str) -> None:
    assert len(DATA["user_habits"][language]) >= 120
    for title, *names in DATA["user_habits"][language]:
        habit = Candidate(id=1, title_ko=title, title_en=title)
        assert all(resolve_title(name, [habit], unknown="unknown_habit") == habit for name in [title, *names])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slot", ["past", "date"])
def test_every_word_for_a_day_can_be_read(slot: str, language: str) -> None:
    for item in DATA["slots"][slot][language]:
        words = item["value"].replace("%w", "토" if language == "ko" else "Saturday")
        for form, value in SATURDAY.items():
            words = words.replace(form, value)
        assert resolve_date(words, date(2026, 11, 30)) <= date(2026, 11, 30)


def test_categories_and_skies_are_those_of_the_app() -> None:
    categories = {item["value"] for side in DATA["slots"]["category"].values() for item in side}
    assert categories == {entry.category for entry in CATALOG.entries}
    skies = {item["value"] for side in DATA["slots"]["sky"].values() for item in side}
    assert skies == set(atmosphere_guide()["parameters"]["sky"]["presets"])
