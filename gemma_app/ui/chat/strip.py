"""One line above the input for what concerns the whole conversation: a failed summary, an offer, an edit."""

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, push_button


class Strip(QFrame):
    """Says the most pressing thing, with what can be done about it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._editing: Callable[[], None] | None = None
        self.setProperty("kind", "receipt")
        self._icon = QLabel()
        self.text = label(kind="muted", wrap=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.M, Space.XS, Space.S, Space.XS)
        self._row.setSpacing(Space.S)
        self._row.addWidget(self._icon)
        self._row.addWidget(self.text, 1)
        self.buttons: list[QPushButton] = []
        desk.chat.shown.connect(self.show_state)
        desk.chat.opened.connect(self.show_state)
        desk.chat.folding.changed.connect(self.show_state)
        self.show_state()

    def show_editing(self, cancel: Callable[[], None] | None) -> None:
        """Say that an earlier message is being written anew; None says so no longer."""
        self._editing = cancel
        self.show_state()

    def show_state(self) -> None:
        """Show what there is to say."""
        chat = self._desk.chat
        snapshot = chat.snapshot
        if self._editing is not None:
            self._say("pencil", self.tr("You are changing an earlier message. What follows it is replaced."))
            self._offer(self.tr("Cancel"), self._editing)
        elif chat.is_temporary:
            self._say("hidden", self.tr("Temporary chat: nothing of it is kept."))
        elif snapshot is None:
            self.hide()
        elif chat.folding.session_id == snapshot.session_id and snapshot.view.pending:
            self._say("panel", self.tr("Summarising older messages…"))
        elif snapshot.summary is not None and snapshot.summary.failures:
            self._say("warning", self.tr("Older messages could not be summarised. Nothing of them is lost."))
            self._offer(self.tr("Retry"), lambda: chat.folding.fold(snapshot.session_id, now=True))
        elif snapshot.offers_tidying:
            self._say("panel", self.tr("This conversation is getting long. Shall I tidy it up?"))
            self._offer(self.tr("Summarise now"), lambda: self._tidy(snapshot.session_id, fold=True))
            self._offer(self.tr("New chat"), chat.new_chat)
            self._offer(self.tr("Keep it"), lambda: self._tidy(snapshot.session_id, fold=False))
        else:
            self.hide()

    def _tidy(self, session_id: str, *, fold: bool) -> None:
        desk = self._desk
        desk.jobs.run(lambda: desk.app.conversations.put_off_tidying(session_id), on_done=lambda _: desk.chat.reload())
        if fold:
            desk.chat.folding.fold(session_id, now=True)

    def _say(self, icon: str, text: str) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        token = "warning" if icon == "warning" else "muted"
        self._icon.setPixmap(self._desk.look.pixmap(icon, token, Size.ICON))
        self.text.setText(text)
        self.show()

    def _offer(self, text: str, act: Callable[[], object]) -> None:
        button = push_button(text, act, "link")
        self.buttons.append(button)
        self._row.addWidget(button)
