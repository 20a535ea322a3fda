"""The summaries of conversations in the data folder: where folding reads and writes, and what the user sees of them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gemma_app.conversation.fold import MAX_SUMMARY, ProfileId
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.queries import (
    first_rows,
    message_is_there,
    session_is_there,
    session_row,
    stands_after,
    stands_up_to,
)
from gemma_app.conversation.rows import from_row, storable
from gemma_app.conversation.tables import DeletedMessageRow, MessageRow, SessionRow, SummaryRow
from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.database import Database

WINDOW = 2_000


@dataclass(frozen=True, kw_only=True)
class SummaryState:
    """The summary of a session as folding needs it, and as it is shown.

    Args:
        last_summary: The text, None where there is none yet.
        summary_up_to_message_id: The last message that it covers.
        summary_doors: The data scopes of everything that it covers.
        fold_failures: How often making the next one failed.
        covered: How many messages it covers.
        saved_at: When it was made or edited.
    """

    last_summary: str | None = None
    summary_up_to_message_id: str | None = None
    summary_doors: tuple[str, ...] = ()
    fold_failures: int = 0
    covered: int = 0
    saved_at: datetime | None = None


class Summaries:
    """The summaries of one data folder; what ``fold_session_history`` calls its repository.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_session(self, session_id: str, profile_id: ProfileId) -> SummaryState | None:
        """Return the summary of a session, None where the session is not this profile's."""
        owned = select(SessionRow.id).where(
            SessionRow.id == session_id, SessionRow.profile_id == profile_id, session_is_there()
        )
        with self._database.read() as session:
            return None if session.scalar(owned) is None else state_of(session.get(SummaryRow, session_id))

    def get_message(self, session_id: str, message_id: str) -> StoredMessage | None:
        """Return a message, a deleted one too: it still says how far the summary reaches."""
        with self._database.read() as session:
            row = _find(session, session_id, message_id)
            return None if row is None else from_row(row)

    def messages_after(self, session_id: str, mark: StoredMessage | None) -> list[StoredMessage]:
        """Return the messages after ``mark`` in order, at most ``WINDOW``: a longer backlog takes several folds."""
        wanted = first_rows(session_id, WINDOW)
        if mark is not None:
            wanted = wanted.where(stands_after(mark))
        with self._database.read() as session:
            return [from_row(row) for row in session.scalars(wanted)]

    def save_summary(self, session_id: str, *, expected_mark: str | None, patch: dict[str, Any]) -> bool:
        """Store a summary with its watermark, unless another fold was there first."""
        now = self._database.now()
        with self._database.write() as session:
            row = _row(session, session_id, now)
            mark = _find(session, session_id, patch["summary_up_to_message_id"])
            if row.up_to_message_id != expected_mark or mark is None:
                return False
            old = _find(session, session_id, expected_mark)
            row.stale = is_stale(session, row)
            row.covered = (covered_now(session, row) if old else 0) + _count_between(session, old, mark)
            row.text = storable(patch["last_summary"])
            row.up_to_message_id = mark.id
            row.doors = json.dumps(patch.get("summary_doors", ()))
            row.failures = 0
            row.saved_at = now
        return True

    def count_fold_failure(self, session_id: str) -> None:
        """Add a failed fold, which the window shows until a summary is stored."""
        with self._database.write() as session:
            _row(session, session_id, self._database.now()).failures += 1

    def edit(self, session_id: str, text: str) -> None:
        """Put the user's words in the place of the summary; it covers what it covered.

        Raises:
            Rejected: ``no_such_session``, ``no_summary``, or ``summary_length`` where it is blank or too long.
        """
        words = storable(text).strip()
        if not words or len(words) > MAX_SUMMARY:
            raise Rejected(
                "summary_length",
                Phrase(ko=f"요약은 1~{MAX_SUMMARY}자여야 해요.", en=f"A summary has 1 to {MAX_SUMMARY} characters."),
            )
        with self._database.write() as session:
            session_row(session, session_id)
            row = session.get(SummaryRow, session_id)
            if row is None or row.text is None:
                raise Rejected("no_summary", Phrase(ko="아직 요약이 없어요.", en="There is no summary yet."))
            row.text = words
            row.stale = False
            row.saved_at = self._database.now()

    def forget(self, session_id: str) -> None:
        """Drop the summary, so that folding makes it again from the messages."""
        with self._database.write() as session:
            row = session.get(SummaryRow, session_id)
            if row is not None:
                session.delete(row)

    def is_stale(self, session_id: str) -> bool:
        """Tell whether a message that the summary covers was edited or deleted since."""
        with self._database.read() as session:
            row = session.get(SummaryRow, session_id)
            return row is not None and is_stale(session, row)


