"""The page of the model: its test, what it scored, and that a model which scored low only suggests."""

import json
import threading
from datetime import date
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Traits
from gemma_app.app import App
from gemma_app.evaluation.scores import FILE, FOLDER, Score, Scores
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.models import testing
from gemma_app.ui.models.page import ModelPage
from tests.evaluation.examples import line
from tests.evaluation.test_scores import totals_of
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, add_habit, called
from tests.ui.test_chat import chat_of, say


class Judged:
    """A model that must be tested; it answers when it is let."""

    id = "Judged@1"
    traits = Traits(needs_test=True)

    def __init__(self, reply: ModelReply | None = None) -> None:
        self._reply = reply or ModelReply(text="네", tool_calls=(), stop_reason="stop")
        self.may_answer = threading.Semaphore(0)

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        while not self.may_answer.acquire(timeout=0.01):
            if cancel is not None and cancel.is_set():
                return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
        return self._reply


def texts(widget: QWidget) -> list[str]:
    return [shown.text() for shown in widget.findChildren(QLabel) if shown.isVisible()]


def model_page(window: MainWindow) -> ModelPage:
    window.go_to("model")
    page = window.page("model")
    assert isinstance(page, ModelPage)
    return page


@pytest.fixture
def three_items(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "three.jsonl"
    path.write_text("\n".join(line(id=name, expect=[[]], category="none") for name in "abc"), encoding="utf-8")
    monkeypatch.setattr(testing, "DEFAULT_SUITE", path)


@pytest.mark.usefixtures("three_items")
def test_the_test_shows_its_progress_can_be_stopped_and_goes_on_later(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    model = Judged()
    page = model_page(window := open_window(app, model, language="en"))
    assert any("Not tested yet" in text for text in texts(page))
    page.run.click()
    model.may_answer.release()
    qtbot.waitUntil(lambda: "1 of 3 requests" in texts(page), timeout=WAIT_MS)
    page.stop.click()
    qtbot.waitUntil(page.run.isVisible, timeout=WAIT_MS)
    assert app.model.standing == "untested"
    page.run.click()
    for _ in range(2):
        model.may_answer.release()
    qtbot.waitUntil(lambda: "Only talk" in texts(page) and page.run.isVisible(), timeout=WAIT_MS)
    shown = texts(page)
    assert any("with 3 requests" in text for text in shown)
    assert shown[shown.index("Only talk") :][:5] == ["Only talk", "3", "100 %", "100 %", "0 %"]
    assert window.desk.model_test.is_running is False


def low_score(model: Judged) -> Score:
    totals, day = totals_of(90, 200), date(2026, 11, 12)
    return Score(model=model.id, suite="second", tested_on=day, totals=totals, by_category={})


def test_a_damaged_line_of_the_scores_costs_the_page_nothing(app: App, open_window: Open) -> None:
    model, folder = Judged(), app.data_dir / FOLDER
    Scores(folder).add(low_score(model))
    damaged = {**low_score(model).to_json(), "by_category": ["add"], "tested_on": "2026-11-13"}
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(damaged)}\n")
    shown = texts(model_page(open_window(app, model, language="en")))
    assert shown[shown.index("All") :][:5] == ["All", "200", "45 %", "45 %", "–"]


def test_what_a_model_with_a_low_score_would_change_is_asked_first(app: App, open_window: Open, qtbot: QtBot) -> None:
    habit_id = add_habit(app, "p-morning-light")
    model = Judged(called("log_tracker_entry", habit_id=habit_id, value="done"))
    Scores(app.data_dir / FOLDER).add(low_score(model))
    window = open_window(app, model, language="en")
    assert any("only suggests" in text for text in texts(model_page(window)))
    window.go_to("chat")
    page = chat_of(window)
    assert any("only suggests" in text for text in texts(page))
    model.may_answer.release()
    say(qtbot, page, "did it")
    qtbot.waitUntil(lambda: page.dialogs.question is not None, timeout=WAIT_MS)
    assert app.habits.day()[0].value is None
