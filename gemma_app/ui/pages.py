"""The pages of the window, in the order of the side bar; another page is another line."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from gemma_app.ui.boards.page import BoardsPage
from gemma_app.ui.chat.page import ChatPage
from gemma_app.ui.desk import Desk
from gemma_app.ui.habits.page import TodayPage
from gemma_app.ui.models.page import ModelPage
from gemma_app.ui.page import Page


@dataclass(frozen=True, kw_only=True)
class PageEntry:
    """A page in the side bar.

    Args:
        name: Names it in the program.
        icon: Its icon.
        title: What it is called, in English; translated in the context ``Pages``.
        build: Makes it.
    """

    name: str
    icon: str
    title: str
    build: Callable[[Desk], Page]

    def words(self) -> str:
        """Return what the page is called in the language in force."""
        return QCoreApplication.translate("Pages", self.title)


PAGES = (
    PageEntry(name="chat", icon="chat", title=str(QT_TRANSLATE_NOOP("Pages", "Chat")), build=ChatPage),
    PageEntry(name="today", icon="today", title=str(QT_TRANSLATE_NOOP("Pages", "Today")), build=TodayPage),
    PageEntry(name="boards", icon="boards", title=str(QT_TRANSLATE_NOOP("Pages", "Boards")), build=BoardsPage),
    PageEntry(name="model", icon="model", title=str(QT_TRANSLATE_NOOP("Pages", "Model")), build=ModelPage),
)
