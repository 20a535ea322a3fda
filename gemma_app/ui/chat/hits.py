"""What a search found in the words of conversations, with the words that were looked for marked."""

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem

from gemma_app.conversation.search import Hit
from gemma_app.text import visible
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Space

_HIT = Qt.ItemDataRole.UserRole


class HitList(QListWidget):
    """Messages that were found.

    Attributes:
        chosen: Carries the hit to go to.
    """

    chosen = Signal(object)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setAccessibleName(self.tr("Messages found"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(_HIT)))

    def show_hits(self, hits: Sequence[Hit], words: str) -> None:
        """List what was found of ``words``."""
        self.clear()
        for hit in hits:
            item = QListWidgetItem()
            item.setData(_HIT, hit)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{hit.title}: {hit.snippet}")
            width = self.viewport().width() - 2 * Space.M
            shown = QLabel(self._marked(hit, words, width))
            shown.setTextFormat(Qt.TextFormat.RichText)
            shown.setWordWrap(True)
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            item.setSizeHint(QSize(width, shown.heightForWidth(max(width, 1)) + 2 * Space.S))
            self.addItem(item)
            self.setItemWidget(item, shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the hit with Enter."""
        item = self.currentItem()
        if item is not None and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.chosen.emit(item.data(_HIT))
        else:
            super().keyPressEvent(event)

    def _marked(self, hit: Hit, words: str, width: int) -> str:
        snippet = visible(hit.snippet)
        terms = "|".join(sorted(map(re.escape, words.split()), key=len, reverse=True))
        ground = self._look.colour("selection").name()
        parts = re.split(f"({terms})", snippet, flags=re.IGNORECASE)
        marked = [
            f'<span style="background-color:{ground}">{escape(part)}</span>' if place % 2 else escape(part)
            for place, part in enumerate(parts)
        ]
        muted = self._look.colour("muted").name()
        title = escape(self.fontMetrics().elidedText(visible(hit.title), Qt.TextElideMode.ElideRight, width))
        return f'<span style="color:{muted}">{title}</span><br>{"".join(marked)}'
