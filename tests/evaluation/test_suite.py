"""A suite is read whole or refused with the line and the fault."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gemma_app.errors import AppError
from gemma_app.evaluation.suite import load_suite, parse_suite
from tests.evaluation.examples import RAW, item, line


def refusal(text: str) -> str:
    with pytest.raises(AppError) as caught:
        parse_suite(text, name="my.jsonl")
    return caught.value.message.en


def test_an_item_is_read_with_all_that_the_line_says() -> None:
    read = item()
    assert (read.id, read.lang, read.category, read.today) == ("one", "ko", "log", date(2028, 3, 1))
    assert [(habit.id, habit.title, habit.protocol_id) for habit in read.habits] == [(3, "물 마시기", "d-water")]
    assert [(message.role, message.content) for message in read.history] == [
        ("user", "안녕"),
        ("assistant", "안녕하세요."),
    ]
    assert read.expect[0][0].arguments == {"habit_id": 3, "value": "done", "date": "2028-02-29"}


def test_empty_lines_and_a_byte_order_mark_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    path.write_text("\ufeff" + line() + "\n\n  \n" + line(id="two") + "\n", encoding="utf-8")
    assert [read.id for read in load_suite(path)] == ["one", "two"]


def test_a_line_separator_inside_a_text_does_not_cut_the_line() -> None:
    assert item(utterance="위\u2028아래\u0085끝").utterance == "위\u2028아래\u0085끝"


def test_further_keys_of_an_item_are_ignored() -> None:
    assert item(note="for the reader").id == "one"


@pytest.mark.parametrize("missing", sorted(RAW))
def test_a_missing_key_is_named_with_its_line(missing: str) -> None:
    short = line(id="two").replace(f'"{missing}":', f'"{missing}s":', 1)
    assert refusal(line() + "\n\n" + short).startswith(f"my.jsonl, line 3: {missing}: ")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"lang": "jp"}, "lang"),
        ({"today": "2027-02-29"}, "today"),
        ({"utterance": ""}, "utterance"),
        ({"habits": [{"id": "3", "title": "물", "protocol_id": "d-water"}]}, "habits.0.id"),
        ({"history": [{"role": "robot", "content": "삑"}]}, "history.0.role"),
        ({"expect": []}, "expect"),
        ({"expect": [[{"arguments": {}}]]}, "expect.0.0.name"),
        ({"expect": [[{"name": "get_streak", "args": {}}]]}, "expect.0.0.args"),
        ({"expect": [[], [{"name": "add_habit", "arguments": {"dose": {"any": []}}}]]}, "expect.1.0.arguments"),
        ({"expect": [[{"name": "add_habit", "arguments": {"dose": {"any": 8}}}]]}, "expect.0.0.arguments"),
        ({"expect": [[{"name": "add_habit", "arguments": {"anchor": {"contains": " "}}}]]}, "expect.0.0.arguments"),
        ({"expect": [[{"name": "a", "arguments": {"p": [{"contains": "x", "also": 1}]}}]]}, "expect.0.0.arguments"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(changes: dict[str, Any], where: str) -> None:
    assert refusal(line(**changes)).startswith(f"my.jsonl, line 1: {where}: ")


def test_a_line_that_is_not_json_is_named() -> None:
    assert refusal(line() + "\n{").startswith("my.jsonl, line 2: Invalid JSON")


def test_an_id_that_comes_twice_names_both_lines() -> None:
    assert refusal(line() + "\n" + line()) == "my.jsonl, line 2: id 'one' is on line 1 too."


def test_a_suite_without_items_is_refused() -> None:
    assert refusal("\n\n") == "my.jsonl: there is no item in it."


def test_a_file_that_is_missing_or_not_text_is_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.jsonl", binary):
        with pytest.raises(AppError, match="cannot be read"):
            load_suite(path)


@pytest.mark.parametrize(
    ("expect", "none", "must"),
    [([[]], True, False), ([[], [{"name": "get_streak"}]], False, False), ([[{"name": "get_streak"}]], False, True)],
)
def test_an_item_knows_whether_it_wants_a_call(expect: list[Any], none: bool, must: bool) -> None:
    assert (item(expect=expect).wants_none, item(expect=expect).wants_call) == (none, must)
