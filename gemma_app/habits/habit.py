"""A habit and its day, as values that tools, window and command line share."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from gemma_app.habits.catalog import CatalogEntry, FrameLevel, HabitType
from gemma_app.habits.rules import Phase, Variant
from gemma_app.habits.streak import CheckIn, Standing
from gemma_app.language import Phrase, same


@dataclass(frozen=True, kw_only=True)
class Habit:
    """A habit of one profile.

    Args:
        id: Number of the habit, never used again.
        type: ``protocol``, ``break`` or ``diet``.
        entry_id: The catalog entry it follows.
        entry: That entry, None where a user's own entry is gone.
        own_title: Title as stored when the habit was added.
        frame_level: ``L2`` or ``L3``.
        framed_text: The sentence that the user chose.
        anchor: When in the day; empty where none was given.
        start: First day.
        active: False once archived.
        variants: One to three doses, easiest first.
    """

    id: int
    type: HabitType
    entry_id: str
    entry: CatalogEntry | None
    own_title: str
    frame_level: FrameLevel
    framed_text: str
    anchor: str
    start: date
    active: bool
    variants: tuple[Variant, ...]

    @property
    def title(self) -> Phrase:
        """The catalog's title in the reader's language, or the user's own."""
        if self.entry is not None and self.own_title in {self.entry.title_ko, self.entry.title_en}:
            return self.entry.title
        return same(self.own_title)

    @property
    def default_variant(self) -> Variant:
        """The dose that is meant where none is named."""
        return next(variant for variant in self.variants if variant.is_default)


@dataclass(frozen=True, kw_only=True)
class HabitDay:
    """How a habit stands on one day.

    Args:
        habit: The habit.
        phase: Computed from its age (rule R4).
        standing: Its run up to that day, and what can still be filled in.
        value: What was said of that day, None where nothing was.
        entries: What was said of the last seven days, by day.
        rewards: Milestones earned so far (rule R6).
    """

    habit: Habit
    phase: Phase
    standing: Standing
    value: CheckIn | None
    entries: Mapping[date, CheckIn]
    rewards: tuple[int, ...]
