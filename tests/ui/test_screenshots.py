"""Pictures of every page, in both languages and themes, for people to look at."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gemma_app.app import App
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.language import Language
from gemma_app.ui.chat.page import ChatPage
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.theme.tokens import ThemeName
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, adds_sunlight, called, live_some_weeks, open_app, said

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = ((900, 600), (1400, 900))


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Let what was asked for in the background arrive and be painted."""
    with qtbot.waitCallback(timeout=WAIT_MS) as arrived:
        window.desk.jobs.run(lambda: None, on_done=arrived)
    with qtbot.waitCallback(timeout=WAIT_MS) as arrived:
        window.desk.jobs.run(lambda: None, on_done=arrived)


def keep(window: MainWindow, name: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture = window.grab()
    assert picture.save(str(FOLDER / f"{name}.png"))
    image = picture.toImage()
    seen = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(seen) > 8, "the page is empty"


def chat_of(window: MainWindow) -> ChatPage:
    page = window.page("chat")
    assert isinstance(page, ChatPage)
    return page


def talk(language: Language) -> ScriptedModel:
    answer = {
        "ko": "잠에 도움이 되는 습관을 찾아봤어요.\n\n"
        "1. **잠들기 전 화면 끄기**: 자기 한 시간 전에 화면을 내려놓기\n"
        "2. **같은 시각에 일어나기**: 주말에도 같은 시각에\n\n"
        "어느 것부터 해 볼까요? `취침 1시간 전`부터 시작하면 쉬워요.",
        "en": "Here is what helps sleep.\n\n1. **Screens off before bed**: put them down an hour before\n"
        "2. **The same wake-up time**: at weekends too\n\nWhich one shall we begin with?",
    }[language]
    goes_on = {"ko": "내일 아침부터 시작해 봐요.", "en": "It begins tomorrow morning."}[language]
    return ScriptedModel(
        [called("search_catalog", category="sleep", limit=3), said(answer), adds_sunlight(language), said(goes_on)]
    )


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Language], Path]:
    """Gives a folder with some weeks in it, lived once for each language."""
    folders: dict[Language, Path] = {}

    def folder(language: Language) -> Path:
        if language not in folders:
            folders[language] = tmp_path_factory.mktemp("lived") / language
            clock = SetClock()
            app = open_app(folders[language], clock, language)
            live_some_weeks(app, clock)
            app.close()
        return folders[language]

    return folder


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_page_can_be_looked_at(
    tmp_path: Path,
    clock: SetClock,
    open_window: Open,
    qtbot: QtBot,
    lived: Callable[[Language], Path],
    language: Language,
    theme: ThemeName,
) -> None:
    empty = open_app(tmp_path / "empty", clock, language)
    empty.choices.change(theme=theme, language=language)
    window = open_window(empty)
    for page in ("chat", "today"):
        keep_sizes(qtbot, window, page, f"{page}-empty-{language}-{theme}")
    window.close()

    shutil.copytree(lived(language), tmp_path / "lived")
    app = open_app(tmp_path / "lived", clock, language)
    app.choices.change(theme=theme, language=language)
    window = open_window(app, talk(language))
    keep_sizes(qtbot, window, "today", f"today-{language}-{theme}")
    archive_first(app)
    window.go_to("chat")
    have_a_chat(qtbot, window, language, f"{language}-{theme}")
    keep_sizes(qtbot, window, "chat", f"chat-{language}-{theme}")


def keep_sizes(qtbot: QtBot, window: MainWindow, page: str, name: str) -> None:
    window.go_to(page)
    for width, height in SIZES:
        window.resize(width, height)
        settle(qtbot, window)
        keep(window, f"{name}-{width}")


def archive_first(app: App) -> None:
    """Make room for the habit that the conversation adds."""
    first = app.habits.active()[0]
    app.habits.perform(app.habits.prepare_archive(first.id), "archive_habit")


def have_a_chat(qtbot: QtBot, window: MainWindow, language: Language, name: str) -> None:
    page = chat_of(window)
    ask, add = {
        "ko": ("잠을 잘 자고 싶은데 뭐부터 하면 좋을까?", "아침 햇빛 추가해줘"),
        "en": ("I want to sleep better. Where do I begin?", "Add the morning sunlight habit"),
    }[language]
    page.input.put(ask)
    page.input.send()
    qtbot.waitUntil(lambda: window.desk.chat.running is None, timeout=WAIT_MS)
    page.input.put(add)
    page.input.send()
    qtbot.waitUntil(lambda: page.dialogs.question is not None, timeout=WAIT_MS)
    settle(qtbot, window)
    dialog = page.dialogs.question
    assert dialog is not None
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT_MS)
    keep_dialog = dialog.grab()
    FOLDER.mkdir(parents=True, exist_ok=True)
    assert keep_dialog.save(str(FOLDER / f"dialog-{name}.png"))
    dialog.act.click()
    qtbot.waitUntil(lambda: window.desk.chat.running is None, timeout=WAIT_MS)
