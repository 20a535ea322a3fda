"""The main job on the real embedded model, as a user does it from the command line."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli.test_commands import run

pytestmark = pytest.mark.model

FLOWS = {
    "ko": ("아침 햇빛 보기 습관 추가해줘", "아침 햇빛 오늘 했어", "아침 햇빛 며칠째야?", "1일 연속"),
    "en": (
        "Add the morning sunlight habit",
        "I did morning sunlight today",
        "What is my morning sunlight streak?",
        "1 day in a row",
    ),
}


@pytest.fixture
def data_dir(tmp_path: Path, embedded_model: Path) -> Path:
    """A new data folder that has the model's file already, so that it is not built again."""
    models = tmp_path / "data" / "models"
    models.mkdir(parents=True)
    for file in embedded_model.parent.glob(f"{embedded_model.stem}.*"):
        os.link(file, models / file.name)
    return tmp_path / "data"


def stored(data_dir: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(data_dir / "app.db") as connection:
        rows = connection.execute(query).fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize("lang", FLOWS)
def test_talk_becomes_a_habit_a_check_in_and_a_streak(data_dir: Path, lang: str) -> None:
    add, log, ask, answer = FLOWS[lang]
    run("ask", add, "--no", "--lang", lang, data_dir=data_dir)
    assert stored(data_dir, "SELECT id FROM habits") == []
    run("ask", add, "--yes", "--lang", lang, data_dir=data_dir)
    events = [json.loads(line) for line in run("ask", log, "--yes", "--json", "--lang", lang, data_dir=data_dir)]
    assert [event["type"] for event in events if event["type"] != "text"] == ["call", "result", "done"]
    assert answer in "\n".join(run("ask", ask, "--lang", lang, data_dir=data_dir))
    assert stored(data_dir, "SELECT protocol_ref, archived_at FROM habits") == [("p-morning-light", None)]
    assert stored(data_dir, "SELECT date, value FROM tracker_entries") == [("2026-03-09", "done")]
