"""Takes a recorded change back, or refuses where the rows are no longer as the change left them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, Connection, TableClause, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.row_log import Net, Row, RowChange, RowLog, TrackedTable, net_effect, same_row


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


def _take(connection: Connection, step: RowChange, tracked: TrackedTable) -> None:
    target = tracked.clause()
    if step.after is None:
        assert step.before is not None
        connection.execute(delete(target).where(_is_at(target, tracked.key, tracked.key_of(step.before))))
        return
    values = dict(zip(step.columns, step.after, strict=True))
    if step.before is None:
        connection.execute(insert(target).values(values))
    else:
        connection.execute(
            update(target).where(_is_at(target, tracked.key, tracked.key_of(step.before))).values(values)
        )


def _find(connection: Connection, tracked: TrackedTable, key: Row) -> Row | None:
    source = tracked.clause()
    found = connection.execute(select(source).where(_is_at(source, tracked.key, key))).one_or_none()
    return None if found is None else tuple(found)


def _is_at(source: TableClause, places: tuple[int, ...], key: Row) -> ColumnElement[bool]:
    columns = tuple(source.c)
    return and_(*(columns[place].is_not_distinct_from(value) for place, value in zip(places, key, strict=True)))


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
            ko="그 뒤에 다른 변경이 있어 되돌릴 수 없습니다.",
            en="Something else changed since, so this cannot be undone.",
        ),
    )
