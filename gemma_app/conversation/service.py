"""The verbs of conversations; each is one transaction, and a message is stored before anybody sees it."""

from collections.abc import Iterator
from datetime import datetime
from uuid import uuid4

from sqlalchemy import ColumnElement, delete, func, insert, literal, select, update
from sqlalchemy.orm import Session

from gemma_app.agent.action import Decision, Provenance, Receipt
from gemma_app.agent.question import Question
from gemma_app.conversation import search_index
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.queries import (
    append_row,
    append_rows,
    first_rows,
    last_rows,
    message_is_there,
    message_row,
    session_is_there,
    session_row,
    stands_after,
    stands_before,
    title_of,
)
from gemma_app.conversation.records import SessionInfo, WaitingQuestion, info_of, waiting_of
from gemma_app.conversation.rows import columns_of, from_row, storable
from gemma_app.conversation.summaries import count_pin
from gemma_app.conversation.tables import (
    DeletedMessageRow,
    DeletedSessionRow,
    MessageRow,
    QuestionRow,
    SessionRow,
    SummaryRow,
)
from gemma_app.conversation.transcript import Transcript
from gemma_app.language import Phrase
from gemma_app.storage.database import Database

PAGE = 100
TIDY_AFTER = 8


class Conversations:
    """The conversations of one data folder.

    Every verb raises ``Rejected`` with ``no_such_session`` or ``no_such_message`` where what it is about was deleted.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def create_session(self, profile_id: int, title: str = "") -> SessionInfo:
        """Begin a conversation."""
        now = self._database.now()
        row = SessionRow(
            id=uuid4().hex,
            profile_id=profile_id,
            title=title_of(storable(title)),
            pinned=False,
            created_at=now,
            updated_at=now,
            messages=0,
            tidy_after=TIDY_AFTER,
        )
        with self._database.write() as session:
            session.add(row)
        return info_of(row)

    def list_sessions(self, profile_id: int, *, limit: int = 500) -> list[SessionInfo]:
        """Return the conversations of a profile: pinned ones first, then by newest message."""
        wanted = (
            select(SessionRow)
            .where(SessionRow.profile_id == profile_id, session_is_there())
            .order_by(SessionRow.pinned.desc(), SessionRow.updated_at.desc(), SessionRow.id)
            .limit(limit)
        )
        with self._database.read() as session:
            return [info_of(row) for row in session.scalars(wanted)]

    def session(self, session_id: str) -> SessionInfo:
        """Return one conversation."""
        with self._database.read() as session:
            return info_of(session_row(session, session_id))

    def rename_session(self, session_id: str, title: str) -> None:
        """Give a conversation a title."""
        with self._database.write() as session:
            session_row(session, session_id).title = title_of(storable(title))

    def pin_session(self, session_id: str, *, pinned: bool) -> None:
        """Put a conversation before the others, or back among them."""
        with self._database.write() as session:
            session_row(session, session_id).pinned = pinned

    def delete_session(self, session_id: str, provenance: Provenance) -> Receipt:
        """Delete a conversation; Undo brings it back until ``purge_deleted`` removes it for good."""
        with self._database.change(provenance) as change:
            title = session_row(change.session, session_id).title
            change.session.add(DeletedSessionRow(session_id=session_id, deleted_at=self._database.now()))
        text = Phrase(ko=f"대화 ‘{title}’ 지움", en=f"Deleted the conversation “{title}”")
        return Receipt(data={"session_id": session_id}, text=text, change_id=change.id)

    def purge_deleted(self, before: datetime) -> int:
        """Remove for good what was deleted before that time, and the summaries that might still tell of it.

        Returns:
            How many conversations and single messages that were.
        """
        old_sessions = select(DeletedSessionRow.session_id).where(DeletedSessionRow.deleted_at < before)
        old_messages = select(DeletedMessageRow.message_id).where(DeletedMessageRow.deleted_at < before)
        with self._database.write() as session:
            sessions = session.scalars(old_sessions).all()
            messages = session.scalars(select(MessageRow).where(MessageRow.id.in_(old_messages))).all()
            for row in messages:
                search_index.remove(session, row)
                session.get_one(SessionRow, row.session_id).messages -= 1
                session.execute(delete(SummaryRow).where(SummaryRow.session_id == row.session_id))
                session.delete(row)
            session.flush()
            for session_id in sessions:
                for row in session.scalars(select(MessageRow).where(MessageRow.session_id == session_id)):
                    search_index.remove(session, row)
                session.execute(delete(SessionRow).where(SessionRow.id == session_id))
        return len(sessions) + len(messages)

    def append(self, session_id: str, message: StoredMessage) -> StoredMessage:
        """Store a new message after all others and return it with its time."""
        with self._database.write() as session:
            return from_row(append_row(session, session_row(session, session_id), message, self._database.now()))

    def import_transcript(self, profile_id: int, transcript: Transcript) -> SessionInfo:
        """Keep a conversation that was read from a file as a new one."""
        begun = self.create_session(profile_id, transcript.title)
        with self._database.write() as session:
            owner = session_row(session, begun.id)
            append_rows(session, owner, transcript.messages, self._database.now())
            return info_of(owner)

    def update_text(self, message_id: str, content: str) -> None:
        """Store what there is so far of a message that is still being written."""
        writing = MessageRow.id == message_id, MessageRow.status == "writing"
        with self._database.write() as session:
            session.execute(update(MessageRow).where(*writing).values(content=storable(content)))

    def save(self, message: StoredMessage) -> None:
        """Store the present state of a message; a change to the text of one that was complete counts as an edit."""
        values = columns_of(message)
        with self._database.write() as session:
            row = message_row(session, message.id)
            search_index.remove(session, row)
            if row.status != "writing" and row.content != values["content"]:
                row.edited_at = self._database.now()
            for name, value in values.items():
                setattr(row, name, value)
            session.flush()
            search_index.add(session, [row])

    def interrupt_unfinished(self) -> int:
        """Mark the messages that nobody writes any more, and return how many; called when the app starts."""
        with self._database.write() as session:
            rows = session.scalars(select(MessageRow).where(MessageRow.status == "writing")).all()
            for row in rows:
                row.status = "interrupted"
            session.flush()
            search_index.add(session, rows)
        return len(rows)

    def message(self, session_id: str, message_id: str) -> StoredMessage | None:
        """Return one message, None where there is none."""
        wanted = select(MessageRow).where(
            MessageRow.id == message_id, MessageRow.session_id == session_id, message_is_there()
        )
        with self._database.read() as session:
            row = session.scalar(wanted)
            return None if row is None else from_row(row)

    def page(self, session_id: str, *, before: StoredMessage | None = None, limit: int = PAGE) -> list[StoredMessage]:
        """Return the last ``limit`` messages, or those directly before one, oldest first."""
        wanted = last_rows(session_id, limit)
        if before is not None:
            wanted = wanted.where(stands_before(before))
        with self._database.read() as session:
            return [from_row(row) for row in session.scalars(wanted)][::-1]

    def following(self, session_id: str, mark: StoredMessage, *, limit: int = PAGE) -> list[StoredMessage]:
        """Return the ``limit`` messages directly after one, oldest first."""
        wanted = first_rows(session_id, limit).where(stands_after(mark))
        with self._database.read() as session:
            return [from_row(row) for row in session.scalars(wanted)]

    def all_messages(self, session_id: str) -> Iterator[StoredMessage]:
        """Give the messages of a conversation in order, a page at a time, for an export."""
        page = wanted = first_rows(session_id, PAGE)
        while True:
            with self._database.read() as session:
                rows = session.scalars(page).all()
            yield from map(from_row, rows)
            if len(rows) < PAGE:
                return
            page = wanted.where(stands_after(rows[-1]))

    def delete_message(self, message_id: str, provenance: Provenance) -> Receipt:
        """Delete one message; Undo brings it back."""
        return self._delete(message_id, provenance, and_all_after=False)

    def rewind(self, message_id: str, provenance: Provenance) -> Receipt:
        """Delete a message and everything after it, for another try; Undo brings all of it back."""
        return self._delete(message_id, provenance, and_all_after=True)

    def pin_message(self, message_id: str, *, pinned: bool) -> None:
        """Keep a message before the model word for word, or no longer.

        A summary that covers it covers one message less then, or is stale: it may not tell of that message.
        """
        with self._database.write() as session:
            row = message_row(session, message_id)
            if row.pinned != pinned:
                row.pinned = pinned
                count_pin(session, row)

    def ask(self, session_id: str, message_id: str, question: Question) -> None:
        """Store a question about a call of the message, before it is shown."""
        row = QuestionRow(
            id=question.id,
            session_id=session_id,
            message_id=message_id,
            question=storable(question.to_json()),
            asked_at=question.asked_at,
        )
        with self._database.write() as session:
            session.add(row)

    def close_question(self, question_id: str, decision: Decision) -> bool:
        """Store the answer to a question and tell whether it was still open: only the first answer counts."""
        still_open = QuestionRow.id == question_id, QuestionRow.decision.is_(None)
        answer = {"decision": decision, "closed_at": self._database.now()}
        with self._database.write() as session:
            closed = session.execute(update(QuestionRow).where(*still_open).values(answer).returning(QuestionRow.id))
            return closed.first() is not None

    def waiting_questions(self, session_id: str) -> list[WaitingQuestion]:
        """Return the open questions of a conversation, oldest first."""
        wanted = (
            select(QuestionRow)
            .join(MessageRow, MessageRow.id == QuestionRow.message_id)
            .where(QuestionRow.session_id == session_id, QuestionRow.decision.is_(None), message_is_there())
            .order_by(QuestionRow.asked_at, QuestionRow.id)
        )
        with self._database.read() as session:
            return [waiting_of(row) for row in session.scalars(wanted)]

    def offers_tidying(self, session_id: str) -> bool:
        """Tell whether there are enough user turns to offer folding the conversation or beginning another."""
        with self._database.read() as session:
            after = session_row(session, session_id).tidy_after
            return _count_user_turns(session, session_id, after) >= after

    def put_off_tidying(self, session_id: str) -> None:
        """Make no such offer before the conversation is twice as long."""
        with self._database.write() as session:
            row = session_row(session, session_id)
            row.tidy_after = 2 * max(row.tidy_after, _count_user_turns(session, session_id, None))

    def _delete(self, message_id: str, provenance: Provenance, *, and_all_after: bool) -> Receipt:
        now = self._database.now()
        with self._database.change(provenance) as change:
            first = message_row(change.session, message_id)
            chosen: ColumnElement[bool] = MessageRow.id == message_id
            if and_all_after:
                chosen |= stands_after(first)
            deleted_at = literal(now, DeletedMessageRow.deleted_at.type)
            wanted = select(MessageRow.id, MessageRow.session_id, deleted_at).where(
                MessageRow.session_id == first.session_id, chosen, message_is_there()
            )
            change.session.execute(
                insert(DeletedMessageRow).from_select(["message_id", "session_id", "deleted_at"], wanted)
            )
        text = messages_deleted(change.rows_changed)
        return Receipt(data={"message_id": message_id}, text=text, change_id=change.id)


def messages_deleted(count: int) -> Phrase:
    """Return what the user reads after messages were deleted."""
    return Phrase(ko=f"메시지 {count}개 지움", en=f"Messages deleted: {count}")


def _count_user_turns(session: Session, session_id: str, at_most: int | None) -> int:
    turns = select(MessageRow.id).where(
        MessageRow.session_id == session_id, MessageRow.role == "user", message_is_there()
    )
    return session.scalar(select(func.count()).select_from(turns.limit(at_most).subquery())) or 0
