import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gemma_app.app import App
from gemma_app.boards.document import Board, dump_board, find
from gemma_app.boards.geometry import rotation_of
from gemma_app.language import same
from gemma_app.ui.boards.fields import LineField, SourceField
from gemma_app.ui.boards.files import add_image, import_file
from gemma_app.ui.boards.page import BoardsPage
from gemma_app.ui.habits.page import TodayPage
from gemma_app.ui.main_window import MainWindow
from tests.ui.board_stage import boards_page, now, open_board, shapes, value, wall_of
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, check_in, live_some_weeks, open_app

LEFT = Qt.MouseButton.LeftButton
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def page(app: App, open_window: Open, qtbot: QtBot) -> BoardsPage:
    made = boards_page(qtbot, open_window(app))
    open_board(qtbot, made, shapes())
    made.canvas.zoom_to(1.0)
    made.canvas.setFocus()
    return made


def at(page: BoardsPage, x: float, y: float) -> QPoint:
    return page.canvas.mapFromScene(QPointF(x, y))


def click(
    qtbot: QtBot, page: BoardsPage, x: float, y: float, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.mouseClick(page.canvas.viewport(), LEFT, keys, at(page, x, y))


def drag(qtbot: QtBot, page: BoardsPage, start: tuple[float, float], end: tuple[float, float]) -> None:
    viewport = page.canvas.viewport()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at(page, *start))
    QTest.mouseMove(viewport, at(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    QTest.mouseMove(viewport, at(page, *end))
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at(page, *end))


def press(
    qtbot: QtBot, page: BoardsPage, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(page.canvas, key, keys)


def run(page: BoardsPage, name: str) -> None:
    action = next(action for action in page.commands if action.text() == name)
    assert action.isEnabled(), name
    action.trigger()


def test_without_a_board_the_page_offers_a_wall_of_the_active_habits(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    live_some_weeks(app, clock)
    page = boards_page(qtbot, open_window(app))
    assert page.first.isVisible()
    page.first.click()
    qtbot.waitUntil(lambda: page.control.board is not None, timeout=WAIT_MS)
    assert now(page) == wall_of(app)
    assert page.canvas.isVisible()


def test_clicking_selects_and_shift_adds_and_a_click_beside_selects_nothing(qtbot: QtBot, page: BoardsPage) -> None:
    click(qtbot, page, 150, 130)
    assert list(page.control.selection) == [1]
    click(qtbot, page, 440, 160, SHIFT)
    assert list(page.control.selection) == [1, 2]
    click(qtbot, page, 700, 50)
    assert not page.control.selection


def test_a_band_selects_what_lies_inside(qtbot: QtBot, page: BoardsPage) -> None:
    drag(qtbot, page, (50, 50), (520, 250))
    assert page.control.selection == (1, 2)


def test_dragging_moves_in_one_step_and_nothing_is_kept_before_the_button_is_let_go(
    qtbot: QtBot, page: BoardsPage
) -> None:
    text = dump_board(now(page))
    viewport = page.canvas.viewport()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at(page, 150, 130))
    QTest.mouseMove(viewport, at(page, 180, 170))
    assert dump_board(now(page)) == text
    shown = page.control.shown
    assert shown is not None
    assert shown["components"][0]["left"] != 100
    QTest.mouseMove(viewport, at(page, 190, 190))
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, at(page, 190, 190))
    assert value(page, 1, "left") == pytest.approx(140, abs=8)
    page.control.undo()
    assert dump_board(now(page)) == text


def test_of_many_only_the_frame_follows_the_pointer_and_they_move_in_one_step_when_it_is_let_go(
    qtbot: QtBot, page: BoardsPage
) -> None:
    many = [{"refid": at, "type": "rect", "left": at, "top": at, "width": 90, "height": 90} for at in range(500)]
    before = open_board(qtbot, page, {"width": 800, "height": 600, "components": many})
    page.canvas.zoom_to(1.0)
    run(page, "모두 선택")
    viewport, none = page.canvas.viewport(), Qt.KeyboardModifier.NoModifier
    QTest.mousePress(viewport, LEFT, none, at(page, 300, 300))
    QTest.mouseMove(viewport, at(page, 330, 350))
    assert page.control.shown is before
    QTest.mouseRelease(viewport, LEFT, none, at(page, 330, 350))
    moved_by = {
        (new["left"] - old["left"], new["top"] - old["top"])
        for new, old in zip(now(page)["components"], before["components"], strict=True)
    }
    assert len(moved_by) == 1
    assert moved_by != {(0, 0)}
    page.control.undo()
    assert dump_board(now(page)) == dump_board(before)


def test_what_is_locked_cannot_be_dragged(qtbot: QtBot, page: BoardsPage) -> None:
    drag(qtbot, page, (620, 420), (700, 480))
    assert value(page, 4, "left") == 600


def test_a_corner_resizes_and_the_handle_above_turns(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1])
    drag(qtbot, page, (200, 160), (240, 200))
    assert (value(page, 1, "width"), value(page, 1, "height")) == pytest.approx((140, 100), abs=0.5)
    assert (value(page, 1, "left"), value(page, 1, "top")) == (100, 100)
    frame = page.canvas.overlay.frame
    assert frame is not None
    top = frame.point((0, 0), 1 / page.canvas.zoom)
    drag(qtbot, page, top, (frame.centre[0] + 120, frame.centre[1]))
    placed = find(now(page), 1)
    assert placed is not None
    assert rotation_of(placed.component) == pytest.approx(1.57, abs=0.05)


