"""What boards show of habits: the figures of the day, read through the habits' own verbs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gemma_app.boards.binding import HabitFigures, KnownFigures
from gemma_app.errors import BadCall
from gemma_app.habits.habit import HabitDay
from gemma_app.habits.service import Habits
from gemma_app.language import Language


@dataclass(frozen=True, kw_only=True)
class LiveHabits:
    """What boards show of habits, read anew each time."""

    habits: Habits
    language: Callable[[], Language]

    def figures(self, habit_id: int) -> HabitFigures | None:
        """Return the figures of a habit, an archived one too; None where it does not exist."""
        return self.read([habit_id]).figures(habit_id)

    def read(self, habit_ids: Iterable[int]) -> KnownFigures:
        """Return the figures of several habits at one moment."""
        days = {day.habit.id: day for day in self.habits.day()}
        found = ((habit_id, self._figures(habit_id, days.get(habit_id))) for habit_id in habit_ids)
        return KnownFigures(by_habit={habit_id: figures for habit_id, figures in found if figures is not None})

    def _figures(self, habit_id: int, day: HabitDay | None) -> HabitFigures | None:
        try:
            habit = self.habits.find(habit_id) if day is None else day.habit
        except BadCall:
            return None
        streak = self.habits.streak(habit)
        return HabitFigures(
            title=habit.title.say(self.language()),
            streak=streak.current,
            rate=streak.rate,
            today=streak.today,
            week=0 if day is None else sum(value == "done" for value in day.entries.values()),
        )
