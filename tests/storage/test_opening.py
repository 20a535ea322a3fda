import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from gemma_app.errors import AppError
from gemma_app.storage import opening, schema
from gemma_app.storage.backup import back_up, list_backups
from gemma_app.storage.connections import connect
from gemma_app.storage.database import Database
from gemma_app.storage.recovery import CorruptDatabase
from tests.storage.shelves import BY_HAND, NOON, Shelf, make, open_shelves, titles_in
from tests.storage.versions import write_chain


def open_at_noon(data_dir: Path) -> Database:
    return Database.open(data_dir, now=lambda: NOON)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.name not in ("app.lock", "app.db-shm")
    }


def add_shelf(data_dir: Path, title: str) -> None:
    with closing(open_at_noon(data_dir)) as db, db.change(BY_HAND) as change:
        change.session.add(Shelf(title=title))


def test_a_second_opener_is_told_who_has_the_folder(tmp_path: Path) -> None:
    with closing(open_at_noon(tmp_path)):
        opener = (
            "import sys, pathlib, datetime; from gemma_app.storage.database import Database\n"
            "from gemma_app.errors import AppError\n"
            "try: Database.open(pathlib.Path(sys.argv[1]), now=lambda: datetime.datetime.now(datetime.UTC))\n"
            "except AppError as error: print(error.message.en)"
        )
        second = subprocess.run(
            [sys.executable, "-c", opener, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True
        )
        assert "in use" in second.stdout
        assert str(os.getpid()) in second.stdout
        with pytest.raises(AppError, match="in use"):
            open_at_noon(tmp_path)
    open_at_noon(tmp_path).close()


def test_a_folder_is_free_again_after_a_failed_opening(tmp_path: Path) -> None:
    (tmp_path / "app.db").write_bytes(b"no database at all")
    for _ in range(2):
        with pytest.raises(CorruptDatabase):
            open_at_noon(tmp_path)


@pytest.mark.parametrize("killed", [False, True])
def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path, *, killed: bool) -> None:
    open_at_noon(tmp_path).close()
    writer = (
        "import sqlite3, sys, os\n"
        "connection = sqlite3.connect(sys.argv[1])\n"
        "connection.execute(\"UPDATE alembic_version SET version_num = '9999_future'\")\n"
        "connection.commit()\n"
        "os._exit(0) if int(sys.argv[2]) else connection.close()"
    )
    subprocess.run([sys.executable, "-c", writer, tmp_path / "app.db", str(int(killed))], check=True, timeout=60)
    before = files(tmp_path)
    assert ("app.db-wal" in before) == killed
    with pytest.raises(AppError, match="newer version"):
        open_at_noon(tmp_path)
    assert files(tmp_path) == before


def test_the_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "app.db")) as connection:
        connection.execute("CREATE TABLE theirs (id INTEGER)")
    before = files(tmp_path)
    with pytest.raises(AppError, match="another program"):
        open_at_noon(tmp_path)
    assert files(tmp_path) == before


def test_a_folder_without_rights_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(AppError, match="cannot be written"):
        open_at_noon(tmp_path)


@pytest.mark.parametrize("name", ["file", "file/below", "folder-with-a-folder-for-a-file", "x" * 300])
def test_a_place_that_cannot_be_a_data_folder_is_told_in_words(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder-with-a-folder-for-a-file" / "app.db").mkdir(parents=True)
    with pytest.raises(AppError):
        open_at_noon(tmp_path / name)


def test_a_folder_may_be_called_anything(tmp_path: Path) -> None:
    folder = tmp_path / "a?b#c%20 &=한글"
    with closing(open_shelves(folder)) as db, db.change(BY_HAND) as change:
        change.session.add(Shelf(title="here"))
    assert titles_in(folder / "app.db") == ["here"]


def test_a_pending_migration_is_preceded_by_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    monkeypatch.setattr(schema, "SCRIPTS", str(write_chain(tmp_path / "old")))
    open_at_noon(data).close()
    assert list_backups(data) == []
    adding = ["CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT) STRICT", "INSERT INTO note VALUES (1, 'new')"]
    monkeypatch.setattr(schema, "SCRIPTS", str(write_chain(tmp_path / "new", adding)))
    open_at_noon(data).close()
    (backup,) = list_backups(data)
    assert (backup.reason, backup.made_at, backup.row_counts()) == ("migration", NOON, {})
    with closing(sqlite3.connect(data / "app.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002_notes",)]
    open_at_noon(data).close()
    assert len(list_backups(data)) == 1


@pytest.mark.parametrize(
    "broken",
    [
        "SELECT no_such_function()",
        "CREATE TABLE child (id INTEGER PRIMARY KEY REFERENCES note (id)) STRICT; INSERT INTO child VALUES (7)",
    ],
)
def test_a_failing_migration_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    data = tmp_path / "data"
    create = ["CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT", "INSERT INTO note VALUES (1)"]
    monkeypatch.setattr(schema, "SCRIPTS", str(write_chain(tmp_path / "old", create)))
    open_at_noon(data).close()
    before = files(data)
    chain = write_chain(tmp_path / "new", create, ["ALTER TABLE note ADD COLUMN words TEXT", *broken.split("; ")])
    monkeypatch.setattr(schema, "SCRIPTS", str(chain))
    with pytest.raises(Exception, match=r"no_such_function|unsound"):
        open_at_noon(data)
    assert files(data) == before
    monkeypatch.setattr(schema, "SCRIPTS", str(tmp_path / "old" / "migrations"))
    open_at_noon(data).close()


def damage_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)


