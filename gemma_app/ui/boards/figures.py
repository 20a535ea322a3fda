"""The figures of habits that the open board shows, kept up with every check-in."""

from PySide6.QtCore import QObject, QTimer, Signal

from gemma_app.boards.binding import KnownFigures, bound_refids
from gemma_app.boards.document import Board
from gemma_app.errors import GemmaAppError
from gemma_app.ui.desk import Desk

HABIT_TABLES = frozenset({"habits", "habit_variants", "tracker_entries", "vacations", "user_entries"})
_MINUTE_MS = 60_000


class LiveFigures(QObject):
    """Reads the figures of the habits on a board again whenever habits change.

    Attributes:
        known: The figures as they were read last.
        moved: Carries the habits whose figures are others now.
    """

    moved = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._wanted: frozenset[int] = frozenset()
        self.known = KnownFigures(by_habit={})
        self._day = desk.app.habits.today
        desk.touched.connect(self._on_touched)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self._minute.timeout.connect(self._read_on_a_new_day)
        self._minute.start()

    def follow(self, board: Board) -> None:
        """Keep the figures that a board shows."""
        wanted = frozenset(bound_refids(board))
        if wanted != self._wanted:
            self._wanted = wanted
            self.read()

    def read(self) -> None:
        """Read the figures now: a few milliseconds, and not behind whatever else is being read."""
        if not self._wanted:
            return
        try:
            self._take(self._desk.app.habit_data.read(self._wanted))
        except GemmaAppError as error:
            self._desk.say_error(error)

    def _on_touched(self, tables: frozenset[str]) -> None:
        if tables & HABIT_TABLES:
            self.read()

    def _read_on_a_new_day(self) -> None:
        if self._day != self._desk.app.habits.today:
            self._day = self._desk.app.habits.today
            self.read()

    def _take(self, known: KnownFigures) -> None:
        before, self.known = self.known, known
        habits = before.by_habit.keys() | known.by_habit.keys()
        moved = frozenset(habit for habit in habits if before.figures(habit) != known.figures(habit))
        if moved:
            self.moved.emit(moved)
