"""Labels and buttons as the style sheet knows them."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QToolButton, QWidget

from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label that shows ``text`` as it is, never as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    return made


def push_button(text: str, on_click: Callable[[], object], kind: str = "") -> QPushButton:
    """Return a button with words on it."""
    made = QPushButton(text.replace("&", "&&"))
    made.setProperty("kind", kind)
    made.setAccessibleName(text)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked=False: on_click())
    return made


def icon_button(
    look: Look, icon: str, name: str, on_click: Callable[[], object] | None = None, *, kind: str = "quiet"
) -> QToolButton:
    """Return a button that shows an icon; ``name`` is what it is called aloud and in its tool tip."""
    made = QToolButton()
    made.setProperty("kind", kind)
    made.setIcon(look.icon(icon, "on_accent" if kind == "round" else "muted"))
    made.setIconSize(QSize(Size.ICON, Size.ICON))
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def frame(kind: str) -> QFrame:
    """Return a frame of that kind."""
    made = QFrame()
    made.setProperty("kind", kind)
    return made


def set_property(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet looks at, and draw the widget by it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def no_margins(layout: QLayout, spacing: int = 0) -> None:
    """Take the margins of a layout away."""
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
