import socket
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from gemma_app.agent.model import ChatModel
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.storage import opening
from gemma_app.storage.backup import back_up
from gemma_app.ui import start
from gemma_app.ui.dialogs.palette import Palette
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.pages import PAGES
from gemma_app.ui.side_bar import SideBar
from gemma_app.ui.theme.tokens import Size
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, called, live_some_weeks, open_app, said
from tests.ui.test_chat import chat_of, say, wait_for_the_end


def settle(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitCallback(timeout=WAIT_MS) as arrived:
        window.desk.jobs.run(lambda: None, on_done=arrived)


def is_viewport(widget: QWidget) -> bool:
    """Whether a widget is the inside of a scrolling one, which has the name."""
    around = widget.parent()
    return isinstance(around, QAbstractScrollArea) and around.viewport() is widget


def test_every_widget_that_takes_the_focus_has_a_name(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    live_some_weeks(app, clock)
    window = open_window(app, ScriptedModel([called("search_catalog", limit=1), said("**답**")]))
    page = chat_of(window)
    say(qtbot, page, "찾아 줘")
    wait_for_the_end(qtbot, window)
    page.sessions.new.trigger()
    for entry in PAGES:
        window.go_to(entry.name)
        settle(qtbot, window)
    focusable = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.objectName().startswith("qt_")
    ]
    focusable = [widget for widget in focusable if not is_viewport(widget)]
    assert len(focusable) > 15

    def name_of(widget: QWidget) -> str:
        return widget.accessibleName() or (widget.text() if isinstance(widget, QLabel | QAbstractButton) else "")

    nameless = [(widget.objectName(), type(widget.parent()).__name__) for widget in focusable if not name_of(widget)]
    assert nameless == []


def test_no_socket_is_opened_by_any_page(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> socket.socket:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    live_some_weeks(app, clock)
    window = open_window(app)
    for entry in PAGES:
        window.go_to(entry.name)
        settle(qtbot, window)
    assert not [name for name in sys.modules if name.startswith("PySide6.QtNetwork")]


def test_texts_can_be_set_without_losing_references_to_none(qtbot: QtBot) -> None:
    shown = QLabel()
    qtbot.addWidget(shown)
    before = sys.getrefcount(None)
    for number in range(2_000):
        shown.setText(str(number))
    assert abs(sys.getrefcount(None) - before) < 100


def test_the_side_bar_keeps_to_icons_where_there_is_little_room(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, size=(900, 600))
    side = window.findChild(SideBar)
    assert isinstance(side, SideBar)
    assert side.width() == Size.SIDE_BAR_ICONS
    window.resize(1400, 900)
    qtbot.waitUntil(lambda: side.width() == Size.SIDE_BAR, timeout=WAIT_MS)


def test_the_window_remembers_its_size_and_its_page(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    first = open_window(open_app(tmp_path / "kept", clock), size=(900, 700))
    first.go_to("today")
    first.close()
    second = open_window(open_app(tmp_path / "kept", clock), size=None)
    assert second.height() == 700
    qtbot.waitUntil(lambda: second.shown_page == "today", timeout=WAIT_MS)


def test_closing_frees_the_data_folder(tmp_path: Path, clock: SetClock, open_window: Open) -> None:
    open_window(open_app(tmp_path / "kept", clock)).close()
    open_app(tmp_path / "kept", clock).close()


def test_the_palette_finds_and_does_an_action(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, language="en")
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.findChild(Palette) is not None, timeout=WAIT_MS)
    palette = window.findChild(Palette)
    assert isinstance(palette, Palette)
    QTest.keyClicks(palette.search, "go tod")
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert window.shown_page == "today"


def test_the_pages_have_their_keys(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.shown_page == "today"
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.shown_page == "chat"


def test_a_check_of_the_window_opens_and_closes_it(tmp_path: Path) -> None:
    start.check_window(tmp_path / "fresh")
    App.open(tmp_path / "fresh").close()


@pytest.mark.skipif(sys.platform != "linux", reason="displays are found out so on Linux alone")
@pytest.mark.parametrize("display", ["", ":4711"])
def test_no_display_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], display: str
) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert start.open_window(tmp_path / "never", clock=Clock(), language="ko") == 2
    said_so = capsys.readouterr().err
    assert said_so.count("\n") == 1
    assert "화면" in said_so
    assert not (tmp_path / "never").exists()


def test_a_folder_in_use_is_said_in_a_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append(box.text()))
    app = App.open(tmp_path)
    assert start.open_window(tmp_path, clock=Clock(), language="ko") == 1
    app.close()
    assert len(shown) == 1
    assert "데이터 폴더" in shown[0]


def test_damaged_data_is_left_alone_unless_the_user_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    App.open(tmp_path).close()
    (tmp_path / "app.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    before = (tmp_path / "app.db").read_bytes()
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.defaultButton().click())
    assert start.open_window(tmp_path, clock=Clock(now=lambda: datetime(2026, 1, 1, tzinfo=UTC)), language="en") == 1
    assert (tmp_path / "app.db").read_bytes() == before


def test_damage_that_is_found_later_is_recovered_and_the_window_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    app = App.open(tmp_path)
    back_up(app.database, "manual")
    app.close()
    with closing(sqlite3.connect(tmp_path / "app.db")) as connection:
        connection.execute("INSERT INTO rewards VALUES (404, 7, '2026-01-01')")
        connection.commit()
    opened: list[MainWindow] = []

    class Window(MainWindow):
        def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
            opened.append(self)
            if len(opened) == 2:
                QTimer.singleShot(0, self.close)

    def agree(box: QMessageBox) -> None:
        assert "damaged" in box.text()
        next(each for each in box.buttons() if each is not box.defaultButton()).click()

    def no_model(*_: object) -> ChatModel:
        raise AppError(Phrase(ko="", en=""))

    monkeypatch.setattr(opening, "CHECKED_AT_ONCE", 0)
    monkeypatch.setattr(start, "load_embedded", no_model)
    monkeypatch.setattr(start, "MainWindow", Window)
    monkeypatch.setattr(QMessageBox, "exec", agree)
    assert start.open_window(tmp_path, clock=Clock(), language="en") == 0
    assert len(opened) == 2
    assert len(list(tmp_path.glob("corrupt-*/app.db"))) == 1
    with closing(App.open(tmp_path).database) as database:
        assert database.check() == []
