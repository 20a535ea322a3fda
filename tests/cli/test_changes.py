"""Changes taken back from the command line."""

import json
from pathlib import Path

import pytest

from gemma_app.app import App
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.language import Language
from tests.cli.test_commands import ADD, envelope, run

UNDONE: dict[Language, str] = {"ko": "되돌렸어요: 습관 추가", "en": "Undone: adding a habit"}


def habits(data_dir: Path) -> list[int]:
    return [habit["id"] for habit in json.loads(run("habit", "list", "--json", data_dir=data_dir)[0])]


@pytest.mark.parametrize("language", UNDONE)
def test_the_newest_change_is_taken_back_and_named(tmp_path: Path, language: Language) -> None:
    envelope("add_habit", ADD, "--yes", data_dir=tmp_path)
    (said,) = run("undo", "--lang", language, data_dir=tmp_path)
    assert said.startswith(UNDONE[language])
    assert habits(tmp_path) == []


def test_again_takes_back_the_change_before_and_then_there_is_nothing(tmp_path: Path) -> None:
    envelope("add_habit", ADD, "--yes", data_dir=tmp_path)
    envelope("log_tracker_entry", '{"habit_id": 1, "value": "done"}', data_dir=tmp_path)
    first, second = (json.loads(run("undo", "--json", data_dir=tmp_path)[0]) for _ in range(2))
    assert (first["tool"], second["tool"]) == ("log_tracker_entry", "add_habit")
    assert habits(tmp_path) == []
    assert run("undo", data_dir=tmp_path, code=1) == []


def test_the_id_of_an_undo_does_the_change_again_and_that_can_be_taken_back_too(tmp_path: Path) -> None:
    envelope("add_habit", ADD, "--yes", data_dir=tmp_path)
    undo = json.loads(run("undo", "--json", data_dir=tmp_path)[0])["change"]
    run("undo", str(undo), data_dir=tmp_path)
    assert habits(tmp_path) == [1]
    assert json.loads(run("undo", "--json", data_dir=tmp_path)[0])["tool"] == "add_habit"
    assert habits(tmp_path) == []
    run("undo", "999", data_dir=tmp_path, code=1)


def test_what_can_be_taken_back_is_listed_newest_first_and_stays(tmp_path: Path) -> None:
    assert run("undo", "--list", data_dir=tmp_path) == []
    envelope("add_habit", ADD, "--yes", data_dir=tmp_path)
    run("habit", "archive", "1", "--yes", data_dir=tmp_path)
    listed = json.loads(run("undo", "--list", "--json", data_dir=tmp_path)[0])
    assert [each["tool"] for each in listed] == ["archive_habit", "add_habit"]
    head, _ = run("undo", "--list", data_dir=tmp_path)
    assert head.startswith(f"{listed[0]['id']}  ")
    assert head.endswith("stopping a habit")
    run("undo", str(listed[0]["id"]), data_dir=tmp_path)
    assert habits(tmp_path) == [1]


def talks(data_dir: Path, *titles: str) -> list[str]:
    app = App.open(data_dir)
    made = [app.conversations.create_session(DEFAULT_PROFILE).id for _ in titles]
    for session_id, title in zip(made, titles, strict=True):
        app.conversations.rename_session(session_id, title)
    app.close()
    return made


def test_conversations_are_listed_as_the_window_lists_them(tmp_path: Path) -> None:
    older, newer = talks(tmp_path, "걷기", "")
    listed = json.loads(run("sessions", "--json", data_dir=tmp_path)[0])
    assert [each["id"] for each in listed] == [newer, older]
    assert set(listed[0]) == {"id", "title", "updated_at", "pinned"}
    untitled, walking = run("sessions", "--lang", "ko", data_dir=tmp_path)
    assert untitled.startswith(newer)
    assert untitled.endswith("새 대화")
    assert walking.startswith(older)
    assert walking.endswith("걷기")
    assert len(run("sessions", "--limit", "1", data_dir=tmp_path)) == 1


def test_another_profile_lists_conversations_of_its_own(tmp_path: Path) -> None:
    talks(tmp_path, "걷기")
    run("profile", "add", "지우", data_dir=tmp_path)
    run("profile", "use", "2", data_dir=tmp_path)
    assert run("sessions", data_dir=tmp_path) == []
