from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.errors import Rejected
from tests.habits.day import START, add_data


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    yield app
    app.close()


def test_a_new_folder_has_one_profile_without_a_name(app: App) -> None:
    (owner,) = app.profiles.all()
    assert owner.name is None
    assert owner.title.ko == "나"


def test_a_person_is_added_and_renamed(app: App) -> None:
    made = app.profiles.add("  지우\t김 ")
    assert made.name == "지우 김"
    assert app.profiles.rename(made.id, "지우").name == "지우"
    assert app.profiles.rename(made.id, "지우").name == "지우"
    assert [profile.name for profile in app.profiles.all()] == [None, "지우"]


@pytest.mark.parametrize("name", ["", " \n", "x" * 41, "지우", "a\u202eb", "a\x00b"])
def test_a_name_that_cannot_be_told_from_another_is_refused(app: App, name: str) -> None:
    app.profiles.add("지우")
    with pytest.raises(Rejected) as refused:
        app.profiles.add(name)
    assert refused.value.code == "profile_name"


def test_nobody_is_not_found(app: App) -> None:
    with pytest.raises(Rejected) as refused:
        app.profiles.rename(9, "x")
    assert refused.value.code == "no_such_profile"


def test_each_person_has_habits_of_their_own(app: App) -> None:
    add_data(app, "p-morning-light")
    app.choices.change(profile=app.profiles.add("지우").id)
    assert app.habits.active() == ()
    add_data(app, "p-reading")
    app.choices.change(profile=1)
    assert [habit.entry_id for habit in app.habits.active()] == ["p-morning-light"]


def test_a_profile_that_is_no_longer_there_gives_way_to_the_first(tmp_path: Path) -> None:
    first = App.open(tmp_path, clock=Clock(fixed_today=START))
    first.choices.change(profile=7)
    first.close()
    again = App.open(tmp_path, clock=Clock(fixed_today=START))
    assert again.choices.profile() == 1
    again.close()
