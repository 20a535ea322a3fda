"""The data of the app behind one door: read, write, change with undo, and a log of who did what."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from gemma_app.agent.action import Provenance
from gemma_app.language import Phrase, same
from gemma_app.storage import audit
from gemma_app.storage.connections import DATABASE_NAME, reader_engine, writer_engine
from gemma_app.storage.failures import database_in_words, files_in_words, is_damage
from gemma_app.storage.lock import InstanceLock
from gemma_app.storage.opening import prepare
from gemma_app.storage.recovery import CorruptDatabase
from gemma_app.storage.row_log import RowLog, lasting, net_effect
from gemma_app.storage.soundness import driver, problems
from gemma_app.storage.undo import refusing_conflicts, take_back

Listener = Callable[[frozenset[str]], None]
_ALLOWED = ("not_needed", "approved")
_STEPS_BETWEEN_LOOKS = 10_000
"""Steps of SQLite's machine, some tenths of a millisecond, after which a long check looks whether to end."""


class Change:
    """A change in the making, and afterwards the record of it.

    Args:
        session: Reads and writes inside the one transaction of the change.

    Attributes:
        executed_digest: Digest of what was carried out, set by who carries it out.
        rows_changed: How many rows are different now; 0 leaves nothing to undo. Known after the block.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.executed_digest: str | None = None
        self.rows_changed = 0
        self._id: int | None = None

    @property
    def id(self) -> int:
        """Id of the audit row, known after the block."""
        if self._id is None:
            raise RuntimeError("a change has no id before it is committed")
        return self._id

    def _committed(self, entry_id: int, rows_changed: int) -> None:
        self._id = entry_id
        self.rows_changed = rows_changed


class Database:
    """The data file of one data folder, held by this process alone; safe to use from several threads.

    Args:
        data_dir: The data folder.
        now: The clock; gives aware times.
        lock: The lock on the folder.
        writer: Engine of the one connection that writes.
        reader: Engine of the connections that read.
        is_checked: False where the file was too large to be checked before it was opened.
    """

    def __init__(
        self,
        *,
        data_dir: Path,
        now: Callable[[], datetime],
        lock: InstanceLock,
        writer: Engine,
        reader: Engine,
        is_checked: bool = True,
    ) -> None:
        self.data_dir = data_dir
        self.now = now
        self._instance_lock = lock
        self._writer = writer
        self._reader = reader
        self._write_lock = threading.Lock()
        self._writing_thread: int | None = None
        self._closed = False
        self._is_checked = is_checked
        self._listeners: list[Listener] = []
        with writer.begin() as connection:
            self._log = RowLog(connection)

    @classmethod
    def open(cls, data_dir: Path, *, now: Callable[[], datetime]) -> Self:
        """Lock the folder, check the file unless it is large, bring its schema up to date and open it.

        Raises:
            CorruptDatabase: The file is damaged; the error knows the newest sound backup.
            AppError: Another process has the folder, the data is from a newer version, or the disk refuses.
        """
        with files_in_words():
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = InstanceLock.take(data_dir, now())
            try:
                is_checked = prepare(data_dir, now())
                path = data_dir / DATABASE_NAME
                return cls(
                    data_dir=data_dir,
                    now=now,
                    lock=lock,
                    writer=writer_engine(path),
                    reader=reader_engine(path),
                    is_checked=is_checked,
                )
            except BaseException:
                lock.release()
                raise

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Give a session that sees one moment of the data and cannot write."""
        self._require_open()
        with database_in_words(reading=True), Session(self._reader, autoflush=False, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Give a session whose one transaction commits at the end of the block; it is neither audited nor undoable."""
        with self._transaction() as connection:
            with _session(connection) as session:
                yield session
                session.flush()
            touched = self._log.take_names(connection)
        self._announce(touched)

    @contextmanager
    def change(self, provenance: Provenance) -> Iterator[Change]:
        """Give a change: its transaction commits, together with its audit row, at the end of the block.

        Raises:
            Rejected: ``approval_used`` where the question of ``provenance`` allowed or refused something already.
        """
        _require_allowed(provenance)
        with self._transaction() as connection:
            audit.refuse_used_question(connection, provenance)
            with _session(connection) as session:
                change = Change(session)
                yield change
                session.flush()
            done = self._log.take(connection)
            net = net_effect(done, self._log.tables)
            entry_id = audit.append(
                connection,
                at=self.now(),
                provenance=provenance,
                executed_digest=change.executed_digest,
                changes=lasting(done, net, self._log.tables),
                rows_changed=len(net),
            )
        change._committed(entry_id, len(net))
        self._announce(frozenset(name for name, _ in net))

    def undo(self, change_id: int, provenance: Provenance) -> int:
        """Take a change back and record that; undoing the returned id does the change again.

        Args:
            change_id: ``Change.id`` or an id that ``undo`` returned.
            provenance: Who takes it back.

        Returns:
            Id of the audit row of the undo.

        Raises:
            Rejected: ``undo_conflict`` where rows are no longer as the change left them, ``already_undone``,
                ``nothing_to_undo``, or ``approval_used``. Nothing is written.
        """
        _require_allowed(provenance)
        with refusing_conflicts(), self._transaction() as connection:
            audit.refuse_used_question(connection, provenance)
            done, net = take_back(connection, audit.images_to_undo(connection, change_id), self._log)
            entry_id = audit.append(
                connection,
                at=self.now(),
                provenance=provenance,
                changes=lasting(done, net, self._log.tables),
                rows_changed=len(net),
                undoes=change_id,
            )
        self._announce(frozenset(name for name, _ in net))
        return entry_id

    def record(self, provenance: Provenance) -> int:
        """Log a call that changed nothing because it was declined, dismissed or expired.

        Returns:
            Id of the audit row.

        Raises:
            Rejected: ``approval_used`` where the question was answered already.
        """
        if provenance.decision in _ALLOWED:
            raise ValueError("what was allowed is logged by the change itself")
        with self._transaction() as connection:
            audit.refuse_used_question(connection, provenance)
            return audit.append(connection, at=self.now(), provenance=provenance)

    def on_change(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with the names of the touched tables after each commit, in the thread that wrote.

        Returns:
            A function that ends the calls.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def finish_opening(self, cancel: threading.Event) -> None:
        """Check a file that was too large to be checked before it was opened, while it is in use.

        Args:
            cancel: Ends the check soon, with nothing found.

        Raises:
            CorruptDatabase: The file is damaged; it can be recovered once it is closed.
        """
        if self._is_checked:
            return
        self._require_open()
        with self._reader.begin() as connection:
            file = driver(connection)
            file.set_progress_handler(cancel.is_set, _STEPS_BETWEEN_LOOKS)
            try:
                is_damaged = bool(problems(file, thorough=False))
            except sqlite3.DatabaseError as error:
                is_damaged = is_damage(error)
                if not is_damaged and not cancel.is_set():
                    raise
            finally:
                file.set_progress_handler(None, 0)
        if is_damaged:
            raise CorruptDatabase(self.data_dir)
        self._is_checked = not cancel.is_set()

    def check(self) -> list[Phrase]:
        """Return everything that is wrong with the file, its foreign keys and its audit log."""
        self._require_open()
        with database_in_words(reading=True), self._reader.begin() as connection:
            found = problems(driver(connection), thorough=True)
            return [same(each) for each in found] + audit.verify_chain(connection)

    def close(self) -> None:
        """Close every connection, which folds the write-ahead log into the file, and free the folder."""
        with self._write_lock:
            self._closed = True
            self._reader.dispose()
            self._writer.dispose()
            self._instance_lock.release()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._writing_thread == threading.get_ident():
            raise RuntimeError("a transaction inside a transaction would wait for itself")
        with self._write_lock:
            self._require_open()
            self._writing_thread = threading.get_ident()
            try:
                with database_in_words(), self._writer.begin() as connection:
                    yield connection
            finally:
                self._writing_thread = None

    def _require_open(self) -> None:
        if self._closed:
            raise RuntimeError("the database is closed")

    def _announce(self, touched: frozenset[str]) -> None:
        if touched:
            for listener in tuple(self._listeners):
                listener(touched)


def _session(connection: Connection) -> Session:
    return Session(connection, expire_on_commit=False, join_transaction_mode="rollback_only")


def _require_allowed(provenance: Provenance) -> None:
    if provenance.decision not in _ALLOWED:
        raise ValueError(f"a change that was {provenance.decision} must not be carried out")
