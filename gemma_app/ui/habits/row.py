"""One habit of today: its check, what it is, its week and its streak."""

from datetime import date

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from gemma_app.habits.doses import format_dose
from gemma_app.habits.habit import Habit, HabitDay
from gemma_app.habits.rules import Phase
from gemma_app.language import Language
from gemma_app.ui.desk import Desk
from gemma_app.ui.habits.marks import CheckButton, DayDot
from gemma_app.ui.habits.week import DayMark, last_days, mark_of
from gemma_app.ui.languages import as_qdate
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import icon_button, label, no_margins, set_property

FLAME_FROM = 3


class HabitRow(QFrame):
    """A habit with everything that can be said of it today.

    Args:
        desk: Gives look and language.
        number: Place in the list, from 1; the key that checks it in.

    Attributes:
        toggled: The check was pressed.
        skipped: "Not done" was pressed.
        filled: A past day was clicked.
        stepped: The row above (-1) or below (1) is wanted.
    """

    toggled = Signal()
    skipped = Signal()
    filled = Signal(object)
    stepped = Signal(int)

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__()
        self._language: Language = desk.language
        self._locale = QLocale(self._language)
        self.setProperty("kind", "card")
        self.check = CheckButton(desk.look, number)
        self.check.clicked.connect(self.toggled)
        self.check.stepped.connect(self.stepped)
        self.check.focus_moved.connect(self._show_selected)
        self.skip = icon_button(desk.look, "skip", self.tr("Not done today"), self.skipped.emit, kind="mark")
        self.skip.setFixedSize(Size.TARGET, Size.TARGET)
        self._title = label(kind="large", wrap=True)
        self._sentence = label(kind="muted", wrap=True)
        self._chips = [label(kind="chip") for _ in range(3)]
        self.dots = [DayDot(desk.look) for _ in range(7)]
        self._medal = QLabel()
        self._medal.setPixmap(desk.look.pixmap("reward", "accent", Size.ICON))
        self._streak = label()
        self.flame = QLabel()
        self.flame.setPixmap(desk.look.pixmap("flame", "flame", Size.ICON))
        self._days: tuple[date, ...] = ()
        for place, dot in enumerate(self.dots):
            dot.clicked.connect(lambda _=False, place=place: self.filled.emit(self._days[place]))
        self._lay_out()

    def _lay_out(self) -> None:
        chips = QHBoxLayout()
        no_margins(chips, Space.S)
        for chip in self._chips[:-1]:
            chips.addWidget(chip)
        chips.addWidget(self._medal)
        chips.addWidget(self._chips[-1])
        chips.addStretch()
        words = QVBoxLayout()
        no_margins(words, Space.XS)
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        words.addLayout(chips)
        week = QHBoxLayout()
        no_margins(week)
        for dot in self.dots:
            week.addWidget(dot)
        streak = QHBoxLayout()
        no_margins(streak, Space.XS)
        streak.addStretch()
        streak.addWidget(self.flame)
        streak.addWidget(self._streak)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        row.setSpacing(Space.M)
        row.addWidget(self.check)
        row.addLayout(words, 1)
        right = QVBoxLayout()
        no_margins(right, Space.XS)
        right.addStretch()
        right.addLayout(streak)
        right.addLayout(week)
        right.addStretch()
        row.addLayout(right)
        row.addWidget(self.skip, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_day(self, habit_day: HabitDay, today: date) -> None:
        """Show how the habit stands today."""
        habit = habit_day.habit
        title = habit.title.say(self._language)
        self._title.setText(title)
        self._sentence.setText(habit.framed_text)
        self._show_chips(habit_day)
        self._show_streak(habit_day.standing.current)
        self.check.show_value(habit_day.value)
        self.check.setAccessibleName(self._check_name(title, habit_day))
        self.check.setToolTip(self.tr("Undo this check-in") if habit_day.value == "done" else self.tr("Done today"))
        self.skip.setAccessibleName(self.tr("{habit}: not done today").format(habit=title))
        self._days = last_days(today)
        for dot, day in zip(self.dots, self._days, strict=True):
            mark = mark_of(habit_day, day, today)
            letter = self._locale.dayName(day.isoweekday(), QLocale.FormatType.NarrowFormat)
            dot.show_day(mark, letter, self._describe(title, day, mark), is_today=day == today)

    def _check_name(self, title: str, habit_day: HabitDay) -> str:
        match habit_day.value:
            case "done":
                return self.tr("{habit}: done today").format(habit=title)
            case "blank":
                return self.tr("{habit}: marked as not done today").format(habit=title)
            case None:
                return self.tr("{habit}: check in").format(habit=title)

    def _show_chips(self, habit_day: HabitDay) -> None:
        rewards = habit_day.rewards
        reward = self.tr("{days} days done").format(days=rewards[-1]) if rewards else ""
        self._medal.setVisible(bool(rewards))
        texts = (phase_name(habit_day.phase), self._dose(habit_day.habit), reward)
        for chip, text in zip(self._chips, texts, strict=True):
            chip.setText(text)
            chip.setVisible(bool(text))

    def _dose(self, habit: Habit) -> str:
        return "" if habit.entry is None else format_dose(habit.default_variant, habit.entry, self._language)

    def _show_streak(self, current: int) -> None:
        self.flame.setVisible(current >= FLAME_FROM)
        self._streak.setText(self.tr("{days}-day streak").format(days=current) if current else "")
        set_property(self._streak, "kind", "flame" if current >= FLAME_FROM else "small")

    def _describe(self, title: str, day: date, mark: DayMark) -> str:
        when = self._locale.toString(as_qdate(day), QLocale.FormatType.LongFormat)
        return f"{title}, {when}: {mark_name(mark)}"

    def _show_selected(self) -> None:
        set_property(self, "selected", "true" if self.check.hasFocus() else "false")


def phase_name(phase: Phase) -> str:
    """Return what a phase is called."""
    match phase:
        case "forming":
            return QCoreApplication.translate("HabitRow", "Forming")
        case "testing":
            return QCoreApplication.translate("HabitRow", "Testing")
        case "maintaining":
            return QCoreApplication.translate("HabitRow", "Maintaining")


def mark_name(mark: DayMark) -> str:
    """Return what the mark of a day means."""
    match mark:
        case "done":
            return QCoreApplication.translate("HabitRow", "done")
        case "blank":
            return QCoreApplication.translate("HabitRow", "not done")
        case "fillable":
            return QCoreApplication.translate("HabitRow", "can still be filled in; click if you did it")
        case "pending":
            return QCoreApplication.translate("HabitRow", "today, open")
        case "missing":
            return QCoreApplication.translate("HabitRow", "nothing recorded")
        case "outside":
            return QCoreApplication.translate("HabitRow", "before the start")
