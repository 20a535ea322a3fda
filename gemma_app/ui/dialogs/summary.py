"""The summary of a conversation: what it covers, to be read, edited and made again."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gemma_app.conversation.history import TurnHistory
from gemma_app.conversation.reading import SummaryView
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, push_button


class SummaryDialog(QDialog):
    """Shows ``summary``; saving and rebuilding are the caller's.

    Args:
        summary: The summary as it is.
        view: What the model is sent beside it.
        on_save: Takes the edited text.
        on_rebuild: Makes the summary again.
        parent: What the dialog belongs to.
    """

    def __init__(
        self,
        summary: SummaryView,
        view: TurnHistory,
        *,
        on_save: Callable[[str], None],
        on_rebuild: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(self.tr("Summary for the model"))
        self.setMinimumSize(Size.DIALOG, Size.DETAILS)
        self._on_save = on_save
        self._on_rebuild = on_rebuild
        self.editor = QPlainTextEdit(summary.text or "")
        self.editor.setProperty("kind", "code")
        self.editor.setAccessibleName(self.tr("Summary"))
        self.editor.setReadOnly(summary.text is None)
        self.editor.setTabChangesFocus(True)
        self.editor.setPlaceholderText(self._why_empty(summary, view))
        self.save = push_button(self.tr("Save"), self._save, "primary")
        self.save.setEnabled(False)
        self.editor.textChanged.connect(lambda: self.save.setEnabled(bool(self.editor.toPlainText().strip())))
        self.rebuild = push_button(self.tr("Make it again"), self._rebuild)
        self.rebuild.setEnabled(summary.text is not None or view.pending > 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(label(self._coverage(summary, view), "muted", wrap=True))
        if summary.is_stale:
            stale = self.tr("A message that it covers was changed since. Make it again to be right.")
            column.addWidget(label(stale, "error", wrap=True))
        column.addWidget(self.editor, 1)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.rebuild)
        row.addStretch()
        row.addWidget(push_button(self.tr("Close"), self.reject))
        row.addWidget(self.save)
        column.addLayout(row)

    def _coverage(self, summary: SummaryView, view: TurnHistory) -> str:
        if summary.covers_until is None:
            return self.tr("The model sees {count} messages word for word.").format(count=view.raw)
        return self.tr(
            "Stands for {covered} messages until {until}. The model sees {raw} messages word for word; "
            "{pending} are not in the summary yet. Every message stays in this conversation."
        ).format(
            covered=summary.covered,
            until=f"{summary.covers_until.astimezone():%Y-%m-%d %H:%M}",
            raw=view.raw,
            pending=view.pending,
        )

    def _why_empty(self, summary: SummaryView, view: TurnHistory) -> str:
        if summary.is_closed:
            return self.tr("The summary holds something that is locked for this profile.")
        if view.pending:
            return self.tr("There is no summary yet.")
        return self.tr("No summary is needed: the model sees the whole conversation.")

    def _save(self) -> None:
        self._on_save(self.editor.toPlainText())
        self.accept()

    def _rebuild(self) -> None:
        self._on_rebuild()
        self.accept()
