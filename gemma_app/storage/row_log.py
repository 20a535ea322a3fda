"""Notes every row that a transaction inserts, updates or deletes, by temporary triggers on the write connection.

Triggers see what session events miss: bulk statements, raw SQL, and rows that a foreign key deletes or changes.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, TableClause, column, table

from gemma_app.storage.soundness import FEATURE_TABLES, quoted

Value = int | float | str | bytes | None
Row = tuple[Value, ...]

_NOTED = "row_log"


@dataclass(frozen=True, kw_only=True)
class TrackedTable:
    """A table whose rows are noted.

    Args:
        name: Its name.
        columns: Names of the stored columns, in table order.
        key: Positions of the primary key in ``columns``.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[int, ...]

    def clause(self) -> TableClause:
        """Return the table for statements; values pass through it unconverted."""
        return table(self.name, *(column(name) for name in self.columns))

    def key_of(self, row: Row) -> Row:
        """Return the primary key of ``row``."""
        return tuple(row[position] for position in self.key)


@dataclass(frozen=True, kw_only=True)
class RowChange:
    """One row before and after; None where it did not, or does not, exist.

    Args:
        table: Name of the table.
        columns: Names of the columns, in the order of the images.
        before: The row before.
        after: The row after.
    """

    table: str
    columns: tuple[str, ...]
    before: Row | None
    after: Row | None


class RowLog:
    """The noted rows of the running transaction.

    Args:
        connection: The write connection, outside of a transaction, after the migrations.
    """

    def __init__(self, connection: Connection) -> None:
        self.tables: Mapping[str, TrackedTable] = {each.name: each for each in _tracked_tables(connection)}
        width = max((len(each.columns) for each in self.tables.values()), default=0)
        images = "".join(f", before_{n}, after_{n}" for n in range(width))
        connection.exec_driver_sql(
            f"CREATE TEMP TABLE {_NOTED} (step INTEGER PRIMARY KEY, name, existed, exists_now{images})"
        )
        for each in self.tables.values():
            for statement in _triggers(each):
                connection.exec_driver_sql(statement)

    def take(self, connection: Connection) -> list[RowChange]:
        """Return what the transaction did so far, in order, and forget it."""
        noted = connection.exec_driver_sql(f"SELECT * FROM temp.{_NOTED} ORDER BY step").all()  # noqa: S608
        connection.exec_driver_sql(f"DELETE FROM temp.{_NOTED}")  # noqa: S608
        return [self._read(row) for row in noted]

    def take_names(self, connection: Connection) -> frozenset[str]:
        """Return the names of the tables that the transaction touched so far, and forget the rows."""
        names = connection.exec_driver_sql(f"SELECT DISTINCT name FROM temp.{_NOTED}").scalars().all()  # noqa: S608
        connection.exec_driver_sql(f"DELETE FROM temp.{_NOTED}")  # noqa: S608
        return frozenset(names)

    def _read(self, noted: Sequence[Any]) -> RowChange:
        _, name, existed, exists_now, *images = noted
        tracked = self.tables[name]
        end = 2 * len(tracked.columns)
        return RowChange(
            table=name,
            columns=tracked.columns,
            before=tuple(images[0:end:2]) if existed else None,
            after=tuple(images[1:end:2]) if exists_now else None,
        )


Place = tuple[str, Row]
Net = dict[Place, RowChange]


def net_effect(changes: Iterable[RowChange], tables: Mapping[str, TrackedTable]) -> Net:
    """Return what ``changes`` amount to: for each table and key the first and the last image, where they differ."""
    net: Net = {}
    for change in changes:
        for part in _split_by_key(change, tables[change.table]):
            image = part.before if part.before is not None else part.after
            assert image is not None
            place = (change.table, tables[change.table].key_of(image))
            first = net[place].before if place in net else part.before
            net[place] = RowChange(table=change.table, columns=change.columns, before=first, after=part.after)
    return {place: change for place, change in net.items() if not same_row(change.before, change.after)}