def test_the_arrows_nudge_in_one_step_and_shift_makes_it_a_grid_step(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1])
    for _ in range(3):
        press(qtbot, page, Qt.Key.Key_Right)
    press(qtbot, page, Qt.Key.Key_Down, SHIFT)
    assert (value(page, 1, "left"), value(page, 1, "top")) == (103, 108)
    press(qtbot, page, Qt.Key.Key_Z, CTRL)
    assert (value(page, 1, "left"), value(page, 1, "top")) == (100, 100)
    press(qtbot, page, Qt.Key.Key_Z, CTRL | SHIFT)
    assert value(page, 1, "left") == 103


@pytest.mark.parametrize(
    ("key", "keys", "expected"),
    [
        (Qt.Key.Key_L, ALT, [(1, "left", 100), (2, "left", 100)]),
        (Qt.Key.Key_R, ALT, [(1, "left", 380), (2, "left", 400)]),
        (Qt.Key.Key_C, ALT, [(1, "left", 240), (2, "left", 250)]),
        (Qt.Key.Key_T, ALT, [(1, "top", 100), (2, "top", 100)]),
        (Qt.Key.Key_M, ALT, [(1, "top", 120), (2, "top", 110)]),
        (Qt.Key.Key_B, ALT, [(1, "top", 140), (2, "top", 120)]),
    ],
)
def test_every_alignment_has_a_key(
    qtbot: QtBot, page: BoardsPage, key: Qt.Key, keys: Qt.KeyboardModifier, expected: list[tuple[int, str, int]]
) -> None:
    page.control.select([1, 2])
    press(qtbot, page, key, keys)
    assert [(refid, name, value(page, refid, name)) for refid, name, _ in expected] == expected


