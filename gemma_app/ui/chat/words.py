"""What was said, as it stands in a conversation, with what can be done about it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gemma_app.text import visible
from gemma_app.ui.chat.texts import MarkdownText
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import frame, icon_button, label, no_margins


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that can be done about a message.

    Args:
        icon: Its icon.
        name: What it is called.
        run: Does it.
        is_on: True where it holds already, and doing it ends that.
    """

    icon: str
    name: str
    run: Callable[[], object]
    is_on: bool = False


class UserWords(QWidget):
    """What the user said: tinted, on the right, as wide as it needs; a note is only outlined."""

    def __init__(
        self, look: Look, text: str, *, caption: str = "", is_note: bool = False, acts: Sequence[Act] = ()
    ) -> None:
        super().__init__()
        bubble = frame("note" if is_note else "bubble")
        words = MarkdownText(look, self.tr("Your message"))
        words.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        words.ensurePolished()
        words.show_plain(text)
        room = Size.BUBBLE - 2 * Space.M
        words.document().setTextWidth(room)
        words.setFixedWidth(min(math.ceil(words.document().idealWidth()) + 1, room))
        inside = QHBoxLayout(bubble)
        inside.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        inside.addWidget(words)
        column = QVBoxLayout()
        no_margins(column, Space.XS)
        if caption:
            column.addWidget(label(visible(caption), "small"), 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(bubble, 0, Qt.AlignmentFlag.AlignRight)
        if acts:
            column.addWidget(_bar(look, acts, at_end=True))
        row = QHBoxLayout(self)
        no_margins(row)
        row.addStretch(1)
        row.addLayout(column)


class AssistantWords(QWidget):
    """What the assistant said, with a button to copy it."""

    def __init__(self, look: Look, text: str, *, interrupted: bool, acts: Sequence[Act] = ()) -> None:
        super().__init__()
        shown = MarkdownText(look, self.tr("Answer"))
        shown.show_markdown(text)
        copy = Act(icon="copy", name=self.tr("Copy"), run=lambda: QGuiApplication.clipboard().setText(text))
        column = QVBoxLayout(self)
        no_margins(column, Space.XS)
        column.addWidget(shown)
        below = QHBoxLayout()
        no_margins(below, Space.S)
        below.addWidget(_bar(look, [copy, *acts], at_end=False))
        if interrupted:
            below.addWidget(label(self.tr("Cut off here"), "small"))
        below.addStretch()
        column.addLayout(below)


def _bar(look: Look, acts: Sequence[Act], *, at_end: bool) -> QWidget:
    bar = QWidget()
    row = QHBoxLayout(bar)
    no_margins(row, Space.XS)
    if at_end:
        row.addStretch()
    for act in acts:
        row.addWidget(_small(look, act))
    return bar


def _small(look: Look, act: Act) -> QToolButton:
    button = icon_button(look, act.icon, act.name, act.run, kind="line")
    if act.is_on:
        button.setIcon(look.icon(act.icon, "accent", Size.SMALL_ICON))
    button.setIconSize(QSize(Size.SMALL_ICON, Size.SMALL_ICON))
    return button
