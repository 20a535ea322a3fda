import pytest

from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.said import amount_of, count_of, listed_item, own_anchor, own_sentence

CATALOG = Catalog.load()


def _entry(entry_id: str) -> CatalogEntry:
    found = CATALOG.find(entry_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("said", "earlier", "item"),
    [
        ("the second one please", "Here:\n1. Sauna\n2. Cold shower finish\nShall I add one?", "Cold shower finish"),
        ("3번 자세히", "수면이에요.\n1. 가\n2. 나\n3. 잠들기 전 정리 의식", "잠들기 전 정리 의식"),
        ("두 번째 거 넣어줘", "1) 책 읽기 2) 명상 3) 걷기", "명상"),
        ("add number 1", "(1) Reading (2) Sauna", "Reading"),
        ("5번", "1. 가 2. 나", None),
        ("첫 번째랑 두 번째", "1. 가 2. 나", None),
        ("두 번 했어", "1. 가 2. 나", None),
        ("그거", "1. 가 2. 나", None),
        ("마지막 거 넣어줘", "1. 가 2. 나", "나"),
        ("the last one", "1. A 2. B", "B"),
    ],
)
def test_a_number_picks_from_the_list_before(said: str, earlier: str, item: str | None) -> None:
    assert listed_item(said, earlier) == item


@pytest.mark.parametrize(
    ("said", "entry", "amount"),
    [
        ("물 마시기 8잔으로 추가", "d-water", 8),
        ("한발서기추가해줘45초로", "p-balance", 45),
        ("reading, 20 pages", "p-reading", 20),
        ("근력 운동 반드시 7시 이후 20분짜리", "p-strength", 20),
        ("30분마다 일어서기 추가", "b-long-sitting", None),
        ("물 6잔, 아니 8잔", "d-water", None),
        ("물 마시기 추가", "d-water", None),
    ],
)
def test_the_one_amount_in_the_unit_of_the_entry_is_read(said: str, entry: str, amount: int | None) -> None:
    assert amount_of(said, _entry(entry)) == amount


@pytest.mark.parametrize(
    ("said", "level", "sentence"),
    [
        ("'나는 읽는 사람이다'로 책 읽기", "L3", "나는 읽는 사람이다"),
        ("책 읽기 추가, 나는 자기 전에 책을 읽는다", "L2", "나는 자기 전에 책을 읽는다"),
        ('add reading: "I am a reader"', "L3", "I am a reader"),
        ("reading as identity", "L3", None),
        ("reading, not the identity kind", None, None),
        ("책 읽기 추가", None, None),
    ],
)
def test_a_sentence_of_the_users_own_and_its_level_are_read(said: str, level: str | None, sentence: str | None) -> None:
    assert own_sentence(said, _entry("p-reading")) == (level, sentence)


def test_the_entrys_title_in_quotes_is_no_sentence() -> None:
    entry = _entry("b-nail-biting")
    assert own_sentence(f'add "{entry.title_en}"', entry) == (None, None)


@pytest.mark.parametrize(
    ("said", "anchor"),
    [
        ('add sauna with anchor "after the gym"', "after the gym"),
        ("사우나 추가, 앵커는 운동한 뒤로 해줘", "운동한 뒤"),
        ("sauna anchor는 after coffee", "after coffee"),
        ("add sauna while my tea brews, please", "while my tea brews"),
        ("운동이 끝난 뒤에 사우나 추가", "운동이 끝난 뒤에"),
        ("사우나 추가 집에 오자마자", "추가 집에 오자마자"),
        ('add "sauna"', None),
        ("사우나 추가해줘", None),
    ],
)
def test_the_moment_that_a_habit_follows_is_read(said: str, anchor: str | None) -> None:
    assert own_anchor(said, _entry("p-sauna")) == anchor


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("세 개만 보여줘", 3),
        ("두개만", 2),
        ("show me four things", 4),
        ("top 3", 3),
        ("smoking since 12 years", None),
        ("a 5 minute thing", None),
        ("20-20-20 rule", None),
        ("3개월 동안 할 것", None),
        ("두 개나 세 개", None),
    ],
)
def test_the_one_count_in_a_sentence_is_read(said: str, count: int | None) -> None:
    assert count_of(said) == count


def test_a_number_too_long_to_be_read_is_no_amount() -> None:
    assert amount_of(f"물 마시기 {'9' * 5_000}잔", _entry("d-water")) is None
