"""What is handed out of the store of conversations: a conversation in a list, a question that waits."""

from dataclasses import dataclass
from datetime import datetime

from gemma_app.agent.question import Question
from gemma_app.conversation.tables import QuestionRow, SessionRow


@dataclass(frozen=True, kw_only=True)
class SessionInfo:
    """A conversation as a list shows it.

    Args:
        id: Unique.
        profile_id: Whose it is.
        title: Empty until the first message gives one.
        pinned: True where it stands before the others.
        created_at: Aware time.
        updated_at: Aware time of the newest message.
    """

    id: str
    profile_id: int
    title: str
    pinned: bool
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True)
class WaitingQuestion:
    """A question that nobody has answered yet, and the message whose call it is about."""

    session_id: str
    message_id: str
    question: Question


def info_of(row: SessionRow) -> SessionInfo:
    """Return the conversation that ``row`` holds."""
    return SessionInfo(
        id=row.id,
        profile_id=row.profile_id,
        title=row.title,
        pinned=row.pinned,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def waiting_of(row: QuestionRow) -> WaitingQuestion:
    """Return the question that ``row`` holds."""
    return WaitingQuestion(
        session_id=row.session_id, message_id=row.message_id, question=Question.from_json(row.question)
    )
