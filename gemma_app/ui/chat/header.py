"""The line above the open conversation: its title, and what can be done with it as a whole."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton

from gemma_app.text import visible
from gemma_app.ui.chat.sessions import SessionList
from gemma_app.ui.chat.transfers import Transfers
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import icon_button, label


class ChatHeader(QFrame):
    """Shows the title, here and as the title of the window, with a menu beside it.

    Args:
        desk: Where the look and the conversation come from.
        sessions: Its actions are offered.
        transfers: Its actions are offered, too.
    """

    def __init__(self, desk: Desk, sessions: SessionList, transfers: Transfers) -> None:
        super().__init__()
        self._control = desk.chat
        self.setObjectName("header")
        self._title = label(kind="large")
        button = icon_button(desk.look, "more", self.tr("Rename, pin or delete this chat"))
        menu = QMenu(button)
        menu.addActions([sessions.rename, sessions.pin])
        menu.addSeparator()
        menu.addActions(transfers.commands)
        menu.addSeparator()
        menu.addActions([sessions.temporary, sessions.remove])
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XL, Space.S, Space.L, Space.S)
        row.addWidget(self._title, 1)
        row.addWidget(button)

    def show_title(self, title: str) -> None:
        """Show the title of the open conversation; one that has none yet is a new one."""
        new = self.tr("Temporary chat") if self._control.is_temporary else self.tr("New chat")
        self._title.setText(title or new)
        self.window().setWindowTitle(f"{visible(title)} – Gemma App" if title else "Gemma App")
