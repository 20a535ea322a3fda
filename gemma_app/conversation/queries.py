"""What the statements about conversations have in common: what is there, where it stands, how it is added."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, Tuple, exists, func, literal, literal_column, select, tuple_
from sqlalchemy.orm import Session

from gemma_app.conversation import search_index
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.rows import columns_of, storable
from gemma_app.conversation.tables import DeletedMessageRow, DeletedSessionRow, MessageRow, SessionRow
from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.base import Moment
from gemma_app.text import cut

MAX_TITLE = 60
Placed = StoredMessage | MessageRow
_PLACE = tuple_(MessageRow.created_at, MessageRow.id)
_TICK = timedelta(microseconds=1)


def session_is_there() -> ColumnElement[bool]:
    """Say that the session was not deleted."""
    return ~exists().where(DeletedSessionRow.session_id == SessionRow.id)


def message_is_there() -> ColumnElement[bool]:
    """Say that the message was not deleted."""
    return ~exists().where(DeletedMessageRow.message_id == MessageRow.id)


def stands_before(mark: Placed) -> ColumnElement[bool]:
    """Say that the message comes before ``mark``."""
    return _at(mark) > _PLACE


def stands_after(mark: Placed) -> ColumnElement[bool]:
    """Say that the message comes after ``mark``."""
    return _at(mark) < _PLACE


def stands_up_to(mark: Placed) -> ColumnElement[bool]:
    """Say that the message is ``mark`` or comes before it."""
    return _at(mark) >= _PLACE


def pinned_rows(session_id: str) -> Select[MessageRow]:
    """Choose the pinned messages of a session in order; the plain 1 is what the partial index is known by."""
    return (
        select(MessageRow)
        .where(MessageRow.session_id == session_id, MessageRow.pinned == literal_column("1"), message_is_there())
        .order_by(MessageRow.created_at, MessageRow.id)
    )


def first_rows(session_id: str, limit: int) -> Select[MessageRow]:
    """Choose the first messages of a session, oldest first."""
    return (
        select(MessageRow)
        .where(MessageRow.session_id == session_id, message_is_there())
        .order_by(MessageRow.created_at, MessageRow.id)
        .limit(limit)
    )


def last_rows(session_id: str, limit: int) -> Select[MessageRow]:
    """Choose the last messages of a session, newest first."""
    return (
        select(MessageRow)
        .where(MessageRow.session_id == session_id, message_is_there())
        .order_by(MessageRow.created_at.desc(), MessageRow.id.desc())
        .limit(limit)
    )


def session_row(session: Session, session_id: str) -> SessionRow:
    """Return a session.

    Raises:
        Rejected: ``no_such_session``: it was deleted or never existed.
    """
    row = session.scalar(select(SessionRow).where(SessionRow.id == session_id, session_is_there()))
    if row is None:
        raise Rejected(
            "no_such_session", Phrase(ko="그 대화는 더 이상 없어요.", en="That conversation no longer exists.")
        )
    return row


def message_row(session: Session, message_id: str) -> MessageRow:
    """Return a message.

    Raises:
        Rejected: ``no_such_message``: it was deleted or never existed.
    """
    row = session.scalar(select(MessageRow).where(MessageRow.id == message_id, message_is_there()))
    if row is None:
        raise Rejected("no_such_message", Phrase(ko="그 메시지는 더 이상 없어요.", en="That message no longer exists."))
    return row


def append_row(session: Session, owner: SessionRow, message: StoredMessage, now: datetime) -> MessageRow:
    """Add ``message`` after all others of its session; an earlier time of its own is moved behind theirs."""
    return append_rows(session, owner, [message], now)[0]


def append_rows(
    session: Session, owner: SessionRow, messages: Sequence[StoredMessage], now: datetime
) -> list[MessageRow]:
    """Add messages after all others of their session, in the order in which they are given."""
    newest = session.scalar(select(func.max(MessageRow.created_at)).where(MessageRow.session_id == owner.id))
    rows: list[MessageRow] = []
    for message in messages:
        created_at = message.created_at or now
        newest = created_at if newest is None else max(created_at, newest + _TICK)
        rows.append(MessageRow(id=message.id, session_id=owner.id, created_at=newest, **columns_of(message)))
    session.add_all(rows)
    session.flush()
    search_index.add(session, rows)
    owner.messages += len(rows)
    owner.updated_at = newest or now
    if not owner.title:
        owner.title = title_of(storable(next((each.content for each in messages if _gives_title(each)), "")))
    return rows


def _gives_title(message: StoredMessage) -> bool:
    """Tell whether anyone may read the words that would stand in the list of conversations."""
    return message.role == "user" and not message.doors


def _at(mark: Placed) -> Tuple:
    return tuple_(literal(mark.created_at, Moment), literal(mark.id))


def title_of(text: str) -> str:
    """Return the beginning of ``text`` as one line."""
    return cut(" ".join(text.split()), MAX_TITLE)
