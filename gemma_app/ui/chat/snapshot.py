"""A conversation as it was stored at one moment, read off the main thread."""

from dataclasses import dataclass

from gemma_app.app import App
from gemma_app.conversation.chat import Chat
from gemma_app.conversation.history import TurnHistory
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.reading import SummaryView
from gemma_app.conversation.records import WaitingQuestion


@dataclass(frozen=True, kw_only=True)
class Place:
    """What part of a conversation is looked at.

    Args:
        limit: How many messages.
        around: The message in the middle; None for the newest ones.
    """

    limit: int
    around: str | None = None


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A conversation as it was stored at one moment.

    Args:
        session_id: The conversation.
        title: What it is called.
        pinned: True where it stands before the others.
        rows: What is shown of it.
        waiting: The questions that wait.
        has_earlier: True where there is more before ``rows``.
        has_later: True where there may be more after them.
        is_temporary: True where nothing of it is kept.
        view: What the model is sent of it.
        summary: The summary of what it is not sent; None for a temporary chat.
        offers_tidying: True where there are enough turns to offer folding.
    """

    session_id: str
    title: str
    pinned: bool
    rows: tuple[StoredMessage, ...]
    waiting: tuple[WaitingQuestion, ...]
    has_earlier: bool
    has_later: bool = False
    is_temporary: bool = False
    view: TurnHistory
    summary: SummaryView | None = None
    offers_tidying: bool = False


def read_stored(app: App, session_id: str, place: Place) -> Snapshot:
    """Read a conversation of the profile in use.

    Raises:
        Rejected: It is no longer there.
    """
    info = app.reader.session(session_id)
    rows = app.reader.around(session_id, place.around, limit=place.limit) if place.around else []
    is_newest = not rows
    rows = rows or app.reader.page(session_id, limit=place.limit)
    return Snapshot(
        session_id=session_id,
        title=info.title,
        pinned=info.pinned,
        rows=tuple(rows),
        waiting=tuple(app.reader.waiting(session_id)),
        has_earlier=len(rows) == place.limit or not is_newest,
        has_later=not is_newest,
        view=app.chat.history(session_id, frozenset()),
        summary=app.reader.summary(session_id),
        offers_tidying=app.conversations.offers_tidying(session_id),
    )


def read_temporary(app: App, chat: Chat, session_id: str, place: Place) -> Snapshot:
    """Read a conversation that is kept in memory alone."""
    rows = app.reader.shown(chat.conversations.page(session_id, limit=place.limit))
    closed = {row.id for row in rows if row.redacted}
    waiting = chat.conversations.waiting_questions(session_id)
    return Snapshot(
        session_id=session_id,
        title="",
        pinned=False,
        rows=tuple(rows),
        waiting=tuple(each for each in waiting if each.message_id not in closed),
        has_earlier=len(rows) == place.limit,
        is_temporary=True,
        view=chat.history(session_id, frozenset()),
    )


def last_words(snapshot: Snapshot) -> tuple[StoredMessage | None, StoredMessage | None]:
    """Return what the user asked last, and the first row of the answer to it; None where there is none."""
    rows = snapshot.rows
    places = [place for place, row in enumerate(rows) if row.role == "user" and row.addressee != "room"]
    if not places or snapshot.has_later:
        return None, None
    after = rows[places[-1] + 1 :]
    return rows[places[-1]], after[0] if after else None
