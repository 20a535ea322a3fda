from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gemma_app.conversation.service import Conversations
from gemma_app.storage.database import Database


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, **by: float) -> None:
        self.time += timedelta(**by)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def database(tmp_path: Path, clock: SetClock) -> Iterator[Database]:
    opened = Database.open(tmp_path, now=clock)
    yield opened
    opened.close()


@pytest.fixture
def conversations(database: Database) -> Conversations:
    return Conversations(database)
