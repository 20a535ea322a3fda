"""The conversation as it scrolls: what is stored, and below it the answer that is being written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gemma_app.conversation.records import WaitingQuestion
from gemma_app.ui.chat.cards import CallLine, FailureCard, ReceiptRow, WaitingCard, note
from gemma_app.ui.chat.texts import MarkdownText
from gemma_app.ui.chat.timeline import CallCard, Item, QuestionCard, ReceiptLine, Words
from gemma_app.ui.chat.words import Act, AssistantWords, UserWords
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button

BATCH_MS = 40
_SHARE = 4
"""Of the text that waits, one part in so many is shown with each batch, so that it flows."""


class LiveAnswer(QWidget):
    """The answer while it is written, and before that what the model is at."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._waiting = ""
        self._said = QVBoxLayout()
        no_margins(self._said)
        self._text = MarkdownText(look, self.tr("Answer being written"))
        self._doing = label(kind="muted")
        column = QVBoxLayout(self)
        no_margins(column, Space.S)
        column.addLayout(self._said)
        column.addWidget(self._text)
        column.addWidget(self._doing)
        self._text.hide()
        self._batch = QTimer(self, interval=BATCH_MS)
        self._batch.timeout.connect(self._write)

    def begin(self, said: str, text: str) -> None:
        """Show what the user said and what is written so far; both may be empty."""
        self._waiting = ""
        self._batch.stop()
        while (item := self._said.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if said:
            self._said.addWidget(UserWords(self._look, said))
        self._text.setVisible(bool(text))
        self._text.show_plain(text)

    def add(self, text: str) -> None:
        """Take more text; it is shown in batches."""
        self._waiting += text
        self._text.show()
        if not self._batch.isActive():
            self._batch.start()

    def show_doing(self, text: str) -> None:
        """Show what the model is at; empty while it writes."""
        self._doing.setText(text)
        self._doing.setVisible(bool(text))

    def _write(self) -> None:
        if not self._waiting:
            self._batch.stop()
            return
        count = -(-len(self._waiting) // _SHARE)
        now, self._waiting = self._waiting[:count], self._waiting[count:]
        self._text.append_plain(now)


@dataclass(frozen=True, kw_only=True)
class MessageActs:
    """What the page does about messages.

    Args:
        edit: Writes a message of the user anew.
        repeat: Lets the last answer be given again.
        pin: Keeps a message before the model, or no longer.
    """

    edit: Callable[[Words], None]
    repeat: Callable[[], None]
    pin: Callable[[Words], None]


class ConversationView(QScrollArea):
    """Items in a column; it stays at the end only where it was there.

    Args:
        desk: Gives look, language and history.
        on_question: Opens the dialog of a question that waits.
        on_earlier: Shows more of the beginning.
        on_newest: Shows the end again.
        acts: What is done about messages.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        on_question: Callable[[WaitingQuestion], None],
        on_earlier: Callable[[], None],
        on_newest: Callable[[], None],
        acts: MessageActs,
    ) -> None:
        super().__init__()
        self._desk = desk
        self._on_question = on_question
        self._acts = acts
        self._items: dict[str, tuple[Item, QWidget]] = {}
        self._failure: QWidget | None = None
        self._at_end = True
        self._place = 0
        self.live = LiveAnswer(desk.look)
        self.live.hide()
        self._earlier = push_button(self.tr("Show earlier messages"), on_earlier, "link")
        self._earlier.hide()
        self._newest = push_button(self.tr("Go to the newest messages"), on_newest, "link")
        self._newest.hide()
        self._column = QVBoxLayout()
        no_margins(self._column, Space.M)
        self._lay_out()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._keep_place)
        bar.valueChanged.connect(self._note_place)

    def _lay_out(self) -> None:
        column = QWidget()
        column.setObjectName("column")
        column.setMaximumWidth(Size.COLUMN)
        inside = QVBoxLayout(column)
        inside.setContentsMargins(Space.L, Space.XL, Space.L, Space.L)
        inside.setSpacing(Space.M)
        inside.addWidget(self._earlier)
        inside.addLayout(self._column)
        inside.addWidget(self._newest)
        inside.addWidget(self.live)
        inside.addStretch()
        centred = QWidget()
        centred.setObjectName("column")
        around = QHBoxLayout(centred)
        no_margins(around)
        around.addStretch(1)
        around.addWidget(column, 100)
        around.addStretch(1)
        self.setWidget(centred)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Conversation"))

    @property
    def is_at_end(self) -> bool:
        """Whether the newest words are in sight."""
        return self._at_end

    def show_items(self, items: Sequence[Item], *, has_earlier: bool, has_later: bool) -> None:
        """Show what is stored; widgets of what did not change stay as they are."""
        self._earlier.setVisible(has_earlier)
        self._newest.setVisible(has_later)
        before, self._items = self._items, {}
        for item in items:
            self._items[item.key] = (item, self._widget_for(item, before.pop(item.key, None)))
        for _, widget in before.values():
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        for place, (_, widget) in enumerate(self._items.values()):
            at = self._column.itemAt(place)
            if at is None or at.widget() is not widget:
                self._column.removeWidget(widget)
                self._column.insertWidget(place, widget)

    def show_failure(self, text: str) -> None:
        """Show why a turn could not go on; empty takes it away."""
        if self._failure is not None:
            self._column.removeWidget(self._failure)
            self._failure.hide()
            self._failure.deleteLater()
            self._failure = None
        if text:
            self._failure = FailureCard(self._desk.look, text)
            self._column.addWidget(self._failure)

    def go_to(self, key: str) -> bool:
        """Bring a message into sight and tell whether it is here."""
        if key not in self._items:
            return False
        self._at_end = False
        widget = self._items[key][1]
        self._column.activate()
        self.ensureWidgetVisible(widget, 0, Size.TARGET)
        widget.setFocus()
        return True

    def go_to_end(self) -> None:
        """Show the newest words."""
        self._at_end = True
        self._keep_place()

    def _widget_for(self, item: Item, before: tuple[Item, QWidget] | None) -> QWidget:
        if before is not None:
            old, widget = before
            if old == item:
                return widget
            if isinstance(widget, CallLine) and isinstance(item, CallCard):
                widget.show_card(item)
                return widget
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        return self._build(item)

    def _build(self, item: Item) -> QWidget:
        look = self._desk.look
        match item:
            case Words(role="user", text=text):
                caption = self._caption(item)
                return UserWords(look, text, caption=caption, is_note=item.is_note, acts=self._acts_for(item))
            case Words(role="assistant", text=text, interrupted=interrupted):
                return AssistantWords(look, text, interrupted=interrupted, acts=self._acts_for(item))
            case Words(text=text):
                return note(text)
            case CallCard():
                return CallLine(look, item)
            case ReceiptLine():
                return ReceiptRow(look, item, self._desk.history)
            case QuestionCard(waiting=waiting):
                return WaitingCard(look, item, self._desk.language, lambda: self._on_question(waiting))

    def _caption(self, item: Words) -> str:
        """Who said it, and that it is a note."""
        parts = [self.tr("Note"), item.sender] if item.is_note else [item.sender]
        return " · ".join(part for part in parts if part)

    def _acts_for(self, item: Words) -> list[Act]:
        acts = self._acts
        pin = self.tr("No longer keep for the model") if item.is_pinned else self.tr("Keep for the model")
        found = [Act(icon="pin", name=pin, run=lambda: acts.pin(item), is_on=item.is_pinned)]
        if item.role == "user" and not item.is_note:
            found.insert(0, Act(icon="pencil", name=self.tr("Change and send again"), run=lambda: acts.edit(item)))
        if item.can_repeat:
            found.insert(0, Act(icon="repeat", name=self.tr("Answer again"), run=acts.repeat))
        return found

    def _note_place(self, value: int) -> None:
        """Know where the reader is; a page that is shorter for a moment, while it is laid out, does not move them."""
        end = self.verticalScrollBar().maximum()
        if value == end and value < self._place:
            return
        self._place = value
        self._at_end = value >= end - Space.XS

    def _keep_place(self) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if self._at_end else min(self._place, bar.maximum()))


def picture(desk: Desk, icon: str) -> QLabel:
    """Return a large icon for an empty page."""
    made = QLabel()
    made.setPixmap(desk.look.pixmap(icon, "accent", Size.LARGE_ICON))
    return made
