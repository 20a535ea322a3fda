"""Takes a recorded change back, or refuses where the rows are no longer as the change left them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.row_log import Net, Row, RowChange, RowLog, TrackedTable, Value, net_effect, same_row


@contextmanager
def refusing_conflicts() -> Iterator[None]:
    """Turn a constraint that the undone state would break into ``undo_conflict``; wraps the whole transaction."""
    try:
        yield
    except IntegrityError as error:
        raise _conflict() from error


def take_back(connection: Connection, changes: list[RowChange], log: RowLog) -> tuple[list[RowChange], Net]:
    """Undo ``changes`` in the running transaction.

    The steps run backwards, so the data passes through states it was in before. What the triggers note meanwhile must
    be the exact opposite of the change: a foreign key that would delete rows of a later change is a conflict.

    Args:
        connection: The write connection.
        changes: What the change did, in order.
        log: Notes what the undo itself does.

    Returns:
        What the undo did, step by step and as a whole.

    Raises:
        Rejected: ``undo_conflict``; the caller rolls back.
    """
    if any(not _fits(each, log.tables.get(each.table)) for each in changes):
        raise _conflict()
    steps = [_opposite(each) for each in reversed(changes)]
    wanted = net_effect(steps, log.tables)
    for (name, key), each in wanted.items():
        if not same_row(_find(connection, log.tables[name], key), each.before):
            raise _conflict()
    connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
    for step in steps:
        _take(connection, step, log.tables[step.table])
    done = log.take(connection)
    net = net_effect(done, log.tables)
    if not _same_effect(net, wanted):
        raise _conflict()
    return done, net


@dataclass(frozen=True, kw_only=True)
class _Statements:
    """Statements on one row of a table: ``key_n`` chooses it, ``value_n`` are its columns."""

    find: Select[Any]
    insert: Insert
    update: Update
    delete: Delete


@cache
def _statements(tracked: TrackedTable) -> _Statements:
    target = tracked.clause()
    columns = tuple(target.c)
    chosen = and_(*(columns[at].is_not_distinct_from(bindparam(f"key_{n}")) for n, at in enumerate(tracked.key)))
    values: Any = {each: bindparam(f"value_{n}") for n, each in enumerate(columns)}
    return _Statements(
        find=select(target).where(chosen),
        insert=insert(target).values(values),
        update=update(target).where(chosen).values(values),
        delete=delete(target).where(chosen),
    )


def _take(connection: Connection, step: RowChange, tracked: TrackedTable) -> None:
    statements = _statements(tracked)
    if step.before is None:
        assert step.after is not None
        connection.execute(statements.insert, _values(step.after))
    elif step.after is None:
        connection.execute(statements.delete, _key(tracked.key_of(step.before)))
    else:
        connection.execute(statements.update, _key(tracked.key_of(step.before)) | _values(step.after))


def _find(connection: Connection, tracked: TrackedTable, key: Row) -> Row | None:
    found = connection.execute(_statements(tracked).find, _key(key)).one_or_none()
    return None if found is None else tuple(found)


def _key(key: Row) -> dict[str, Value]:
    return {f"key_{n}": value for n, value in enumerate(key)}


def _values(row: Row) -> dict[str, Value]:
    return {f"value_{n}": value for n, value in enumerate(row)}


def _fits(change: RowChange, tracked: TrackedTable | None) -> bool:
    return tracked is not None and tracked.columns == change.columns


def _opposite(change: RowChange) -> RowChange:
    return RowChange(table=change.table, columns=change.columns, before=change.after, after=change.before)


def _same_effect(one: Net, other: Net) -> bool:
    return one.keys() == other.keys() and all(
        same_row(one[place].before, other[place].before) and same_row(one[place].after, other[place].after)
        for place in one
    )


def _conflict() -> Rejected:
    return Rejected(
        "undo_conflict",
        Phrase(
            ko="그 뒤에 다른 것이 바뀌어서 되돌릴 수 없어요.",
            en="Something else changed since, so this cannot be undone.",
        ),
    )
