"""Before a conversation goes out: as what, to whom, and which data scopes go along."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from gemma_app.agent.policy import door_name
from gemma_app.language import Language
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, push_button


@dataclass(frozen=True, kw_only=True)
class Going:
    """What was chosen.

    Args:
        choice: The chosen one of the choices.
        closed: The data scopes that stay.
    """

    choice: str
    closed: frozenset[str]


class ScopesDialog(QDialog):
    """Asks for one of ``choices`` and for the scopes.

    Args:
        title: What is about to happen.
        act: What the button says.
        choices: Values and what they are called.
        doors: The data scopes that something in the conversation was read through.
        language: Language of the names of scopes.
        on_go: Takes what was chosen.
        parent: What the dialog belongs to.
    """

    def __init__(
        self,
        title: str,
        act: str,
        choices: Sequence[tuple[str, str]],
        *,
        doors: Sequence[str],
        language: Language,
        on_go: Callable[[Going], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        self.setMinimumWidth(Size.DIALOG)
        self._on_go = on_go
        self.choice = QComboBox()
        self.choice.setAccessibleName(title)
        for value, name in choices:
            self.choice.addItem(name, value)
        names = {door: door_name(door).say(language) for door in doors}
        self.scopes = {door: QCheckBox(name) for door, name in names.items()}
        self.go = push_button(act, self._go, "primary")
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(label(title, "large"))
        if len(choices) > 1:
            column.addWidget(self.choice)
        if doors:
            column.addWidget(label(self.tr("Answers that were read from these go along:"), "muted", wrap=True))
            for box in self.scopes.values():
                box.setChecked(True)
                column.addWidget(box)
        column.addStretch()
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addStretch()
        row.addWidget(push_button(self.tr("Cancel"), self.reject))
        row.addWidget(self.go)
        column.addLayout(row)

    def _go(self) -> None:
        closed = frozenset(door for door, box in self.scopes.items() if not box.isChecked())
        self._on_go(Going(choice=str(self.choice.currentData()), closed=closed))
        self.accept()
