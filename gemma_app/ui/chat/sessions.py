"""The list of conversations: search, rename, pin, delete with undo."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
)

from gemma_app.agent.action import Provenance, Receipt
from gemma_app.conversation.records import SessionInfo
from gemma_app.conversation.search import Hit
from gemma_app.ui.chat.hits import HitList
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import icon_button, label

_TABLES = frozenset({"conversation_sessions", "conversation_deleted_sessions"})
_SEARCH_AFTER_MS = 150
_ROWS_BESIDE_HITS = 4
_NO_LIMIT = 16_777_215  # what Qt calls QWIDGETSIZE_MAX
_ID = Qt.ItemDataRole.UserRole


class _List(QListWidget):
    """A list whose keys open and delete."""

    chosen = Signal(str)
    unwanted = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, delete with Delete."""
        item = self.currentItem()
        if item is not None and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.chosen.emit(item.data(_ID))
        elif item is not None and event.key() == Qt.Key.Key_Delete:
            self.unwanted.emit(item.data(_ID))
        else:
            super().keyPressEvent(event)


class SessionList(QFrame):
    """The conversations of the profile, newest first, pinned ones above."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._control = desk.chat
        self._infos: dict[str, SessionInfo] = {}
        self.setObjectName("sessions")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search conversations"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(desk.look.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._filter)
        self.hits = HitList(desk.look)
        self.hits.hide()
        self.hits.chosen.connect(lambda hit: self._control.open_session(hit.session_id, hit.message_id))
        self._searching = QTimer(self, singleShot=True, interval=_SEARCH_AFTER_MS)
        self._searching.timeout.connect(self._search)
        self.search.textChanged.connect(lambda _: self._searching.start())
        self._list = _List()
        self._list.setAccessibleName(self.tr("Conversations"))
        self._list.setIconSize(QSize(Size.SMALL_ICON, Size.SMALL_ICON))
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.itemClicked.connect(lambda item: self._control.open_session(item.data(_ID)))
        self._list.chosen.connect(self._control.open_session)
        self._list.unwanted.connect(self.delete)
        self._list.itemChanged.connect(self._rename)
        self._nothing = label(self.tr("Conversations appear here."), "small", wrap=True)
        self._found = label(kind="small")
        self._found.hide()
        self._build_commands()
        self._lay_out()
        self._control.opened.connect(self._mark_open)
        desk.touched.connect(self._reload_if_ours)
        self.reload()

    def _build_commands(self) -> None:
        self.new = QAction(self.tr("New chat"), self)
        self.new.setShortcut("Ctrl+N")
        self.new.triggered.connect(self._control.new_chat)
        self.rename = QAction(self.tr("Rename chat"), self)
        self.rename.triggered.connect(self._edit_open)
        self.pin = QAction(self.tr("Pin or unpin chat"), self)
        self.pin.triggered.connect(lambda: self._with_open(self._toggle_pin))
        self.temporary = QAction(self.tr("New temporary chat"), self)
        self.temporary.setShortcut("Ctrl+Shift+N")
        self.temporary.triggered.connect(self._control.new_temporary_chat)
        self.remove = QAction(self.tr("Delete chat"), self)
        self.remove.triggered.connect(lambda: self._with_open(self.delete))
        self.look_up = QAction(self.tr("Search chats"), self)
        self.look_up.setShortcut("Ctrl+F")
        self.look_up.triggered.connect(self.search.setFocus)
        self.commands = [self.new, self.temporary, self.look_up, self.rename, self.pin, self.remove]

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addWidget(self.search, 1)
        head.addWidget(
            icon_button(self._desk.look, "plus", self.tr("New chat (Ctrl+N)"), self._control.new_chat, kind="")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.S)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self._nothing)
        column.addWidget(self._list, 1)
        column.addWidget(self._found)
        column.addWidget(self.hits, 2)

    @property
    def count(self) -> int:
        """How many conversations are listed."""
        return self._list.count()

    def reload(self) -> None:
        """Read the list again."""
        self._desk.jobs.run(self._desk.app.reader.sessions, on_done=self._show)

    def _reload_if_ours(self, tables: frozenset[str]) -> None:
        if tables & _TABLES:
            self.reload()

    def rename_to(self, session_id: str, title: str) -> None:
        """Give a conversation a title."""
        self._desk.jobs.run(
            lambda: self._desk.app.conversations.rename_session(session_id, title),
            on_done=lambda _: self._control.reload(),
        )

    def delete(self, session_id: str) -> None:
        """Delete a conversation; the notice that says so offers Undo."""
        running = self._control.running
        if running is not None and running.session_id == session_id:
            self._control.stop()
        if session_id == self._control.session_id:
            self._control.new_chat()
        provenance = Provenance(actor="window", tool="delete_session")

        def deleted(receipt: Receipt) -> None:
            self._desk.say(self._desk.words(receipt.text), receipt.change_id)

        self._desk.jobs.run(
            lambda: self._desk.app.conversations.delete_session(session_id, provenance), on_done=deleted
        )

    def _show(self, infos: Sequence[SessionInfo]) -> None:
        self._infos = {info.id: info for info in infos}
        if self._list.state() == QAbstractItemView.State.EditingState:
            return
        with QSignalBlocker(self._list):
            self._fill(infos)
        self._nothing.setVisible(not infos)
        self._filter(self.search.text())
        self._mark_open()

    def _fill(self, infos: Sequence[SessionInfo]) -> None:
        self._list.clear()
        for info in infos:
            item = QListWidgetItem(info.title or self.tr("New chat"))
            item.setData(_ID, info.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(info.title)
            if info.pinned:
                item.setIcon(self._desk.look.icon("pin", "accent", Size.SMALL_ICON))
            self._list.addItem(item)

    def _filter(self, words: str) -> None:
        wanted = words.casefold().split()
        for place in range(self._list.count()):
            item = self._list.item(place)
            item.setHidden(not all(word in item.text().casefold() for word in wanted))

    def _search(self) -> None:
        words = self.search.text().strip()
        if not words:
            self._show_hits(words, [])
            return
        self._desk.jobs.run(lambda: (words, self._desk.app.reader.search(words)), on_done=self._take_hits)

    def _take_hits(self, found: tuple[str, Sequence[Hit]]) -> None:
        self._show_hits(*found)

    def _show_hits(self, words: str, hits: Sequence[Hit]) -> None:
        if words == self.search.text().strip():
            self._found.setVisible(bool(words))
            self._found.setText(self.tr("In messages: {count}").format(count=len(hits)))
            self.hits.setVisible(bool(hits))
            rows = sum(not self._list.isRowHidden(place) for place in range(self._list.count()))
            room = min(rows, _ROWS_BESIDE_HITS) * max(self._list.sizeHintForRow(0), Size.TARGET) + Space.XS
            self._list.setMaximumHeight(room if hits else _NO_LIMIT)
            self.hits.show_hits(hits, words)

    def _mark_open(self) -> None:
        item = self._item(self._control.session_id)
        self._list.setCurrentRow(-1 if item is None else self._list.row(item))
        for action in (self.rename, self.pin, self.remove):
            action.setEnabled(item is not None)

    def _item(self, session_id: str | None) -> QListWidgetItem | None:
        items = (self._list.item(place) for place in range(self._list.count()))
        return next((item for item in items if item.data(_ID) == session_id), None)

    def _rename(self, item: QListWidgetItem) -> None:
        session_id, title = item.data(_ID), item.text().strip()
        info = self._infos.get(session_id)
        if info is None or title == info.title:
            return
        if title:
            self.rename_to(session_id, title)
        else:
            self.reload()

    def _toggle_pin(self, session_id: str) -> None:
        pinned = not self._infos[session_id].pinned
        self._desk.jobs.run(lambda: self._desk.app.conversations.pin_session(session_id, pinned=pinned))

    def _edit_open(self) -> None:
        item = self._item(self._control.session_id)
        if item is not None:
            self._list.editItem(item)

    def _with_open(self, act: Callable[[str], None]) -> None:
        if self._control.session_id is not None and self._control.session_id in self._infos:
            act(self._control.session_id)

    def _show_menu(self, at: QPoint) -> None:
        item = self._list.itemAt(at)
        if item is None:
            return
        session_id = item.data(_ID)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._desk.look.icon("pencil"), self.tr("Rename"), lambda: self._list.editItem(item))
        pin = self.tr("Unpin") if self._infos[session_id].pinned else self.tr("Pin")
        menu.addAction(self._desk.look.icon("pin"), pin, lambda: self._toggle_pin(session_id))
        menu.addSeparator()
        menu.addAction(self._desk.look.icon("trash"), self.tr("Delete"), lambda: self.delete(session_id))
        menu.popup(self._list.viewport().mapToGlobal(at))
