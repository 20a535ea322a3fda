"""Chat: conversations on the left, the open one in the middle, the input below it."""

from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gemma_app.errors import GemmaAppError
from gemma_app.ui.chat.control import Running
from gemma_app.ui.chat.dialogs import ChatDialogs
from gemma_app.ui.chat.empty import EmptyChat
from gemma_app.ui.chat.header import ChatHeader
from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.chat.meter import ContextMeter
from gemma_app.ui.chat.preparing import Preparing
from gemma_app.ui.chat.sessions import SessionList
from gemma_app.ui.chat.status import ModelLine
from gemma_app.ui.chat.strip import Strip
from gemma_app.ui.chat.timeline import Words
from gemma_app.ui.chat.transfers import Transfers
from gemma_app.ui.chat.view import ConversationView, MessageActs
from gemma_app.ui.desk import Desk, reason_of
from gemma_app.ui.page import Page
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import no_margins


class ChatPage(Page):
    """The page of conversations."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._control = desk.chat
        self._held = False
        self.input = InputBox(desk.look)
        self.dialogs = ChatDialogs(desk, self.input, self)
        self.sessions = SessionList(desk)
        self.transfers = Transfers(desk, self)
        self.view = ConversationView(
            desk,
            on_question=self.dialogs.ask,
            on_earlier=self._control.show_earlier,
            on_newest=self._show_newest,
            acts=MessageActs(edit=self.edit, repeat=self._control.regenerate, pin=self._pin),
        )
        self._status = ModelLine(desk)
        self.meter = ContextMeter(desk)
        self.strip = Strip(desk)
        self._editing: Words | None = None
        self._preparing = Preparing(desk.app, desk.jobs, desk.chat, self._next_words, self)
        self._header = ChatHeader(desk, self.sessions, self.transfers)
        self._middle = QStackedWidget()
        self._middle.addWidget(EmptyChat(desk, self._send))
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
        summary.triggered.connect(self.dialogs.show_summary)
        actions = [*self.sessions.commands, *self.transfers.commands]
        self.commands = [*actions, write, note, self.repeat, summary, self.stop]

    def _lay_out(self) -> None:
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
        column.addWidget(self._header)
        column.addWidget(self._middle, 1)
        column.addLayout(centred)
        row = QHBoxLayout(self)
        no_margins(row)
        row.addWidget(self.sessions)
        row.addLayout(column, 1)

    def _connect(self) -> None:
        self.input.editor.textChanged.connect(self._keep_draft)
        self.input.editor.textChanged.connect(self._preparing.soon)
        self.input.sent.connect(self._send)
        self.input.noted.connect(self._note)
        self.input.editor.recalled.connect(self._edit_last)
        self._control.wants_summary.connect(self.dialogs.show_summary)
        self.input.stopped.connect(self._control.stop)
        self._control.opened.connect(self._show_opened)
        self._control.shown.connect(self._show_stored)
        self._control.streamed.connect(self.view.live.add)
        self._control.moved.connect(self._show_running)
        self._control.asks.connect(self.dialogs.ask)
        self._control.returned.connect(self._give_back)
        self._control.failed.connect(self._show_failure)
        self._desk.model.changed.connect(self._send_held)
        self._desk.model.changed.connect(self._control.on_model)

    def begin_with(self, text: str, /) -> None:
        """Write ``text`` into the input, if there is any, and put the cursor there."""
        if text:
            self.input.put(text)
        self.input.editor.setFocus()

    def leave(self) -> None:
        """Put an open dialog away without an answer; its question waits for the next start."""
        self._preparing.stop()
        self.dialogs.withdraw()

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
        self._header.show_title(snapshot.title if snapshot is not None else "")
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
