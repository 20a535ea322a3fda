import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gemma_app.agent.action import Detail, PreparedAction, Provenance, Receipt
from gemma_app.language import Phrase, same
from gemma_app.ui.dialogs.confirmation import ConfirmationDialog
from tests.ui.stage import WAIT_MS


def action(*, destroys: bool = False, value: str = "아침 햇빛 보기") -> PreparedAction:
    def execute(provenance: Provenance) -> Receipt:
        raise NotImplementedError

    return PreparedAction(
        headline=Phrase(ko="<b>새 습관</b> 추가", en="Add <b>a habit</b>"),
        details=(Detail(label=Phrase(ko="항목", en="Entry"), value=same(value)),),
        act=Phrase(ko="습관 추가 & 시작", en="Add & begin"),
        content={},
        execute=execute,
        destroys=destroys,
    )


class Asked:
    def __init__(self, dialog: ConfirmationDialog) -> None:
        self.dialog = dialog
        self.answers: list[str] = []
        dialog.answered.connect(self.answers.append)


@pytest.fixture
def asked(qtbot: QtBot) -> Iterator[Asked]:
    dialog = ConfirmationDialog(action(), "en")
    made = Asked(dialog)
    dialog.show()
    with qtbot.waitExposed(dialog):
        dialog.activateWindow()
    yield made
    dialog.withdraw()


def wait_until_live(qtbot: QtBot, dialog: ConfirmationDialog) -> None:
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT_MS)


def press(button: QPushButton, key: Qt.Key, *, held: bool) -> None:
    QApplication.sendEvent(button, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, " ", held))


def release(button: QPushButton, key: Qt.Key) -> None:
    QApplication.sendEvent(button, QKeyEvent(QEvent.Type.KeyRelease, key, Qt.KeyboardModifier.NoModifier, " ", False))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_A])
def test_no_key_answers_anything_in_the_first_moment(asked: Asked, qtbot: QtBot, key: Qt.Key) -> None:
    for target in (asked.dialog, asked.dialog.cancel, asked.dialog.act):
        QTest.keyClick(target, key)
    assert asked.answers == []


def test_the_act_is_live_only_after_a_while(qtbot: QtBot) -> None:
    dialog = ConfirmationDialog(action(), "ko")
    began = time.monotonic()
    dialog.show()
    assert not dialog.act.isEnabled()
    wait_until_live(qtbot, dialog)
    assert time.monotonic() - began >= 0.59
    dialog.withdraw()


def test_a_click_before_the_act_is_live_does_nothing(asked: Asked, qtbot: QtBot) -> None:
    QTest.mouseClick(asked.dialog.act, Qt.MouseButton.LeftButton)
    assert asked.answers == []
    wait_until_live(qtbot, asked.dialog)
    assert asked.answers == []


def test_a_mouse_button_pressed_early_and_released_late_does_not_approve(asked: Asked, qtbot: QtBot) -> None:
    QTest.mousePress(asked.dialog.act, Qt.MouseButton.LeftButton)
    wait_until_live(qtbot, asked.dialog)
    QTest.mouseRelease(asked.dialog.act, Qt.MouseButton.LeftButton)
    assert asked.answers == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_on_the_dialog_never_approves_and_on_cancel_declines(asked: Asked, qtbot: QtBot, key: Qt.Key) -> None:
    wait_until_live(qtbot, asked.dialog)
    QTest.keyClick(asked.dialog, key)
    assert asked.answers == []
    assert asked.dialog.cancel.hasFocus()
    QTest.keyClick(asked.dialog.cancel, key)
    assert asked.answers == ["declined"]


def test_enter_on_the_act_itself_does_not_approve(asked: Asked, qtbot: QtBot) -> None:
    wait_until_live(qtbot, asked.dialog)
    asked.dialog.act.setFocus()
    QTest.keyClick(asked.dialog.act, Qt.Key.Key_Return)
    assert asked.answers == []


def test_a_key_held_from_before_never_approves(asked: Asked, qtbot: QtBot) -> None:
    wait_until_live(qtbot, asked.dialog)
    asked.dialog.act.setFocus()
    for _ in range(30):
        press(asked.dialog.act, Qt.Key.Key_Space, held=True)
    release(asked.dialog.act, Qt.Key.Key_Space)
    assert asked.answers == []


def test_a_fresh_space_on_the_act_approves(asked: Asked, qtbot: QtBot) -> None:
    wait_until_live(qtbot, asked.dialog)
    QTest.keyClick(asked.dialog.cancel, Qt.Key.Key_Tab)
    asked.dialog.act.setFocus()
    press(asked.dialog.act, Qt.Key.Key_Space, held=False)
    release(asked.dialog.act, Qt.Key.Key_Space)
    assert asked.answers == ["approved"]


def test_a_click_on_the_live_act_approves_once(asked: Asked, qtbot: QtBot) -> None:
    wait_until_live(qtbot, asked.dialog)
    QTest.mouseClick(asked.dialog.act, Qt.MouseButton.LeftButton)
    asked.dialog.act.click()
    asked.dialog.close()
    assert asked.answers == ["approved"]


def test_escape_and_closing_are_no_answer(qtbot: QtBot) -> None:
    for leave in (lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape), lambda dialog: dialog.close()):
        made = Asked(ConfirmationDialog(action(), "ko"))
        made.dialog.show()
        leave(made.dialog)
        assert made.answers == ["dismissed"]
        assert not made.dialog.isVisible()


def test_cancel_by_mouse_declines_at_once(asked: Asked, qtbot: QtBot) -> None:
    QTest.mouseClick(asked.dialog.cancel, Qt.MouseButton.LeftButton)
    assert asked.answers == ["declined"]


def test_a_withdrawn_dialog_gives_no_answer_at_all(asked: Asked) -> None:
    asked.dialog.withdraw()
    assert asked.answers == []


def test_everything_is_plain_text_and_hidden_characters_show(qtbot: QtBot) -> None:
    dialog = ConfirmationDialog(action(value="abc\u202edcb\x07"), "en")
    labels = dialog.findChildren(QLabel)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    texts = [label.text() for label in labels]
    assert "Add <b>a habit</b>" in texts
    assert "abc\\u202edcb\\u0007" in texts
    assert dialog.act.text() == "Add && begin"
    dialog.withdraw()


@pytest.mark.parametrize(("destroys", "kind"), [(True, "danger"), (False, "primary")])
def test_only_what_destroys_is_red(qtbot: QtBot, destroys: bool, kind: str) -> None:
    dialog = ConfirmationDialog(action(destroys=destroys), "en")
    assert dialog.act.property("kind") == kind
    dialog.withdraw()


def test_a_long_list_of_details_scrolls(qtbot: QtBot) -> None:
    dialog = ConfirmationDialog(action(value="긴 문장 " * 600), "ko")
    dialog.show()
    assert dialog.height() < 700
    assert dialog.act.mapTo(dialog, QPoint(0, 0)).y() < dialog.height()
    dialog.withdraw()
