"""Labels and buttons as the style sheet knows them."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space


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


def scrolling_column(page: QWidget) -> QVBoxLayout:
    """Fill ``page`` with a column of text width that scrolls, and return what its parts go into."""
    column, centred = QWidget(), QWidget()
    for widget in (column, centred):
        widget.setObjectName("column")
    column.setMaximumWidth(Size.COLUMN)
    inside = QVBoxLayout(column)
    inside.setContentsMargins(Space.L, Space.XL, Space.L, Space.XL)
    inside.setSpacing(Space.L)
    around = QHBoxLayout(centred)
    no_margins(around)
    around.addStretch(1)
    around.addWidget(column, 100)
    around.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(centred)
    outer = QVBoxLayout(page)
    no_margins(outer)
    outer.addWidget(area)
    return inside
