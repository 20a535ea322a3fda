"""Shows what was said: the user's words as they are, the assistant's as safe Markdown."""

from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMessageBox, QSizePolicy, QTextBrowser

from gemma_app.text import visible
from gemma_app.ui.theme.look import Look, monospace_font
from gemma_app.ui.theme.tokens import LINE_HEIGHT, Space, Type

_SAFE = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_OPENED = frozenset({"http", "https", "mailto"})


class MarkdownText(QTextBrowser):
    """Text as high as itself, that loads nothing and opens no link without asking."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__()
        self._look = look
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._ask_to_open)

    def show_markdown(self, text: str) -> None:
        """Render ``text``."""
        self.document().setMarkdown(text, _SAFE)
        self._set_lines(between=Space.S)

    def show_plain(self, text: str) -> None:
        """Show ``text`` as it is."""
        self.setPlainText(text)
        self._set_lines(between=0)

    def append_plain(self, text: str) -> None:
        """Add more of a text that is still being written."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load nothing: neither from the disk nor from the network."""
        return None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the conversation."""
        event.ignore()

    def _set_lines(self, *, between: int) -> None:
        """Give each paragraph lines of the same height whatever script they are in, and code its own look."""
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            is_code = block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
            lines = QTextBlockFormat()
            lines.setLineHeight(_size_of(level) * LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            follows = block.next()
            is_inside = follows.isValid() and ((block.textList() and follows.textList()) or is_code)
            lines.setTopMargin(Space.S if level and block.position() else 0)
            lines.setBottomMargin(0 if is_inside or not follows.isValid() else between)
            QTextCursor(block).mergeBlockFormat(lines)
            self._set_fragments(block, level, is_code=is_code)
            block = follows

    def _set_fragments(self, block: QTextBlock, level: int, *, is_code: bool) -> None:
        parts = [place.fragment() for place in cast("Iterable[QTextBlock.iterator]", block)]
        for start, length, is_fixed in [(part.position(), part.length(), _is_fixed(part)) for part in parts]:
            if not level and not is_fixed and not is_code:
                continue
            look = QTextCharFormat()
            font = monospace_font() if is_fixed or is_code else QFont(self.font())
            font.setPixelSize(Type.SMALL if is_code else _size_of(level))
            font.setBold(bool(level))
            look.setFont(font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly)
            if not level:
                look.setBackground(self._look.colour("hover"))
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(look)

    def _fit(self, size: QSizeF) -> None:
        height = round(size.height() + 0.5)
        if height != self.height():
            self.setFixedHeight(max(height, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines for the new width."""
        super().resizeEvent(event)
        self._fit(self.document().documentLayout().documentSize())

    def _ask_to_open(self, url: QUrl) -> None:
        if url.scheme() not in _OPENED:
            return
        box = QMessageBox(self.window())
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Open this address?"))
        box.setText(self.tr("Open this address in the browser?"))
        box.setInformativeText(visible(url.toDisplayString()))
        open_it = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda pressed: pressed is open_it and QDesktopServices.openUrl(url))
        box.open()


def _is_fixed(part: QTextFragment) -> bool:
    return part.charFormat().fontFixedPitch()


def _size_of(heading: int) -> int:
    match heading:
        case 0:
            return Type.BODY
        case 1:
            return Type.TITLE
        case 2:
            return Type.LARGE
        case _:
            return Type.BODY
