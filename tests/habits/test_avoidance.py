import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.habits.avoidance import find_avoidance

CASES: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "avoidance.json").read_text(encoding="utf-8")
)
PIECES = [
    "안 먹",
    "안경",
    "지 않",
    "끊",
    "참치",
    "don’t",
    " stop ",
    "no",
    "한글",
    "🙂",
    "e\u0301",
    "\u200b",
    " ",
    "금주",
]


def ways_to_type(text: str) -> set[str]:
    return {text, unicodedata.normalize("NFD", text), text.upper()}


@pytest.mark.parametrize("text", CASES["says what is avoided"])
def test_wording_that_avoids_is_found_however_it_is_typed(text: str) -> None:
    assert all(find_avoidance(typed) for typed in ways_to_type(text))


@pytest.mark.parametrize("text", CASES["says what is done"])
def test_wording_that_only_looks_like_avoidance_is_left_alone(text: str) -> None:
    assert [typed for typed in ways_to_type(text) if find_avoidance(typed)] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("나는 야식을 먹지 않는다", ["먹지 않는다"]),
        ("나는 담배를 끊고 술을 줄인다", ["끊고", "줄인다"]),
        ("🙂 I don’t eat late, never", ["don’t", "never"]),
        ("술안마시기", ["술안마시기"]),
    ],
)
def test_the_spans_cover_whole_words_of_the_given_text(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in find_avoidance(text)] == words


def test_the_spans_of_decomposed_text_count_its_own_code_points() -> None:
    text = unicodedata.normalize("NFD", "나는 술을 끊는다")
    ((start, end),) = find_avoidance(text)
    assert unicodedata.normalize("NFC", text[start:end]) == "끊는다"


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=12).map("".join))
def test_spans_lie_within_the_text_in_order_and_apart(text: str) -> None:
    ends = [0, *(place for span in find_avoidance(text) for place in span), len(text)]
    assert ends == sorted(ends)
    assert all(start < end for start, end in find_avoidance(text))
