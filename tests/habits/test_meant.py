import pytest

from gemma_app.habits.catalog import Catalog
from gemma_app.habits.meant import LIKELY, SURE, entry_meant

CATALOG = Catalog.load()


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_title_means_its_entry(language: str) -> None:
    titles = {entry.id: entry.title.ko if language == "ko" else entry.title.en for entry in CATALOG.entries}
    wrong = {title: found for name, title in titles.items() if (found := entry_meant(title, least=LIKELY)) != name}
    assert len(wrong) <= len(titles) // 20, wrong


@pytest.mark.parametrize(
    ("said", "entry"),
    [
        ("from today I swap butter for olive oil", "d-good-oil"),
        ("엘리베이터 말고 계단으로 다녔어", "p-stairs"),
        ("I want to quit sugary drinks for good", "b-sugary-drink"),
    ],
)
def test_what_one_does_means_the_entry(said: str, entry: str) -> None:
    assert entry_meant(said, least=LIKELY) == entry


@pytest.mark.parametrize(
    "said", ["", "그거 추가해줘", "오늘 날씨 어때", "피아노 30분 쳤어", "and that one?", "🙂" * 50, "a" * 9_999]
)
def test_what_is_about_none_means_none(said: str) -> None:
    assert entry_meant(said, least=SURE) is None


def test_it_is_one_of_those_that_are_asked_about() -> None:
    assert entry_meant("took the stairs", least=LIKELY, among=["d-water"]) is None
    assert entry_meant("took the stairs", least=LIKELY, among=["d-water", "p-stairs"]) == "p-stairs"
