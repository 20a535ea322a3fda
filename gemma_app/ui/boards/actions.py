"""Everything that can be done on the Boards page, as actions with keys for menus, tool bar and palette."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gemma_app.boards.document import new_board
from gemma_app.boards.grouping import add
from gemma_app.boards.templates import ADDABLE, new_component, weekly_habit_wall
from gemma_app.boards.wording import type_name
from gemma_app.language import Phrase
from gemma_app.ui.boards import clipboard, files
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.verbs import VERBS, Verb

_WIDTH, _HEIGHT = 1200, 800
_ADDED = Phrase(ko="더하기", en="Add")
_NEW_BOARD = Phrase(ko="새 보드", en="New board")


class BoardActions(QObject):
    """The actions of the page.

    Args:
        control: What they act on.
        canvas: Where they look and zoom.
        parent: The page; dialogs and menus belong to it.
    """

    def __init__(self, control: BoardControl, canvas: BoardCanvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._control = control
        self._canvas = canvas
        self._page = parent
        self.all: list[QAction] = []
        self._needs: dict[QAction, int] = {}
        self._of_section: dict[str, list[QAction]] = {}
        self._build_board_actions()
        self._build_view_actions()
        self._build_edit_actions()
        for verb in VERBS:
            self._add_verb(verb)
        control.opened.connect(self.refresh)
        control.selected.connect(self.refresh)
        control.changed.connect(self.refresh)
        self.refresh()

    def menu(self, *sections: str) -> QMenu:
        """Return a new menu of the actions of some sections, a line between them."""
        menu = QMenu(self._page)
        for place, section in enumerate(sections):
            if place:
                menu.addSeparator()
            menu.addActions(self._of_section[section])
        return menu

    def new_component(self, kind: str) -> None:
        """Put a new component in the middle of what is seen."""
        board = self._control.board
        if board is not None:
            made = new_component(kind, self._middle(), self._control.desk.language)
            new, refids = add(board, [made])
            self._control.put(new, _ADDED)
            self._control.select(refids)

    def new_empty_board(self) -> None:
        """Store an empty board and open it."""
        name = self._control.desk.words(_NEW_BOARD)
        self._control.create(new_board(width=_WIDTH, height=_HEIGHT, name=name))

    def new_wall(self) -> None:
        """Store a weekly wall of the active habits and open it."""
        desk = self._control.desk

        def made(habits: list[tuple[int, str]]) -> None:
            self._control.create(weekly_habit_wall(habits, desk.language))

        desk.jobs.run(lambda: [(habit.id, desk.words(habit.title)) for habit in desk.app.habits.active()], on_done=made)

    def refresh(self) -> None:
        """Offer what can be done now; nothing while the page is not seen, so that its keys are free elsewhere."""
        selected = len(self._control.selection)
        is_open = self._control.board is not None
        for action, needs in self._needs.items():
            action.setEnabled(self._page.isVisible() and selected >= needs and (is_open or needs < 0))
        history = self._control.history
        self.undo.setEnabled(self._page.isVisible() and history is not None and history.next_undo is not None)
        self.redo.setEnabled(self._page.isVisible() and history is not None and history.next_redo is not None)

    def _middle(self) -> tuple[float, float]:
        seen = self._canvas.seen
        return seen.left + seen.width / 2, seen.top + seen.height / 2

    def _build_board_actions(self) -> None:
        new, control, page = partial(self._add, "new", needs=-1), self._control, self._page
        new(self.tr("Empty board"), self.new_empty_board, "Ctrl+Alt+N")
        new(self.tr("Weekly habit wall"), self.new_wall)
        new(self.tr("From a file…"), lambda: files.choose_import(control, page))
        for kind in ("png", "svg", "pdf", "json"):
            text = self.tr("Export as {kind}…").format(kind=kind.upper())
            export = partial(files.choose_export, control, self._canvas, page, kind)
            self._add("export", text, export, "Ctrl+E" if kind == "png" else "", needs=0)

    def _build_view_actions(self) -> None:
        view, canvas = partial(self._add, "view", needs=0), self._canvas
        self.zoom_in = view(self.tr("Zoom in"), lambda: canvas.zoom_by(1), "Ctrl+=")
        self.zoom_in.setShortcuts([QKeySequence("Ctrl+="), QKeySequence("Ctrl++")])
        self.zoom_out = view(self.tr("Zoom out"), lambda: canvas.zoom_by(-1), "Ctrl+-")
        self.actual = view(self.tr("Actual size"), lambda: canvas.zoom_to(1), "Ctrl+0")
        self.fit = view(self.tr("Show the whole board"), canvas.fit, "Ctrl+9")
        self._add("view", self.tr("Show the selection"), canvas.fit_selection, "Ctrl+8", needs=1)
        self.grid = view(self.tr("Snap to the grid"), self._toggle_grid, "Ctrl+'")
        self.grid.setCheckable(True)

    def _build_edit_actions(self) -> None:
        control, board = self._control, QGuiApplication.clipboard()
        for kind in ADDABLE:
            self._add("add", control.desk.words(type_name(kind)), partial(self.new_component, kind), needs=0)
        image = self.tr("Image…")
        self._add("add", image, lambda: files.choose_image(control, self._page, self._middle()), needs=0)
        self.undo = self._make(self.tr("Undo on the board"), control.undo)
        self.redo = self._make(self.tr("Redo on the board"), control.redo)
        self._add("edit", self.tr("Cut"), lambda: clipboard.cut(control, board), "Ctrl+X")
        self._add("edit", self.tr("Copy"), lambda: clipboard.copy(control, board), "Ctrl+C")
        paste = self.tr("Paste")
        self._add("edit", paste, lambda: clipboard.paste(control, board, self._middle()), "Ctrl+V", needs=0)

    def _toggle_grid(self) -> None:
        self._canvas.uses_grid = self.grid.isChecked()

    def _add_verb(self, verb: Verb) -> None:
        name = self._control.desk.words(verb.name)
        self._add(verb.section, name, lambda: verb.run(self._control, verb.name), verb.keys, needs=verb.needs)

    def _add(
        self, section: str, text: str, on_trigger: Callable[[], object], keys: str = "", *, needs: int = 1
    ) -> QAction:
        action = self._make(text, on_trigger)
        if keys:
            action.setShortcut(QKeySequence(keys))
        self._needs[action] = needs
        self._of_section.setdefault(section, []).append(action)
        return action

    def _make(self, text: str, on_trigger: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda _checked=False: on_trigger())
        self.all.append(action)
        return action
