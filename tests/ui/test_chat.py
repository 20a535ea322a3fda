import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ModelReply
from gemma_app.app import App
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.ui.chat.cards import CallLine, FailureCard, ReceiptRow, WaitingCard
from gemma_app.ui.chat.page import ChatPage
from gemma_app.ui.chat.texts import MarkdownText
from gemma_app.ui.chat.words import AssistantWords, UserWords
from gemma_app.ui.dialogs.confirmation import ConfirmationDialog
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import LINE_HEIGHT, Size, Type
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, SlowModel, add_habit, adds_sunlight, called, open_app, said


def chat_of(window: MainWindow) -> ChatPage:
    page = window.page("chat")
    assert isinstance(page, ChatPage)
    return page


def say(qtbot: QtBot, page: ChatPage, text: str) -> None:
    QTest.keyClicks(page.input.editor, "x")
    page.input.put(text)
    QTest.keyClick(page.input.editor, Qt.Key.Key_Return)


def wait_for_the_end(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.desk.chat.running is None, timeout=WAIT_MS)


def wait_for_the_dialog(qtbot: QtBot, page: ChatPage) -> ConfirmationDialog:
    qtbot.waitUntil(lambda: page.dialogs.question is not None, timeout=WAIT_MS)
    dialog = page.dialogs.question
    assert dialog is not None
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT_MS)
    return dialog


def approve(qtbot: QtBot, dialog: ConfirmationDialog) -> None:
    QTest.mouseClick(dialog.act, Qt.MouseButton.LeftButton)


