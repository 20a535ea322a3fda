import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gemma_app.agent.model import ChatModel
from gemma_app.app import App
from gemma_app.language import Language
from gemma_app.ui.dialogs import confirmation
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.theme.look import app_font
from tests.ui.stage import SetClock, open_app

os.environ["QT_QPA_PLATFORM"] = "offscreen"

Open = Callable[..., MainWindow]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let pass what the platform without a display says about itself."""
    for item in items:
        item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(autouse=True)
def no_long_wait(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let the act of a dialog become live sooner, but where the dialog itself is tested."""
    if not request.module.__name__.endswith("test_confirmation"):
        monkeypatch.setattr(confirmation, "LIVE_AFTER_MS", 30)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def app(tmp_path: Path, clock: SetClock) -> Iterator[App]:
    opened = open_app(tmp_path / "data", clock)
    yield opened
    opened.close()


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication) -> Iterator[Open]:
    """Opens windows and closes them, and their data folders, at the end."""
    opened: list[MainWindow] = []
    qapp.setStyle("Fusion")
    qapp.setFont(app_font(QFont(qapp.font())))

    def open_one(
        app: App,
        model: ChatModel | None = None,
        *,
        size: tuple[int, int] | None = (1180, 780),
        language: Language | None = None,
    ) -> MainWindow:
        if language is not None:
            app.choices.override_language(language)
        app.model.put(model)
        window = MainWindow(qapp, app, load_model=None)
        opened.append(window)
        if size is not None:
            window.resize(*size)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield open_one
    for window in opened:
        window.close()
        window.deleteLater()
    qapp.processEvents()
