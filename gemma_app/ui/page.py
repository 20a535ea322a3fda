"""What the window needs of a page."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget


class Page(QWidget):
    """A page of the window.

    Attributes:
        commands: Actions that work wherever the focus is.
    """

    commands: Sequence[QAction] = ()

    def begin_with(self, text: str, /) -> None:
        """Take the focus, and a text to begin with; empty for none."""
        raise NotImplementedError

    def leave(self) -> None:
        """Put away what is open, since the window closes."""
