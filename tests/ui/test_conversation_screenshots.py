"""Pictures of long conversations and their dialogs, in both languages and themes, for people to look at."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.transcript import Transcript
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.language import Language
from gemma_app.ui.dialogs.profiles import ProfilesDialog
from gemma_app.ui.dialogs.scopes import ScopesDialog
from gemma_app.ui.dialogs.summary import SummaryDialog
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.theme.tokens import ThemeName
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SetClock, open_app
from tests.ui.test_screenshots import FOLDER, chat_of, keep, settle

TALK = {
    "ko": (
        "저녁에 산책을 하면 잠이 잘 올까?",
        "네, **가벼운 산책**은 잠드는 데 도움이 돼요.",
        "토요일엔 쉬기로 함",
        "산책",
    ),
    "en": ("Does a walk help sleep?", "Yes, a **light walk** helps you fall asleep.", "Saturdays are off", "walk"),
}


def long_talk(app: App, language: Language) -> str:
    asked, answered, noted, _ = TALK[language]
    rows = [
        StoredMessage(id=f"m{n:03}", role="assistant" if n % 2 else "user", content=answered if n % 2 else asked)
        for n in range(88)
    ]
    rows.append(StoredMessage(id="note", role="user", content=noted, addressee="room", sender_id="1"))
    rows.append(StoredMessage(id="last", role="user", content=asked, sender_id="1", pinned=True))
    rows.append(StoredMessage(id="locked", role="assistant", content="…", doors=("habits.read",)))
    rows.append(StoredMessage(id="answer", role="assistant", content=answered))
    made = app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="", messages=tuple(rows)))
    return made.id


def keep_dialog(qtbot: QtBot, window: MainWindow, kind: type[QDialog], name: str) -> None:
    qtbot.waitUntil(lambda: bool(window.findChildren(kind)), timeout=WAIT_MS)
    settle(qtbot, window)
    dialog = window.findChildren(kind)[-1]
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture = dialog.grab()
    assert picture.save(str(FOLDER / f"{name}.png"))
    dialog.reject()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_long_conversations_can_be_looked_at(
    tmp_path: Path, clock: SetClock, open_window: Open, qtbot: QtBot, language: Language, theme: ThemeName
) -> None:
    app = open_app(tmp_path / "data", clock, language)
    app.choices.change(theme=theme, language=language)
    session_id = long_talk(app, language)
    app.profiles.add({"ko": "지우", "en": "Alex"}[language])
    app.tidying.fold(session_id, DEFAULT_PROFILE)
    app.choices.lock_doors(DEFAULT_PROFILE, ["habits.read"])
    window = open_window(app)
    page = chat_of(window)
    name = f"{language}-{theme}"
    window.desk.chat.open_session(session_id)
    page.sessions.search.setText(TALK[language][3])
    qtbot.waitUntil(lambda: page.sessions.hits.count() > 0, timeout=WAIT_MS)
    settle(qtbot, window)
    keep(window, f"conversation-{name}-1180")
    page.dialogs.show_summary()
    keep_dialog(qtbot, window, SummaryDialog, f"summary-{name}")
    ProfilesDialog(window.desk, window).open()
    keep_dialog(qtbot, window, ProfilesDialog, f"profiles-{name}")
    app.choices.lock_doors(DEFAULT_PROFILE, [])
    page.transfers.export.trigger()
    keep_dialog(qtbot, window, ScopesDialog, f"scopes-{name}")
    window.resize(900, 600)
    page.sessions.search.setText("")
    page.sessions.temporary.trigger()
    settle(qtbot, window)
    keep(window, f"temporary-{name}-900")
