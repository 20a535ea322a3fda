import pytest

from gemma_app.habits.catalog import Catalog
from gemma_app.habits.mentions import only_mention

CATALOG = Catalog.load()


def _find(words: str) -> str:
    return CATALOG.resolve(words).id


@pytest.mark.parametrize(
    ("sentence", "entry"),
    [
        ("사우나 항목에 주의사항 뭐 있어", "p-sauna"),
        ("what is the dose for the cold shower finish", "p-cold-finish"),
        ("한발서기추가해줘45초로", "p-balance"),
        ("네모 호흡이 뭐예요?", "p-box-breath"),
    ],
)
def test_the_one_title_in_a_sentence_is_found(sentence: str, entry: str) -> None:
    found = only_mention(sentence, _find)
    assert found is not None
    assert found in sentence
    assert _find(found) == entry


@pytest.mark.parametrize("sentence", ["그거 추가해줘", "사우나랑 네모 호흡 중에 뭐가 좋아", "hello there", ""])
def test_none_and_several_are_not_taken_for_one(sentence: str) -> None:
    assert only_mention(sentence, _find) is None


def test_no_stretch_longer_than_any_title_is_looked_up() -> None:
    tried: list[int] = []

    def find(words: str) -> str:
        tried.append(len(words))
        return _find(words)

    assert only_mention(f"{'가' * 5_000} 사우나", find) == "사우나"
    assert max(tried) < 1_000
