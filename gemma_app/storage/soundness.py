"""Whether a data file is whole: its header, its pages, its foreign keys."""

import sqlite3
from pathlib import Path

from sqlalchemy import Connection

FEATURE_TABLES = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND substr(name, 1, 7) <> 'sqlite_' "
    "AND name NOT IN ('alembic_version', 'audit_log') ORDER BY name"
)
_HEADER = b"SQLite format 3\0"


def has_header(path: Path) -> bool:
    """Tell whether ``path`` begins as a database does; an empty file is a database yet to be."""
    with path.open("rb") as file:
        start = file.read(len(_HEADER))
    return start in (b"", _HEADER)


def driver(connection: Connection) -> sqlite3.Connection:
    """Return the SQLite connection that SQLAlchemy wraps."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def problems(connection: sqlite3.Connection, *, thorough: bool) -> list[str]:
    """Return what SQLite finds wrong, in its own words and without any stored value.

    Args:
        connection: Any connection to the file.
        thorough: Compare indexes with tables too, which takes longer.

    Raises:
        sqlite3.DatabaseError: The file is too broken to be looked at.
    """
    check = "integrity_check" if thorough else "quick_check"
    found = [line for (line,) in connection.execute(f"PRAGMA {check}") if line != "ok"]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    return found + [f"row {rowid} of {name} refers to a missing row of {parent}" for name, rowid, parent, _ in orphans]


def row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many rows each table of the features has."""
    return {
        name: connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()[0]  # noqa: S608
        for (name,) in connection.execute(FEATURE_TABLES).fetchall()
    }


def quoted(name: str) -> str:
    """Return ``name`` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'
