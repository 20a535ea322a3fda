"""The pages of the window, in the order of the side bar; another page is another line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gemma_app.ui.chat.page import ChatPage
from gemma_app.ui.desk import Desk
from gemma_app.ui.habits.page import TodayPage


class Page(Protocol):
    """What the window needs of a page, beside its being a widget."""

    commands: Sequence[QAction]

    def begin_with(self, text: str) -> None:
        """Take the focus, and a text to begin with where there is one."""

    def leave(self) -> None:
        """Put away what is open, since the page or the window goes."""


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
    build: Callable[[Desk], QWidget]

    def words(self) -> str:
        """Return what the page is called in the language in force."""
        return QCoreApplication.translate("Pages", self.title)


PAGES = (
    PageEntry(name="chat", icon="chat", title=cast("str", QT_TRANSLATE_NOOP("Pages", "Chat")), build=ChatPage),
    PageEntry(name="today", icon="today", title=cast("str", QT_TRANSLATE_NOOP("Pages", "Today")), build=TodayPage),
)
