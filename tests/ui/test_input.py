import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.theme.look import Look


class Box:
    def __init__(self) -> None:
        self.input = InputBox(Look(theme="light"))
        self.sent: list[str] = []
        self.input.sent.connect(self.sent.append)

    def compose(self, preedit: str, commit: str = "") -> None:
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(commit)
        QApplication.sendEvent(self.input.editor, event)


@pytest.fixture
def box(qtbot: QtBot) -> Box:
    made = Box()
    qtbot.addWidget(made.input)
    made.input.show()
    return made


def test_enter_sends_and_shift_enter_breaks_the_line(box: Box, qtbot: QtBot) -> None:
    QTest.keyClicks(box.input.editor, "ab")
    QTest.keyClick(box.input.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box.input.editor, "c")
    assert box.sent == []
    QTest.keyClick(box.input.editor, Qt.Key.Key_Return)
    assert box.sent == ["ab\nc"]


def test_enter_while_a_syllable_is_composed_never_sends(box: Box, qtbot: QtBot) -> None:
    box.compose("", "안녀")
    box.compose("ㅇ")
    QTest.keyClick(box.input.editor, Qt.Key.Key_Return)
    assert box.sent == []
    assert box.input.text == "안녀ㅇ"
    QTest.keyClick(box.input.editor, Qt.Key.Key_Return)
    assert box.sent == ["안녀ㅇ"]


def test_send_takes_the_syllable_that_is_being_composed(box: Box, qtbot: QtBot) -> None:
    box.compose("", "안")
    box.compose("녕")
    QTest.mouseClick(box.input.button, Qt.MouseButton.LeftButton)
    assert box.sent == ["안녕"]


def test_a_single_composed_syllable_can_be_sent(box: Box, qtbot: QtBot) -> None:
    box.compose("네")
    assert box.input.button.isEnabled()
    QTest.mouseClick(box.input.button, Qt.MouseButton.LeftButton)
    assert box.sent == ["네"]


def test_nothing_but_spaces_is_not_sent(box: Box, qtbot: QtBot) -> None:
    QTest.keyClicks(box.input.editor, "   ")
    QTest.keyClick(box.input.editor, Qt.Key.Key_Return)
    assert box.sent == []
    assert not box.input.button.isEnabled()


def test_the_editor_grows_with_its_lines_up_to_a_limit(box: Box) -> None:
    low = box.input.editor.height()
    box.input.put("가\n나\n다")
    higher = box.input.editor.height()
    box.input.put("\n".join("가" * 40))
    assert low < higher < box.input.editor.height() < 12 * box.input.editor.fontMetrics().lineSpacing()


def test_the_button_stops_while_an_answer_is_written(box: Box, qtbot: QtBot) -> None:
    box.input.show_running(running=True)
    with qtbot.waitSignal(box.input.stopped):
        QTest.mouseClick(box.input.button, Qt.MouseButton.LeftButton)
    assert box.sent == []
