"""Conversations out of the window and into it: export, share, hand off, bring in."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gemma_app.conversation.reading import ExportFormat
from gemma_app.conversation.records import SessionInfo
from gemma_app.conversation.transcript import read_transcripts
from gemma_app.errors import AppError
from gemma_app.habits.profiles import Profile
from gemma_app.language import Phrase
from gemma_app.paths import write_whole
from gemma_app.ui.desk import Desk
from gemma_app.ui.dialogs.scopes import Going, ScopesDialog

_NO_FILE = Phrase(ko="이 파일을 읽을 수 없어요.", en="This file cannot be read.")


class Transfers(QObject):
    """The actions on the open conversation that move it.

    Args:
        desk: Where things are said and done.
        parent: What dialogs belong to.

    Attributes:
        commands: The actions.
    """

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._parent = parent
        self.export = self._action("export", self.tr("Export chat"), self._ask_export)
        self.share = self._action("people", self.tr("Share with another profile"), self._ask_share)
        self.hand_off = self._action("copy", self.tr("Copy context for another assistant"), self._ask_hand_off)
        self.bring_in = self._action("plus", self.tr("Import a chat"), self._ask_import)
        self.commands = [self.export, self.share, self.hand_off, self.bring_in]

    def show_state(self) -> None:
        """Offer what can be done with the open conversation."""
        is_stored = self._desk.chat.snapshot is not None and not self._desk.chat.is_temporary
        for action in (self.export, self.share, self.hand_off):
            action.setEnabled(is_stored)

    def save(self, session_id: str, path: Path, going: Going) -> None:
        """Write a conversation into a file."""

        def work() -> None:
            form: ExportFormat = "json" if going.choice == "json" else "md"
            text = self._desk.app.reader.export(session_id, form, closed=going.closed)
            write_whole(path, text.encode("utf-8"))

        said = self.tr("Exported to {name}.").format(name=path.name)
        self._desk.jobs.run(work, on_done=lambda _: self._desk.say(said))

    def bring(self, path: Path) -> None:
        """Bring the conversations of a file in, and show the first."""

        def work() -> list[SessionInfo]:
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise AppError(_NO_FILE) from error
            app = self._desk.app
            return [app.conversations.import_transcript(app.choices.profile(), each) for each in read_transcripts(text)]

        self._desk.jobs.run(work, on_done=lambda made: self._desk.chat.open_session(made[0].id))

    def copy_context(self, session_id: str, closed: frozenset[str]) -> None:
        """Put what another assistant needs to go on onto the clipboard; nothing else leaves."""

        def copied(messages: list[dict[str, str]]) -> None:
            QGuiApplication.clipboard().setText(json.dumps(messages, ensure_ascii=False, indent=1))
            self._desk.say(self.tr("Copied. Paste it into the other assistant."))

        self._desk.jobs.run(lambda: self._desk.app.reader.hand_off(session_id, closed=closed), on_done=copied)

    def _action(self, icon: str, text: str, on_trigger: Callable[[], None]) -> QAction:
        action = QAction(self._desk.look.icon(icon), text, self)
        action.triggered.connect(lambda _checked=False: on_trigger())
        return action

    def _ask_export(self) -> None:
        def go(session_id: str, going: Going) -> None:
            name = f"{self._file_name()}.{going.choice}"
            chosen, _ = QFileDialog.getSaveFileName(self._parent, self.tr("Export chat"), name)
            if chosen:
                self.save(session_id, Path(chosen), going)

        forms = [("md", self.tr("Markdown, to read")), ("json", self.tr("JSON, to bring back"))]
        self._ask(self.tr("Export this chat"), self.tr("Export"), forms, go)

    def _ask_share(self) -> None:
        def go(session_id: str, going: Going) -> None:
            reader = self._desk.app.reader
            said = self.tr("A copy is in the other profile now.")
            self._desk.jobs.run(
                lambda: reader.share(session_id, int(going.choice), closed=going.closed),
                on_done=lambda _: self._desk.say(said),
            )

        def ask(profiles: list[Profile]) -> None:
            used = self._desk.app.choices.profile()
            others = [(str(each.id), self._desk.words(each.title)) for each in profiles if each.id != used]
            if others:
                self._ask(self.tr("Share this chat"), self.tr("Share"), others, go)
            else:
                self._desk.say(self.tr("There is no other profile yet. Add one under Profiles."))

        self._desk.jobs.run(self._desk.app.profiles.all, on_done=ask)

    def _ask_hand_off(self) -> None:
        def go(session_id: str, going: Going) -> None:
            self.copy_context(session_id, going.closed)

        self._ask(self.tr("Copy context for another assistant"), self.tr("Copy"), [("", "")], go)

    def _ask_import(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self._parent, self.tr("Import a chat"), "", "JSON (*.json)")
        if chosen:
            self.bring(Path(chosen))

    def _ask(self, title: str, act: str, choices: list[tuple[str, str]], go: Callable[[str, Going], None]) -> None:
        session_id = self._desk.chat.session_id
        if session_id is None:
            return

        def show(doors: tuple[str, ...]) -> None:
            ScopesDialog(
                title,
                act,
                choices,
                doors=doors,
                language=self._desk.language,
                on_go=lambda going: go(session_id, going),
                parent=self._parent.window(),
            ).open()

        self._desk.jobs.run(lambda: self._desk.app.reader.doors(session_id), on_done=show)

    def _file_name(self) -> str:
        snapshot = self._desk.chat.snapshot
        title = snapshot.title if snapshot is not None else ""
        return "".join(char if char.isalnum() or char in " -" else "_" for char in title).strip() or "chat"
