"""Today: what is left, one key to check it in, and how the week went."""

from datetime import date
from itertools import zip_longest

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gemma_app.habits.habit import HabitDay
from gemma_app.habits.streak import CheckIn
from gemma_app.ui.carrying_out import carry_out
from gemma_app.ui.desk import Desk
from gemma_app.ui.habits.marks import Ring
from gemma_app.ui.habits.row import HabitRow
from gemma_app.ui.habits.week import DAYS, shares
from gemma_app.ui.languages import as_qdate
from gemma_app.ui.page import Page
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button, scrolling_column, set_property

_TABLES = frozenset({"habits", "habit_variants", "tracker_entries", "rewards", "vacations", "user_entries", "profiles"})
_MINUTE_MS = 60_000


class TodayPage(Page):
    """The habits of the day."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._locale = QLocale(desk.language)
        self._today: date = desk.app.habits.today
        self._habit_days: tuple[HabitDay, ...] = ()
        self._rows: list[HabitRow] = []
        self._wants_focus = False
        self._date = label(kind="display")
        self._summary = label(kind="muted")
        self._hint = label(kind="small", wrap=True)
        self._ring = Ring(desk.look, Size.RING, with_count=True)
        self._week = [(label(kind="small"), Ring(desk.look, Size.DOT_TARGET, with_count=False)) for _ in range(DAYS)]
        self._list = QVBoxLayout()
        self._empty = self._build_empty()
        self._lay_out()
        desk.touched.connect(self._refresh_if_ours)
        self._minute = QTimer(self, interval=_MINUTE_MS)
        self._minute.timeout.connect(self.refresh_on_a_new_day)
        self._minute.start()
        self.refresh()

    def _lay_out(self) -> None:
        inside = scrolling_column(self)
        inside.addLayout(self._header())
        no_margins(self._list, Space.M)
        inside.addLayout(self._list)
        inside.addWidget(self._empty)
        inside.addWidget(self._hint)
        inside.addStretch(1)

    def _header(self) -> QHBoxLayout:
        words = QVBoxLayout()
        no_margins(words, Space.XS)
        words.addWidget(self._date)
        words.addWidget(self._summary)
        header = QHBoxLayout()
        header.setSpacing(Space.XL)
        header.addLayout(words, 1)
        header.setAlignment(words, Qt.AlignmentFlag.AlignVCenter)
        week = QHBoxLayout()
        week.setSpacing(Space.S)
        for name, ring in self._week:
            day = QVBoxLayout()
            no_margins(day, Space.XS)
            day.addWidget(ring, 0, Qt.AlignmentFlag.AlignHCenter)
            day.addWidget(name, 0, Qt.AlignmentFlag.AlignHCenter)
            week.addLayout(day)
        header.addLayout(week)
        header.setAlignment(week, Qt.AlignmentFlag.AlignVCenter)
        header.addWidget(self._ring)
        return header

    def _build_empty(self) -> QWidget:
        empty = QWidget()
        column = QVBoxLayout(empty)
        column.setContentsMargins(0, Space.XXL, 0, 0)
        column.setSpacing(Space.L)
        picture = QLabel()
        picture.setPixmap(self._desk.look.pixmap("leaf", "accent", Size.LARGE_ICON))
        text = label(self.tr("There is no habit yet. Start with one that takes two minutes."))
        suggestion = self.tr("Add the morning sunlight habit")
        self.start = push_button(
            self.tr("Add the first habit"), lambda: self._desk.going.emit("chat", suggestion), "primary"
        )
        for widget in (picture, text, self.start):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.hide()
        return empty

    def refresh(self) -> None:
        """Read the day and show it."""
        self._desk.jobs.run(lambda: (self._desk.app.habits.today, self._desk.app.habits.day()), on_done=self._show)

    def _refresh_if_ours(self, tables: frozenset[str]) -> None:
        if tables & _TABLES:
            self.refresh()

    def refresh_on_a_new_day(self) -> None:
        """Read again where another day has begun."""
        if self._desk.app.habits.today != self._today:
            self.refresh()

    def _show(self, read: tuple[date, tuple[HabitDay, ...]]) -> None:
        shown = self._habit_days if self._today == read[0] else ()
        today, habit_days = self._today, self._habit_days = read
        self._date.setText(self._locale.toString(as_qdate(today), self.tr("dddd, MMMM d")))
        while len(self._rows) > len(habit_days):
            self._rows.pop().deleteLater()
        for row, habit_day, before in zip_longest(tuple(self._rows), habit_days, shown[: len(habit_days)]):
            if row is None:
                self._add_row(habit_day)
            elif habit_day != before:
                row.show_day(habit_day, today)
        self._empty.setVisible(not habit_days)
        self._hint.setVisible(bool(habit_days))
        self._show_summary()
        if self._wants_focus and self._rows:
            self._focus_first_open()

    def _show_summary(self) -> None:
        total = len(self._habit_days)
        done = sum(row.value == "done" for row in self._habit_days)
        left = sum(row.value is None for row in self._habit_days)
        if not total:
            summary = ""
        elif left:
            summary = self.tr("{left} left today").format(left=left)
        elif done == total:
            summary = self.tr("Everything is done. Well done.")
        else:
            summary = self.tr("Everything is recorded for today.")
        self._summary.setText(summary)
        self._hint.setText(self.tr("Press 1 to 9 to check in, − on a row if it was not done, Ctrl+Z to undo."))
        self._ring.setVisible(bool(total))
        self._ring.show_share(done, total, self.tr("{done} of {total} done").format(done=done, total=total))
        for (name, ring), share in zip(self._week, shares(self._habit_days, self._today), strict=True):
            weekday = self._locale.dayName(share.day.isoweekday(), QLocale.FormatType.NarrowFormat)
            day = self._locale.dayName(share.day.isoweekday(), QLocale.FormatType.LongFormat)
            counts = self.tr("{done} of {total} done").format(done=share.done, total=share.total)
            name.setText(weekday)
            set_property(name, "kind", "today" if share.day == self._today else "small")
            name.setVisible(bool(total))
            ring.setVisible(bool(total))
            ring.show_share(share.done, share.total, f"{day}: {counts}")

    def _add_row(self, habit_day: HabitDay) -> None:
        place = len(self._rows)
        row = HabitRow(self._desk, place + 1)
        row.toggled.connect(lambda: self._say(place, "done"))
        row.skipped.connect(lambda: self._say(place, "blank"))
        row.filled.connect(lambda day: self._record(place, "done", day))
        row.stepped.connect(lambda step: self._focus(place + step))
        row.show_day(habit_day, self._today)
        self._rows.append(row)
        self._list.addWidget(row)
        row.show()

    def _say(self, place: int, value: CheckIn) -> None:
        """Record a value for today, or take it back where it is what was said already."""
        if self._habit_days[place].value == value:
            habit_id = self._habit_days[place].habit.id
            carry_out(self._desk, self, lambda: self._desk.app.habits.prepare_clear(habit_id), "clear_check_in")
        else:
            self._record(place, value, self._today)

    def _record(self, place: int, value: CheckIn, day: date) -> None:
        habit_id = self._habit_days[place].habit.id
        carry_out(
            self._desk, self, lambda: self._desk.app.habits.prepare_check_in(habit_id, value, day), "record_check_in"
        )

    def begin_with(self, _text: str, /) -> None:
        """Choose the first habit that is left; there is nothing to write here."""
        self._focus_first_open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check in with a digit; say "not done" of the chosen row with a minus."""
        digit = event.key() - Qt.Key.Key_1
        if event.isAutoRepeat() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif 0 <= digit < min(9, len(self._rows)):
            self._focus(digit)
            self._say(digit, "done")
        elif event.key() == Qt.Key.Key_Minus and (chosen := self._chosen()) is not None:
            self._say(chosen, "blank")
        else:
            super().keyPressEvent(event)

    def _chosen(self) -> int | None:
        return next((place for place, row in enumerate(self._rows) if row.check.hasFocus()), None)

    def _focus(self, place: int) -> None:
        if 0 <= place < len(self._rows):
            self._rows[place].check.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_first_open(self) -> None:
        self._wants_focus = not self._rows
        open_places = (place for place, day in enumerate(self._habit_days) if day.value is None)
        self._focus(next(open_places, 0))
        if not self._rows:
            self.start.setFocus()
