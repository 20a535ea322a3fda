import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from gemma_app.errors import AppError
from gemma_app.storage.backup import back_up, back_up_if_due, list_backups, restore
from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, NOON, Shelf, contents, open_shelves, titles_in


def add_shelf(db: Database, title: str) -> None:
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(title=title))


def test_a_backup_holds_the_data_of_its_moment(db: Database) -> None:
    add_shelf(db, "a")
    path = back_up(db, "manual")
    add_shelf(db, "b")
    assert titles_in(path) == ["a"]
    (backup,) = list_backups(db.data_dir)
    assert (backup.path, backup.made_at, backup.reason) == (path, NOON, "manual")
    assert backup.row_counts() | {"shelf": 1, "book": 0} == backup.row_counts()


def test_backups_of_one_moment_do_not_replace_each_other(db: Database) -> None:
    paths = [back_up(db, "import") for _ in range(3)]
    assert len(set(paths)) == 3
    assert {each.path for each in list_backups(db.data_dir)} == set(paths)


def test_a_backup_is_made_while_a_change_is_under_way(db: Database) -> None:
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(title="a"))
        change.session.flush()
        path = back_up(db, "manual")
    assert titles_in(path) == []


def test_the_daily_backup_is_made_once_a_day_and_only_after_a_change(tmp_path: Path) -> None:
    clock = [NOON]
    db = open_shelves(tmp_path, now=lambda: clock[0])
    assert back_up_if_due(db)
    add_shelf(db, "a")
    assert back_up_if_due(db) is None
    clock[0] += timedelta(days=1)
    assert back_up_if_due(db)
    clock[0] += timedelta(days=1)
    assert back_up_if_due(db) is None
    with db.write() as session:
        session.add(Shelf(title="b"))
    assert back_up_if_due(db)
    db.close()
    assert [each.made_at.day for each in list_backups(tmp_path)] == [2, 1, 30]
    assert all(path.suffix == ".db" for path in (tmp_path / "backups").iterdir())


def test_old_backups_are_thinned_out(tmp_path: Path) -> None:
    clock = [NOON]
    db = open_shelves(tmp_path, now=lambda: clock[0])
    for _ in range(12):
        back_up(db, "daily")
        clock[0] += timedelta(days=1)
    db.close()
    assert [each.made_at.date().isoformat() for each in list_backups(tmp_path)] == [
        *(f"2026-12-{day:02}" for day in range(11, 4, -1)),
        "2026-11-30",
    ]


def test_a_restored_backup_replaces_the_data_and_keeps_what_was_replaced(tmp_path: Path) -> None:
    db = open_shelves(tmp_path)
    add_shelf(db, "a")
    before = contents(tmp_path)
    path = back_up(db, "manual")
    add_shelf(db, "b")
    with pytest.raises(AppError, match="in use"):
        restore(tmp_path, path, now=NOON)
    db.close()
    folder = restore(tmp_path, path, now=NOON)
    assert titles_in(folder / "app.db") == ["a", "b"]
    with closing(Database.open(tmp_path, now=lambda: NOON)) as again:
        assert contents(tmp_path) == before
        assert again.check() == []
        add_shelf(again, "c")
    assert titles_in(path) == ["a"]


@pytest.mark.parametrize("kind", ["damaged", "newer"])
def test_a_backup_that_cannot_be_used_changes_nothing(tmp_path: Path, kind: str) -> None:
    with closing(open_shelves(tmp_path)) as db:
        path = back_up(db, "manual")
    if kind == "damaged":
        path.write_bytes(path.read_bytes()[:5000])
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999_future'")
            connection.commit()
    before = (tmp_path / "app.db").read_bytes()
    with pytest.raises(AppError, match=kind):
        restore(tmp_path, path, now=NOON)
    assert (tmp_path / "app.db").read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["app.db", "app.lock", "backups"]


def test_a_time_with_fractions_survives_in_the_name(tmp_path: Path) -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=NOON.tzinfo)
    with closing(open_shelves(tmp_path, now=lambda: moment)) as db:
        back_up(db, "delete")
    assert list_backups(tmp_path)[0].made_at == moment
