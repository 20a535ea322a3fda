"""While the model works the main thread is free for the window."""

import threading
import traceback
from typing import Any

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gemma_app.app import App
from gemma_app.storage.database import Database
from gemma_app.ui.chat.cards import ReceiptRow
from gemma_app.ui.pages import PAGES
from tests.conversation.test_preparing import Attentive
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, adds_sunlight, said
from tests.ui.test_chat import approve, chat_of, say, wait_for_the_dialog, wait_for_the_end


def test_during_a_turn_the_main_thread_never_waits_for_the_data(
    app: App, open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(app, Attentive([adds_sunlight(), said("추가했어요.")]))
    for entry in reversed(PAGES):
        window.go_to(entry.name)
    waited: list[str] = []
    for name in ("read", "write", "change", "undo"):
        verb = getattr(Database, name)

        def watched(database: Database, *args: Any, verb: Any = verb, **options: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                waited.extend(traceback.format_stack(limit=8))
            return verb(database, *args, **options)

        monkeypatch.setattr(Database, name, watched)
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    dialog = wait_for_the_dialog(qtbot, page)
    approve(qtbot, dialog)
    qtbot.waitUntil(lambda: page.view.findChild(ReceiptRow) is not None, timeout=WAIT_MS)
    wait_for_the_end(qtbot, window)
    QTest.keyClicks(page.input.editor, "thanks")
    monkeypatch.undo()
    assert "".join(waited) == ""
