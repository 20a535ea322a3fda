from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gemma_app.agent.dispatcher import TurnState
from gemma_app.agent.model import ToolCall
from gemma_app.app import App
from gemma_app.habits.habit import HabitDay
from gemma_app.habits.streak import CheckIn
from gemma_app.ui.dialogs.confirmation import ConfirmationDialog
from gemma_app.ui.habits.page import TodayPage
from gemma_app.ui.habits.row import HabitRow
from gemma_app.ui.habits.week import mark_of, shares
from gemma_app.ui.main_window import MainWindow
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, add_habit, check_in, live_some_weeks


def today_of(qtbot: QtBot, window: MainWindow, rows: int) -> TodayPage:
    window.go_to("today")
    page = window.page("today")
    assert isinstance(page, TodayPage)
    qtbot.waitUntil(lambda: len(page.findChildren(HabitRow)) == rows, timeout=WAIT_MS)
    return page


def values(app: App) -> list[CheckIn | None]:
    return [day.value for day in app.habits.day()]


@pytest.fixture
def two_habits(app: App, clock: SetClock) -> App:
    clock.go_back(5)
    add_habit(app, "p-morning-light")
    add_habit(app, "p-afternoon-light")
    clock.go_back(0)
    return app


def test_a_digit_checks_the_habit_in_and_ctrl_z_takes_it_back(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(two_habits)
    page = today_of(qtbot, window, 2)
    QTest.keyClick(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: values(two_habits) == [None, "done"], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.desk.history.can_undo, timeout=WAIT_MS)
    QTest.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: values(two_habits) == [None, None], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.desk.history.can_redo, timeout=WAIT_MS)
    window.desk.history.redo_last()
    qtbot.waitUntil(lambda: values(two_habits) == [None, "done"], timeout=WAIT_MS)


