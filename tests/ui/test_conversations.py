"""Conversations that last, in the window: search, notes, another try, summaries, temporary chats, profiles."""

import errno
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidgetItem, QToolButton
from pytestqt.qtbot import QtBot

from gemma_app.agent.model import Traits
from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.transcript import Transcript
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.ui.chat.page import ChatPage
from gemma_app.ui.chat.snapshot import Place, read_temporary
from gemma_app.ui.chat.timeline import Words
from gemma_app.ui.chat.words import AssistantWords, UserWords
from gemma_app.ui.dialogs.profiles import ProfilesDialog
from gemma_app.ui.dialogs.scopes import Going, ScopesDialog
from gemma_app.ui.dialogs.summary import SummaryDialog
from gemma_app.ui.main_window import MainWindow
from tests.refusing import refuse
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, add_habit, called, said
from tests.ui.test_screenshots import chat_of


def say(qtbot: QtBot, page: ChatPage, text: str) -> None:
    page.input.put(text)
    page.input.send()
    finish(qtbot, page)


def finish(qtbot: QtBot, page: ChatPage) -> None:
    qtbot.waitUntil(lambda: page._control.running is None and page._control.snapshot is not None, timeout=4 * WAIT_MS)


def shown(page: ChatPage) -> list[str]:
    return [item.text for item in page._control.items if isinstance(item, Words)]


def press(page: ChatPage, of: type[UserWords] | type[AssistantWords], name: str) -> None:
    widget = page.view.findChildren(of)[-1]
    (button,) = [each for each in widget.findChildren(QToolButton) if each.accessibleName() == name]
    button.click()


class Reads(ScriptedModel):
    """Reads so many tokens at once and answers each request alike."""

    def __init__(self, context_tokens: int) -> None:
        super().__init__([said("SUMMARY")] * 50)
        self.traits = Traits(context_tokens=context_tokens)


def long_session(app: App, count: int = 90, length: int = 0) -> str:
    rows = tuple(
        StoredMessage(
            id=f"m{n:03}", role="assistant" if n % 2 else "user", content=f"{n}번째 이야기".ljust(length, ".")
        )
        for n in range(count)
    )
    return app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="긴 이야기", messages=rows)).id


