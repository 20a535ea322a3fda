import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, NOON, Shelf, open_shelves

GUARDS = "DROP TRIGGER audit_log_refuses_update; DROP TRIGGER audit_log_refuses_delete;"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A closed data folder whose log has three entries."""
    db = open_shelves(tmp_path)
    for number in range(2):
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(id=number, title=f"secret {number}"))
    db.record(replace(BY_HAND, decision="declined", question_id="q"))
    assert db.check() == []
    db.close()
    return tmp_path


@pytest.mark.parametrize("statement", ["UPDATE audit_log SET tool = 'x'", "DELETE FROM audit_log"])
def test_the_log_refuses_to_be_altered(written: Path, statement: str) -> None:
    db = Database.open(written, now=lambda: NOON)
    with pytest.raises(IntegrityError, match="append-only"), db.write() as session:
        session.execute(text(statement))
    db.close()


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE audit_log SET decision = 'approved' WHERE id = 3",
        "UPDATE audit_log SET row_images = replace(row_images, 'secret', 'public') WHERE id = 1",
        "UPDATE audit_log SET at = '2026-11-30T13:00:00.000000+00:00' WHERE id = 2",
        "DELETE FROM audit_log WHERE id = 2",
        "DELETE FROM audit_log WHERE id = 1",
    ],
)
def test_tampering_with_the_log_shows(written: Path, tampering: str) -> None:
    with closing(sqlite3.connect(written / "app.db")) as connection:
        connection.executescript(GUARDS + tampering)
    db = Database.open(written, now=lambda: NOON)
    assert [problem for problem in db.check() if "log" in problem.en]
    db.close()


def test_the_log_holds_no_text_outside_of_the_row_images(written: Path) -> None:
    with closing(sqlite3.connect(written / "app.db")) as connection:
        cursor = connection.execute("SELECT * FROM audit_log")
        names = [column[0] for column in cursor.description]
        holding = {name for row in cursor for name, value in zip(names, row, strict=True) if "secret" in str(value)}
    assert holding == {"row_images"}
