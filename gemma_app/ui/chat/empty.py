"""What stands in the place of a conversation that has not begun: a greeting, and things that can be said."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gemma_app.ui.chat.view import picture
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import label, push_button


class EmptyChat(QWidget):
    """Greets, and says what is chosen.

    Args:
        desk: Where the look comes from.
        on_choose: Takes the words that were chosen.
    """

    def __init__(self, desk: Desk, on_choose: Callable[[str], None]) -> None:
        super().__init__()
        suggestions = (
            self.tr("Add the morning sunlight habit"),
            self.tr("Find me a habit for better sleep"),
            self.tr("Which habits do I have?"),
            self.tr("What can be done about late coffee?"),
        )
        chips = QVBoxLayout()
        chips.setSpacing(Space.S)
        for suggestion in suggestions:
            chip = push_button(suggestion, partial(on_choose, suggestion), "chip")
            chips.addWidget(chip, 0, Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.L)
        column.addStretch(2)
        column.addWidget(picture(desk, "chat"), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(label(self.tr("What shall we do today?"), "title"), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(chips)
        column.addStretch(3)
