"""The catalog file by itself: complete, small enough to send, worded as the habit rules ask."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

FILE: Final = Path(__file__).parents[2] / "gemma_app" / "habits" / "catalog.json"
ENTRIES: Final[list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
KEYS: Final = (
    "id", "type", "category", "title_ko", "title_en", "summary_ko", "summary_en", "direction", "unit_ko", "unit_en",
    "dose_min", "dose_standard", "dose_max", "frequency_ko", "frequency_en", "anchor_ko", "anchor_en",
    "action_ko", "action_en", "replacement_ko", "replacement_en", "frame_l2_ko", "frame_l2_en", "frame_l3_ko",
    "frame_l3_en", "steps_ko", "steps_en", "tags_ko", "tags_en", "evidence", "evidence_grade", "evidence_checked",
    "caution_ko", "caution_en", "exclusive_group",
)  # fmt: skip
MAY_BE_EMPTY: Final = {"replacement_ko", "replacement_en", "caution_ko", "caution_en", "exclusive_group"}
NUMBERS: Final = {"dose_min", "dose_standard", "dose_max"}
LISTS: Final = {"steps_ko": (2, 3), "steps_en": (2, 3), "tags_ko": (4, 8), "tags_en": (4, 8)}
CATEGORIES: Final = {
    "light", "sleep", "movement", "mind", "focus", "digital", "nutrition", "substance", "social", "recovery",
}  # fmt: skip
SUMMARY_CHARACTERS: Final = 60
ENTRY_BYTES: Final = 1850

AVOIDANCE: Final = re.compile(
    r"\b(no|not|never|don['’]?t|stop|quit|avoid|without|resist|reduce|limit)\b"
    r"|지 ?[않말못]|안 ?먹|못 ?하|끊|금[연주식지]|참[고는다]|피하|멀리하|삼가|자제|억제|중단|그만|없애|줄[이인여]|제한",
    re.IGNORECASE,
)
OUTCOME: Final = re.compile(r"\d ?(kg|점|%|만원)|고 싶|감량|합격|달성|\b(lose|gain|reach) \d", re.IGNORECASE)

each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])


def frames(entry: dict[str, Any]) -> list[str]:
    return [entry[f"frame_{level}_{language}"] for level in ("l2", "l3") for language in ("ko", "en")]


def test_there_are_fifty_nine_entries_of_the_three_types_in_the_ten_categories() -> None:
    assert Counter(entry["type"] for entry in ENTRIES) == {"protocol": 32, "break": 14, "diet": 13}
    assert {entry["category"] for entry in ENTRIES} == CATEGORIES


@pytest.mark.parametrize("key", ["id", "title_ko", "title_en", "summary_ko", "summary_en"])
def test_no_two_entries_share_a_name_or_a_summary(key: str) -> None:
    assert [value for value, count in Counter(entry[key].casefold() for entry in ENTRIES).items() if count > 1] == []


@each_entry
def test_an_entry_has_every_field_in_the_same_order_filled_in(entry: dict[str, Any]) -> None:
    assert tuple(entry) == KEYS
    assert [key for key in KEYS if entry[key] in ("", []) and key not in MAY_BE_EMPTY] == []


@each_entry
def test_texts_are_trimmed_and_numbers_are_positive(entry: dict[str, Any]) -> None:
    texts = [entry[key] for key in KEYS if key not in NUMBERS and key not in LISTS]
    texts += [text for key in LISTS for text in entry[key]]
    assert [text for text in texts if text != text.strip()] == []
    assert all(entry[key] > 0 for key in NUMBERS)


@each_entry
def test_an_id_begins_with_the_letter_of_its_type(entry: dict[str, Any]) -> None:
    assert re.fullmatch(rf"{entry['type'][0]}-[a-z]+(-[a-z]+)*", entry["id"])


@each_entry
def test_doses_grow_harder_from_minimum_to_maximum(entry: dict[str, Any]) -> None:
    doses = [entry["dose_min"], entry["dose_standard"], entry["dose_max"]]
    assert doses == sorted(doses, reverse={"at_least": False, "at_most": True}[entry["direction"]])


@each_entry
def test_evidence_carries_a_known_grade_and_says_whether_it_was_read(entry: dict[str, Any]) -> None:
    assert entry["evidence_grade"] in {"A", "B", "C"}
    assert entry["evidence_checked"] in {"no", "abstract", "secondary"}


@each_entry
def test_a_summary_fits_in_a_search_result(entry: dict[str, Any]) -> None:
    assert len(entry["summary_ko"]) <= SUMMARY_CHARACTERS
    assert len(entry["summary_en"]) <= SUMMARY_CHARACTERS


@each_entry
def test_an_entry_fits_whole_in_a_tool_result(entry: dict[str, Any]) -> None:
    assert len(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()) <= ENTRY_BYTES


@each_entry
def test_steps_and_tags_are_short_lists_that_repeat_nothing(entry: dict[str, Any]) -> None:
    for key, (fewest, most) in LISTS.items():
        assert fewest <= len(entry[key]) <= most
        assert len(set(entry[key])) == len(entry[key])
        assert all(entry[key])


@each_entry
def test_only_a_break_entry_names_what_is_done_instead(entry: dict[str, Any]) -> None:
    for key in ("replacement_ko", "replacement_en"):
        assert bool(entry[key]) == (entry["type"] == "break")


@each_entry
def test_a_caution_is_given_in_both_languages_or_in_neither(entry: dict[str, Any]) -> None:
    assert bool(entry["caution_ko"]) == bool(entry["caution_en"])


@each_entry
def test_a_korean_text_is_korean_and_an_english_text_is_english(entry: dict[str, Any]) -> None:
    for key in KEYS:
        text = " ".join(entry[key]) if key in LISTS else str(entry[key])
        if key.endswith("_en"):
            assert not re.search(r"[가-힣]", text), key
        elif key.endswith("_ko") and text and key != "unit_ko":
            assert re.search(r"[가-힣]", text), key


@each_entry
def test_frames_say_what_is_done_and_promise_no_outcome(entry: dict[str, Any]) -> None:
    assert [text for text in frames(entry) if AVOIDANCE.search(text)] == []
    assert [text for text in frames(entry) if OUTCOME.search(text)] == []


@each_entry
def test_a_process_frame_is_the_anchor_and_then_the_action(entry: dict[str, Any]) -> None:
    assert entry["frame_l2_ko"] == f"나는 {entry['anchor_ko']} {entry['action_ko']}"
    anchor = entry["anchor_en"].replace("you sit", "I sit")
    assert entry["frame_l2_en"] == f"{anchor[0].upper()}{anchor[1:]} I {entry['action_en']}"


@each_entry
def test_an_identity_frame_says_who_one_is(entry: dict[str, Any]) -> None:
    assert re.fullmatch(r"나는 .+ 사람이다", entry["frame_l3_ko"])
    assert re.fullmatch(r"I am (someone who|an?) .+", entry["frame_l3_en"])
