"""Model: which one answers, how well it calls the tools, and what it may therefore do by itself."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout

from gemma_app.engine.catalogue import embedded
from gemma_app.evaluation.report import Totals
from gemma_app.evaluation.scores import LEAST_FULLY_RIGHT, Score
from gemma_app.text import visible
from gemma_app.ui.desk import Desk
from gemma_app.ui.languages import as_qdate
from gemma_app.ui.models.speed import SpeedCard
from gemma_app.ui.page import Page
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import frame, label, no_margins, push_button, scrolling_column

_MEGABYTE = 1_000_000


class ModelPage(Page):
    """The page of the model."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._locale = QLocale(desk.language)
        self._name = label(kind="large", wrap=True)
        self._standing = label(wrap=True)
        self._tested = label(kind="muted", wrap=True)
        self.run = push_button(self.tr("Run the test"), desk.model_test.start, "primary")
        self.stop = push_button(self.tr("Stop"), desk.model_test.stop)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the test"))
        self._progress = label(kind="small", wrap=True)
        self.table = QGridLayout()
        self._in_table: Score | None = None
        self._lay_out()
        desk.model.changed.connect(self.show_state)
        desk.model_test.changed.connect(self.show_state)
        self.show_state()

    def _lay_out(self) -> None:
        inside = scrolling_column(self)
        inside.addWidget(label(self.tr("Model"), "display"))
        inside.addWidget(self._test_card())
        inside.addWidget(SpeedCard(self._desk))
        inside.addWidget(self._file_card())
        inside.addStretch(1)

    def _test_card(self) -> QFrame:
        acts = QHBoxLayout()
        no_margins(acts, Space.S)
        for control in (self.run, self.stop, self._bar):
            acts.addWidget(control)
        acts.addStretch(1)
        self._bar.setFixedWidth(Size.SESSIONS)
        no_margins(self.table, Space.S)
        self.table.setHorizontalSpacing(Space.XL)
        self.table.setColumnStretch(0, 1)
        card, column = _card()
        for text in (self._name, self._standing, self._tested):
            column.addWidget(text)
        column.addLayout(self.table)
        column.addLayout(acts)
        column.addWidget(self._progress)
        return card

    def _file_card(self) -> QFrame:
        weights = embedded()
        size = self._locale.toString(round(weights.size / _MEGABYTE))
        rows = (
            (self.tr("Name"), weights.name),
            (self.tr("From"), weights.repo),
            (self.tr("File"), weights.file),
            (self.tr("Size"), f"{size} MB"),
            (self.tr("Licence"), weights.licence),
            (self.tr("Text format"), weights.dialect),
            (self.tr("SHA-256"), weights.sha256),
        )
        card, column = _card()
        column.addWidget(label(self.tr("The model that comes with the app"), "large"))
        grid = QGridLayout()
        no_margins(grid, Space.S)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(rows):
            shown = label(value, wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(shown, row, 1)
        column.addLayout(grid)
        return card

    def show_state(self) -> None:
        """Show how things stand."""
        model, test = self._desk.app.model, self._desk.model_test
        score = model.score
        self._name.setText(visible(model.get().id.partition("@")[0]) if model.is_ready else "")
        self._name.setVisible(model.is_ready)
        self._standing.setText(self._words())
        self._tested.setText("" if score is None else self._of_test(score))
        self._tested.setVisible(score is not None)
        self._show_table(score)
        self.run.setVisible(not test.is_running)
        self.run.setEnabled(model.is_ready)
        self.stop.setVisible(test.is_running)
        self._bar.setVisible(test.is_running)
        self._bar.setRange(0, test.total)
        self._bar.setValue(test.done)
        self._progress.setText(self._how_far())

    def _words(self) -> str:
        if not self._desk.app.model.is_ready:
            loads = self._desk.model.state == "loading"
            return self.tr("The model is being prepared.") if loads else self.tr("No model is loaded.")
        match self._desk.app.model.standing:
            case "good":
                return self.tr("It may do what you ask by itself. What cannot be undone is always asked first.")
            case "low":
                words = self.tr(
                    "It only suggests: whatever it would change is asked first, since it did not get at least {share} "
                    "right for certain in its test."
                )
                return words.format(share=self._percent(LEAST_FULLY_RIGHT))
            case _:
                return self.tr("Not tested yet. Until then it only suggests: whatever it would change is asked first.")

    def _of_test(self, score: Score) -> str:
        day = self._locale.toString(as_qdate(score.tested_on), QLocale.FormatType.ShortFormat)
        return self.tr("Tested on {day} with {count} requests.").format(day=day, count=score.items)

    def _how_far(self) -> str:
        test = self._desk.model_test
        if not test.is_running:
            return self.tr("The test takes some minutes. It changes nothing, and it can be stopped and goes on later.")
        if not test.total:
            return self.tr("The first request is being answered.")
        return self.tr("{done} of {total} requests").format(done=test.done, total=test.total)

    def _show_table(self, score: Score | None) -> None:
        if score == self._in_table:
            return
        self._in_table = score
        while (item := self.table.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        if score is None:
            return
        head = ("", self.tr("Requests"), self.tr("Right tool"), self.tr("All right"), self.tr("Needless calls"))
        self._fill_row(0, head, "small")
        self._fill_row(1, (self.tr("All"), *self._cells(score.totals)), "")
        for row, (name, totals) in enumerate(score.by_category.items(), 2):
            self._fill_row(row, (self._category(name), *self._cells(totals)), "muted")

    def _fill_row(self, row: int, cells: Sequence[str], kind: str) -> None:
        for place, text in enumerate(cells):
            cell: QLabel = label(text, kind)
            side = Qt.AlignmentFlag.AlignRight if place else Qt.AlignmentFlag.AlignLeft
            self.table.addWidget(cell, row, place, side)

    def _cells(self, totals: Totals) -> list[str]:
        rates = (totals.right_tool, totals.fully_right, totals.false_call)
        return [str(totals.items), *(self._percent(rate.value) if rate.of else "–" for rate in rates)]

    def _percent(self, share: float) -> str:
        return f"{100 * share:.0f} %"

    def _category(self, name: str) -> str:
        known = {
            "search": self.tr("Search"),
            "query": self.tr("Details"),
            "add": self.tr("Add"),
            "list": self.tr("List"),
            "log": self.tr("Check in"),
            "streak": self.tr("Streak"),
            "none": self.tr("Only talk"),
            "board": self.tr("Board"),
            "multi": self.tr("Several at once"),
        }
        return known.get(name, visible(name))

    def begin_with(self, _text: str, /) -> None:
        """Choose the test; there is nothing to write here."""
        self._desk.speed.read()
        self.run.setFocus()


def _card() -> tuple[QFrame, QVBoxLayout]:
    card = frame("card")
    column = QVBoxLayout(card)
    column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
    column.setSpacing(Space.M)
    return card, column
