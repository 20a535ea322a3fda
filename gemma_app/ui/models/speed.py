"""How fast the model is on this machine: the figures, what limits them and what would help."""

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from gemma_app.bench.findings import advice, findings, machine_lines
from gemma_app.bench.results import Summary
from gemma_app.language import Phrase
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button

_GRAIN = 1_000


class SpeedCard(QFrame):
    """Shows what the last measurement found, and measures anew."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._locale = QLocale(desk.language)
        self.setProperty("kind", "card")
        self._machine = label(kind="muted", wrap=True)
        self._found = label(wrap=True)
        self._advice = label(wrap=True)
        self.run = push_button(self.tr("Measure"), desk.speed.start)
        self.stop = push_button(self.tr("Stop"), desk.speed.stop)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the measurement"))
        self._bar.setFixedWidth(Size.SESSIONS)
        self._bar.setRange(0, _GRAIN)
        self._lay_out()
        desk.speed.changed.connect(self.show_state)
        desk.model.changed.connect(self.show_state)
        self.show_state()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(label(self.tr("Speed on this machine"), "large"))
        for text in (self._found, self._advice, self._machine):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            text.setAccessibleName(self.tr("Speed on this machine"))
            column.addWidget(text)
        acts = QHBoxLayout()
        no_margins(acts, Space.S)
        for control in (self.run, self.stop, self._bar):
            acts.addWidget(control)
        acts.addStretch(1)
        column.addLayout(acts)
        words = self.tr("It takes some minutes, in which the machine is busy. Nothing of yours is read or changed.")
        column.addWidget(label(words, "small", wrap=True))

    def show_state(self) -> None:
        """Show how things stand."""
        speed = self._desk.speed
        summary = speed.summary
        self._found.setText(self.tr("Not measured yet.") if summary is None else self._said(findings(summary)))
        self._advice.setText("" if summary is None else self._said(advice(summary)))
        self._machine.setText("" if summary is None else self._measured(summary))
        self._advice.setVisible(summary is not None)
        self._machine.setVisible(summary is not None)
        self.run.setVisible(not speed.is_running)
        self.run.setEnabled(self._desk.app.model.is_ready)
        self.stop.setVisible(speed.is_running)
        self._bar.setVisible(speed.is_running)
        self._bar.setValue(round(_GRAIN * speed.share))

    def _said(self, phrases: tuple[Phrase, ...]) -> str:
        return "\n".join(map(self._desk.words, phrases))

    def _measured(self, summary: Summary) -> str:
        moment = QDateTime.fromString(summary.machine.measured_at, Qt.DateFormat.ISODate).toLocalTime()
        when = self._locale.toString(moment, QLocale.FormatType.ShortFormat)
        measured = self.tr("Measured {when}").format(when=when)
        return f"{self._said(machine_lines(summary))}\n{measured}"
