"""The connections to the data file: one that writes, and any number that only read."""

import sqlite3
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine, event

DATABASE_NAME = "app.db"
WAL_SUFFIX, SHARED_MEMORY_SUFFIX = "-wal", "-shm"
_WAIT_SECONDS = 10.0


def beside(path: Path, suffix: str) -> Path:
    """Return the file that SQLite keeps next to ``path``."""
    return path.with_name(path.name + suffix)


def connect(path: Path, mode: Literal["ro", "rw", "rwc"], *, immutable: bool = False) -> sqlite3.Connection:
    """Open ``path`` with the settings that every connection has; transactions are begun by hand.

    Args:
        path: The data file.
        mode: Read only, read and write, or the same and create.
        immutable: Promise that nobody writes, so that reading leaves no file beside ``path``.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}" + ("&immutable=1" if immutable else "")
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=_WAIT_SECONDS, cached_statements=256
    )
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def connect_unchanged(path: Path) -> sqlite3.Connection:
    """Open ``path`` for a look that changes neither it nor, unless a crash left a log to read, its folder."""
    log = beside(path, WAL_SUFFIX)
    return connect(path, "ro", immutable=not (log.exists() and log.stat().st_size))


def connect_writer(path: Path, *, foreign_keys: bool = True) -> sqlite3.Connection:
    """Open the read-write connection: durable, and with triggers on replaced rows."""
    connection = connect(path, "rwc")
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"foreign_keys={foreign_keys:d}",
        "recursive_triggers=ON",
        "temp_store=MEMORY",
    ):
        connection.execute(f"PRAGMA {setting}")
    return connection


def writer_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """Return an engine of one connection whose transactions hold the write lock from their first statement.

    Args:
        path: The data file.
        foreign_keys: False while a migration rebuilds tables.
    """
    engine = create_engine(
        "sqlite://", creator=lambda: connect_writer(path, foreign_keys=foreign_keys), poolclass=StaticPool
    )
    return _beginning_with(engine, "BEGIN IMMEDIATE")


def reader_engine(path: Path) -> Engine:
    """Return an engine of read-only connections; each transaction sees one moment of the data."""
    engine = create_engine("sqlite://", creator=lambda: connect(path, "ro"), poolclass=QueuePool)
    return _beginning_with(engine, "BEGIN")


def _beginning_with(engine: Engine, statement: str) -> Engine:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return engine
