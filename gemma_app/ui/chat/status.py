"""What there is to know about the model, in one calm line under the input."""

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button


class ModelLine(QWidget):
    """The state of the model, with its progress or a way to try again."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._held = False
        self._text = label(kind="small", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 100)
        self._bar.setFixedWidth(Size.RING)
        self._bar.setAccessibleName(self.tr("Preparing the model"))
        self._retry = push_button(self.tr("Retry"), desk.model.start, "link")
        row = QHBoxLayout(self)
        no_margins(row, Space.S)
        row.setContentsMargins(Space.XS, 0, Space.XS, 0)
        row.addWidget(self._bar)
        row.addWidget(self._text, 1)
        row.addWidget(self._retry)
        desk.model.changed.connect(self.show_state)
        desk.model_test.changed.connect(self.show_state)
        self.show_state()

    def show_held(self, *, held: bool) -> None:
        """Say that a message goes off as soon as it can."""
        self._held = held
        self.show_state()

    def show_state(self) -> None:
        """Show how things stand."""
        model = self._desk.model
        self._bar.setVisible(model.state == "loading")
        self._bar.setValue(round(model.progress * 100))
        self._retry.setVisible(model.state == "failed")
        self._text.setText(self._words())

    def _words(self) -> str:
        model = self._desk.model
        match model.state:
            case "loading" if self._held:
                return self.tr("The model is being prepared. Your message is sent as soon as it is ready.")
            case "loading":
                return self.tr("Preparing the model. You can write already.")
            case "failed" if model.error is not None:
                return self._desk.words(model.error)
            case "none":
                return self.tr("No model is loaded. Everything but answers works without one.")
            case _ if self._held:
                return self.tr("Another answer is being written. Your message is sent right after it.")
            case _ if self._desk.app.model.standing != "good":
                return self.tr("This model only suggests: whatever it would change is asked first. See Model.")
            case _:
                return self.tr("Enter sends, Shift+Enter starts a new line. Nothing leaves this computer.")
