"""Pictures of the Boards page, in both languages and themes, for people to look at."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gemma_app.language import Language
from gemma_app.ui.boards.page import BoardsPage
from gemma_app.ui.theme.tokens import ThemeName
from tests.ui.board_stage import ask, boards_page, open_board, proposes, wall_of
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, live_some_weeks, open_app

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
TITLE = {"ko": "나의 아침 벽", "en": "My morning wall"}
GAUGE = {"ko": "이번 달", "en": "This month"}


def keep(qtbot: QtBot, page: BoardsPage, name: str) -> None:
    qtbot.waitUntil(lambda: page.canvas.layer.is_settled, timeout=WAIT_MS)
    qtbot.wait(120)
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture = page.window().grab()
    assert picture.save(str(FOLDER / f"{name}.png"))
    image = picture.toImage()
    seen = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(seen) > 8, "the page is empty"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_boards_page_can_be_looked_at(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot, language: Language, theme: ThemeName
) -> None:
    app = open_app(tmp_path / "data", clock, language)
    app.choices.change(theme=theme, language=language)
    live_some_weeks(app, clock)
    gauge: dict[str, object] = {"type": "gauge-horizon", "left": 720, "top": 16, "width": 140, "height": 74}
    model = proposes(
        ("addComponent", {**gauge, "id": "habit:1", "fillStyle": "#8A4FA3", "name": GAUGE[language]}),
        ("modifyComponentByRefid", {"refid": 1, "patch": {"text": TITLE[language], "fillStyle": "#0B6E66"}}),
        ("modifyComponentByRefid", {"refid": 12, "patch": {"top": 150}}),
        ("removeComponentByRefid", {"refid": 2}),
        ("modifyBoard", {"patch": {"fillStyle": "#EAF3EF"}}),
    )
    page = boards_page(qtbot, open_window(app, model, size=(1400, 900)))
    keep(qtbot, page, f"board-empty-{language}-{theme}")
    open_board(qtbot, page, wall_of(app))
    keep(qtbot, page, f"board-{language}-{theme}")
    ask(qtbot, page, TITLE[language])
    keep(qtbot, page, f"board-proposal-{language}-{theme}")
    page.decisions.discard()
    page.control.select([3])
    page.window().resize(900, 600)
    keep(qtbot, page, f"board-narrow-{language}-{theme}")
