"""The list of what is proposed: a check box for each edit, conflicts, and the two ways out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gemma_app.boards.proposal import Change, Conflict, Proposal
from gemma_app.boards.wording import conflict_text, details_of, kind_of
from gemma_app.text import visible
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.deciding import Decisions, Pending
from gemma_app.ui.boards.tick import Tick
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button

_COLOUR_OF = {"add": "added", "modify": "changed", "modifyBoard": "changed", "remove": "removed", "replace": "removed"}
_MOST_ROWS = 300


class ProposalPanel(QFrame):
    """Shows the proposal for the open board.

    Attributes:
        accepting: Accept was pressed.
    """

    accepting = Signal()

    def __init__(self, control: BoardControl, decisions: Decisions) -> None:
        super().__init__()
        self._control = control
        self._decisions = decisions
        self._shown: Proposal | None = None
        self._shown_conflicts: tuple[Conflict, ...] = ()
        self.ticks: dict[int, QCheckBox] = {}
        self.conflict_ticks: dict[tuple[int, tuple[str, ...]], QCheckBox] = {}
        self._title = label(kind="large")
        self._hint = label(kind="small", wrap=True)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.accept = push_button(self.tr("Accept (Enter)"), self.accepting.emit, "primary")
        self.discard = push_button(self.tr("Discard (Esc)"), decisions.discard)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        column.setSpacing(Space.S)
        column.addWidget(self._title)
        column.addWidget(self._area, 1)
        column.addWidget(self._hint)
        column.addWidget(self.accept)
        column.addWidget(self.discard)
        decisions.moved.connect(self.show_pending)
        self.show_pending()

    def show_pending(self) -> None:
        """Show the proposal that waits, and what is ticked of it."""
        pending = self._decisions.pending
        if pending is None:
            self._shown = None
            return
        conflicts = self._decisions.conflicts
        if pending.proposal is not self._shown or conflicts != self._shown_conflicts:
            self._shown, self._shown_conflicts = pending.proposal, conflicts
            self._build(pending, conflicts)
        for index, tick in self.ticks.items():
            tick.setChecked(index in pending.ticked)
        for key, tick in self.conflict_ticks.items():
            tick.setChecked(key in pending.overruled)
        acceptance = self._decisions.acceptance
        count, total = len(pending.ticked), len(pending.proposal.changes)
        self._title.setText(self.tr("{count} of {total} edits").format(count=count, total=total))
        concerns = () if acceptance is None else acceptance.concerns
        words = [self._control.desk.words(concern.text) for concern in concerns]
        self._hint.setText("\n".join(words) or self.tr("Nothing changes until you accept. One undo takes it back."))
        self.accept.setEnabled(bool(count))

    def _build(self, pending: Pending, conflicts: tuple[Conflict, ...]) -> None:
        inner = QWidget()
        inner.setObjectName("column")
        column = QVBoxLayout(inner)
        no_margins(column, Space.M)
        self.ticks, self.conflict_ticks = {}, {}
        for change in pending.proposal.changes[:_MOST_ROWS]:
            column.addLayout(self._row(change))
            for conflict in conflicts:
                if conflict.change == change.index:
                    column.addLayout(self._conflict_row(conflict))
        column.addStretch(1)
        self._area.setWidget(inner)

    def _row(self, change: Change) -> QHBoxLayout:
        words = self._control.desk.words
        tick = Tick(self._control.desk.look)
        kind = label(words(kind_of(change)), _COLOUR_OF.get(str(change.op.get("op")), "muted"))
        subject = label(visible(change.label), wrap=True)
        details = label(visible(words(details_of(change))), "small", wrap=True)
        if change.refusal is not None:
            details = label(words(change.refusal), "error", wrap=True)
            tick.setEnabled(False)
        tick.setAccessibleName(f"{kind.text()} {subject.text()}")
        tick.setAccessibleDescription(details.text())
        tick.clicked.connect(lambda ticked, at=change.index: self._decisions.tick(at, ticked=ticked))
        self.ticks[change.index] = tick
        return _beside(tick, [kind, subject, details])

    def _conflict_row(self, conflict: Conflict) -> QHBoxLayout:
        tick = Tick(self._control.desk.look, self.tr("Use the proposed value"))
        tick.setAccessibleDescription(self._control.desk.words(conflict_text(conflict)))
        tick.clicked.connect(lambda ticked: self._decisions.overrule(conflict.key, by_proposal=ticked))
        self.conflict_ticks[conflict.key] = tick
        row = QHBoxLayout()
        row.setContentsMargins(Space.XL, 0, 0, 0)
        column = QVBoxLayout()
        no_margins(column, Space.XS)
        column.addWidget(label(visible(self._control.desk.words(conflict_text(conflict))), "changed", wrap=True))
        column.addWidget(tick)
        row.addLayout(column)
        return row


def _beside(tick: QCheckBox, words: list[QLabel]) -> QHBoxLayout:
    row = QHBoxLayout()
    no_margins(row, Space.S)
    row.addWidget(tick, 0, Qt.AlignmentFlag.AlignTop)
    column = QVBoxLayout()
    no_margins(column, 2)
    for each in words:
        if each.text():
            column.addWidget(each)
    row.addLayout(column, 1)
    return row
