import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from gemma_app.agent.action import Decision
from gemma_app.errors import AppError, Rejected
from gemma_app.storage.audit import AuditEntry
from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, NOON, Book, Shelf, contents, open_shelves

ASKED = replace(BY_HAND, decision="approved", question_id="question-1", shown_digest="s", arguments_digest="a")


def entries(db: Database) -> list[AuditEntry]:
    with db.read() as session:
        return list(session.scalars(select(AuditEntry).order_by(AuditEntry.id)))


def titles(session: Session) -> list[str]:
    return list(session.scalars(select(Shelf.title).order_by(Shelf.id)))


def add_and_fail(session: Session, *, commit: bool = False) -> None:
    session.add(Shelf(id=404, title="lost"))
    session.flush()
    if commit:
        session.commit()
    raise KeyError


def add_a_book_without_a_shelf_until_the_commit(session: Session) -> None:
    session.execute(text("PRAGMA defer_foreign_keys=ON"))
    session.execute(text("INSERT INTO book (shelf, place) VALUES (404, '')"))


def test_a_change_is_written_together_with_its_audit_row(db: Database) -> None:
    with db.change(ASKED) as change:
        change.executed_digest = "e"
        change.session.add_all([Shelf(id=1, title="a"), Shelf(id=2, title="b")])
    (entry,) = entries(db)
    assert (entry.id, entry.at, entry.rows_changed, change.rows_changed) == (change.id, NOON, 2, 2)
    assert (entry.actor, entry.tool, entry.decision, entry.question_id) == (
        "window",
        "rearrange",
        "approved",
        "question-1",
    )
    assert (entry.arguments_digest, entry.shown_digest, entry.executed_digest) == ("a", "s", "e")


def test_a_failing_block_writes_neither_rows_nor_audit_row(db: Database) -> None:
    with pytest.raises(KeyError), db.change(ASKED) as change:
        add_and_fail(change.session)
    with pytest.raises(IntegrityError), db.change(ASKED) as change:
        change.session.execute(text("INSERT INTO book (shelf, place) VALUES (404, '')"))
    with pytest.raises(IntegrityError), db.change(ASKED) as change:
        add_a_book_without_a_shelf_until_the_commit(change.session)
    with pytest.raises(RuntimeError):
        _ = change.id
    assert entries(db) == []
    assert contents(db.data_dir)["shelf"] == []
    with db.change(ASKED) as change:
        change.session.add(Shelf(id=1, title="a"))
    assert change.rows_changed == 1


def test_a_commit_inside_the_block_does_not_split_the_change(db: Database) -> None:
    with pytest.raises(KeyError), db.change(BY_HAND) as change:
        add_and_fail(change.session, commit=True)
    assert contents(db.data_dir)["shelf"] == []


def test_objects_stay_readable_after_the_block(db: Database) -> None:
    with db.change(BY_HAND) as change:
        shelf = Shelf(title="a")
        change.session.add(shelf)
    assert (shelf.id, shelf.title) == (1, "a")


@pytest.mark.parametrize("first", ["approved", "declined", "dismissed", "expired"])
def test_one_question_allows_or_refuses_one_change(db: Database, first: Decision) -> None:
    if first == "approved":
        with db.change(ASKED) as change:
            change.session.add(Shelf(id=1, title="a"))
    else:
        db.record(replace(ASKED, decision=first))
    before = contents(db.data_dir)
    with pytest.raises(Rejected, match="approval_used"), db.change(ASKED) as change:
        change.session.add(Shelf(id=2, title="b"))
    with pytest.raises(Rejected, match="approval_used"):
        db.record(replace(ASKED, decision="declined"))
    with pytest.raises(Rejected, match="approval_used"):
        db.undo(1, ASKED)
    assert contents(db.data_dir) == before
    assert len(entries(db)) == 1


@pytest.mark.parametrize("decision", ["declined", "dismissed", "expired"])
def test_a_refused_change_is_not_carried_out(db: Database, decision: Decision) -> None:
    with pytest.raises(ValueError, match=decision), db.change(replace(BY_HAND, decision=decision)):
        pass
    assert entries(db) == []


@pytest.mark.parametrize("decision", ["not_needed", "approved"])
def test_what_was_allowed_is_not_recorded_as_a_refusal(db: Database, decision: Decision) -> None:
    with pytest.raises(ValueError, match="allowed"):
        db.record(replace(BY_HAND, decision=decision))
    assert entries(db) == []


def test_changes_without_a_question_are_as_many_as_one_likes(db: Database) -> None:
    for number in range(3):
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(id=number, title=str(number)))
    assert [entry.id for entry in entries(db)] == [1, 2, 3]