def test_ctrl_enter_writes_a_note_and_asks_nothing(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = ScriptedModel([])
    page = chat_of(open_window(app, model, language="en"))
    page.input.put("내일은 쉬는 날")
    QTest.keyClick(page.input.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    finish(qtbot, page)
    (item,) = page._control.items
    assert isinstance(item, Words)
    assert (item.text, item.is_note) == ("내일은 쉬는 날", True)
    assert model.requests == []
    assert page.input.text == ""


def test_an_answer_is_given_again_and_undo_brings_the_first_back(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([said("첫 답"), said("둘째 답")]), language="en")
    page = chat_of(window)
    say(qtbot, page, "안녕")
    press(page, AssistantWords, "Answer again")
    qtbot.waitUntil(lambda: shown(page) == ["안녕", "둘째 답"], timeout=WAIT_MS)
    finish(qtbot, page)
    window.desk.history.undo_last()
    qtbot.waitUntil(lambda: shown(page) == ["안녕", "첫 답", "둘째 답"], timeout=WAIT_MS)


def test_an_earlier_message_is_changed_and_sent_again(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = ScriptedModel([said("첫 답"), said("둘째 답")])
    page = chat_of(open_window(app, model, language="en"))
    say(qtbot, page, "안녕")
    press(page, UserWords, "Change and send again")
    assert page.input.text == "안녕"
    assert page.strip.isVisible()
    say(qtbot, page, "잘 가")
    qtbot.waitUntil(lambda: shown(page) == ["잘 가", "둘째 답"], timeout=WAIT_MS)
    assert [message.text for message in model.requests[1].messages] == ["잘 가"]


def test_up_begins_to_change_the_last_message_and_escape_leaves_it(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = chat_of(open_window(app, ScriptedModel([said("첫 답")])))
    say(qtbot, page, "안녕")
    QTest.keyClick(page.input.editor, Qt.Key.Key_Up)
    assert page.input.text == "안녕"
    page.stop.trigger()
    assert (page.input.text, page.strip.isVisible()) == ("", False)
    assert shown(page) == ["안녕", "첫 답"]


def text_of(page: ChatPage, hit: QListWidgetItem) -> str:
    widget = page.sessions.hits.itemWidget(hit)
    assert isinstance(widget, QLabel)
    return widget.text()


def test_a_search_finds_words_far_back_marks_them_and_goes_there(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app, 200)
    window = open_window(app)
    page = chat_of(window)
    page.sessions.search.setText("3번째 이야기")
    qtbot.waitUntil(lambda: page.sessions.hits.count() > 0, timeout=WAIT_MS)
    hit = page.sessions.hits.item(page.sessions.hits.count() - 1)
    assert "<span" in text_of(page, hit)
    page.sessions.hits.itemClicked.emit(hit)
    qtbot.waitUntil(lambda: "3번째 이야기" in shown(page), timeout=WAIT_MS)
    assert page._control.session_id == session_id
    assert "199번째 이야기" not in shown(page)
    page._show_newest()
    qtbot.waitUntil(lambda: "199번째 이야기" in shown(page), timeout=WAIT_MS)
    page.sessions.search.setText("")
    qtbot.waitUntil(lambda: not page.sessions.hits.isVisible(), timeout=WAIT_MS)


def test_markup_in_a_message_that_is_found_stays_text(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = app.conversations.create_session(DEFAULT_PROFILE).id
    app.conversations.append(session_id, StoredMessage(id="a", role="user", content="<img src=x> 운동 <b>"))
    page = chat_of(open_window(app))
    page.sessions.search.setText("운동")
    qtbot.waitUntil(lambda: page.sessions.hits.count() == 1, timeout=WAIT_MS)
    assert "&lt;img src=x&gt;" in text_of(page, page.sessions.hits.item(0))


def test_a_temporary_chat_leaves_nothing(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, ScriptedModel([said("비밀 답")]), language="en")
    page = chat_of(window)
    page.sessions.temporary.trigger()
    say(qtbot, page, "비밀 이야기")
    assert shown(page) == ["비밀 이야기", "비밀 답"]
    assert "nothing of it is kept" in page.strip.text.text()
    assert not page.transfers.export.isEnabled()
    assert app.reader.sessions() == []
    window.desk.chat.new_chat()
    assert not window.desk.chat.is_temporary
    assert app.reader.search("비밀") == []


def test_the_meter_tells_what_the_model_sees(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app)
    page = chat_of(open_window(app, language="en"))
    page._control.open_session(session_id)
    qtbot.waitUntil(page.meter.isVisible, timeout=WAIT_MS)
    assert page.meter.open.text() == "34 messages in view, 56 older"
    assert "Not summarised yet: 56" in page.meter.toolTip()


def test_after_a_reply_older_messages_are_folded_in_the_background(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app)
    page = chat_of(open_window(app, ScriptedModel([said("네."), *(said(f"SUMMARY {n}") for n in range(9))])))
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: page._control.snapshot is not None, timeout=WAIT_MS)
    say(qtbot, page, "그래서?")
    qtbot.waitUntil(lambda: (app.reader.summary(session_id).text or "").startswith("SUMMARY"), timeout=WAIT_MS)


def test_a_model_that_reads_less_makes_older_messages_fold_at_once(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app, 30, length=400)
    window = open_window(app, Reads(100_000))
    page = chat_of(window)
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: page._control.snapshot is not None and page._control.snapshot.view.raw == 30)
    app.model.put(Reads(4_096))
    window.desk.model.changed.emit()
    qtbot.waitUntil(lambda: app.reader.summary(session_id).text == "SUMMARY", timeout=WAIT_MS)


def test_the_summary_can_be_read_edited_and_made_again(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app)
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    window = open_window(app)
    page = chat_of(window)
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: page._control.snapshot is not None, timeout=WAIT_MS)
    page.dialogs.show_summary()
    (dialog,) = window.findChildren(SummaryDialog)
    dialog.editor.setPlainText("내가 고친 요약")
    dialog.save.click()
    qtbot.waitUntil(lambda: app.reader.summary(session_id).text == "내가 고친 요약", timeout=WAIT_MS)
    page._control.folding.rebuild(session_id)
    qtbot.waitUntil(lambda: (app.reader.summary(session_id).text or "").startswith("Extract"), timeout=WAIT_MS)


def test_a_failed_fold_is_said_with_a_way_to_try_again(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app)
    Summaries(app.database).count_fold_failure(session_id)
    page = chat_of(open_window(app, language="en"))
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: bool(page.strip.buttons), timeout=WAIT_MS)
    (retry,) = page.strip.buttons
    assert retry.text() == "Retry"
    retry.click()
    qtbot.waitUntil(lambda: app.reader.summary(session_id).text is not None, timeout=WAIT_MS)
    assert app.reader.summary(session_id).failures == 0


def test_instead_of_tidying_up_a_new_chat_can_begin(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app)
    page = chat_of(open_window(app, language="en"))
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: len(page.strip.buttons) == 3, timeout=WAIT_MS)
    page.strip.buttons[1].click()
    assert page._control.session_id is None
    assert app.reader.summary(session_id).text is None


