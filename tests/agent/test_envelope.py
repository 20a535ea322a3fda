"""The envelope is valid JSON of at most 2048 bytes whatever goes in."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.envelope import MAX_BYTES, encode, failure, success
from gemma_app.errors import Rejected
from gemma_app.language import Phrase

TEXT = st.text(max_size=1500)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=40) | st.dictionaries(TEXT, inner, max_size=20),
    max_leaves=60,
)
FAMILY = "👩‍👩‍👧‍👦"


def decoded(text: str) -> dict[str, Any]:
    assert len(text.encode("utf-8")) <= MAX_BYTES
    value = json.loads(text)
    assert isinstance(value, dict)
    return value


@given(data=JSON)
def test_any_data_gives_valid_json_within_the_limit(data: object) -> None:
    envelope = decoded(encode(success(data)))
    assert envelope["ok"] is True
    assert "data" in envelope


@given(code=TEXT, ko=TEXT, detail=JSON)
def test_any_failure_gives_valid_json_within_the_limit(code: str, ko: str, detail: object) -> None:
    error = Rejected(code or "x", Phrase(ko=ko, en=ko), detail=detail)
    assert "error" in decoded(encode(failure(error, "ko")))


def test_text_is_written_without_escapes() -> None:
    assert encode({"ok": True, "data": "아침 햇빛 👍"}) == '{"ok":true,"data":"아침 햇빛 👍"}'


def test_bare_data_becomes_a_success() -> None:
    assert decoded(encode([1, 2])) == {"ok": True, "data": [1, 2]}


def test_a_small_envelope_is_not_marked_as_cut() -> None:
    assert "truncated" not in decoded(encode(success({"items": [1]})))


def test_list_items_go_first_and_from_the_end() -> None:
    items = [{"id": number, "title": "햇빛 " * 10} for number in range(100)]
    envelope = decoded(
        encode(success({"items": items, "total": 100}), hint="Call search_catalog with a smaller limit.")
    )
    kept = envelope["data"]["items"]
    assert 0 < len(kept) < 100
    assert kept == items[: len(kept)]
    assert envelope["data"]["total"] == 100
    assert envelope["truncated"] is True
    assert envelope["hint"] == "Call search_catalog with a smaller limit."


def test_as_many_items_stay_as_fit() -> None:
    items = [f"{number:04}" for number in range(1000)]
    text = encode(success(items))
    assert MAX_BYTES - len(text.encode()) < 7 + 1


def test_the_longest_string_is_cut_between_graphemes() -> None:
    envelope = decoded(encode(success({"id": 7, "note": FAMILY * 300})))
    note = envelope["data"]["note"]
    assert note.endswith("…")
    assert set(note[:-1].split(FAMILY)) == {""}
    assert envelope["data"]["id"] == 7
    assert envelope["truncated"] is True


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert decoded(encode(success([float("nan"), float("inf")])))["data"] == [None, None]


def test_lone_surrogates_are_replaced() -> None:
    assert decoded(encode(success("a\ud800b")))["data"] == "a?b"


def test_a_value_that_json_cannot_say_is_a_bug() -> None:
    with pytest.raises(TypeError):
        encode(success(object()))


def test_thousands_of_keys_still_fit() -> None:
    envelope = decoded(encode(success({f"키{number}": number for number in range(5000)})))
    assert envelope["truncated"] is True


def test_deep_nesting_is_bounded() -> None:
    deep: object = "end"
    for _ in range(5000):
        deep = [deep]
    assert decoded(encode(success(deep)))["ok"] is True


def test_an_endless_error_code_and_number_are_bounded() -> None:
    assert decoded(encode({"error": "코드" * 5000, "reason": 10**9000}))["truncated"] is True