def state_of(row: SummaryRow | None) -> SummaryState:
    """Return what a row says; an empty state where there is none."""
    if row is None:
        return SummaryState()
    return SummaryState(
        last_summary=row.text,
        summary_up_to_message_id=row.up_to_message_id,
        summary_doors=tuple(json.loads(row.doors)),
        fold_failures=row.failures,
        covered=row.covered,
        saved_at=row.saved_at,
    )


def is_stale(session: Session, row: SummaryRow) -> bool:
    """Tell whether something that the summary in ``row`` covers was edited or deleted since it was made."""
    edited = select(MessageRow).where(MessageRow.session_id == row.session_id, MessageRow.edited_at > row.saved_at)
    return row.stale or bool(_covered(session, row, session.scalars(edited)) or _covered_and_deleted(session, row))


def count_pin(session: Session, message: MessageRow) -> None:
    """Count a message that was just pinned or unpinned out of the summary that covers it, or back into it."""
    row = session.get(SummaryRow, message.session_id)
    if row is not None and _covered(session, row, [message]):
        row.covered += -1 if message.pinned else 1
        row.stale = row.stale or not message.pinned


def covered_now(session: Session, row: SummaryRow) -> int:
    """Return how many of the messages that the summary in ``row`` stands for are still there; pinned ones are not."""
    return row.covered - sum(not each.pinned for each in _covered_and_deleted(session, row))


def _covered_and_deleted(session: Session, row: SummaryRow) -> list[MessageRow]:
    """What was deleted since the summary was made."""
    deleted = select(DeletedMessageRow.message_id).where(
        DeletedMessageRow.session_id == row.session_id, DeletedMessageRow.deleted_at > row.saved_at
    )
    return _covered(session, row, session.scalars(select(MessageRow).where(MessageRow.id.in_(deleted))))


def _covered(session: Session, row: SummaryRow, changed: Iterable[MessageRow]) -> list[MessageRow]:
    found = list(changed)
    mark = _find(session, row.session_id, row.up_to_message_id) if found else None
    if mark is None:
        return []
    end = (mark.created_at, mark.id)
    return [each for each in found if (each.created_at, each.id) <= end]


def _row(session: Session, session_id: str, now: datetime) -> SummaryRow:
    row = session.get(SummaryRow, session_id)
    if row is None:
        row = SummaryRow(session_id=session_id, covered=0, stale=False, doors="[]", saved_at=now, failures=0)
        session.add(row)
    return row


def _find(session: Session, session_id: str, message_id: str | None) -> MessageRow | None:
    return session.scalar(select(MessageRow).where(MessageRow.id == message_id, MessageRow.session_id == session_id))


def _count_between(session: Session, old: MessageRow | None, mark: MessageRow) -> int:
    """How many messages a fold from ``old``, not included, to ``mark`` covers."""
    wanted = select(func.count()).where(
        MessageRow.session_id == mark.session_id, stands_up_to(mark), MessageRow.pinned.is_(False), message_is_there()
    )
    return session.scalar(wanted.where(stands_after(old)) if old else wanted) or 0