def damage_header(path: Path) -> None:
    path.write_bytes(b"X" + path.read_bytes()[1:])


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def orphan_a_book(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO book (shelf, place) VALUES (404, '')")
        connection.commit()


def lose_the_file_but_not_its_log(path: Path) -> None:
    path.rename(path.with_name("app.db-wal"))


@pytest.mark.parametrize(
    "damage", [damage_pages, damage_header, cut_short, orphan_a_book, lose_the_file_but_not_its_log]
)
def test_a_damaged_file_is_moved_aside_and_the_newest_backup_restored(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    db = open_shelves(tmp_path)
    for title in ("a", "b"):
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(title=title))
        back_up(db, "manual")
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(title="after the backup"))
    db.close()
    newest, *_ = list_backups(tmp_path)
    damage(tmp_path / "app.db")
    before = files(tmp_path)

    with pytest.raises(CorruptDatabase) as corrupt:
        open_at_noon(tmp_path)
    assert files(tmp_path) == before
    assert corrupt.value.backup == newest
    assert (corrupt.value.row_counts["shelf"], corrupt.value.row_counts["book"]) == (2, 0)
    assert "shelf 2" in corrupt.value.message.en
    assert "shelf 2" in corrupt.value.message.ko

    folder = corrupt.value.recover(now=NOON)
    assert folder.name == "corrupt-20261130T120000Z"
    assert files(folder) == before
    add_shelf(tmp_path, "c")
    assert titles_in(tmp_path / "app.db") == ["a", "b", "c"]


def test_without_a_sound_backup_recovery_starts_empty_and_deletes_nothing(tmp_path: Path) -> None:
    with closing(open_shelves(tmp_path)) as db:
        damage_pages(back_up(db, "manual"))
    damage_header(tmp_path / "app.db")
    before = files(tmp_path)
    with pytest.raises(CorruptDatabase) as corrupt:
        open_at_noon(tmp_path)
    assert corrupt.value.backup is None
    assert files(corrupt.value.recover(now=NOON)) == before
    open_at_noon(tmp_path).close()
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "app.db").touch()
    make(tmp_path)
    add_shelf(tmp_path, "a")


@pytest.fixture
def every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "CHECKED_AT_ONCE", 0)


@pytest.mark.usefixtures("every_file_is_large")
def test_a_large_file_is_checked_while_it_is_in_use_and_recovered_once_it_is_closed(tmp_path: Path) -> None:
    with closing(open_shelves(tmp_path)) as db:
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(title="a"))
        back_up(db, "manual")
    orphan_a_book(tmp_path / "app.db")
    with closing(open_at_noon(tmp_path)) as db, pytest.raises(CorruptDatabase) as corrupt:
        db.finish_opening(Event())
    assert corrupt.value.row_counts["shelf"] == 1
    corrupt.value.recover(now=NOON)
    with closing(open_at_noon(tmp_path)) as db:
        db.finish_opening(Event())
    assert titles_in(tmp_path / "app.db") == ["a"]


@pytest.mark.usefixtures("every_file_is_large")
def test_the_check_of_a_large_file_can_be_ended(tmp_path: Path) -> None:
    make(tmp_path)
    orphan_a_book(tmp_path / "app.db")
    ended = Event()
    ended.set()
    with closing(open_at_noon(tmp_path)) as db:
        with closing(connect(tmp_path / "app.db", "rw")) as connection:
            connection.execute(
                "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
                "INSERT INTO shelf SELECT i + 1000, 'shelf ' || i FROM n"
            )
        db.finish_opening(ended)
        with pytest.raises(CorruptDatabase):
            db.finish_opening(Event())


@pytest.mark.usefixtures("every_file_is_large")
@pytest.mark.parametrize("damage", [damage_header, lose_the_file_but_not_its_log])
def test_a_large_file_that_cannot_be_opened_is_known_at_once(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    make(tmp_path)
    damage(tmp_path / "app.db")
    with pytest.raises(CorruptDatabase):
        open_at_noon(tmp_path)


def test_a_start_that_has_nothing_to_migrate_does_not_wait_for_alembic(tmp_path: Path) -> None:
    open_at_noon(tmp_path).close()
    opener = (
        "import sys, pathlib, datetime; from gemma_app.storage.database import Database\n"
        "Database.open(pathlib.Path(sys.argv[1]), now=lambda: datetime.datetime.now(datetime.UTC)).close()\n"
        "print('alembic' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", opener, str(tmp_path)], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
