"""An app on a new data folder, at a day that the test can move."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.app import App
from gemma_app.clock import Clock
from tests.habits.day import Day


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def app(tmp_path: Path, day: Day) -> Iterator[App]:
    app = App.open(tmp_path / "data", clock=Clock(now=day.now), language="en")
    yield app
    app.close()
