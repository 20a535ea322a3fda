"""What a turn did, between its words: calls, receipts and questions that wait."""

import json
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gemma_app.language import Language
from gemma_app.text import cut, visible
from gemma_app.ui.chat.timeline import CallCard, QuestionCard, ReceiptLine
from gemma_app.ui.history import History
from gemma_app.ui.theme.look import Look, monospace_font
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import frame, label, no_margins, push_button, set_property

_LINE = 90
_MAX_LINES = 12


class CallLine(QFrame):
    """A call in one quiet line, which opens to its arguments and its result."""

    def __init__(self, look: Look, card: CallCard) -> None:
        super().__init__()
        self._look = look
        self._card = card
        self._open = False
        self.setProperty("kind", "tool")
        self.setProperty("open", "false")
        self._line = QToolButton()
        self._line.setProperty("kind", "line")
        self._line.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._line.setIconSize(QSize(Size.SMALL_ICON, Size.SMALL_ICON))
        self._line.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._line.clicked.connect(self.toggle)
        self._details = QVBoxLayout()
        self._details.setSpacing(Space.XS)
        column = QVBoxLayout(self)
        no_margins(column)
        head = QHBoxLayout()
        no_margins(head)
        head.addWidget(self._line)
        head.addStretch()
        column.addLayout(head)
        column.addLayout(self._details)
        self._show_line()

    def show_card(self, card: CallCard) -> None:
        """Show the call as it stands now; what was opened stays open."""
        self._card = card
        self._show_line()
        if self._open:
            self._show_details()

    def toggle(self) -> None:
        """Open or close the details."""
        self._open = not self._open
        set_property(self, "open", "true" if self._open else "false")
        self._show_line()
        self._show_details()

    def _show_line(self) -> None:
        card = self._card
        bad = card.code not in {"", "ok", "cancelled"}
        result = self._result()
        text = f"{card.name} → {result}" if result else self.tr("{name}…").format(name=card.name)
        line = cut(" ".join(visible(text).split()), _LINE)
        self._line.setText(f" {line}".replace("&", "&&"))
        self._line.setIcon(
            self._look.icon("warning" if bad else "tool", "warning" if bad else "muted", Size.SMALL_ICON)
        )
        state = self.tr("opened") if self._open else self.tr("closed")
        self._line.setAccessibleName(f"{line} ({state})")
        self._line.setToolTip(self.tr("Values and result"))

    def _result(self) -> str:
        card = self._card
        if card.code == "cancelled":
            return self.tr("not done")
        if card.has_receipt:
            return self.tr("done")
        if card.code != "ok":
            return card.text or card.code
        data = json.loads(card.envelope).get("data")
        if isinstance(data, dict) and isinstance(data.get("items"), list):
            shown, total = len(data["items"]), data.get("total", len(data["items"]))
            if shown != total:
                return self.tr("{shown} of {total} results").format(shown=shown, total=total)
            return self.tr("{total} results").format(total=total)
        if isinstance(data, list):
            return self.tr("{total} results").format(total=len(data))
        first = card.text.strip().splitlines()
        return first[0].replace("**", "") if first else self.tr("done")

    def _show_details(self) -> None:
        while (item := self._details.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        edge = Space.S if self._open else 0
        self._details.setContentsMargins(edge, 0, edge, edge)
        if not self._open:
            return
        self._details.addWidget(label(self.tr("Values"), "small"))
        self._details.addWidget(_code(self._card.arguments, self.tr("Values")))
        if self._card.envelope:
            self._details.addWidget(label(self.tr("Result"), "small"))
            self._details.addWidget(_code(_indented(self._card.envelope), self.tr("Result")))


def _indented(envelope: str) -> str:
    return json.dumps(json.loads(envelope), ensure_ascii=False, indent=2)


def _code(text: str, name: str) -> QPlainTextEdit:
    shown = QPlainTextEdit(visible(text))
    shown.setReadOnly(True)
    shown.setProperty("kind", "code")
    shown.setFont(monospace_font())
    shown.setAccessibleName(name)
    shown.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    lines = min(text.count("\n") + 1, _MAX_LINES)
    shown.setFixedHeight(round(shown.fontMetrics().lineSpacing() * lines) + 2 * Space.M)
    shown.setTabChangesFocus(True)
    return shown


class ReceiptRow(QFrame):
    """A change that was made: a check, a sentence and Undo."""

    def __init__(self, look: Look, receipt: ReceiptLine, history: History) -> None:
        super().__init__()
        self._look = look
        self._change_id = receipt.change_id
        self._history = history
        self.setProperty("kind", "receipt")
        self._icon = QLabel()
        self._text = label(visible(receipt.text), wrap=True)
        self.undo = push_button(self.tr("Undo"), lambda: history.undo(receipt.change_id), "link")
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        row.setSpacing(Space.S)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self.undo)
        history.moved.connect(self._show_state)
        self._show_state()

    def _show_state(self) -> None:
        undone = self._history.is_undone(self._change_id)
        icon, token = ("undo", "muted") if undone else ("check", "accent")
        self._icon.setPixmap(self._look.pixmap(icon, token, Size.ICON))
        set_property(self._text, "kind", "muted" if undone else "")
        self.undo.setText(self.tr("Undone") if undone else self.tr("Undo"))
        self.undo.setAccessibleName(f"{self.undo.text()}: {self._text.text()}")
        self.undo.setEnabled(not undone)


class WaitingCard(QFrame):
    """A question that waits: what it is about, and a button that opens its dialog again."""

    def __init__(self, look: Look, card: QuestionCard, language: Language, on_open: Callable[[], None]) -> None:
        super().__init__()
        self.setProperty("kind", "question")
        icon = QLabel()
        icon.setPixmap(look.pixmap("question", "accent", Size.ICON))
        self.open = push_button(self.tr("Review"), on_open, "primary")
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        row.setSpacing(Space.M)
        words = QVBoxLayout()
        no_margins(words, Space.XS)
        words.addWidget(label(self.tr("This waits for your answer"), "small"))
        words.addWidget(label(visible(card.waiting.question.headline.say(language)), wrap=True))
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.open)


class FailureCard(QFrame):
    """Why a turn could not go on."""

    def __init__(self, look: Look, text: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        icon = QLabel()
        icon.setPixmap(look.pixmap("warning", "warning", Size.ICON))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        row.setSpacing(Space.S)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(text, wrap=True), 1)


def note(text: str) -> QWidget:
    """Return a line of the app's own between the words."""
    made = frame("tool")
    row = QHBoxLayout(made)
    row.setContentsMargins(Space.XS, 0, 0, 0)
    row.addWidget(label(text, "muted", wrap=True))
    return made