def test_ac_10_adding_a_habit_asks_and_an_approval_gives_one_row_and_a_receipt_with_undo(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window(app, ScriptedModel([adds_sunlight(), said("추가했어요.")]))
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    dialog = wait_for_the_dialog(qtbot, page)
    assert app.habits.active() == ()
    assert not page.input.isEnabled()
    assert dialog.act.text() == "습관 추가"
    approve(qtbot, dialog)
    qtbot.waitUntil(lambda: page.view.findChild(ReceiptRow) is not None, timeout=WAIT_MS)
    wait_for_the_end(qtbot, window)
    assert [habit.entry_id for habit in app.habits.active()] == ["p-morning-light"]
    assert page.input.isEnabled()
    receipt = page.view.findChild(ReceiptRow)
    assert isinstance(receipt, ReceiptRow)
    receipt.undo.click()
    qtbot.waitUntil(lambda: app.habits.active() == (), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not receipt.undo.isEnabled(), timeout=WAIT_MS)


def test_cancel_adds_nothing_and_the_model_is_told(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = ScriptedModel([adds_sunlight(), said("알겠어요.")])
    window = open_window(app, model)
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    QTest.mouseClick(wait_for_the_dialog(qtbot, page).cancel, Qt.MouseButton.LeftButton)
    wait_for_the_end(qtbot, window)
    assert app.habits.active() == ()
    say(qtbot, page, "그래 그럼")
    qtbot.waitUntil(lambda: len(model.requests) == 2, timeout=WAIT_MS)
    wait_for_the_end(qtbot, window)
    parts = [part for message in model.requests[1].messages for part in message.parts]
    results = [json.loads(part.content) for part in parts if isinstance(part, ToolResultPart)]
    assert results == [{"cancelled": True}]


def test_escape_in_the_dialog_is_recorded_as_dismissed(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([adds_sunlight()]))
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    QTest.keyClick(wait_for_the_dialog(qtbot, page), Qt.Key.Key_Escape)
    wait_for_the_end(qtbot, window)
    assert app.habits.active() == ()
    assert window.desk.chat.snapshot is not None
    assert window.desk.chat.snapshot.waiting == ()


def test_what_changed_while_the_dialog_was_open_is_asked_again(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([adds_sunlight(), said("추가했어요.")]))
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    first = wait_for_the_dialog(qtbot, page)
    shown = [label.text() for label in first.findChildren(QLabel)]
    add_habit(app, "p-afternoon-light")
    approve(qtbot, first)
    qtbot.waitUntil(lambda: page.dialogs.question not in {None, first}, timeout=WAIT_MS)
    assert [habit.entry_id for habit in app.habits.active()] == ["p-afternoon-light"]
    again = wait_for_the_dialog(qtbot, page)
    assert [label.text() for label in again.findChildren(QLabel)] != shown
    approve(qtbot, again)
    qtbot.waitUntil(lambda: len(app.habits.active()) == 2, timeout=WAIT_MS)
    wait_for_the_end(qtbot, window)


def test_closing_the_window_approves_nothing_and_the_question_is_there_at_the_next_start(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    app = open_app(tmp_path / "kept", clock)
    window = open_window(app, ScriptedModel([adds_sunlight()]))
    page = chat_of(window)
    say(qtbot, page, "아침 햇빛 추가해줘")
    wait_for_the_dialog(qtbot, page)
    window.close()

    again = open_app(tmp_path / "kept", clock)
    assert again.habits.active() == ()
    window = open_window(again, ScriptedModel([said("추가했어요.")]))
    page = chat_of(window)
    qtbot.waitUntil(lambda: page.view.findChild(WaitingCard) is not None, timeout=WAIT_MS)
    card = page.view.findChild(WaitingCard)
    assert isinstance(card, WaitingCard)
    card.open.click()
    approve(qtbot, wait_for_the_dialog(qtbot, page))
    qtbot.waitUntil(lambda: len(again.habits.active()) == 1, timeout=WAIT_MS)
    wait_for_the_end(qtbot, window)
    assert page.view.findChild(ReceiptRow) is not None


def test_stop_ends_the_answer_and_keeps_what_was_written(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = SlowModel(["하나 ", "둘 ", "셋"])
    window = open_window(app, model)
    page = chat_of(window)
    say(qtbot, page, "세어 줘")
    model.may_write.release()
    qtbot.waitUntil(lambda: window.desk.chat.running is not None and window.desk.chat.running.text == "하나 ")
    assert page.stop.isEnabled()
    page.stop.trigger()
    wait_for_the_end(qtbot, window)
    texts = [row.content for row in window.desk.chat.snapshot.rows] if window.desk.chat.snapshot else []
    assert texts[:2] == ["세어 줘", "하나 "]
    assert not page.stop.isEnabled()
    assert page.view.live.isHidden()


def test_closing_while_an_answer_is_written_loses_no_message(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    app = open_app(tmp_path / "kept", clock)
    model = SlowModel(["하나 ", "둘"])
    window = open_window(app, model)
    page = chat_of(window)
    say(qtbot, page, "세어 줘")
    model.may_write.release()
    qtbot.waitUntil(lambda: window.desk.chat.running is not None and window.desk.chat.running.text == "하나 ")
    window.close()
    again = open_app(tmp_path / "kept", clock)
    session = again.conversations.list_sessions(DEFAULT_PROFILE)[0]
    assert [row.content for row in again.conversations.page(session.id)][:2] == ["세어 줘", "하나 "]
    again.close()


def test_the_view_stays_where_the_reader_is(app: App, open_window: Open, qtbot: QtBot) -> None:
    long = "\n\n".join(f"{number}번째 문단입니다." for number in range(80))
    model = ScriptedModel([said(long), said(long)])
    window = open_window(app, model, size=(900, 600))
    page = chat_of(window)
    say(qtbot, page, "길게 써 줘")
    wait_for_the_end(qtbot, window)
    bar = page.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 600 and page.view.is_at_end, timeout=WAIT_MS)
    bar.setValue(100)
    assert not page.view.is_at_end
    page.view.live.show()
    page.view.live.add("더 많은 글\n\n" * 50)
    before = bar.maximum()
    qtbot.waitUntil(lambda: bar.maximum() > before, timeout=WAIT_MS)
    assert bar.value() == 100


def test_a_call_is_one_line_that_opens_to_plain_text(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([called("search_catalog", keyword="<b>햇빛</b>"), said("찾았어요.")]))
    page = chat_of(window)
    say(qtbot, page, "찾아 줘")
    wait_for_the_end(qtbot, window)
    qtbot.waitUntil(lambda: page.view.findChild(CallLine) is not None, timeout=WAIT_MS)
    line = page.view.findChild(CallLine)
    assert isinstance(line, CallLine)
    closed = line.height()
    line.toggle()
    qtbot.waitUntil(lambda: line.height() > closed + 50, timeout=WAIT_MS)
    texts = [shown.toPlainText() for shown in line.findChildren(QPlainTextEdit)]
    assert "<b>햇빛</b>" in texts[0]
    assert json.loads(texts[1])["ok"] is True
    line.toggle()
    qtbot.waitUntil(lambda: line.height() == closed, timeout=WAIT_MS)


def test_markdown_shows_no_html_and_loads_nothing(app: App, open_window: Open, qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    picture.write_bytes(b"not a picture")
    text = f"**굵게** <b>x</b> ![p](file://{picture}) ![q](http://127.0.0.1:1/x.png) [l](https://example.org)"
    window = open_window(app, ScriptedModel([said(text)]))
    page = chat_of(window)
    say(qtbot, page, "보여 줘")
    wait_for_the_end(qtbot, window)
    qtbot.waitUntil(lambda: page.view.findChild(AssistantWords) is not None, timeout=WAIT_MS)
    shown = page.view.findChild(AssistantWords)
    assert isinstance(shown, AssistantWords)
    browser = shown.findChild(MarkdownText)
    assert isinstance(browser, MarkdownText)
    assert "<b>x</b>" in browser.toPlainText()
    assert "**" not in browser.toPlainText()
    assert browser.loadResource(2, f"file://{picture}") is None
    assert not browser.openLinks()


def test_what_the_user_says_is_never_markup(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([said("네")]))
    page = chat_of(window)
    say(qtbot, page, "<h1>큰 글씨</h1> **별**")
    wait_for_the_end(qtbot, window)
    bubble = page.view.findChild(UserWords)
    assert isinstance(bubble, UserWords)
    assert [words.toPlainText() for words in bubble.findChildren(MarkdownText)] == ["<h1>큰 글씨</h1> **별**"]


@pytest.mark.parametrize(("text", "lines"), [("아침 햇빛 추가해줘", 1), ("첫 줄\n둘째 줄은 조금 더 길어요", 2)])
def test_a_bubble_is_as_wide_as_its_words(qtbot: QtBot, text: str, lines: int) -> None:
    bubble = UserWords(Look(theme="light"), text)
    qtbot.addWidget(bubble)
    bubble.resize(Size.COLUMN, bubble.sizeHint().height())
    bubble.show()
    words = bubble.findChild(MarkdownText)
    assert isinstance(words, MarkdownText)
    assert words.height() <= lines * Type.BODY * LINE_HEIGHT + 2
    assert words.width() < Size.BUBBLE / 2


def test_a_word_without_spaces_stays_inside_its_bubble(qtbot: QtBot) -> None:
    bubble = UserWords(Look(theme="light"), "https://example.org/" + "가" * 300)
    qtbot.addWidget(bubble)
    bubble.show()
    assert bubble.sizeHint().width() <= Size.BUBBLE
    assert bubble.sizeHint().height() > 5 * Type.BODY


def test_without_a_model_nothing_that_was_written_is_lost(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    page = chat_of(window)
    say(qtbot, page, "안녕")
    assert page.input.text == "안녕"
    assert window.desk.chat.running is None


def test_a_failed_rule_reads_as_a_sentence_in_its_line(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([called("get_streak", habit_id="없는 습관"), said("없네요.")]))
    page = chat_of(window)
    say(qtbot, page, "연속 며칠이야?")
    wait_for_the_end(qtbot, window)
    qtbot.waitUntil(lambda: page.view.findChild(CallLine) is not None, timeout=WAIT_MS)
    card = next(item for item in window.desk.chat.items if getattr(item, "name", "") == "get_streak")
    assert getattr(card, "code", "") == "unknown_habit"


def test_a_bug_in_a_turn_opens_the_crash_dialog_without_what_was_said(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    def explode(request: object) -> ModelReply:
        raise ZeroDivisionError("비밀 이야기")

    window = open_window(app, ScriptedModel([explode]))
    page = chat_of(window)
    say(qtbot, page, "비밀 이야기")
    log = app.data_dir / "logs" / "faults.log"
    qtbot.waitUntil(log.exists, timeout=WAIT_MS)
    report = log.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in report
    assert "비밀" not in report
    wait_for_the_end(qtbot, window)


@pytest.mark.parametrize("act", ["rename", "pin", "delete"])
def test_a_chat_can_be_renamed_pinned_and_deleted_with_undo(
    app: App, open_window: Open, qtbot: QtBot, act: str
) -> None:
    first = app.conversations.create_session(DEFAULT_PROFILE, "먼저").id
    app.conversations.create_session(DEFAULT_PROFILE, "나중")
    window = open_window(app)
    page = chat_of(window)
    window.desk.chat.open_session(first)
    qtbot.waitUntil(page.sessions.remove.isEnabled, timeout=WAIT_MS)

    def titles() -> list[str]:
        return [info.title for info in app.conversations.list_sessions(DEFAULT_PROFILE)]

    match act:
        case "rename":
            page.sessions.rename_to(first, "새 이름")
            qtbot.waitUntil(lambda: "새 이름" in titles(), timeout=WAIT_MS)
        case "pin":
            page.sessions.pin.trigger()
            qtbot.waitUntil(lambda: titles()[0] == "먼저", timeout=WAIT_MS)
        case "delete":
            page.sessions.remove.trigger()
            qtbot.waitUntil(lambda: titles() == ["나중"], timeout=WAIT_MS)
            assert window.desk.chat.session_id is None
            qtbot.waitUntil(lambda: window.desk.history.can_undo, timeout=WAIT_MS)
            window.desk.history.undo_last()
            qtbot.waitUntil(lambda: len(titles()) == 2, timeout=WAIT_MS)


def test_the_language_and_theme_change_at_once_and_the_draft_stays(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    chat_of(window).input.put("쓰다 만 글")
    app.choices.change(language="en", theme="dark")
    window.rebuild()
    assert chat_of(window).input.text == "쓰다 만 글"
    assert chat_of(window).input.editor.placeholderText() == "Write a message"
    assert window.desk.look.theme == "dark"
    app.conversations.create_session(DEFAULT_PROFILE, "그 뒤의 대화")
    window.desk.history.undone.emit(1)
    window.desk.touched.emit(frozenset({"habits", "conversation_sessions"}))
    qtbot.waitUntil(lambda: chat_of(window).sessions.count == 1, timeout=WAIT_MS)


def test_what_was_not_sent_is_there_at_the_next_start(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window(open_app(tmp_path / "kept", clock))
    chat_of(window).input.put("보내지 않은 글")
    window.close()
    window = open_window(open_app(tmp_path / "kept", clock))
    assert chat_of(window).input.text == "보내지 않은 글"


def test_a_message_written_while_the_model_loads_goes_off_when_it_is_ready(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window(app)
    page = chat_of(window)
    window.desk.model._load = lambda folder, progress: ScriptedModel([said("안녕하세요.")])
    window.desk.model.start()
    say(qtbot, page, "안녕")
    qtbot.waitUntil(lambda: page.view.findChild(AssistantWords) is not None, timeout=WAIT_MS)
    assert page.input.text == ""


def test_a_model_that_cannot_be_loaded_says_why_and_offers_another_try(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    def fail(folder: Path, progress: object) -> ScriptedModel:
        raise ImportError("llama_cpp")

    window = open_window(app)
    window.desk.model._load = fail
    window.desk.model.start()
    qtbot.waitUntil(lambda: window.desk.model.state == "failed", timeout=WAIT_MS)
    window.desk.model._load = lambda folder, progress: ScriptedModel([])
    window.desk.model.start()
    qtbot.waitUntil(lambda: window.desk.model.state == "ready", timeout=WAIT_MS)


def test_no_failure_card_is_left_from_another_chat(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    page = chat_of(window)
    page.view.show_failure("안 돼요")
    assert page.view.findChild(FailureCard) is not None
    window.desk.chat.new_chat()
    qtbot.waitUntil(lambda: page.view.findChild(FailureCard) is None, timeout=WAIT_MS)
