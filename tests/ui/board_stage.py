"""A board page with a wall on it, and assistants that propose what they are told to."""

from pytestqt.qtbot import QtBot

from gemma_app.agent.model import ModelReply, ToolCall
from gemma_app.app import App
from gemma_app.boards.document import Board, find
from gemma_app.boards.templates import weekly_habit_wall
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.ui.boards.page import BoardsPage
from gemma_app.ui.main_window import MainWindow
from tests.ui.stage import WAIT_MS, said


def boards_page(qtbot: QtBot, window: MainWindow) -> BoardsPage:
    """The Boards page, shown and with its list read."""
    window.go_to("boards")
    page = window.page("boards")
    assert isinstance(page, BoardsPage)
    qtbot.waitUntil(page.isVisible, timeout=WAIT_MS)
    return page


def open_board(qtbot: QtBot, page: BoardsPage, board: Board) -> Board:
    """Store a board, open it, and return it as it is then."""
    before = page.control.board_id
    page.control.create(board)
    qtbot.waitUntil(lambda: page.control.board_id not in {before, None}, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.canvas.layer.is_settled, timeout=WAIT_MS)
    return now(page)


def wall_of(app: App) -> Board:
    language = app.choices.language()
    return weekly_habit_wall([(habit.id, habit.title.say(language)) for habit in app.habits.active()], language)


def now(page: BoardsPage) -> Board:
    board = page.control.board
    assert board is not None
    return board


def value(page: BoardsPage, refid: int, key: str) -> object:
    placed = find(now(page), refid)
    assert placed is not None
    return placed.component.get(key)


def shapes() -> Board:
    """Four shapes, the last of them locked."""
    return {
        "width": 800,
        "height": 600,
        "name": "Shapes",
        "fillStyle": "#FFFFFF",
        "components": [
            {"refid": 1, "type": "rect", "left": 100, "top": 100, "width": 100, "height": 60, "fillStyle": "#0000FF"},
            {"refid": 2, "type": "circle", "left": 400, "top": 120, "width": 80, "height": 80, "fillStyle": "#FF0000"},
            {"refid": 3, "type": "text", "text": "안녕", "left": 100, "top": 400, "width": 120, "height": 30},
            {"refid": 4, "type": "rect", "left": 600, "top": 400, "width": 50, "height": 50, "locked": True},
        ],
    }


def replies(*calls: tuple[str, dict[str, object]], text: str = "이렇게 바꿔 볼게요.") -> list[ModelReply]:
    """What a model gives that makes those calls at once and then says ``text``."""
    made = tuple(ToolCall(id=f"c{at}", name=name, arguments=given) for at, (name, given) in enumerate(calls))
    return [ModelReply(text="", tool_calls=made, stop_reason="tool_use"), said(text)]


def proposes(*calls: tuple[str, dict[str, object]]) -> ScriptedModel:
    """A model that makes those calls and no others."""
    return ScriptedModel(replies(*calls))


def ask(qtbot: QtBot, page: BoardsPage, text: str = "바꿔 줘") -> None:
    """Ask the assistant and wait for the end of its turn."""
    page.asking.input.put(text)
    page.asking.input.send()
    qtbot.waitUntil(lambda: not page.talk.is_running and bool(page.talk.talk.reply), timeout=WAIT_MS)
