"""The part of the model's page that tells how fast it is on this machine."""

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gemma_app.app import App
from gemma_app.bench import measuring
from gemma_app.bench.keeping import keep, kept
from gemma_app.bench.results import Results
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.models.speed import SpeedCard
from gemma_app.ui.ticking import qt_ticks
from tests.bench.made import results, turn
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SlowModel

MADE = results(turn("warm", "app", 0, 0.25))


def card_of(window: MainWindow) -> SpeedCard:
    window.go_to("model")
    card = window.page("model").findChild(SpeedCard)
    assert isinstance(card, SpeedCard)
    return card


def texts(card: SpeedCard) -> str:
    return "\n".join(shown.text() for shown in card.findChildren(QLabel) if shown.isVisible())


def test_a_measurement_runs_in_the_background_and_shows_what_it_found(
    app: App, open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def measure(_data_dir: Path, **options: Any) -> Results:
        asked.append(options)
        options["on_progress"](0.5)
        return MADE

    monkeypatch.setattr(measuring, "measure", measure)
    card = card_of(open_window(app, SlowModel([]), language="en"))
    assert "Not measured yet." in texts(card)
    card.run.click()
    qtbot.waitUntil(lambda: "0.25 s" in texts(card) and card.run.isVisible(), timeout=WAIT_MS)
    assert asked[0]["alone"] is True
    assert kept(app.data_dir) == MADE.summary()


def test_a_measurement_that_is_stopped_leaves_what_was_there(
    app: App, open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(app.data_dir, MADE)
    pause = threading.Event()

    def measure(_data_dir: Path, **options: Any) -> Results:
        options["on_progress"](0.1)
        while not options["stopped"]():
            pause.wait(0.01)
        raise measuring.Unwanted

    monkeypatch.setattr(measuring, "measure", measure)
    card = card_of(open_window(app, SlowModel([]), language="ko"))
    qtbot.waitUntil(lambda: "0.25초" in texts(card), timeout=WAIT_MS)
    card.run.click()
    assert card.stop.isVisible()
    card.stop.click()
    qtbot.waitUntil(card.run.isVisible, timeout=WAIT_MS)
    assert kept(app.data_dir) == MADE.summary()
    assert "0.25초" in texts(card)


def test_without_a_model_there_is_nothing_to_measure(app: App, open_window: Open) -> None:
    assert not card_of(open_window(app, language="en")).run.isEnabled()


def test_ticks_of_the_window_go_on_while_work_does(qtbot: QtBot) -> None:
    done: list[bool] = []
    late = qt_ticks(lambda: done.append(True))
    assert done == [True]
    assert late
    assert all(seconds >= 0 for seconds in late)