def test_order_group_duplicate_delete_and_select_all_have_keys(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1])
    press(qtbot, page, Qt.Key.Key_BracketRight, CTRL)
    assert [item["refid"] for item in now(page)["components"]] == [2, 1, 3, 4]
    page.control.select([1, 2])
    press(qtbot, page, Qt.Key.Key_G, CTRL)
    (made,) = page.control.selection
    assert value(page, made, "type") == "group"
    press(qtbot, page, Qt.Key.Key_D, CTRL)
    assert len(now(page)["components"]) == 4
    press(qtbot, page, Qt.Key.Key_Delete)
    assert [item["refid"] for item in now(page)["components"]] == [made, 3, 4]
    page.control.select([made])
    press(qtbot, page, Qt.Key.Key_G, CTRL | SHIFT)
    assert set(page.control.selection) == {1, 2}
    press(qtbot, page, Qt.Key.Key_A, CTRL)
    assert len(page.control.selection) == 4
    press(qtbot, page, Qt.Key.Key_Delete)
    assert [item["refid"] for item in now(page)["components"]] == [4], "what is locked stays"


def test_equal_gaps_turning_and_locking_are_actions(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1, 2, 3])
    run(page, "가로 간격 같게")
    run(page, "오른쪽으로 15° 돌리기")
    page.control.select([2])
    run(page, "잠그기/풀기")
    assert value(page, 2, "locked") is True
    run(page, "잠그기/풀기")
    assert value(page, 2, "locked") is None


def test_copying_and_pasting_goes_through_the_clipboard_and_to_another_board(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([2])
    press(qtbot, page, Qt.Key.Key_C, CTRL)
    press(qtbot, page, Qt.Key.Key_V, CTRL)
    (made,) = page.control.selection
    assert (value(page, made, "left"), value(page, made, "fillStyle")) == (416, "#FF0000")
    page.control.select([1])
    press(qtbot, page, Qt.Key.Key_X, CTRL)
    assert find(now(page), 1) is None
    open_board(qtbot, page, {"width": 300, "height": 300, "components": []})
    press(qtbot, page, Qt.Key.Key_V, CTRL)
    assert [item["fillStyle"] for item in now(page)["components"]] == ["#0000FF"]
    QGuiApplication.clipboard().setText("붙인 글")
    press(qtbot, page, Qt.Key.Key_V, CTRL)
    assert now(page)["components"][-1]["text"] == "붙인 글"


def test_double_clicking_a_group_selects_what_is_in_it(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1, 2])
    press(qtbot, page, Qt.Key.Key_G, CTRL)
    page.control.select(())
    QTest.mouseDClick(page.canvas.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at(page, 150, 130))
    assert page.control.selection == (1,)


def test_zoom_pan_and_fit(qtbot: QtBot, page: BoardsPage) -> None:
    press(qtbot, page, Qt.Key.Key_Equal, CTRL)
    assert page.canvas.zoom == pytest.approx(1.2)
    press(qtbot, page, Qt.Key.Key_0, CTRL)
    assert page.canvas.zoom == pytest.approx(1)
    before = page.canvas.seen
    press(qtbot, page, Qt.Key.Key_Right)
    assert page.canvas.seen.left > before.left, "with nothing selected the arrows pan"
    press(qtbot, page, Qt.Key.Key_9, CTRL)
    seen = page.canvas.seen
    assert seen.left <= 0
    assert seen.right >= 800


def test_the_outline_lists_everything_topmost_first_and_selects_both_ways(qtbot: QtBot, page: BoardsPage) -> None:
    page.outline.show_board()
    items = [page.outline.topLevelItem(place) for place in range(2)]
    assert [item.text(0) for item in items if item is not None] == ["사각형 #4", "안녕 #3"]
    assert items[1] is not None
    page.outline.setCurrentItem(items[1])
    assert page.control.selection == (3,)
    page.control.select([1])
    assert [item.text(0) for item in page.outline.selectedItems()] == ["사각형 #1"]


def test_properties_are_written_in_one_step_and_nonsense_is_marked(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1, 2])
    page.properties.show_selection()
    field = page.properties.fields["left"]
    assert isinstance(field, LineField)
    assert field.text() == ""
    field.setFocus()
    QTest.keyClicks(field, "240")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (value(page, 1, "left"), value(page, 2, "left")) == (240, 240)
    QTest.keyClick(field, Qt.Key.Key_Up, SHIFT)
    assert value(page, 1, "left") == 250
    field.selectAll()
    QTest.keyClicks(field, "wide")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("wrong") == "true"
    assert value(page, 1, "left") == 250