def test_two_quick_undos_take_back_two_changes(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(two_habits)
    page = today_of(qtbot, window, 2)
    QTest.keyClick(page, Qt.Key.Key_1)
    QTest.keyClick(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: values(two_habits) == ["done", "done"], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.desk.history.count == 2, timeout=WAIT_MS)
    window.desk.history.undo_last()
    window.desk.history.undo_last()
    qtbot.waitUntil(lambda: values(two_habits) == [None, None], timeout=WAIT_MS)


def test_space_and_minus_work_on_the_chosen_row(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    page = today_of(qtbot, open_window(two_habits), 2)
    first, second = page.findChildren(HabitRow)
    qtbot.waitUntil(first.check.hasFocus, timeout=WAIT_MS)
    QTest.keyClick(first.check, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: values(two_habits) == ["done", None], timeout=WAIT_MS)
    QTest.keyClick(first.check, Qt.Key.Key_Down)
    assert second.check.hasFocus()
    QTest.keyClick(second.check, Qt.Key.Key_Minus)
    qtbot.waitUntil(lambda: values(two_habits) == ["done", "blank"], timeout=WAIT_MS)


def test_checking_in_again_clears_the_day(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    page = today_of(qtbot, open_window(two_habits), 2)
    first = page.findChildren(HabitRow)[0]
    first.check.click()
    qtbot.waitUntil(lambda: values(two_habits) == ["done", None], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "했음" in first.check.accessibleName(), timeout=WAIT_MS)
    first.check.click()
    qtbot.waitUntil(lambda: values(two_habits) == [None, None], timeout=WAIT_MS)


def test_overwriting_what_was_said_asks_first(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    for habit in two_habits.habits.active():
        check_in(two_habits, habit.id)
    window = open_window(two_habits)
    page = today_of(qtbot, window, 2)
    page.findChildren(HabitRow)[0].skip.click()
    qtbot.waitUntil(lambda: bool(page.findChildren(ConfirmationDialog)), timeout=WAIT_MS)
    dialog = page.findChildren(ConfirmationDialog)[0]
    assert values(two_habits) == ["done", "done"]
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT_MS)
    QTest.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: values(two_habits) == ["blank", "done"], timeout=WAIT_MS)


def test_an_entry_that_changed_under_the_dialog_is_asked_again(
    two_habits: App, open_window: Open, qtbot: QtBot
) -> None:
    habit = two_habits.habits.active()[0]
    check_in(two_habits, habit.id)
    page = today_of(qtbot, open_window(two_habits), 2)
    page.findChildren(HabitRow)[0].skip.click()
    qtbot.waitUntil(lambda: bool(page.findChildren(ConfirmationDialog)), timeout=WAIT_MS)
    first = page.findChildren(ConfirmationDialog)[0]
    qtbot.waitUntil(first.act.isEnabled, timeout=WAIT_MS)
    two_habits.habits.perform(two_habits.habits.prepare_clear(habit.id), "clear_check_in")
    check_in(two_habits, habit.id)
    QTest.mouseClick(first.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(dialog is not first for dialog in _open_dialogs(page)), timeout=WAIT_MS)
    assert values(two_habits)[0] == "done"


def _open_dialogs(page: TodayPage) -> list[ConfirmationDialog]:
    return [dialog for dialog in page.findChildren(ConfirmationDialog) if dialog.isVisible()]


def test_a_past_day_is_filled_by_its_dot(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    page = today_of(qtbot, open_window(two_habits), 2)
    row = page.findChildren(HabitRow)[0]
    yesterday = two_habits.habits.today - timedelta(days=1)
    dots = [dot for dot in row.dots if dot.isEnabled()]
    assert len(dots) == 3
    QTest.mouseClick(dots[-1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: two_habits.habits.day()[0].entries.get(yesterday) == "done", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not dots[-1].isEnabled(), timeout=WAIT_MS)


def test_a_tool_call_moves_the_page_at_once(two_habits: App, open_window: Open, qtbot: QtBot) -> None:
    page = today_of(qtbot, open_window(two_habits), 2)
    row = page.findChildren(HabitRow)[0]
    habit = two_habits.habits.active()[0]
    call = ToolCall(id="1", name="log_tracker_entry", arguments={"habit_id": habit.id, "value": "done"})
    two_habits.dispatcher.dispatch(call, TurnState())
    qtbot.waitUntil(lambda: "했음" in row.check.accessibleName(), timeout=WAIT_MS)


def test_without_habits_there_is_one_sentence_and_one_way_on(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    page = today_of(qtbot, window, 0)
    qtbot.waitUntil(page.start.isVisible, timeout=WAIT_MS)
    page.start.click()
    assert window.desk.chat.draft == "아침 햇빛 추가해줘"


def test_the_flame_burns_from_three_days_on(two_habits: App, clock: SetClock, open_window: Open, qtbot: QtBot) -> None:
    first, second = (habit.id for habit in two_habits.habits.active())
    for back in (2, 1, 0):
        clock.go_back(back)
        check_in(two_habits, first)
        if back < 2:
            check_in(two_habits, second)
    page = today_of(qtbot, open_window(two_habits), 2)
    rows = page.findChildren(HabitRow)
    qtbot.waitUntil(lambda: rows[0].flame.isVisible(), timeout=WAIT_MS)
    assert not rows[1].flame.isVisible()


def test_each_day_of_the_week_has_its_mark(app: App, clock: SetClock) -> None:
    live_some_weeks(app, clock)
    days = app.habits.day()
    today = app.habits.today
    marks = [[mark_of(day, today - timedelta(days=back), today) for back in range(6, -1, -1)] for day in days]
    assert marks[0] == ["done", "done", "done", "done", "fillable", "done", "pending"]
    assert marks[1][1:3] == ["missing", "blank"]
    assert marks[2][:4] == ["outside"] * 4
    week = shares(days, today)
    assert [(share.done, share.total) for share in week[-2:]] == [(2, 3), (0, 3)]


def test_a_new_day_is_noticed(two_habits: App, clock: SetClock, open_window: Open, qtbot: QtBot) -> None:
    habit = two_habits.habits.active()[0]
    check_in(two_habits, habit.id)
    page = today_of(qtbot, open_window(two_habits), 2)
    row = page.findChildren(HabitRow)[0]
    qtbot.waitUntil(lambda: "했음" in row.check.accessibleName(), timeout=WAIT_MS)
    clock.go_back(-1)
    page.refresh_on_a_new_day()
    qtbot.waitUntil(lambda: "했음" not in row.check.accessibleName(), timeout=WAIT_MS)


def test_only_the_row_that_changed_is_shown_anew(
    two_habits: App, open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = today_of(qtbot, open_window(two_habits), 2)
    first, second = page.findChildren(HabitRow)
    shown: list[HabitRow] = []
    show_day = HabitRow.show_day

    def watch(row: HabitRow, habit_day: HabitDay, today: date) -> None:
        shown.append(row)
        show_day(row, habit_day, today)

    monkeypatch.setattr(HabitRow, "show_day", watch)
    QTest.keyClick(page, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: "했음" in second.check.accessibleName(), timeout=WAIT_MS)
    assert first not in shown
