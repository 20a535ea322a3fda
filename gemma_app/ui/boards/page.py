"""The Boards page: the list of boards, the canvas, and the panels beside it."""

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gemma_app.boards.wording import property_name
from gemma_app.ui.boards.actions import BoardActions
from gemma_app.ui.boards.asking import talk_of
from gemma_app.ui.boards.asking_bar import AskingBar
from gemma_app.ui.boards.board_list import BoardList
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.control import control_of
from gemma_app.ui.boards.deciding import decisions_of
from gemma_app.ui.boards.gate import Gate
from gemma_app.ui.boards.ghosts import Ghosts
from gemma_app.ui.boards.outline import Outline
from gemma_app.ui.boards.property_panel import PropertyPanel
from gemma_app.ui.boards.proposal_panel import ProposalPanel
from gemma_app.ui.boards.style import board_style
from gemma_app.ui.boards.tool_bar import ToolBar
from gemma_app.ui.desk import Desk
from gemma_app.ui.page import Page
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button

_PANEL = 264
_LIST_FROM = 1000
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BoardsPage(Page):
    """The boards of the profile."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.control = control_of(desk)
        self.talk = talk_of(self.control)
        self.decisions = decisions_of(self.control, self.talk)
        self.setStyleSheet(board_style(desk.look.theme))
        self.boards = BoardList(self.control)
        self.canvas = BoardCanvas(self.control)
        self.actions_of_board = BoardActions(self.control, self.canvas, self)
        self.commands = [*self.actions_of_board.all]
        self.tools = ToolBar(self.control, self.canvas, self.actions_of_board)
        self.outline = Outline(self.control)
        self.properties = PropertyPanel(self.control)
        self.proposal = ProposalPanel(self.control, self.decisions)
        self.asking = AskingBar(self.control, self.talk, self.canvas)
        self.gate = Gate(self.control, self.decisions, self)
        self.ghosts = Ghosts(desk.look, self._root_words)
        self.ghosts.setZValue(1)
        self.canvas.scene().addItem(self.ghosts)
        self._wants_list: bool | None = None
        self._middle = QStackedWidget()
        self._middle.addWidget(self._build_empty())
        self._middle.addWidget(self.canvas)
        self._side = self._build_side()
        self._lay_out()
        self._connect()
        self._show_open()

    def _connect(self) -> None:
        self.boards.wants_new.connect(self._show_new_menu)
        self.boards.loaded.connect(self._open_first)
        self.tools.list_button.clicked.connect(self._toggle_list)
        self.canvas.entered.connect(self.properties.begin)
        self.outline.entered.connect(self.properties.begin)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.canvas.customContextMenuRequested.connect(self._show_context_menu)
        self.control.opened.connect(self._show_open)
        self.decisions.moved.connect(self._show_pending)
        self.proposal.accepting.connect(self.gate.accept)
        self.asking.entered_empty.connect(self._accept_if_pending)

    def _lay_out(self) -> None:
        middle = QVBoxLayout()
        no_margins(middle)
        middle.addWidget(self.tools)
        middle.addWidget(self._middle, 1)
        middle.addWidget(self.asking)
        row = QHBoxLayout(self)
        no_margins(row)
        row.addWidget(self.boards)
        row.addLayout(middle, 1)
        row.addWidget(self._side)

    def _build_side(self) -> QFrame:
        side = QFrame()
        side.setObjectName("panel")
        side.setFixedWidth(_PANEL)
        outline = QWidget()
        column = QVBoxLayout(outline)
        column.setContentsMargins(Space.M, Space.M, Space.S, Space.S)
        column.addWidget(label(self.tr("Outline"), "muted"))
        column.addWidget(self.outline, 1)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setHandleWidth(1)
        parts.addWidget(outline)
        parts.addWidget(self.properties)
        parts.setSizes([220, 480])
        parts.setChildrenCollapsible(False)
        around = QVBoxLayout(side)
        no_margins(around)
        self._panels = QStackedWidget()
        self._panels.addWidget(parts)
        self._panels.addWidget(self.proposal)
        around.addWidget(self._panels)
        return side

    def _build_empty(self) -> QWidget:
        empty = QWidget()
        column = QVBoxLayout(empty)
        column.setSpacing(Space.L)
        column.addStretch(1)
        picture = QLabel()
        picture.setPixmap(self._desk.look.pixmap("boards", "accent", Size.LARGE_ICON))
        words = label(self.tr("A board shows your habits at a glance and moves with every check-in."))
        self.first = push_button(self.tr("Make a weekly habit wall"), self.actions_of_board.new_wall, "primary")
        other = push_button(self.tr("Start with an empty board"), self.actions_of_board.new_empty_board, "link")
        for widget in (picture, words, self.first, other):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return empty

    def _show_open(self) -> None:
        is_open = self.control.board is not None
        self._middle.setCurrentIndex(int(is_open))
        self._side.setVisible(is_open)
        self.asking.setVisible(is_open)
        self._show_list()
        self._show_pending()

    def _show_pending(self) -> None:
        acceptance = self.decisions.acceptance
        self._panels.setCurrentIndex(int(acceptance is not None))
        self.canvas.leaves_keys = acceptance is not None
        after = None if acceptance is None else acceptance.board
        self.ghosts.show_proposal(self.control.board, after, self.canvas.drawing)
        self.canvas.fade(self.ghosts.replaced, self.ghosts.covered)

    def _root_words(self, keys: tuple[str, ...]) -> str:
        names = ", ".join(self._desk.words(property_name(key)) for key in keys)
        return self.tr("Board: {names}").format(names=names)

    def _accept_if_pending(self) -> None:
        if self.decisions.pending is not None:
            self.gate.accept()

    def _open_first(self, board_ids: tuple[int, ...]) -> None:
        if self.control.board_id not in board_ids:
            if board_ids:
                self.control.open(board_ids[0])
            else:
                self.control.close()

    def _show_new_menu(self, at: QPoint) -> None:
        menu = self.actions_of_board.menu("new")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _show_context_menu(self, at: QPoint) -> None:
        menu = self.actions_of_board.menu("edit", "arrange")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.canvas.viewport().mapToGlobal(at))

    def _toggle_list(self) -> None:
        self._wants_list = self.boards.isHidden()
        self._show_list()

    def _show_list(self) -> None:
        has_room = self.width() >= _LIST_FROM or self.control.board is None
        self.boards.setVisible(has_room if self._wants_list is None else self._wants_list)

    def begin_with(self, text: str, /) -> None:  # noqa: ARG002 - there is nothing to write here
        """Take the focus."""
        (self.first if self.control.board is None else self.canvas).setFocus()

    def leave(self) -> None:
        """Save everything."""
        self.canvas.pointer.cancel()
        self.control.flush()

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+Z and Escape on the board while they mean something on it."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and (self._step_of(event) is not None or self._leaves_by(event) or self._lets_go_by(event))
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept with Enter, discard or stop with Escape, undo and do again."""
        if (step := self._step_of(event)) is not None:
            step.trigger()
        elif self._leaves_by(event):
            self.talk.stop() if self.talk.is_running else self.decisions.discard()
        elif event.key() in _ENTER and self.decisions.pending is not None:
            self.decisions.discard() if self.proposal.discard.hasFocus() else self.gate.accept()
        else:
            super().keyPressEvent(event)

    def _leaves_by(self, event: QKeyEvent) -> bool:
        """Tell whether a key stops the answer or discards the proposal."""
        return event.key() == Qt.Key.Key_Escape and (self.talk.is_running or self.decisions.pending is not None)

    def _lets_go_by(self, event: QKeyEvent) -> bool:
        """Tell whether a key lets go of what is dragged or selected on the canvas."""
        is_held = self.canvas.pointer.is_dragging or bool(self.control.selection)
        return event.key() == Qt.Key.Key_Escape and self.canvas.hasFocus() and is_held

    def _step_of(self, event: QKeyEvent) -> QAction | None:
        if self.boards.isAncestorOf(self.focusWidget() or self):
            return None
        for key, action in (
            (QKeySequence.StandardKey.Undo, self.actions_of_board.undo),
            (QKeySequence.StandardKey.Redo, self.actions_of_board.redo),
        ):
            if event.matches(key) and action.isEnabled():
                return action
        return None

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keys back to the board, and show the figures of now."""
        super().showEvent(event)
        self.control.figures.read()
        self.actions_of_board.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Give the keys to the page that is seen."""
        super().hideEvent(event)
        self.actions_of_board.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the list where there is little room."""
        super().resizeEvent(event)
        self._show_list()
