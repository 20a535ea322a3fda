"""The declarative base of every table, and the column types that a STRICT table can hold."""
# ruff: noqa: ARG002 - SQLAlchemy passes the dialect to every type.

from datetime import UTC, date, datetime

from sqlalchemy import REAL, Dialect, Integer, LargeBinary, MetaData, Text
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time as ISO text in UTC with microseconds, so that text order is time order."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Refuse a naive time: it names no moment."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return an aware time in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class Day(TypeDecorator[date]):
    """A calendar day as ``YYYY-MM-DD``."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        """Store the ISO form."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> date | None:
        """Return a plain date."""
        return None if value is None else date.fromisoformat(value)


class Flag(TypeDecorator[bool]):
    """True or false as 1 or 0, since STRICT tables know no BOOLEAN."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        """Store 1 or 0."""
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        """Return a bool."""
        return None if value is None else bool(value)


class Base(DeclarativeBase):
    """Base of every mapped class; ``Mapped[...]`` of these types gets a column that STRICT accepts."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        str: Text,
        int: Integer,
        float: REAL,
        bytes: LargeBinary,
        bool: Flag,
        date: Day,
        datetime: Moment,
    }
