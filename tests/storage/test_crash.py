import random
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gemma_app.storage import schema
from gemma_app.storage.backup import list_backups
from gemma_app.storage.database import Database
from tests.storage.crashes import add_shelves, open_and_die, processes
from tests.storage.shelves import BY_HAND, NOON, Shelf, make, open_shelves, titles_in
from tests.storage.versions import write_chain

KILLS, CUTS = 25, 40


def shelf_numbers(data_dir: Path) -> list[int]:
    return [int(title.split()[1]) for title in titles_in(data_dir / "app.db")]


def kill_a_writer(data_dir: Path, after: int) -> list[int]:
    """Let a process add shelves, kill it after some acknowledgements, and return all that were acknowledged."""
    receiving, sending = processes.Pipe(duplex=False)
    writer = processes.Process(target=add_shelves, args=(data_dir, sending))
    writer.start()
    sending.close()
    acknowledged = [receiving.recv() for _ in range(after)]
    writer.kill()
    try:
        while True:
            acknowledged.append(receiving.recv())
    except EOFError:
        receiving.close()
    writer.join(timeout=60)
    assert writer.exitcode == -signal.SIGKILL
    return acknowledged


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    make(tmp_path)
    chance = random.Random(9)
    written = 0
    for _ in range(KILLS):
        acknowledged = kill_a_writer(tmp_path, after=chance.randint(1, 12))
        assert acknowledged[0] == written
        with closing(Database.open(tmp_path, now=lambda: NOON)) as db:
            assert db.check() == []
        numbers = shelf_numbers(tmp_path)
        assert numbers == list(range(len(numbers)))
        assert acknowledged[-1] < len(numbers) <= acknowledged[-1] + 2
        written = len(numbers)


def test_a_log_cut_anywhere_opens_as_a_prefix_of_history(tmp_path: Path) -> None:
    source, cut = tmp_path / "source", tmp_path / "cut"
    with closing(open_shelves(source)) as db:
        for number in range(30):
            with db.change(BY_HAND) as change:
                change.session.add(Shelf(id=number, title=f"shelf {number}"))
        shutil.copytree(source, cut)
    log = (cut / "app.db-wal").read_bytes()
    pristine = (cut / "app.db").read_bytes()
    chance = random.Random(9)
    survivors = []
    for length in sorted([0, *chance.sample(range(len(log)), CUTS - 2), len(log)]):
        (cut / "app.db").write_bytes(pristine)
        (cut / "app.db-wal").write_bytes(log[:length])
        (cut / "app.db-shm").unlink(missing_ok=True)
        with closing(Database.open(cut, now=lambda: NOON)) as db:
            assert db.check() == []
        numbers = shelf_numbers(cut)
        assert numbers == list(range(len(numbers)))
        survivors.append(len(numbers))
    assert survivors == sorted(survivors)
    assert (survivors[0], survivors[-1]) == (0, 30)


def die_while_opening(data_dir: Path, scripts: Path, step: int) -> int | None:
    """Open the data in a process that dies at ``step``; return the number of steps if it has fewer."""
    receiving, sending = processes.Pipe(duplex=False)
    opener = processes.Process(target=open_and_die, args=(data_dir, scripts, step, sending))
    opener.start()
    sending.close()
    opener.join(timeout=60)
    steps: int | None = receiving.recv() if opener.exitcode == 0 else None
    assert opener.exitcode in (0, -signal.SIGKILL)
    receiving.close()
    return steps


def state_of(path: Path) -> tuple[str, list[tuple[str]], list[tuple[object, ...]]]:
    """Return the version, the schema and the rows of the notes."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        schema_text = connection.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return version, schema_text, connection.execute("SELECT * FROM note ORDER BY id").fetchall()


def test_a_migration_killed_at_any_step_leaves_the_old_data_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = ["CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT) STRICT", "INSERT INTO note VALUES (1, 'old')"]
    rebuild = [
        "CREATE TABLE better (id INTEGER PRIMARY KEY, words TEXT NOT NULL, stars INTEGER) STRICT",
        "INSERT INTO better SELECT id, words, 5 FROM note",
        "DROP TABLE note",
        "ALTER TABLE better RENAME TO note",
    ]
    more = ["CREATE INDEX ix_note_stars ON note (stars)", "UPDATE note SET words = 'new'"]
    new_scripts = write_chain(tmp_path / "new", create, rebuild, more)
    monkeypatch.setattr(schema, "SCRIPTS", str(write_chain(tmp_path / "old", create)))
    pristine, tried = tmp_path / "pristine", tmp_path / "tried"
    Database.open(pristine, now=lambda: NOON).close()
    old = state_of(pristine / "app.db")
    shutil.copytree(pristine, tried)
    steps = die_while_opening(tried, new_scripts, step=-1)
    new = state_of(tried / "app.db")
    assert old != new
    assert steps is not None

    found = []
    for step in range(1, steps + 1):
        shutil.rmtree(tried)
        shutil.copytree(pristine, tried)
        assert die_while_opening(tried, new_scripts, step) is None
        found.append(state_of(tried / "app.db") == new)
        assert found[-1] or state_of(tried / "app.db") == old
        assert found[-1] is False or [state_of(each.path) for each in list_backups(tried)] == [old]
    assert found == sorted(found)
    assert {*found} == {False, True}
