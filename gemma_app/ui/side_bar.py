"""The pages at the side; on a narrow window only their icons."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QToolButton, QVBoxLayout

from gemma_app.ui.pages import PAGES
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label


class SideBar(QFrame):
    """A button for each page, and one for the choices.

    Attributes:
        chosen: Carries the name of the page that was chosen.
    """

    chosen = Signal(str)

    def __init__(self, look: Look, choices: QMenu) -> None:
        super().__init__()
        self._look = look
        self.setObjectName("side")
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, Space.M, Space.S, Space.M)
        column.setSpacing(Space.XS)
        self._name = label("Gemma App", "large")
        self._name.setContentsMargins(Space.S, 0, 0, Space.S)
        column.addWidget(self._name)
        for place, page in enumerate(PAGES, 1):
            button = self._button(page.icon, page.words(), f"{page.words()} (Ctrl+{place})")
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, name=page.name: self.chosen.emit(name))
            self._group.addButton(button)
            self._buttons[page.name] = button
            column.addWidget(button)
        column.addStretch()
        settings = self._button("sliders", self.tr("Appearance"), self.tr("Language and theme"))
        settings.setMenu(choices)
        settings.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        column.addWidget(settings)
        self._all = [*self._buttons.values(), settings]
        self.set_narrow(narrow=False)

    def _button(self, icon: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "page")
        button.setIcon(self._look.icon(icon, "text"))
        button.setIconSize(QSize(Size.ICON, Size.ICON))
        button.setText(f"  {text}")
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def show_page(self, name: str) -> None:
        """Mark the page that is shown."""
        self._buttons[name].setChecked(True)

    def set_narrow(self, *, narrow: bool) -> None:
        """Show icons alone, or icons with words."""
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        width = Size.SIDE_BAR_ICONS if narrow else Size.SIDE_BAR
        self.setFixedWidth(width)
        self._name.setVisible(not narrow)
        for button in self._all:
            button.setToolButtonStyle(style)
            button.setFixedWidth(width - 2 * Space.S - 1)


def choice(menu: QMenu, text: str, *, chosen: bool, on_choose: object) -> QAction:
    """Add a choice that is marked where it holds."""
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(chosen)
    action.triggered.connect(on_choose)
    return action
