"""The tables that storage tests keep rows in: shelves, the books on them, and labels that may name a book."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import REAL, ForeignKey, ForeignKeyConstraint, LargeBinary, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from gemma_app.agent.action import Provenance
from gemma_app.storage.database import Database

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BY_HAND = Provenance(actor="window", tool="rearrange")

TABLES = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE book (
        shelf INTEGER NOT NULL REFERENCES shelf (id) ON DELETE CASCADE ON UPDATE CASCADE,
        place TEXT NOT NULL,
        pages INTEGER, weight REAL, note TEXT, cover BLOB,
        PRIMARY KEY (shelf, place)
    ) STRICT;
    CREATE TABLE label (
        id INTEGER PRIMARY KEY, shelf INTEGER, place TEXT,
        FOREIGN KEY (shelf, place) REFERENCES book (shelf, place) ON DELETE SET NULL ON UPDATE CASCADE
    ) STRICT;
"""


class Base(DeclarativeBase):
    type_annotation_map = {str: Text, float: REAL, bytes: LargeBinary}  # noqa: RUF012


class Shelf(Base):
    __tablename__ = "shelf"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]


class Book(Base):
    __tablename__ = "book"
    shelf: Mapped[int] = mapped_column(ForeignKey("shelf.id"), primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    pages: Mapped[int | None]
    weight: Mapped[float | None]
    note: Mapped[str | None]
    cover: Mapped[bytes | None]


class Label(Base):
    __tablename__ = "label"
    __table_args__ = (ForeignKeyConstraint(["shelf", "place"], ["book.shelf", "book.place"]),)
    id: Mapped[int] = mapped_column(primary_key=True)
    shelf: Mapped[int | None]
    place: Mapped[str | None]


def make(data_dir: Path) -> None:
    """Create a data file with the tables."""
    data_dir.mkdir(exist_ok=True)
    (data_dir / "app.db").write_bytes(_made())


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "app.db"
        Database.open(path.parent, now=lambda: NOON).close()
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(TABLES)
        return path.read_bytes()


def open_shelves(data_dir: Path, now: Callable[[], datetime] = lambda: NOON) -> Database:
    """Create a data file with the tables and open it."""
    make(data_dir)
    return Database.open(data_dir, now=now)


def titles_in(path: Path) -> list[str]:
    """Return the titles of the shelves in the data file or backup at ``path``."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return [title for (title,) in connection.execute("SELECT title FROM shelf ORDER BY id")]


def contents(data_dir: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row, with the storage class of each value, as another process would see them."""
    with closing(sqlite3.connect(f"file:{data_dir}/app.db?mode=ro", uri=True)) as connection:
        return {
            name: [
                tuple((type(value), value) for value in row)
                for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
            ]
            for name in ("shelf", "book", "label")
        }
