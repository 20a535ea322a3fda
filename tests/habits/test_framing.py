import json
import unicodedata
from pathlib import Path

import pytest

from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.framing import Level, classify

CASES: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "frames.json").read_text(encoding="utf-8")
)
SENTENCES = [(text, None if level == "none" else level) for level, texts in CASES.items() for text in texts]
ENTRIES = Catalog.load().entries


@pytest.mark.parametrize(("text", "level"), SENTENCES)
def test_a_sentence_is_told_by_what_it_claims(text: str, level: Level | None) -> None:
    assert classify(text) == level


@pytest.mark.parametrize(("text", "level"), [case for case in SENTENCES if case[1]])
def test_neither_decomposition_nor_punctuation_changes_the_level(text: str, level: Level) -> None:
    typed = unicodedata.normalize("NFD", text)
    assert {classify(typed), classify(f"“{text}.”"), classify(f"  {text} 🙂 ")} == {level}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry.id for entry in ENTRIES])
def test_every_frame_of_the_catalog_is_what_it_says(entry: CatalogEntry) -> None:
    assert [classify(entry.frame("L2").say(language)) for language in ("ko", "en")] == ["L2", "L2"]
    assert [classify(entry.frame("L3").say(language)) for language in ("ko", "en")] == ["L3", "L3"]


@pytest.mark.parametrize("text", ["", "   ", "...", "🙂", "가" * 200, "1" * 200])
def test_what_says_nothing_has_no_level(text: str) -> None:
    assert classify(text) is None
