"""Chat: conversations on the left, the open one in the middle, the input below it."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from gemma_app.conversation.service import WaitingQuestion
from gemma_app.errors import GemmaAppError
from gemma_app.ui.chat.control import Running
from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.chat.sessions import SessionList
from gemma_app.ui.chat.status import ModelLine
from gemma_app.ui.chat.view import ConversationView, picture
from gemma_app.ui.desk import Desk, reason_of
from gemma_app.ui.dialogs.confirmation import Answer, ConfirmationDialog, ask
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
        self.view = ConversationView(desk, on_question=self.open_question, on_earlier=self._control.show_earlier)
        self.input = InputBox(desk.look)
        self._status = ModelLine(desk)
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
        self.stop.triggered.connect(self._control.stop)
        write = QAction(self.tr("Write a message"), self)
        write.triggered.connect(lambda: self._desk.going.emit("chat", ""))
        self.commands = [*self.sessions.commands, write, self.stop]

    def _build_menu(self) -> QToolButton:
        button = icon_button(self._desk.look, "more", self.tr("Rename, pin or delete this chat"))
        menu = QMenu(button)
        menu.addActions([self.sessions.rename, self.sessions.pin, self.sessions.remove])
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
        below.addWidget(self.input)
        below.addWidget(self._status)
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
        self.input.sent.connect(self._send)
        self.input.stopped.connect(self._control.stop)
        self._control.opened.connect(self._show_opened)
        self._control.shown.connect(self._show_stored)
        self._control.streamed.connect(self.view.live.add)
        self._control.moved.connect(self._show_running)
        self._control.asks.connect(self.open_question)
        self._control.returned.connect(self._give_back)
        self._control.failed.connect(self._show_failure)
        self._desk.model.changed.connect(self._send_held)

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
        self.input.put("")
        self.view.show_failure("")
        self.view.go_to_end()
        self._control.send(text)

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
        self.view.show_failure("")
        self.view.go_to_end()
        self._show_stored()
        self._show_running()
        if self.isVisible():
            self.input.editor.setFocus()

    def _show_stored(self) -> None:
        snapshot = self._control.snapshot
        self._title.setText(snapshot.title if snapshot is not None else self.tr("New chat"))
        self._menu.setEnabled(snapshot is not None)
        self.setUpdatesEnabled(False)
        self.view.show_items(self._control.items, has_earlier=snapshot is not None and snapshot.has_earlier)
        self._show_live()
        self.setUpdatesEnabled(True)
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
        self.stop.setEnabled(running is not None)
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
