"""The palette: every action of the window, found by a few letters."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent as Event
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from gemma_app.ui.theme.tokens import Size, Space

_ACTION = Qt.ItemDataRole.UserRole
_MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class Palette(QDialog):
    """Lists ``actions``; typing narrows the list, Enter does the chosen one."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(self.tr("All actions"))
        self.setMinimumSize(Size.DIALOG, Size.DETAILS)
        self._actions = [action for action in actions if action.isEnabled() and action.text()]
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("What do you want to do?"))
        self.search.setAccessibleName(self.tr("Search actions"))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._do)
        self.search.installEventFilter(self)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Actions"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.itemClicked.connect(lambda _: self._do())
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.S)
        column.addWidget(self.search)
        column.addWidget(self._list, 1)
        self._filter("")

    def eventFilter(self, watched: QObject, event: Event) -> bool:
        """Move in the list with the arrows while the cursor stays in the text."""
        if event.type() == Event.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self._list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _filter(self, words: str) -> None:
        wanted = words.casefold().split()
        self._list.clear()
        for action in self._actions:
            if all(word in action.text().casefold() for word in wanted):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QListWidgetItem(action.text() + (f"    {keys}" if keys else ""))
                item.setData(_ACTION, action)
                self._list.addItem(item)
        self._list.setCurrentRow(0)

    def _do(self) -> None:
        item = self._list.currentItem()
        self.accept()
        if item is not None:
            item.data(_ACTION).trigger()
