"""The bar over the canvas: what is used most, with the rest in its menus."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from gemma_app.boards.service import name_of
from gemma_app.ui.boards.actions import BoardActions
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import icon_button, label

_WORDS_FROM = 700


class ToolBar(QFrame):
    """The name of the board, the menus, undo and zoom."""

    def __init__(self, control: BoardControl, canvas: BoardCanvas, actions: BoardActions) -> None:
        super().__init__()
        self._control = control
        self._canvas = canvas
        self._actions = actions
        self._look = control.desk.look
        self.setObjectName("header")
        self._name = label(kind="large")
        self._zoom = label(kind="small")
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._fit_name)
        self.list_button = icon_button(self._look, "panel", self.tr("Show or hide the list of boards"))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        row.setSpacing(Space.XS)
        row.addWidget(self.list_button)
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self._name, 1)
        self._fill(row)
        control.opened.connect(self._show)
        control.changed.connect(self._show)
        canvas.zoomed.connect(self._show)
        self._show()

    def _fill(self, row: QHBoxLayout) -> None:
        actions = self._actions
        self._add = self._menu_button("plus", self.tr("Add"), actions.menu("add"), with_text=True)
        self._put(row, self._add, self._button("undo", actions.undo), self._button("redo", actions.redo))
        row.addSpacing(Space.S)
        self._put(
            row,
            self._menu_button("align", self.tr("Align"), actions.menu("align")),
            self._menu_button("layers", self.tr("Arrange"), actions.menu("arrange")),
            self._button("grid", actions.grid),
        )
        row.addSpacing(Space.S)
        self._put(row, self._button("minus", actions.zoom_out), self._zoom, self._button("plus", actions.zoom_in))
        self._put(row, self._button("fit", actions.fit))
        row.addSpacing(Space.S)
        self._put(
            row,
            self._menu_button("export", self.tr("Export"), actions.menu("export")),
            self._menu_button("more", self.tr("More"), actions.menu("edit", "view")),
        )

    @staticmethod
    def _put(row: QHBoxLayout, *parts: QWidget) -> None:
        for part in parts:
            row.addWidget(part)

    def _button(self, icon: str, action: QAction) -> QToolButton:
        button = icon_button(self._look, icon, action.text(), action.trigger)
        keys = action.shortcut().toString()
        button.setToolTip(f"{action.text()} ({keys})" if keys else action.text())

        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setChecked(action.isChecked())

        button.setCheckable(action.isCheckable())
        action.changed.connect(follow)
        follow()
        return button

    def _menu_button(self, icon: str, name: str, menu: QMenu, *, with_text: bool = False) -> QToolButton:
        button = icon_button(self._look, icon, name, kind="" if with_text else "quiet")
        if with_text:
            button.setText(name)
            button.setToolButtonStyle(button.toolButtonStyle().ToolButtonTextBesideIcon)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _show(self) -> None:
        board = self._control.board
        self.setVisible(board is not None)
        self._name.setToolTip("" if board is None else name_of(board) or self.tr("Board without a name"))
        self._name.setAccessibleName(self._name.toolTip())
        self._fit_name()
        self._zoom.setText(f"{self._canvas.zoom:.0%}")

    def _fit_name(self) -> None:
        """Shorten the name to the room it has."""
        metrics = self._name.fontMetrics()
        self._name.setText(metrics.elidedText(self._name.toolTip(), Qt.TextElideMode.ElideRight, self._name.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep to icons where there is little room."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self._add.setToolButtonStyle(style if self.width() >= _WORDS_FROM else Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._later.start()