def lasting(changes: Iterable[RowChange], net: Net, tables: Mapping[str, TrackedTable]) -> list[RowChange]:
    """Return the steps of ``changes`` without those of rows that came and went, whose keys may be taken later."""
    steps = [(change, _places(change, tables)) for change in changes if not same_row(change.before, change.after)]
    kept: set[Place] = set()
    reached = set(net)
    while reached - kept:
        kept |= reached
        reached = set().union(*(places for _, places in steps if places & kept))
    return [change for change, places in steps if places & kept]


def same_row(one: Row | None, other: Row | None) -> bool:
    """Tell whether two images are equal in value and in type (1 is not 1.0)."""
    if one is None or other is None:
        return one is other
    return one == other and [type(value) for value in one] == [type(value) for value in other]


def to_json(changes: Iterable[RowChange]) -> str:
    """Write row changes as JSON that keeps every value exactly."""
    rows = [[each.table, each.columns, _plain(each.before), _plain(each.after)] for each in changes]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> list[RowChange]:
    """Read what ``to_json`` wrote."""
    return [
        RowChange(table=name, columns=tuple(columns), before=_exact(before), after=_exact(after))
        for name, columns, before, after in json.loads(text)
    ]


def _plain(row: Row | None) -> list[object] | None:
    if row is None:
        return None
    plain: list[object] = []
    for value in row:
        match value:
            case float():
                plain.append({"real": value.hex()})
            case bytes():
                plain.append({"blob": base64.b64encode(value).decode("ascii")})
            case _:
                plain.append(value)
    return plain


def _exact(row: list[Any] | None) -> Row | None:
    if row is None:
        return None
    exact: list[Value] = []
    for value in row:
        match value:
            case {"real": text}:
                exact.append(float.fromhex(text))
            case {"blob": text}:
                exact.append(base64.b64decode(text))
            case _:
                exact.append(value)
    return tuple(exact)


def _places(change: RowChange, tables: Mapping[str, TrackedTable]) -> set[Place]:
    key_of = tables[change.table].key_of
    return {(change.table, key_of(image)) for image in (change.before, change.after) if image is not None}


def _split_by_key(change: RowChange, tracked: TrackedTable) -> list[RowChange]:
    before, after = change.before, change.after
    if before is None or after is None or same_row(tracked.key_of(before), tracked.key_of(after)):
        return [change]
    return [
        RowChange(table=change.table, columns=change.columns, before=before, after=None),
        RowChange(table=change.table, columns=change.columns, before=None, after=after),
    ]


def _tracked_tables(connection: Connection) -> Iterator[TrackedTable]:
    shape = "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0"
    for name in connection.exec_driver_sql(FEATURE_TABLES).scalars().all():
        stored = connection.exec_driver_sql(shape, (name,)).all()
        places = {rank: position for position, (_, rank) in enumerate(stored) if rank}
        if not places:
            raise ValueError(f"table {name} has no primary key, so its changes could not be undone")
        yield TrackedTable(
            name=name, columns=tuple(each for each, _ in stored), key=tuple(places[rank] for rank in sorted(places))
        )


def _triggers(tracked: TrackedTable) -> Iterator[str]:
    for act, existed, exists_now in (("INSERT", 0, 1), ("UPDATE", 1, 1), ("DELETE", 1, 0)):
        noted = {"name": _literal(tracked.name), "existed": existed, "exists_now": exists_now}
        for position, name in enumerate(tracked.columns):
            if existed:
                noted[f"before_{position}"] = f"OLD.{quoted(name)}"
            if exists_now:
                noted[f"after_{position}"] = f"NEW.{quoted(name)}"
        trigger, values = quoted(f"note_{act}_{tracked.name}"), ", ".join(map(str, noted.values()))
        note = f"INSERT INTO {_NOTED} ({', '.join(noted)}) VALUES ({values})"  # noqa: S608
        yield f"CREATE TEMP TRIGGER {trigger} AFTER {act} ON main.{quoted(tracked.name)} BEGIN {note}; END"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
