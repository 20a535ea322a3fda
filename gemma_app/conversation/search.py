"""Finds messages by what was said in them, in Korean from two syllables on, in anything else from three letters on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from sqlalchemy import ColumnElement, String, column, func, literal_column, select, table

from gemma_app.conversation.doors import passes_row
from gemma_app.conversation.queries import message_is_there, session_is_there
from gemma_app.conversation.rows import from_row
from gemma_app.conversation.search_index import SHORTEST, letters
from gemma_app.conversation.tables import MessageRow, SessionRow
from gemma_app.storage.database import Database
from gemma_app.text import cut, graphemes

MAX_HITS = 50
MAX_SNIPPET = 160
SCANNED = 20_000
LOOKED_AT = 2_000
_BEFORE = 40
_INDEX = table("conversation_search", column("rowid"))


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A message that was found.

    Args:
        session_id: Its conversation.
        title: Title of that.
        message_id: The message.
        role: Who said it.
        created_at: When.
        snippet: The words around the first of those that were looked for, on one line.
    """

    session_id: str
    title: str
    message_id: str
    role: str
    created_at: datetime
    snippet: str


def find_messages(
    database: Database,
    profile_id: int,
    words: str,
    *,
    limit: int = MAX_HITS,
    gate: Callable[[str], bool] | None = None,
) -> list[Hit]:
    """Return the newest messages of a profile that contain all of ``words`` and are behind no closed door.

    Words too short for the index are looked for in the newest ``SCANNED`` messages only, and where doors are closed,
    no more than ``LOOKED_AT`` messages are looked at.
    """
    terms = words.split()
    indexed = [term for term in terms if len(letters(term)) >= SHORTEST]
    wanted = (
        select(MessageRow, SessionRow.title)
        .join(SessionRow, SessionRow.id == MessageRow.session_id)
        .where(SessionRow.profile_id == profile_id, session_is_there(), message_is_there())
        .limit(limit if gate is None else LOOKED_AT)
    )
    if indexed:
        matches = literal_column("conversation_search", String).op("MATCH")(" ".join(map(_phrase, indexed)))
        wanted = wanted.join(_INDEX, _INDEX.c.rowid == MessageRow.number).where(matches)
        wanted = wanted.order_by(_INDEX.c.rowid.desc())
    else:
        newest = select(func.max(MessageRow.number) - SCANNED).scalar_subquery()
        wanted = wanted.where(MessageRow.number > newest).order_by(MessageRow.number.desc())
    wanted = wanted.where(*(_contains(term) for term in terms if term not in indexed))
    if not terms:
        return []
    with database.read() as session:
        found = session.execute(wanted.execution_options(yield_per=limit))
        readable = ((row, title) for row, title in found if gate is None or passes_row(from_row(row).doors, gate))
        return [_hit(row, title, terms[0]) for row, title in islice(readable, limit)]


def _phrase(term: str) -> str:
    return '"' + letters(term).replace('"', '""') + '"'


def _contains(term: str) -> ColumnElement[bool]:
    return MessageRow.content.contains(term, autoescape=True) & MessageRow.role.in_(("user", "assistant"))


def _hit(row: MessageRow, title: str, term: str) -> Hit:
    line = " ".join(row.content.split())
    place = max(0, line.casefold().find(term.casefold()))
    before = "".join(graphemes(line[max(0, place - 4 * _BEFORE) : place])[-_BEFORE:])
    return Hit(
        session_id=row.session_id,
        title=title,
        message_id=row.id,
        role=row.role,
        created_at=row.created_at,
        snippet=cut(before + line[place:], MAX_SNIPPET),
    )
