"""What is written is read ahead at each pause, a turn always comes first, and nothing of it is kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gemma_app.agent.messages import ToolUsePart
from gemma_app.app import App
from gemma_app.ui import reading_ahead
from tests.conversation.test_preparing import Attentive
from tests.ui.board_stage import boards_page, open_board, shapes
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, adds_sunlight, said
from tests.ui.test_chat import chat_of, say, wait_for_the_dialog, wait_for_the_end


def drafts(model: Attentive) -> list[object]:
    return [request.messages[-1].content for request in model.prepared]


def test_a_pause_prepares_once_what_sending_then_asks(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = Attentive([said("네.")])
    window = open_window(app, model)
    page = chat_of(window)
    QTest.keyClicks(page.input.editor, "hello")
    qtbot.waitUntil(lambda: drafts(model) == ["hello"], timeout=WAIT_MS)
    QTest.keyClicks(page.input.editor, " there")
    qtbot.waitUntil(lambda: drafts(model) == ["hello", "hello there"], timeout=WAIT_MS)
    assert app.conversations.list_sessions(1) == []
    QTest.keyClick(page.input.editor, Qt.Key.Key_Return)
    wait_for_the_end(qtbot, window)
    assert model.requests == [model.prepared[1]]


def test_what_is_sent_at_once_is_not_prepared_but_its_answer_is(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = Attentive([said("네.")])
    window = open_window(app, model)
    say(qtbot, chat_of(window), "hello")
    wait_for_the_end(qtbot, window)
    qtbot.waitUntil(lambda: len(model.prepared) > 0, timeout=WAIT_MS)
    assert drafts(model) == [""]
    assert [message.role for message in model.prepared[0].messages] == ["user", "assistant", "user"]


def test_closing_the_window_prepares_nothing_more(
    app: App, open_window: Open, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_ahead, "PAUSE_MS", 0)
    model = Attentive([])
    window = open_window(app, model)
    chat_of(window).input.put("hello")
    window.close()
    qapp.processEvents()
    assert model.prepared == []


def test_a_temporary_chat_is_prepared_and_still_kept_nowhere(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = Attentive([])
    window = open_window(app, model)
    window.desk.chat.new_temporary_chat()
    QTest.keyClicks(chat_of(window).input.editor, "secret")
    qtbot.waitUntil(lambda: drafts(model) == ["secret"], timeout=WAIT_MS)
    assert app.conversations.list_sessions(1) == []


def test_while_a_question_waits_the_talk_up_to_it_is_prepared(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    model = Attentive([adds_sunlight()])
    page = chat_of(open_window(app, model))
    say(qtbot, page, "아침 햇빛 추가해줘")
    wait_for_the_dialog(qtbot, page)
    qtbot.waitUntil(lambda: len(model.prepared) > 0, timeout=WAIT_MS)
    (call,) = model.prepared[0].messages[-1].parts
    assert isinstance(call, ToolUsePart)
    assert call.name == "add_habit"


def test_a_message_that_is_written_anew_is_not_prepared_as_the_next_one(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    model = Attentive([said("네.")])
    window = open_window(app, model)
    page = chat_of(window)
    say(qtbot, page, "hello")
    wait_for_the_end(qtbot, window)
    qtbot.waitUntil(lambda: drafts(model) == [""], timeout=WAIT_MS)
    QTest.keyClick(page.input.editor, Qt.Key.Key_Up)
    QTest.keyClicks(page.input.editor, "x")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: drafts(model) == ["", ""], timeout=WAIT_MS)


def test_what_is_written_to_the_board_is_prepared_as_what_is_then_asked(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    model = Attentive([said("네.")])
    page = boards_page(qtbot, open_window(app, model))
    open_board(qtbot, page, shapes())
    page.control.select([2])
    page.talk.note(page.control.board_id or 0, "User refused the proposed board edits: 1 op(s)")
    QTest.keyClicks(page.asking.input.editor, "make it red")
    qtbot.waitUntil(lambda: drafts(model)[-1:] == ["make it red"], timeout=WAIT_MS)
    QTest.keyClick(page.asking.input.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(model.requests) == 1 and not page.talk.is_running, timeout=WAIT_MS)
    assert model.requests == [model.prepared[-1]]
    assert len(page.talk.talk.messages) == 3


def test_an_empty_line_to_the_board_is_not_prepared(
    app: App, open_window: Open, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_ahead, "PAUSE_MS", 0)
    model = Attentive([])
    page = boards_page(qtbot, open_window(app, model))
    open_board(qtbot, page, shapes())
    for text in ("  ", "x"):
        page.asking.input.put(text)
        qapp.processEvents()
    qtbot.waitUntil(lambda: "x" in drafts(model), timeout=WAIT_MS)
    assert [request.messages[-1].content for request in model.prepared if request.options.get("board")] == ["x"]
