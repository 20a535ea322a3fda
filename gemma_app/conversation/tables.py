"""Tables of conversations.

What was deleted is named in tables of its own, so that Undo and the audit log hold ids and never what was said, and so
that a message keeps its place in the order for as long as a summary ends at it.
"""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from gemma_app.storage.base import Base

_SESSION = "conversation_sessions.id"


class SessionRow(Base):
    """A conversation of one profile.

    ``messages`` counts all rows, deleted ones too, so that a long conversation need not be counted; after
    ``tidy_after`` user turns it is next offered to be tidied.
    """

    __tablename__ = "conversation_sessions"
    __table_args__ = (
        Index(None, "profile_id", "updated_at"),
        {"sqlite_strict": True},
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    profile_id: Mapped[int]
    title: Mapped[str]
    pinned: Mapped[bool]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    messages: Mapped[int]
    tidy_after: Mapped[int]


class MessageRow(Base):
    """A message; ``body`` is a JSON object of the fields that no query asks for."""

    __tablename__ = "conversation_messages"
    __table_args__ = (
        CheckConstraint("role IN ('system', 'user', 'assistant', 'tool')", name="role"),
        CheckConstraint("status IN ('writing', 'finished', 'interrupted')", name="status"),
        CheckConstraint("addressee IN ('assistant', 'room')", name="addressee"),
        Index(None, "session_id", "created_at", "id"),
        Index("ix_conversation_messages_writing", "status", sqlite_where=text("status = 'writing'")),
        Index("ix_conversation_messages_pinned", "session_id", "created_at", "id", sqlite_where=text("pinned = 1")),
        Index("ix_conversation_messages_edited", "session_id", "edited_at", sqlite_where=text("edited_at IS NOT NULL")),
        {"sqlite_strict": True},
    )

    number: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(unique=True)
    session_id: Mapped[str] = mapped_column(ForeignKey(_SESSION, ondelete="CASCADE"))
    created_at: Mapped[datetime]
    role: Mapped[str]
    status: Mapped[str]
    content: Mapped[str]
    sender_id: Mapped[str | None]
    sender_name: Mapped[str | None]
    addressee: Mapped[str | None]
    pinned: Mapped[bool]
    edited_at: Mapped[datetime | None]
    body: Mapped[str | None]


class SummaryRow(Base):
    """The summary of a session, how many messages it covers, and how often making the next one failed since."""

    __tablename__ = "conversation_summaries"
    __table_args__ = (
        CheckConstraint("(text IS NULL) = (up_to_message_id IS NULL)", name="watermark"),
        {"sqlite_strict": True},
    )

    session_id: Mapped[str] = mapped_column(ForeignKey(_SESSION, ondelete="CASCADE"), primary_key=True)
    text: Mapped[str | None]
    up_to_message_id: Mapped[str | None]
    covered: Mapped[int]
    stale: Mapped[bool]
    doors: Mapped[str]
    saved_at: Mapped[datetime]
    failures: Mapped[int]


class QuestionRow(Base):
    """A question that was put to the user, open until it has a decision."""

    __tablename__ = "conversation_questions"
    __table_args__ = (
        CheckConstraint("(decision IS NULL) = (closed_at IS NULL)", name="closed"),
        Index(None, "message_id"),
        Index("ix_conversation_questions_open", "session_id", sqlite_where=text("decision IS NULL")),
        {"sqlite_strict": True},
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(ForeignKey(_SESSION, ondelete="CASCADE"))
    message_id: Mapped[str] = mapped_column(ForeignKey("conversation_messages.id", ondelete="CASCADE"))
    question: Mapped[str]
    asked_at: Mapped[datetime]
    decision: Mapped[str | None]
    closed_at: Mapped[datetime | None]


class DeletedSessionRow(Base):
    """A session that was deleted; without this row it is back."""

    __tablename__ = "conversation_deleted_sessions"
    __table_args__ = ({"sqlite_strict": True},)

    session_id: Mapped[str] = mapped_column(ForeignKey(_SESSION, ondelete="CASCADE"), primary_key=True)
    deleted_at: Mapped[datetime]


class DeletedMessageRow(Base):
    """A message that was deleted; without this row it is back."""

    __tablename__ = "conversation_deleted_messages"
    __table_args__ = (
        Index(None, "session_id"),
        {"sqlite_strict": True},
    )

    message_id: Mapped[str] = mapped_column(
        ForeignKey("conversation_messages.id", ondelete="CASCADE"), primary_key=True
    )
    session_id: Mapped[str] = mapped_column(ForeignKey(_SESSION, ondelete="CASCADE"))
    deleted_at: Mapped[datetime]
