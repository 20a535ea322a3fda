"""The Boards page: the list of boards, the canvas, and the panels beside it."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gemma_app.ui.boards.board_list import BoardList
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.control import control_of
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.widgets import no_margins


class BoardsPage(QWidget):
    """The boards of the profile."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.control = control_of(desk)
        self.commands: list[QAction] = []
        self.boards = BoardList(self.control)
        self.canvas = BoardCanvas(self.control)
        middle = QVBoxLayout()
        no_margins(middle)
        middle.addWidget(self.canvas, 1)
        row = QHBoxLayout(self)
        no_margins(row)
        row.addWidget(self.boards)
        row.addLayout(middle, 1)

    def begin_with(self, text: str) -> None:  # noqa: ARG002
        """Take the focus."""
        self.canvas.setFocus()

    def leave(self) -> None:
        """Save everything."""
        self.control.flush()
