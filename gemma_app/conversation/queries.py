"""What the statements about conversations have in common: what is there, where it stands, how it is added."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Tuple, exists, func, literal, select, tuple_
from sqlalchemy.orm import Session

from gemma_app.conversation import search_index
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.rows import columns_of
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
    newest = session.scalar(select(func.max(MessageRow.created_at)).where(MessageRow.session_id == owner.id))
    created_at = message.created_at or now
    if newest is not None:
        created_at = max(created_at, newest + _TICK)
    row = MessageRow(id=message.id, session_id=owner.id, created_at=created_at, **columns_of(message))
    session.add(row)
    session.flush()
    search_index.add(session, row)
    owner.updated_at = created_at
    if not owner.title and row.role == "user":
        owner.title = title_of(row.content)
    return row


def _at(mark: Placed) -> Tuple:
    return tuple_(literal(mark.created_at, Moment), literal(mark.id))


def title_of(text: str) -> str:
    """Return the beginning of ``text`` as one line."""
    return cut(" ".join(text.split()), MAX_TITLE)
