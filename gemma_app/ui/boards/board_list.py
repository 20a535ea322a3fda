"""The list of boards: open, make, rename, delete with undo."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QMenu, QVBoxLayout

from gemma_app.agent.action import Provenance, Receipt
from gemma_app.boards.service import BoardInfo
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import icon_button, label

_TABLES = frozenset({"boards", "deleted_boards"})
_ID = Qt.ItemDataRole.UserRole
_RENAMED = Phrase(ko="보드 이름 바꾸기", en="Rename the board")


class _List(QListWidget):
    """A list whose keys open and delete."""

    chosen = Signal(int)
    unwanted = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, delete with Delete."""
        item = self.currentItem()
        if item is not None and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.chosen.emit(item.data(_ID))
        elif item is not None and event.key() == Qt.Key.Key_Delete:
            self.unwanted.emit(item.data(_ID))
        else:
            super().keyPressEvent(event)


class BoardList(QFrame):
    """The boards of the profile, oldest first.

    Attributes:
        wants_new: The button for a new board was pressed; carries where a menu may open.
        loaded: The list was read; carries the ids in order.
    """

    wants_new = Signal(object)
    loaded = Signal(object)

    def __init__(self, control: BoardControl) -> None:
        super().__init__()
        self._control = control
        self._desk = control.desk
        self.setObjectName("sessions")
        self.setFixedWidth(Size.SESSIONS_NARROW)
        self._list = _List()
        self._list.setAccessibleName(self.tr("Boards"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.itemClicked.connect(lambda item: control.open(item.data(_ID)))
        self._list.chosen.connect(control.open)
        self._list.unwanted.connect(self.delete)
        self._list.itemChanged.connect(self._rename)
        self._new = icon_button(self._desk.look, "plus", self.tr("New board"), self._ask_new, kind="")
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Boards"), "large"), 1)
        head.addWidget(self._new)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.S)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self._list, 1)
        control.opened.connect(self._mark_open)
        self._desk.touched.connect(self._reload_if_ours)
        self.reload()

    def reload(self) -> None:
        """Read the list again."""
        self._desk.jobs.run(self._desk.app.boards.list_boards, on_done=self._show)

    def _reload_if_ours(self, tables: frozenset[str]) -> None:
        if tables & _TABLES:
            self.reload()

    def delete(self, board_id: int) -> None:
        """Delete a board; the notice that says so offers Undo."""
        provenance = Provenance(actor="window", tool="delete_board")
        self._control.flush()
        self._control.forget(board_id)

        def deleted(receipt: Receipt) -> None:
            self._desk.say(self._desk.words(receipt.text), receipt.change_id)

        self._desk.jobs.run(lambda: self._desk.app.boards.delete(board_id, provenance), on_done=deleted)

    def rename_open(self) -> None:
        """Write another name for the open board."""
        if (item := self._item(self._control.board_id)) is not None:
            self._list.setFocus()
            self._list.editItem(item)

    def delete_open(self) -> None:
        """Delete the open board."""
        if self._control.board_id is not None:
            self.delete(self._control.board_id)

    def _show(self, infos: Sequence[BoardInfo]) -> None:
        if self._list.state() == QAbstractItemView.State.EditingState:
            return
        with QSignalBlocker(self._list):
            self._list.clear()
            for info in infos:
                item = QListWidgetItem(info.name or self.tr("Board without a name"))
                item.setData(_ID, info.id)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                item.setToolTip(info.name)
                self._list.addItem(item)
        self._mark_open()
        self.loaded.emit(tuple(info.id for info in infos))

    def _mark_open(self) -> None:
        item = self._item(self._control.board_id)
        if item is None:
            self._list.clearSelection()
        else:
            self._list.setCurrentItem(item)

    def _item(self, board_id: int | None) -> QListWidgetItem | None:
        items = (self._list.item(place) for place in range(self._list.count()))
        return next((item for item in items if item.data(_ID) == board_id), None)

    def _rename(self, item: QListWidgetItem) -> None:
        name = item.text().strip()
        if item.data(_ID) != self._control.board_id or not name:
            self.reload()
            return
        self._control.edit([{"op": "modifyBoard", "patch": {"name": name}}], _RENAMED)

    def _ask_new(self) -> None:
        self.wants_new.emit(self._new.mapToGlobal(QPoint(0, self._new.height())))

    def _show_menu(self, at: QPoint) -> None:
        item = self._list.itemAt(at)
        if item is None:
            return
        board_id = item.data(_ID)
        self._control.open(board_id)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._desk.look.icon("pencil"), self.tr("Rename"), lambda: self._list.editItem(item))
        menu.addSeparator()
        menu.addAction(self._desk.look.icon("trash"), self.tr("Delete"), lambda: self.delete(board_id))
        menu.popup(self._list.viewport().mapToGlobal(at))
