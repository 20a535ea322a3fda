"""What a start costs does not grow with the data."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from gemma_app.app import App, open_dispatcher
from gemma_app.errors import AppError
from gemma_app.storage import connections

SHORT, LONG = 200, 200_000
STEPS = 10


def fill(data_dir: Path, count: int) -> None:
    """Store one conversation of that many messages."""
    app = App.open(data_dir)
    session_id = app.conversations.create_session(1).id
    app.close()
    with closing(sqlite3.connect(data_dir / "app.db")) as connection:
        connection.execute(
            "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO conversation_messages (number, id, session_id, created_at, role, status, content, pinned)"
            " SELECT i, 'm' || i, ?, '2026-01-01T00:00:00.000000+00:00', 'user', 'finished',"
            " 'what was said is as long as what people say: about one line', 0 FROM n",
            (count, session_id),
        )
        connection.commit()


def cost_of_start(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Counter[str]]:
    """Start and end the app; return the steps of SQLite's machine, in tens, and what was asked of it."""
    connect, steps, asked = connections.connect, [0], Counter[str]()

    def count() -> int:
        steps[0] += 1
        return 0

    def watched(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)  # type: ignore[arg-type]
        connection.set_progress_handler(count, STEPS)
        connection.set_trace_callback(lambda statement: asked.update([statement]))
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(connections, "connect", watched)
        App.open(data_dir).close()
    return steps[0], asked


def test_a_start_reads_no_more_of_200_000_messages_than_of_200(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {}
    for count in (SHORT, LONG):
        fill(tmp_path / str(count), count)
        costs[count] = cost_of_start(tmp_path / str(count), monkeypatch)
    (few, asked_of_few), (many, asked_of_many) = costs[SHORT], costs[LONG]
    assert 0 < many <= few
    checks = Counter({each: times for each, times in asked_of_few.items() if each.endswith("_check")})
    assert checks.keys() == {"PRAGMA quick_check", "PRAGMA foreign_key_check"}
    assert asked_of_many.total() == asked_of_few.total() - checks.total()


@pytest.mark.parametrize("day", ["soon", "2026-13-01", ""])
def test_a_day_that_is_no_date_is_told_in_words_before_anything_is_made(tmp_path: Path, day: str) -> None:
    with pytest.raises(AppError, match="Not a date"):
        open_dispatcher(tmp_path / "data", day)
    assert not (tmp_path / "data").exists()
