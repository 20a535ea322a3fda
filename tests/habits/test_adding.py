"""An approval of a new habit is for the person who was asked."""

from pathlib import Path

import pytest

from gemma_app.agent.action import StateChanged
from gemma_app.app import App
from gemma_app.habits.catalog import MAX_SUMMARY
from tests.habits.day import call


def test_a_habit_prepared_for_one_person_is_not_added_for_another(tmp_path: Path) -> None:
    app = App.open(tmp_path)
    other = app.profiles.add("Another")
    arguments = app.habits.complete_add({"protocol_id": "p-reading"})
    action = app.habits.prepare_add("p-reading", "L2", arguments["framed_text"])
    app.choices.change(profile=other.id)
    with pytest.raises(StateChanged):
        app.habits.perform(action, "add_habit", approved=True)
    assert app.habits.active() == ()
    app.close()


def test_a_refusal_of_the_quota_names_the_type_as_the_dialog_does(tmp_path: Path) -> None:
    app = App.open(tmp_path)
    for entry in ("b-news", "b-snooze"):
        refused = call(app, "add_habit", dict(app.habits.complete_add({"protocol_id": entry})))
    assert refused["reason"] == "At most 1 replace habit can be active. Archive one to add another."
    assert MAX_SUMMARY == 60
    app.close()
