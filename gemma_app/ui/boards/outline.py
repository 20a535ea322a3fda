"""The outline: every component by its name, topmost first, for the keyboard and for screen readers."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from gemma_app.boards.binding import with_live_data
from gemma_app.boards.document import Component, components_of, refid_of
from gemma_app.boards.selecting import is_hidden, is_locked
from gemma_app.boards.wording import shown_label
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.theme.tokens import Size

_REFID = Qt.ItemDataRole.UserRole
_WAIT_MS = 60


class Outline(QTreeWidget):
    """The components as a tree; choosing here selects on the canvas, and the other way round.

    Attributes:
        entered: Enter was pressed on a component.
    """

    entered = Signal()

    def __init__(self, control: BoardControl) -> None:
        super().__init__()
        self._control = control
        self._look = control.desk.look
        self._shown: object = None
        self._of: tuple[object, object] | None = None
        self._items: dict[int, QTreeWidgetItem] = {}
        self.setHeaderHidden(True)
        self.setAccessibleName(self.tr("Outline"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setIconSize(QSize(Size.SMALL_ICON, Size.SMALL_ICON))
        self.setIndentation(Size.SMALL_ICON)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self.show_board)
        self.itemSelectionChanged.connect(self._select)
        control.opened.connect(self._later.start)
        control.changed.connect(self._later.start)
        control.figures.moved.connect(self._follow_figures)
        control.selected.connect(self._mark)
        self.show_board()

    def show_board(self) -> None:
        """Show the tree of the open board where it is another than the one shown."""
        board, figures = self._control.board, self._control.figures.known
        if self._of is not None and self._of[0] is board and self._of[1] is figures:
            return
        self._of = (board, figures)
        described = None if board is None else [self._described(item) for item in components_of(board)]
        if described == self._shown:
            return
        self._shown = described
        with QSignalBlocker(self):
            self.clear()
            self._items = {}
            self.addTopLevelItems(list(self._made(components_of(board))))
        self._mark()

    def _follow_figures(self, habits: frozenset[int]) -> None:  # noqa: ARG002 - the tree is compared as a whole
        self._later.start()

    def _described(self, component: Component) -> tuple[object, ...]:
        held = tuple(self._described(item) for item in components_of(component))
        return self._label(component), is_hidden(component), is_locked(component), held

    def _label(self, component: Component) -> str:
        language = self._control.desk.language
        return shown_label(with_live_data(component, self._control.figures.known, language=language)).say(language)

    def _made(self, components: Iterable[Component]) -> Iterable[QTreeWidgetItem]:
        for component in reversed(list(components)):
            item = QTreeWidgetItem([self._label(component)])
            refid = refid_of(component.get("refid"))
            item.setData(0, _REFID, refid)
            if is_locked(component):
                item.setIcon(0, self._look.icon("lock", "muted", Size.SMALL_ICON))
            elif is_hidden(component):
                item.setIcon(0, self._look.icon("hidden", "muted", Size.SMALL_ICON))
            item.addChildren(list(self._made(components_of(component))))
            if refid is not None:
                self._items[refid] = item
            yield item

    def _select(self) -> None:
        refids = [item.data(0, _REFID) for item in self.selectedItems()]
        self._control.select(refid for refid in refids if refid is not None)

    def _mark(self) -> None:
        """Mark what is selected on the canvas: neighbours as one range, since each range costs."""
        items = [item for refid in self._control.selection if (item := self._items.get(refid)) is not None]
        places = sorted((self.indexFromItem(item) for item in items), key=lambda index: index.row())
        selection = QItemSelection()
        for holder in {index.parent() for index in places}:
            rows = [index for index in places if index.parent() == holder]
            first = rows[0]
            for index, after in zip(rows, [*rows[1:], None], strict=True):
                if after is None or after.row() != index.row() + 1:
                    selection.select(first, index)
                    first = after or index
        with QSignalBlocker(self):
            self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            if items:
                self.setCurrentItem(items[-1], 0, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.scrollToItem(items[-1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit with Enter; all else moves in the tree."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._control.selection:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