def test_a_write_commits_without_an_audit_row(db: Database) -> None:
    with db.write() as session:
        session.add(Shelf(id=1, title="a"))
    with db.read() as session:
        assert titles(session) == ["a"]
    with pytest.raises(KeyError), db.write() as session:
        add_and_fail(session)
    with db.read() as session:
        assert titles(session) == ["a"]
    assert entries(db) == []


def test_rows_of_a_write_are_not_taken_for_rows_of_the_next_change(db: Database) -> None:
    with db.write() as session:
        session.add(Shelf(id=1, title="a"))
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(id=2, title="b"))
    db.undo(change.id, BY_HAND)
    with db.read() as session:
        assert titles(session) == ["a"]


def test_a_reading_session_cannot_write(db: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"), db.read() as session:
        session.execute(text("INSERT INTO shelf VALUES (1, 'a')"))


def test_a_reader_sees_one_moment_and_holds_up_nobody(db: Database) -> None:
    with db.read() as session:
        assert titles(session) == []
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(id=1, title="a"))
            change.session.flush()
            with db.read() as other:
                assert titles(other) == []
        assert titles(session) == []
    with db.read() as session:
        assert titles(session) == ["a"]


def test_a_transaction_inside_a_transaction_is_refused_at_once(db: Database) -> None:
    with db.write(), pytest.raises(RuntimeError, match="inside"), db.write():
        pass


def test_two_writing_threads_lose_nothing(db: Database) -> None:
    def write(first: int) -> None:
        for number in range(first, first + 40):
            with db.change(BY_HAND) as change:
                before = change.session.scalar(text("SELECT count(*) FROM shelf"))
                change.session.add(Shelf(id=number, title=f"{number} after {before}"))

    threads = [threading.Thread(target=write, args=(first,)) for first in (0, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    with db.read() as session:
        counts = sorted(int(title.split()[-1]) for title in titles(session))
    assert counts == list(range(80))
    assert db.check() == []


def test_listeners_hear_of_touched_tables_after_the_commit(db: Database) -> None:
    heard: list[tuple[frozenset[str], int]] = []

    def listen(names: frozenset[str]) -> None:
        with db.read() as session:
            heard.append((names, len(titles(session))))

    stop = db.on_change(listen)
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(id=1, title="a"))
        change.session.flush()
        change.session.add(Book(shelf=1, place="x"))
    with db.write() as session:
        session.add(Shelf(id=2, title="b"))
    db.undo(change.id, BY_HAND)
    with db.change(BY_HAND):
        pass
    db.record(replace(BY_HAND, decision="declined"))
    stop()
    with db.write() as session:
        session.add(Shelf(id=3, title="c"))
    assert heard == [
        (frozenset({"shelf", "book"}), 1),
        (frozenset({"shelf"}), 2),
        (frozenset({"shelf", "book"}), 1),
    ]


def test_a_full_disk_is_told_in_words_and_the_data_goes_on(db: Database) -> None:
    with db.write() as session:
        pages = session.scalar(text("PRAGMA page_count"))
        session.execute(text(f"PRAGMA max_page_count={pages}"))
    with pytest.raises(AppError) as failure, db.change(BY_HAND) as change:
        change.session.add(Shelf(id=1, title="a" * 100_000))
    assert "disk is full" in failure.value.message.en
    assert "공간" in failure.value.message.ko
    with db.write() as session:
        session.execute(text("PRAGMA max_page_count=1000000"))
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(id=1, title="a" * 100_000))
    assert db.check() == []


def test_the_clock_of_the_audit_log_is_kept_in_utc(tmp_path: Path) -> None:
    seoul = datetime(2026, 12, 1, 0, 30, tzinfo=timezone(timedelta(hours=9)))
    db = open_shelves(tmp_path, now=lambda: seoul)
    db.record(replace(BY_HAND, decision="declined"))
    assert entries(db)[0].at == datetime(2026, 11, 30, 15, 30, tzinfo=UTC)
    db.close()


def test_closing_folds_everything_into_the_one_file(db: Database) -> None:
    with db.write() as session:
        session.add(Shelf(id=1, title="a"))
    with db.read() as session:
        titles(session)
    db.close()
    assert sorted(path.name for path in db.data_dir.iterdir()) == ["app.db", "app.lock"]
    with closing(sqlite3.connect(db.data_dir / "app.db")) as connection:
        assert connection.execute("SELECT title FROM shelf").fetchall() == [("a",)]


def test_the_writing_connection_is_durable_and_strict(db: Database) -> None:
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "recursive_triggers": 1,
    }
    with db.write() as session:
        assert {name: session.scalar(text(f"PRAGMA {name}")) for name in wanted} == wanted


def test_a_small_change_takes_a_few_milliseconds(db: Database) -> None:
    took = []
    for number in range(60):
        start = time.perf_counter()
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(id=number, title=str(number)))
        took.append(time.perf_counter() - start)
    assert sorted(took)[len(took) // 2] < 0.05
