"""Chat: conversations on the left, the open one in the middle, the input below it."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from gemma_app.conversation.records import WaitingQuestion
from gemma_app.errors import GemmaAppError
from gemma_app.text import visible
from gemma_app.ui.chat.control import Running
from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.chat.meter import ContextMeter
from gemma_app.ui.chat.preparing import Preparing
from gemma_app.ui.chat.sessions import SessionList
from gemma_app.ui.chat.status import ModelLine
from gemma_app.ui.chat.strip import Strip
from gemma_app.ui.chat.timeline import Words
from gemma_app.ui.chat.transfers import Transfers
from gemma_app.ui.chat.view import ConversationView, MessageActs, picture
from gemma_app.ui.desk import Desk, reason_of
from gemma_app.ui.dialogs.confirmation import Answer, ConfirmationDialog, ask
from gemma_app.ui.dialogs.summary import SummaryDialog
from gemma_app.ui.page import Page
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import icon_button, label, no_margins, push_button


class ChatPage(Page):
    """The page of conversations."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._control = desk.chat
        self.dialog: ConfirmationDialog | None = None
        self._held = False
        self.sessions = SessionList(desk)
        self.transfers = Transfers(desk, self)
        self.view = ConversationView(
            desk,
            on_question=self.open_question,
            on_earlier=self._control.show_earlier,
            on_newest=self._show_newest,
            acts=MessageActs(edit=self.edit, repeat=self._control.regenerate, pin=self._pin),
        )
        self.input = InputBox(desk.look)
        self._status = ModelLine(desk)
        self.meter = ContextMeter(desk)
        self.strip = Strip(desk)
        self._editing: Words | None = None
        self._preparing = Preparing(desk.app, desk.jobs, desk.chat, self._next_words, self)
        self._title = label(kind="large")
        self._menu = self._build_menu()
        self._middle = QStackedWidget()
        self._middle.addWidget(self._build_empty())
        self._middle.addWidget(self.view)
        self._build_commands()
        self._lay_out()
        self.input.put(self._control.draft)
        self._connect()
        self._show_opened()

    def _build_commands(self) -> None:
        self.stop = QAction(self.tr("Stop the answer"), self)
        self.stop.setShortcut("Esc")
        self.stop.setEnabled(False)
        self.stop.triggered.connect(self._stop)
        write = QAction(self.tr("Write a message"), self)
        write.triggered.connect(lambda: self._desk.going.emit("chat", ""))
        note = QAction(self.tr("Note what is written (Ctrl+Enter)"), self)
        note.triggered.connect(self.input.note)
        self.repeat = QAction(self.tr("Answer again"), self)
        self.repeat.triggered.connect(self._control.regenerate)
        summary = QAction(self.tr("Summary for the model"), self)
        summary.triggered.connect(self.show_summary)
        actions = [*self.sessions.commands, *self.transfers.commands]
        self.commands = [*actions, write, note, self.repeat, summary, self.stop]

    def _build_menu(self) -> QToolButton:
        button = icon_button(self._desk.look, "more", self.tr("Rename, pin or delete this chat"))
        menu = QMenu(button)
        menu.addActions([self.sessions.rename, self.sessions.pin])
        menu.addSeparator()
        menu.addActions(self.transfers.commands)
        menu.addSeparator()
        menu.addActions([self.sessions.temporary, self.sessions.remove])
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _lay_out(self) -> None:
        header = QFrame()
        header.setObjectName("header")
        head = QHBoxLayout(header)
        head.setContentsMargins(Space.XL, Space.S, Space.L, Space.S)
        head.addWidget(self._title, 1)
        head.addWidget(self._menu)
        foot = QWidget()
        foot.setMaximumWidth(Size.COLUMN)
        below = QVBoxLayout(foot)
        below.setContentsMargins(Space.L, 0, Space.L, Space.M)
        below.setSpacing(Space.XS)
        below.addWidget(self.strip)
        below.addWidget(self.input)
        line = QHBoxLayout()
        no_margins(line, Space.S)
        line.addWidget(self._status, 1)
        line.addWidget(self.meter)
        below.addLayout(line)
        centred = QHBoxLayout()
        no_margins(centred)
        centred.addStretch(1)
        centred.addWidget(foot, 100)
        centred.addStretch(1)
        column = QVBoxLayout()
        no_margins(column)
        column.addWidget(header)
        column.addWidget(self._middle, 1)
        column.addLayout(centred)
        row = QHBoxLayout(self)
        no_margins(row)
        row.addWidget(self.sessions)
        row.addLayout(column, 1)

    def _build_empty(self) -> QWidget:
        suggestions = (
            self.tr("Add the morning sunlight habit"),
            self.tr("Find me a habit for better sleep"),
            self.tr("Which habits do I have?"),
            self.tr("What can be done about late coffee?"),
        )
        chips = QVBoxLayout()
        chips.setSpacing(Space.S)
        for suggestion in suggestions:
            chip = push_button(suggestion, partial(self._send, suggestion), "chip")
            chips.addWidget(chip, 0, Qt.AlignmentFlag.AlignHCenter)
        empty = QWidget()
        column = QVBoxLayout(empty)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.L)
        column.addStretch(2)
        column.addWidget(picture(self._desk, "chat"), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(label(self.tr("What shall we do today?"), "title"), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(chips)
        column.addStretch(3)
        return empty

    def _connect(self) -> None:
        self.input.editor.textChanged.connect(self._keep_draft)
        self.input.editor.textChanged.connect(self._preparing.soon)
        self.input.sent.connect(self._send)
        self.input.noted.connect(self._note)
        self.input.editor.recalled.connect(self._edit_last)
        self._control.wants_summary.connect(self.show_summary)
        self.input.stopped.connect(self._control.stop)
        self._control.opened.connect(self._show_opened)
        self._control.shown.connect(self._show_stored)
        self._control.streamed.connect(self.view.live.add)
        self._control.moved.connect(self._show_running)
        self._control.asks.connect(self.open_question)
        self._control.returned.connect(self._give_back)
        self._control.failed.connect(self._show_failure)
        self._desk.model.changed.connect(self._send_held)
        self._desk.model.changed.connect(self._control.on_model)

    def begin_with(self, text: str, /) -> None:
        """Write ``text`` into the input, if there is any, and put the cursor there."""
        if text:
            self.input.put(text)
        self.input.editor.setFocus()

    def open_question(self, waiting: WaitingQuestion) -> None:
        """Ask a question that waits; what else the conversation holds waits with it."""
        if self.dialog is not None or self._control.running is not None:
            return
        if not self._desk.app.model.is_ready:
            self._desk.said.emit(self.tr("The model is not ready yet. Your answer can wait a moment."), None)
            return
        if waiting.session_id != self._control.session_id:
            self._desk.said.emit(self.tr("A question waits for you in another chat."), None)
            return

        def answered(answer: Answer) -> None:
            self.dialog = None
            self.input.setEnabled(True)
            self.input.editor.setFocus()
            self._control.answer(waiting, answer)

        self.input.setEnabled(False)
        self.dialog = ask(waiting.question, self._desk.language, self.window(), answered)

    def leave(self) -> None:
        """Put an open dialog away without an answer; its question waits for the next start."""
        self._preparing.stop()
        if self.dialog is not None:
            self.dialog.withdraw()
            self.dialog = None
            self.input.setEnabled(True)

    def _send(self, text: str) -> None:
        if not self._desk.app.model.is_ready or self._control.running is not None:
            if text != self.input.text:
                self.input.put(text)
            self._hold(held=self._desk.model.state == "loading" or self._control.running is not None)
            return
        self._hold(held=False)
        editing = self._editing
        self._end_editing()
        self.input.put("")
        self.view.show_failure("")
        self.view.go_to_end()
        if editing is None:
            self._control.send(text)
        else:
            self._control.resend(editing.key, text)

    def _note(self, text: str) -> None:
        if self._control.running is None:
            self.input.put("")
            self.view.go_to_end()
            self._control.note(text)

    def edit(self, words: Words) -> None:
        """Begin to write a message of the user anew."""
        self._editing = words
        self.input.put(words.text)
        self.input.editor.setFocus()
        self.strip.show_editing(self._end_editing)
        self.stop.setEnabled(True)

    def _edit_last(self) -> None:
        said = [item for item in self._control.items if isinstance(item, Words) and item.role == "user"]
        if said and not said[-1].is_note and self._control.running is None:
            self.edit(said[-1])

    def _end_editing(self) -> None:
        if self._editing is not None:
            self._editing = None
            self.input.put("")
            self.strip.show_editing(None)
            self._show_running()

    def _pin(self, words: Words) -> None:
        if not self._control.is_temporary:
            conversations = self._desk.app.conversations
            self._desk.jobs.run(lambda: conversations.pin_message(words.key, pinned=not words.is_pinned))

    def show_summary(self) -> None:
        """Open the summary of the conversation."""
        snapshot = self._control.snapshot
        if snapshot is None or snapshot.summary is None:
            return
        session_id, reader = snapshot.session_id, self._desk.app.reader

        def save(text: str) -> None:
            self._desk.jobs.run(lambda: reader.edit_summary(session_id, text), on_done=lambda _: self._control.reload())

        SummaryDialog(
            snapshot.summary,
            snapshot.view,
            on_save=save,
            on_rebuild=lambda: self._control.folding.rebuild(session_id),
            parent=self.window(),
        ).open()

    def _show_sought(self) -> None:
        """Go to the message that was looked for, once it is here."""
        if self._control.sought is not None and self.view.go_to(self._control.sought):
            self._control.sought = None

    def _show_newest(self) -> None:
        self.view.go_to_end()
        self._control.show_newest()

    def _stop(self) -> None:
        self._end_editing()
        self._control.stop()

    def _next_words(self) -> str | None:
        """Return what the next message begins with, as far as it is written."""
        return None if self._editing is not None else self.input.text.lstrip()

    def _keep_draft(self) -> None:
        self._control.draft = self.input.text

    def _hold(self, *, held: bool) -> None:
        self._held = held
        self._status.show_held(held=held)

    def _send_held(self) -> None:
        if self._desk.model.state not in {"loading", "ready"}:
            self._hold(held=False)
        elif self._held and self._desk.model.state == "ready" and self._control.running is None:
            self._hold(held=False)
            self.input.send()

    def _show_opened(self) -> None:
        self._end_editing()
        self.view.show_failure("")
        self.view.go_to_end()
        self._show_stored()
        self._show_running()
        if self.isVisible():
            self.input.editor.setFocus()

    def _show_stored(self) -> None:
        snapshot = self._control.snapshot
        title = snapshot.title if snapshot is not None else ""
        new = self.tr("Temporary chat") if self._control.is_temporary else self.tr("New chat")
        self._title.setText(title or new)
        self.window().setWindowTitle(f"{visible(title)} – Gemma App" if title else "Gemma App")
        self.transfers.show_state()
        self.meter.show_snapshot(snapshot)
        self.setUpdatesEnabled(False)
        self.view.show_items(
            self._control.items,
            has_earlier=snapshot is not None and snapshot.has_earlier,
            has_later=snapshot is not None and snapshot.has_later,
        )
        self._show_live()
        self.setUpdatesEnabled(True)
        self._show_sought()
        self._show_middle()

    def _show_live(self) -> None:
        running = self._control.running if self._control.runs_here else None
        self.view.live.setVisible(running is not None)
        self.view.live.begin(running.said if running else "", running.text if running else "")
        self.view.live.show_doing(self._doing(running) if running else "")

    def _show_running(self) -> None:
        running = self._control.running if self._control.runs_here else None
        was_running = not self.view.live.isHidden()
        if (running is not None) != was_running or (running is not None and not running.text):
            self._show_live()
        elif running is not None:
            self.view.live.show_doing(self._doing(running))
        self.input.show_running(running=running is not None)
        self.stop.setEnabled(running is not None or self._editing is not None)
        self.repeat.setEnabled(running is None and self._control.session_id is not None)
        self._show_middle()
        if self._control.running is None:
            self._send_held()

    def _show_middle(self) -> None:
        empty = self._control.session_id is None and not self._control.runs_here
        self._middle.setCurrentIndex(0 if empty else 1)

    def _doing(self, running: Running) -> str:
        match running.doing:
            case "writing" | "":
                return ""
            case "reading":
                return self.tr("Reading… {percent} %").format(percent=running.detail)
            case "calling":
                return f"{running.detail}…"
            case "thinking":
                return self.tr("Thinking…")

    def _show_failure(self, error: GemmaAppError) -> None:
        self._show_live()
        self.view.show_failure(self._desk.words(reason_of(error)))
        self.view.go_to_end()

    def _give_back(self, text: str) -> None:
        if text and not self.input.text:
            self.input.put(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the conversation the room that there is."""
        super().resizeEvent(event)
        is_narrow = self.window().width() < Size.WIDE_FROM
        self.sessions.setFixedWidth(Size.SESSIONS_NARROW if is_narrow else Size.SESSIONS)

    def showEvent(self, event: QShowEvent) -> None:
        """Put the cursor into the input."""
        super().showEvent(event)
        self.input.editor.setFocus()