def test_enter_on_the_canvas_writes_the_words_of_a_text(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([3])
    press(qtbot, page, Qt.Key.Key_Return)
    field = page.properties.fields["text"]
    assert isinstance(field, LineField)
    field.insert("새 글")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert value(page, 3, "text") == "새 글"


def test_a_component_is_bound_to_a_habit_in_the_panel(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    habits = live_some_weeks(app, clock)
    page = boards_page(qtbot, open_window(app))
    open_board(qtbot, page, shapes())
    page.control.select([1])
    page.properties.show_selection()
    field = page.properties.fields["id"]
    assert isinstance(field, SourceField)
    field.written.emit(f"habit:{habits[0]}")
    assert value(page, 1, "id") == f"habit:{habits[0]}"


def test_checking_in_moves_the_gauge_on_the_open_board_within_a_tenth_of_a_second_of_work(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    habits = live_some_weeks(app, clock)
    page = boards_page(qtbot, open_window(app))
    open_board(qtbot, page, wall_of(app))
    before, text = page.canvas.grab().toImage(), dump_board(now(page))
    fastest = 1.0
    for habit in habits:
        with qtbot.waitSignal(page.control.figures.moved, timeout=WAIT_MS):
            began = time.process_time()
            check_in(app, habit)
        fastest = min(fastest, time.process_time() - began)
    figures = page.control.figures.known.figures(habits[0])
    assert figures is not None
    assert (figures.today, figures.week) == ("done", 6)
    assert page.canvas.grab().toImage() != before, "the gauges moved"
    assert dump_board(now(page)) == text, "the document is not touched"
    assert fastest < 0.1


def test_a_check_in_on_the_today_page_moves_the_board_too(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    live_some_weeks(app, clock)
    window = open_window(app)
    page = boards_page(qtbot, window)
    open_board(qtbot, page, wall_of(app))
    window.go_to("today")
    today = window.page("today")
    assert isinstance(today, TodayPage)
    with qtbot.waitSignal(page.control.figures.moved, timeout=WAIT_MS):
        qtbot.waitUntil(lambda: today.isVisible(), timeout=WAIT_MS)
        qtbot.wait(50)
        QTest.keyClick(today, Qt.Key.Key_1)


def test_coming_back_to_the_page_shows_the_figures_of_the_day_it_is(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    habits = live_some_weeks(app, clock)
    check_in(app, habits[0])
    window = open_window(app, language="en")
    page = boards_page(qtbot, window)
    open_board(qtbot, page, wall_of(app))
    figures = page.control.figures
    assert [figures.known.by_habit[habits[0]].today] == ["done"]
    window.go_to("today")
    clock.go_back(-1)
    window.go_to("boards")
    assert [figures.known.by_habit[habits[0]].today] == ["pending"]


def test_everything_is_saved_at_once_and_is_there_after_reopening(
    app: App, clock: SetClock, open_window: Open, qtbot: QtBot
) -> None:
    page = boards_page(qtbot, open_window(app))
    open_board(qtbot, page, shapes())
    page.control.select([1])
    for _ in range(20):
        press(qtbot, page, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: page.control.autosave.is_clean, timeout=WAIT_MS)
    board_id = page.control.board_id
    assert board_id is not None
    assert dump_board(app.boards.load(board_id)) == dump_board(now(page))
    press(qtbot, page, Qt.Key.Key_Right)
    text = dump_board(now(page))
    page.window().close()
    again = open_app(app.data_dir, clock)
    other = boards_page(qtbot, open_window(again))
    qtbot.waitUntil(lambda: other.control.board is not None, timeout=WAIT_MS)
    assert dump_board(now(other)) == text


_KILLED = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtWidgets import QApplication
from gemma_app.app import App
from gemma_app.boards.reshaping import move
from gemma_app.language import same
from gemma_app.ui.main_window import MainWindow
application = QApplication([])
app = App.open(Path(sys.argv[1]))
window = MainWindow(application, app, load_model=None)
control = window.page("boards").control
control.create({"width": 10, "height": 10, "components": [{"refid": 1, "type": "rect", "left": 0, "top": 0}]})
while control.board is None:
    application.processEvents()
for step in range(25):
    control.put(move(control.board, [1], 1, 0), same("move"))
while not control.autosave.is_clean:
    application.processEvents()
print("saved", flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such kill")
def test_what_was_saved_survives_a_kill(tmp_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, str(tmp_path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert killed.stdout.strip() == "saved"
    app = App.open(tmp_path)
    (info,) = app.boards.list_boards()
    assert app.boards.load(info.id)["components"][0]["left"] == 25
    app.close()


def test_boards_are_renamed_and_deleted_with_undo_in_the_list(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app)
    page = boards_page(qtbot, window)
    open_board(qtbot, page, shapes())
    page.control.edit([{"op": "modifyBoard", "patch": {"name": "새 이름"}}], same("name"))
    qtbot.waitUntil(lambda: [info.name for info in app.boards.list_boards()] == ["새 이름"], timeout=WAIT_MS)
    page.boards.delete_open()
    qtbot.waitUntil(lambda: app.boards.list_boards() == [], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.first.isVisible(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.desk.history.can_undo, timeout=WAIT_MS)
    window.desk.history.undo_last()
    qtbot.waitUntil(lambda: page.control.board is not None, timeout=WAIT_MS)
    assert now(page)["name"] == "새 이름"


def test_the_board_and_what_can_be_undone_outlive_another_theme_and_language(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1])
    press(qtbot, page, Qt.Key.Key_Right)
    window = page.window()
    assert isinstance(window, MainWindow)
    window.desk.app.choices.change(theme="dark", language="en")
    window.rebuild()
    again = boards_page(qtbot, window)
    assert value(again, 1, "left") == 101
    assert again.control.history is not None
    QTest.keyClick(again.canvas, Qt.Key.Key_Z, CTRL)
    assert value(again, 1, "left") == 100


def test_keys_of_the_board_do_nothing_on_another_page(qtbot: QtBot, page: BoardsPage) -> None:
    page.control.select([1])
    window = page.window()
    assert isinstance(window, MainWindow)
    window.go_to("today")
    QTest.keyClick(window, Qt.Key.Key_Delete)
    QTest.keyClick(window, Qt.Key.Key_D, CTRL)
    assert len(now(page)["components"]) == 4


def test_json_comes_in_from_a_file_and_a_broken_one_is_refused_in_words(
    qtbot: QtBot, page: BoardsPage, tmp_path: Path
) -> None:
    path = tmp_path / "나의 보드.json"
    path.write_text('{"components": [{"type": "mystery", "left": 1, "top": 2, "odd": {"k": 1}}]}', encoding="utf-8")
    import_file(page.control, path)
    qtbot.waitUntil(lambda: now(page).get("name") == "나의 보드", timeout=WAIT_MS)
    assert now(page)["components"][0]["odd"] == {"k": 1}
    path.write_text("not json", encoding="utf-8")
    with qtbot.waitSignal(page.control.desk.said, timeout=WAIT_MS) as said:
        import_file(page.control, path)
    assert said.args == ["보드 파일을 읽을 수 없어요.", None]


def test_an_image_is_kept_inside_the_board(qtbot: QtBot, page: BoardsPage, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    assert page.canvas.grab().save(str(path))
    add_image(page.control, path, (400, 300))
    made: Board = now(page)["components"][-1]
    assert made["src"].startswith("data:image/")
    assert "\\picture" not in made["src"]
    assert page.control.selection == (made["refid"],)
