"""Says that the program has a fault, and keeps a report of where, without anything that the user wrote."""

import platform
import traceback
from datetime import datetime
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gemma_app.ui.theme.look import monospace_font
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, push_button

LOG_FOLDER = "logs"
LOG_NAME = "faults.log"


def report_of(error: BaseException) -> str:
    """Return the kind of the error and where it happened; its message may hold what the user wrote and stays out."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    about = f"gemma-app {metadata.version('gemma-app')}, Python {platform.python_version()}, {platform.system()}"
    return "\n".join([about, type(error).__qualname__, *places])


def keep_report(data_dir: Path, report: str, now: datetime) -> None:
    """Append a report to the log of faults, where the disk allows it."""
    folder = data_dir / LOG_FOLDER
    try:
        folder.mkdir(exist_ok=True)
        with (folder / LOG_NAME).open("a", encoding="utf-8") as file:
            file.write(f"{now.isoformat(timespec='seconds')}\n{report}\n\n")
    except OSError:
        return


class CrashDialog(QDialog):
    """Shows a report and lets it be copied."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(self.tr("A fault in the program"))
        self.setMinimumWidth(Size.DIALOG)
        text = QPlainTextEdit(report)
        text.setReadOnly(True)
        text.setProperty("kind", "code")
        text.setFont(monospace_font())
        text.setAccessibleName(self.tr("Report"))
        buttons = QHBoxLayout()
        buttons.addWidget(push_button(self.tr("Copy report"), lambda: QGuiApplication.clipboard().setText(report)))
        buttons.addStretch()
        buttons.addWidget(push_button(self.tr("Close"), self.close, "primary"))
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(label(self.tr("Something went wrong that should not have."), "large", wrap=True))
        advice = self.tr("What was saved is safe. If it happens again, start the app anew and report what is below.")
        column.addWidget(label(advice, "muted", wrap=True))
        column.addWidget(text, 1)
        column.addLayout(buttons)
