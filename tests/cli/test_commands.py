"""The command line, run as a user runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_TODAY = "2026-03-09"


def run(*arguments: str, data_dir: Path, stdin: str | None = None, code: int = 0, **environment: str) -> list[str]:
    """Run ``gemma-app`` and return its lines of standard output; a traceback is never shown."""
    result = subprocess.run(
        [sys.executable, "-m", "gemma_app", *arguments, "--data-dir", str(data_dir), "--today", _TODAY],
        input=stdin or "",
        capture_output=True,
        check=False,
        timeout=120,
        encoding="utf-8",
        env={**os.environ, "LANG": "en_US.UTF-8", "LANGUAGE": "", "LC_ALL": "", **environment},
    )
    assert "Traceback" not in result.stderr
    assert result.returncode == code, result.stderr
    return result.stdout.splitlines()


def envelope(*arguments: str, data_dir: Path, stdin: str | None = None, lang: str = "en_US.UTF-8") -> dict[str, Any]:
    value = json.loads(run("tool", "call", *arguments, data_dir=data_dir, stdin=stdin, LANG=lang)[-1])
    assert isinstance(value, dict)
    return value


ADD = json.dumps(
    {"protocol_id": "아침 햇빛 보기", "frame_level": "L2", "framed_text": "나는 양치를 마친 뒤 밖에서 10분 햇빛을 본다"}
)


def test_the_flow_search_add_check_in_streak_works_from_the_command_line(tmp_path: Path) -> None:
    found = envelope("search_catalog", '{"keyword": "햇빛"}', data_dir=tmp_path)
    assert found["data"]["items"][0]["id"] == "p-morning-light"
    assert envelope("add_habit", ADD, "--yes", data_dir=tmp_path)["data"]["habit_id"] == 1
    assert envelope("log_tracker_entry", '{"habit_id": 1, "value": "done"}', data_dir=tmp_path)["ok"] is True
    assert envelope("get_streak", '{"habit_id": "햇빛"}', data_dir=tmp_path)["data"]["current"] == 1
    assert json.loads(run("habit", "list", "--json", data_dir=tmp_path)[0])[0]["protocol_id"] == "p-morning-light"
    run("habit", "archive", "1", "--yes", data_dir=tmp_path)
    assert json.loads(run("habit", "list", "--json", data_dir=tmp_path)[0]) == []


@pytest.mark.parametrize("answer", [[], ["--no"]])
def test_without_an_approval_a_confirmed_call_counts_as_cancelled(tmp_path: Path, answer: list[str]) -> None:
    assert envelope("add_habit", ADD, *answer, data_dir=tmp_path) == {"cancelled": True}
    assert json.loads(run("habit", "list", "--json", data_dir=tmp_path)[0]) == []


def test_arguments_can_come_from_standard_input(tmp_path: Path) -> None:
    assert envelope("search_catalog", "-", data_dir=tmp_path, stdin='{"limit": 1}')["data"]["total"] == 59


def test_a_megabyte_of_arguments_is_a_validation_error(tmp_path: Path) -> None:
    huge = json.dumps({"keyword": "x" * 1_000_000})
    assert envelope("search_catalog", "-", data_dir=tmp_path, stdin=huge)["error"] == "validation"


def test_an_unknown_tool_gives_an_envelope_too(tmp_path: Path) -> None:
    assert envelope("fly_away", "{}", data_dir=tmp_path)["error"] == "unknown_tool"


def test_the_language_is_that_of_the_system(tmp_path: Path) -> None:
    korean = envelope("get_streak", '{"habit_id": 5}', data_dir=tmp_path, lang="ko_KR.UTF-8")
    assert korean["reason"] == "그런 습관이 없어요."
    english = envelope("get_streak", '{"habit_id": 5}', data_dir=tmp_path, lang="C.UTF-8")
    assert english["reason"] == "There is no such habit."


def test_the_tools_are_listed_with_their_effects(tmp_path: Path) -> None:
    effects = {tool["name"]: tool["effect"] for tool in json.loads(run("tool", "list", "--json", data_dir=tmp_path)[0])}
    assert effects["add_habit"] == "confirm"
    assert effects["get_streak"] == "read"


def test_doctor_finds_a_new_folder_in_order(tmp_path: Path) -> None:
    assert json.loads(run("doctor", "--json", data_dir=tmp_path)[0])["ok"] is True


def test_a_folder_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    from gemma_app.app import App

    app = App.open(tmp_path)
    try:
        assert run("doctor", data_dir=tmp_path, code=1) == []
    finally:
        app.close()


def test_parse_reads_a_native_call(tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name": "now", "parameters": {"type": "object", "properties": {}}}]', encoding="utf-8")
    raw = "<|tool_call>call:now{}<tool_call|>"
    (line,) = run("parse", "--dialect", "gemma4", "--tools", str(tools), raw, data_dir=tmp_path / "data")
    assert json.loads(line) == {"calls": [{"name": "now", "arguments": {}}], "text": "", "reasoning": "", "error": None}


def test_parse_says_that_without_tools_it_knows_none(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "gemma_app", "parse", "--dialect", "gemma4", "--lang", "ko", "hi"]
    done = subprocess.run(arguments, capture_output=True, check=True, timeout=120, encoding="utf-8")
    assert json.loads(done.stdout)["text"] == "hi"
    assert "--tools" in done.stderr
    assert "아는 도구가 없어요" in done.stderr


def test_parse_reads_a_batch(tmp_path: Path) -> None:
    batch = tmp_path / "batch.json"
    batch.write_text('[{"id": "a", "family": "gemma4", "tools": [], "raw": "hi"}]', encoding="utf-8")
    (line,) = run("parse", "--batch", str(batch), data_dir=tmp_path / "data")
    assert json.loads(line)[0]["text"] == "hi"


def test_without_a_display_the_window_is_refused_in_a_sentence_with_code_2(tmp_path: Path) -> None:
    run(data_dir=tmp_path, code=2, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")


def test_the_self_test_passes(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "gemma_app", "self-test"], capture_output=True, check=False, timeout=120
    )
    assert result.returncode == 0, result.stderr


def test_the_folder_and_the_language_may_stand_before_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    before = [sys.executable, "-m", "gemma_app", "--data-dir", str(folder), "--lang", "ko", "--today", _TODAY]
    arguments = ["tool", "call", "get_streak", '{"habit_id": 1}']
    result = subprocess.run([*before, *arguments], capture_output=True, check=True, timeout=120, encoding="utf-8")
    assert (folder / "app.db").exists()
    assert "습관" in json.loads(result.stdout.splitlines()[-1])["reason"]
