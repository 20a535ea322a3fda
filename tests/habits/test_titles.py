import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.errors import BadCall
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.titles import Candidate, resolve_title

CATALOG = Catalog.load()
TITLES = [(entry.id, title) for entry in CATALOG.entries for title in (entry.title_ko, entry.title_en)]


@pytest.mark.parametrize(("entry_id", "title"), TITLES)
def test_a_title_names_its_entry_in_any_case_spacing_and_form(entry_id: str, title: str) -> None:
    typed = (
        title,
        title.upper(),
        title.replace(" ", ""),
        unicodedata.normalize("NFD", title),
        f"‘{title}’ 습관",
        f" {title}!",
    )
    assert {CATALOG.resolve(words).id for words in typed} == {entry_id}


@given(st.sampled_from([case for case in TITLES if len(case[1]) > 2]), st.data())
def test_one_wrong_letter_still_names_the_entry(case: tuple[str, str], data: st.DataObject) -> None:
    entry_id, title = case
    place = data.draw(st.sampled_from([place for place, char in enumerate(title) if char.isalpha()]))
    assert CATALOG.resolve(title[:place] + "x" + title[place + 1 :]).id == entry_id


@pytest.mark.parametrize(
    ("words", "entry_id"),
    [
        ("P-FLOSS", "p-floss"), ("b-impulse-buy", "b-impulse-buy"), ("치실", "p-floss"), ("stretch", "p-stretch"),
        ("the cold shower finish", "p-cold-finish"), ("yoga nidra one", "p-nsdr"), ("열시간 식사창", "d-eating-window"),
        ("감사세줄", "p-gratitude"), ("책 읽기를", "p-reading"), ("책 일기", "p-reading"), ("사오나", "p-sauna"),
        ("Brisk wlak", "p-brisk-walk"), ("drink watr", "d-water"), ("아침 햇볕 보기", "p-morning-light"),
        ("Reaxing", "p-reading"), ("20-20-20 rule", "p-eye-rest"),
    ],
)  # fmt: skip
def test_a_part_or_a_slip_that_fits_one_title_names_it(words: str, entry_id: str) -> None:
    assert CATALOG.resolve(words).id == entry_id


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("햇빛 보기", {"p-morning-light", "p-afternoon-light"}),
        ("햇볕 보기", {"p-morning-light", "p-afternoon-light"}),
        ("걷기", {"p-brisk-walk", "p-movement-snack", "p-post-meal-walk", "b-smoking"}),
        ("폰", {"b-bed-phone", "b-work-phone"}),
        ("아침 스트레칭이랑 물 마시기", {"p-stretch", "d-water"}),
    ],
)
def test_words_that_fit_several_titles_are_a_question(words: str, ids: set[str]) -> None:
    with pytest.raises(BadCall) as question:
        CATALOG.resolve(words)
    assert question.value.code == "ambiguous"
    candidates = question.value.detail["candidates"]
    assert isinstance(candidates, list)
    assert {candidate["id"] for candidate in candidates} == ids


@pytest.mark.parametrize(
    "words", ["", "  ", "!!", "NaN", "달리기", "축구하기", "study", "요가", "a", "기타 연습", "수면제 먹기"]
)
def test_words_that_fit_no_title_are_answered_with_the_nearest(words: str) -> None:
    with pytest.raises(BadCall) as refusal:
        CATALOG.resolve(words, "en")
    assert refusal.value.code == "unknown_protocol"
    candidates = refusal.value.detail["candidates"]
    assert isinstance(candidates, list)
    assert [set(candidate) for candidate in candidates] == [{"id", "title"}] * 5
    assert all(candidate["title"].isascii() for candidate in candidates)


def test_words_about_an_entry_list_it_before_what_is_spelled_alike() -> None:
    with pytest.raises(BadCall) as refusal:
        CATALOG.resolve("야식 안먹기")
    candidates = refusal.value.detail["candidates"]
    assert isinstance(candidates, list)
    assert candidates[0] == {"id": "b-late-snack", "title": "밤엔 따뜻한 차"}


def test_a_habit_is_named_by_number_or_title_and_equal_titles_are_a_question() -> None:
    habits = [
        Candidate(id=number, title_ko=title, title_en=title)
        for number, title in [(4, "산책"), (5, "산책"), (9, "독서")]
    ]
    assert resolve_title("4", habits, unknown="unknown_habit").id == 4
    assert resolve_title(9, habits, unknown="unknown_habit").id == 9
    with pytest.raises(BadCall) as question:
        resolve_title("산책", habits, unknown="unknown_habit")
    assert (question.value.code, len(habits) - 1) == ("ambiguous", 2)
    with pytest.raises(BadCall) as refusal:
        resolve_title("독서", [], unknown="unknown_habit")
    assert (refusal.value.code, refusal.value.detail["candidates"]) == ("unknown_habit", [])


@given(st.text(max_size=30))
def test_any_words_name_one_entry_or_are_refused(words: str) -> None:
    with suppress(BadCall):
        assert CATALOG.resolve(words) in CATALOG.entries
