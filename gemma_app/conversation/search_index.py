"""The index behind search: what people and the assistant said, as Hangul jamo in threes.

Letters in threes would miss Korean words of two syllables; taken apart, two syllables are four to six jamo.
"""

import unicodedata
from collections.abc import Iterable

from sqlalchemy import text
from sqlalchemy.orm import Session

from gemma_app.conversation.tables import MessageRow

SHORTEST = 3
_SPOKEN = frozenset({"user", "assistant"})
_ADD = text("INSERT INTO conversation_search (rowid, text) VALUES (:number, :text)")
_REMOVE = text("INSERT INTO conversation_search (conversation_search, rowid, text) VALUES ('delete', :number, :text)")


def letters(words: str) -> str:
    """Return ``words`` as they are indexed: Hangul as jamo, accents after their letters."""
    return unicodedata.normalize("NFD", words)


def add(session: Session, rows: Iterable[MessageRow]) -> None:
    """Index those of the stored messages that search looks at."""
    if entries := [_entry(row) for row in rows if _is_searched(row)]:
        session.execute(_ADD, entries)


def remove(session: Session, row: MessageRow) -> None:
    """Take a message out of the index; called before anything of it changes."""
    if _is_searched(row):
        session.execute(_REMOVE, _entry(row))


def _is_searched(row: MessageRow) -> bool:
    return row.role in _SPOKEN and row.status != "writing" and row.content != ""


def _entry(row: MessageRow) -> dict[str, object]:
    return {"number": row.number, "text": letters(row.content)}
