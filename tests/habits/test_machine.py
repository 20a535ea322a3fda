"""A user who plays the verbs at random can break no rule, can take everything back, and finds everything again."""

import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy import text

from gemma_app.agent.action import PreparedAction
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.errors import CallError
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.streak import CheckIn
from tests.habits.day import Day

_TABLES = ("habits", "habit_variants", "tracker_entries", "rewards")
_ENTRIES = st.sampled_from([entry.id for entry in Catalog.load().entries])
_DAYS_AGO = st.integers(-1, 5)
_VALUES: st.SearchStrategy[CheckIn] = st.sampled_from(["done", "blank"])


class HabitsMachine(RuleBasedStateMachine):
    """Adds, checks in, archives, undoes and reopens."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.day = Day()
        self.app = self._open()
        self.done: list[int] = []
        self.empty = self._rows()

    def teardown(self) -> None:
        while self.done:
            self.app.undo(self.done.pop())
        assert self._rows() == self.empty
        self.app.close()
        self._folder.cleanup()

    @rule(entry=_ENTRIES, level=st.sampled_from(["L2", "L3"]))
    def add(self, entry: str, level: str) -> None:
        arguments = dict(self.app.habits.complete_add({"protocol_id": entry, "frame_level": level}))
        self._do(lambda: self.app.habits.prepare_add(entry, "L3" if level == "L3" else "L2", arguments["framed_text"]))

    @rule(position=st.integers(0, 4), value=_VALUES, days_ago=_DAYS_AGO)
    def check_in(self, position: int, value: CheckIn, days_ago: int) -> None:
        habits = self.app.habits.active()
        if position < len(habits):
            on = self.day.date - timedelta(days=days_ago)
            self._do(lambda: self.app.habits.prepare_check_in(habits[position].id, value, on))

    @rule(position=st.integers(0, 4))
    def archive(self, position: int) -> None:
        habits = self.app.habits.active()
        if position < len(habits):
            self._do(lambda: self.app.habits.prepare_archive(habits[position].id))

    @rule(position=st.integers(0, 4))
    def clear(self, position: int) -> None:
        habits = self.app.habits.active()
        if position < len(habits):
            self._do(lambda: self.app.habits.prepare_clear(habits[position].id))

    @rule()
    def undo_the_last(self) -> None:
        if self.done:
            before = self._rows()
            redo = self.app.undo(self.done.pop())
            self.done.append(self.app.undo(redo))
            assert self._rows() == before

    @rule(days=st.integers(1, 3))
    def wait(self, days: int) -> None:
        self.day.pass_days(days)

    @rule()
    def reopen(self) -> None:
        before = self._rows()
        self.app.close()
        self.app = self._open()
        assert self._rows() == before

    @invariant()
    def quotas_and_groups_hold(self) -> None:
        active = self.app.habits.active()
        for kind in ("protocol", "break", "diet"):
            of_kind = [habit for habit in active if habit.type == kind]
            assert len(of_kind) <= {"protocol": 3, "break": 1, "diet": 1}[kind]
        entries = [habit.entry_id for habit in active]
        assert len(entries) == len(set(entries))
        groups = [habit.entry.exclusive_group for habit in active if habit.entry and habit.entry.exclusive_group]
        assert len(groups) == len(set(groups))

    @invariant()
    def every_habit_has_its_doses(self) -> None:
        for habit in self.app.habits.active():
            assert habit.variants[0].tier == "minimum"
            assert sum(variant.is_default for variant in habit.variants) == 1

    def _open(self) -> App:
        return App.open(Path(self._folder.name), clock=Clock(now=self.day.now))

    def _do(self, prepare: Callable[[], PreparedAction]) -> None:
        before = self._rows()
        try:
            receipt = self.app.habits.perform(prepare(), "play")
        except CallError:
            assert self._rows() == before
            return
        if receipt.change_id is not None:
            self.done.append(receipt.change_id)

    def _rows(self) -> dict[str, list[Any]]:
        with self.app.database.read() as session:
            return {
                name: [tuple(row) for row in session.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2"))]
                for name in _TABLES
            }


TestHabitsMachine = HabitsMachine.TestCase
TestHabitsMachine.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