def test_an_answer_can_be_copied(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = chat_of(open_window(app, ScriptedModel([said("**첫** 답")]), language="en"))
    say(qtbot, page, "안녕")
    press(page, AssistantWords, "Copy")
    assert QGuiApplication.clipboard().text() == "**첫** 답"


def test_a_search_needs_no_mouse(app: App, open_window: Open, qtbot: QtBot) -> None:
    session_id = long_session(app, 20)
    page = chat_of(open_window(app))
    page.sessions.look_up.trigger()
    page.sessions.search.setText("13번째")
    qtbot.waitUntil(lambda: page.sessions.hits.count() == 1, timeout=WAIT_MS)
    page.sessions.hits.setCurrentRow(0)
    QTest.keyClick(page.sessions.hits, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "13번째 이야기" in shown(page), timeout=WAIT_MS)
    assert page._control.session_id == session_id


@pytest.mark.parametrize(("place", "folded"), [(0, True), (2, False)])
def test_after_eight_turns_the_app_offers_to_tidy_up(
    app: App, open_window: Open, qtbot: QtBot, place: int, folded: bool
) -> None:
    session_id = long_session(app)
    page = chat_of(open_window(app, language="en"))
    page._control.open_session(session_id)
    qtbot.waitUntil(lambda: len(page.strip.buttons) == 3, timeout=WAIT_MS)
    page.strip.buttons[place].click()
    qtbot.waitUntil(lambda: not app.conversations.offers_tidying(session_id), timeout=WAIT_MS)
    if folded:
        qtbot.waitUntil(lambda: app.reader.summary(session_id).text is not None, timeout=WAIT_MS)


def test_a_message_is_kept_for_the_model(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = chat_of(open_window(app, ScriptedModel([said("네.")]), language="en"))
    say(qtbot, page, "나는 땅콩 알레르기가 있어")
    press(page, UserWords, "Keep for the model")
    qtbot.waitUntil(lambda: any(isinstance(each, Words) and each.is_pinned for each in page._control.items))
    press(page, UserWords, "No longer keep for the model")
    qtbot.waitUntil(lambda: not any(isinstance(each, Words) and each.is_pinned for each in page._control.items))


def told(app: App, window: MainWindow, qtbot: QtBot) -> ChatPage:
    page = chat_of(window)
    say(qtbot, page, "뭐 하고 있지?")
    return page


@pytest.fixture
def with_habit(app: App, open_window: Open) -> MainWindow:
    add_habit(app, "p-morning-light")
    return open_window(
        app, ScriptedModel([called("list_active_habits"), said("아침 햇빛 보기를 하고 있어요.")]), language="en"
    )


def test_an_export_takes_out_what_was_switched_off(
    app: App, with_habit: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = told(app, with_habit, qtbot)
    page.transfers.export.trigger()
    qtbot.waitUntil(lambda: bool(with_habit.findChildren(ScopesDialog)), timeout=WAIT_MS)
    (dialog,) = with_habit.findChildren(ScopesDialog)
    assert list(dialog.scopes) == ["habits.read"]
    dialog.reject()
    session_id = page._control.session_id
    assert session_id is not None
    for name, closed in (("open.json", frozenset[str]()), ("shut.json", frozenset({"habits.read"}))):
        page.transfers.save(session_id, tmp_path / name, Going(choice="json", closed=closed))
        qtbot.waitUntil((tmp_path / name).exists, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: (tmp_path / "shut.json").read_text(encoding="utf-8") != "", timeout=WAIT_MS)
    assert "햇빛" in (tmp_path / "open.json").read_text(encoding="utf-8")
    assert "햇빛" not in (tmp_path / "shut.json").read_text(encoding="utf-8")


def test_an_export_that_the_disk_refuses_costs_nothing_of_the_file_that_was_there(
    app: App, with_habit: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, path = told(app, with_habit, qtbot), tmp_path / "chat.md"
    path.write_bytes(b"of the user")
    monkeypatch.setattr("gemma_app.paths.fsync", refuse(errno.ENOSPC))
    session_id = page._control.session_id
    assert session_id is not None
    said_to_the_user: list[str] = []
    with_habit.desk.said.connect(lambda text, _change: said_to_the_user.append(text))
    page.transfers.save(session_id, path, Going(choice="md", closed=frozenset()))
    qtbot.waitUntil(lambda: any("Free some space" in text for text in said_to_the_user), timeout=WAIT_MS)
    assert path.read_bytes() == b"of the user"


def test_context_for_another_assistant_is_copied_and_nothing_else_happens(
    app: App, with_habit: MainWindow, qtbot: QtBot
) -> None:
    page = told(app, with_habit, qtbot)
    QGuiApplication.clipboard().setText("")
    page.transfers.hand_off.trigger()
    qtbot.waitUntil(lambda: bool(with_habit.findChildren(ScopesDialog)), timeout=WAIT_MS)
    (dialog,) = with_habit.findChildren(ScopesDialog)
    dialog.scopes["habits.read"].setChecked(False)
    dialog.go.click()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "", timeout=WAIT_MS)
    messages = json.loads(QGuiApplication.clipboard().text())
    assert messages[0] == {"role": "user", "content": "뭐 하고 있지?"}
    assert "햇빛" not in QGuiApplication.clipboard().text()


def test_a_chat_is_brought_in_and_goes_on_here(app: App, open_window: Open, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('[{"role": "user", "content": "Hello there"}]', encoding="utf-8")
    page = chat_of(open_window(app, ScriptedModel([said("네.")])))
    page.transfers.bring(path)
    qtbot.waitUntil(lambda: shown(page) == ["Hello there"], timeout=WAIT_MS)
    say(qtbot, page, "이어서")
    assert shown(page) == ["Hello there", "이어서", "네."]


def test_a_lock_empties_messages_cards_and_the_title_of_the_window(
    app: App, with_habit: MainWindow, qtbot: QtBot
) -> None:
    page = told(app, with_habit, qtbot)
    assert with_habit.windowTitle() == "뭐 하고 있지? – Gemma App"
    app.choices.lock_doors(DEFAULT_PROFILE, ["habits.read"])
    page._control.reload()
    qtbot.waitUntil(lambda: shown(page)[-1] == "This is locked (habits).", timeout=WAIT_MS)
    assert len(page._control.items) == 2
    assert "햇빛" not in str(page._control.items) + with_habit.windowTitle()


def test_a_lock_closes_what_a_temporary_chat_shows(app: App) -> None:
    add_habit(app, "p-morning-light")
    app.model.put(
        ScriptedModel(
            [called("list_active_habits"), said("아침 햇빛 보기예요."), called("add_habit", protocol_id="p-reading")]
        )
    )
    chat = app.temporary_chat()
    chat.send("t", "뭐 하고 있지?")
    chat.send("t", "독서도 추가해줘")
    open_now = read_temporary(app, chat, "t", Place(limit=60))
    assert "햇빛" in str(open_now)
    assert len(open_now.waiting) == 1
    app.choices.lock_doors(DEFAULT_PROFILE, ["habits.read"])
    locked = read_temporary(app, chat, "t", Place(limit=60))
    assert "햇빛" not in str(locked)
    assert locked.waiting == ()


def test_another_profile_sees_nothing_of_this_one_and_undoes_nothing_of_it(
    app: App, with_habit: MainWindow, qtbot: QtBot
) -> None:
    page = told(app, with_habit, qtbot)
    with_habit.desk.history.record(1)
    page.input.put("쓰다 만 글")
    guest = app.profiles.add("손님")
    with_habit.desk.use_profile(guest.id)
    page = chat_of(with_habit)
    qtbot.waitUntil(lambda: page.sessions.count == 0, timeout=WAIT_MS)
    assert page._control.session_id is None
    assert page.input.text == ""
    assert with_habit.windowTitle() == "Gemma App"
    assert not with_habit.desk.history.can_undo


def test_profiles_are_added_locked_and_used_in_a_dialog(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    dialog = ProfilesDialog(window.desk, window)
    dialog.open()
    qtbot.waitUntil(lambda: dialog.list.count() == 1, timeout=WAIT_MS)
    dialog.name.setText("손님")
    dialog.add.click()
    qtbot.waitUntil(lambda: dialog.chosen is not None and dialog.chosen.name == "손님", timeout=WAIT_MS)
    QTest.mouseClick(
        dialog.locks["habits.read"], Qt.MouseButton.LeftButton, pos=dialog.locks["habits.read"].rect().center() * 0.2
    )
    dialog.locks["tracker.read"].click()
    assert "tracker.read" in app.choices.locked_doors(2)
    dialog.name.setText("지우")
    dialog.rename.click()
    qtbot.waitUntil(lambda: dialog.chosen is not None and dialog.chosen.name == "지우", timeout=WAIT_MS)
    dialog.use.click()
    assert app.choices.profile() == 2


def test_a_shared_copy_names_who_said_what(app: App, open_window: Open, qtbot: QtBot) -> None:
    app.profiles.rename(DEFAULT_PROFILE, "민지")
    page = chat_of(open_window(app, ScriptedModel([said("네."), said("네.")])))
    say(qtbot, page, "나는 걷기")
    guest = app.profiles.add("지우")
    session_id = page._control.session_id
    assert session_id is not None
    copy = app.reader.share(session_id, guest.id)
    page._desk.use_profile(guest.id)
    page = chat_of(page._desk.parent())  # type: ignore[arg-type]
    page._control.open_session(copy.id)
    qtbot.waitUntil(lambda: shown(page) == ["나는 걷기", "네."], timeout=WAIT_MS)
    say(qtbot, page, "나는 독서")
    senders = [item.sender for item in page._control.items if isinstance(item, Words) and item.role == "user"]
    assert senders == ["민지", "지우"]
