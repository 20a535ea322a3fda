"""A conversation that is kept in memory alone and is gone with the window."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from gemma_app.agent.action import Decision, Provenance, Receipt
from gemma_app.agent.question import Question
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.records import WaitingQuestion
from gemma_app.conversation.service import messages_deleted


class TemporaryConversation:
    """Offers of ``Conversations`` what a turn needs, and writes nothing anywhere.

    Args:
        now: Gives the aware time.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._rows: dict[str, StoredMessage] = {}
        self._questions: dict[str, WaitingQuestion] = {}

    def append(self, session_id: str, message: StoredMessage) -> StoredMessage:  # noqa: ARG002
        """Keep a new message after all others and return it with its time."""
        self._rows[message.id] = replace(message, created_at=message.created_at or self._now())
        return self._rows[message.id]

    def update_text(self, message_id: str, content: str) -> None:
        """Keep what there is so far of a message that is still being written."""
        row = self._rows[message_id]
        if row.status == "writing":
            self._rows[message_id] = replace(row, content=content)

    def save(self, message: StoredMessage) -> None:
        """Keep the present state of a message."""
        self._rows[message.id] = message

    def page(self, session_id: str, *, before: StoredMessage | None = None, limit: int = 100) -> list[StoredMessage]:  # noqa: ARG002
        """Return the last ``limit`` messages, or those directly before one, oldest first."""
        rows = list(self._rows.values())
        if before is not None:
            rows = rows[: list(self._rows).index(before.id)]
        return rows[-limit:]

    def rewind(self, message_id: str, provenance: Provenance) -> Receipt:  # noqa: ARG002
        """Forget a message and everything after it, for another try; nothing brings it back."""
        place = list(self._rows).index(message_id)
        gone = list(self._rows)[place:]
        self._rows = {key: row for key, row in self._rows.items() if key not in gone}
        self._questions = {key: each for key, each in self._questions.items() if each.message_id not in gone}
        return Receipt(data={"message_id": message_id}, text=messages_deleted(len(gone)), change_id=None)

    def ask(self, session_id: str, message_id: str, question: Question) -> None:
        """Keep a question about a call of the message."""
        self._questions[question.id] = WaitingQuestion(session_id=session_id, message_id=message_id, question=question)

    def close_question(self, question_id: str, decision: Decision) -> bool:  # noqa: ARG002
        """Forget the question and tell whether it was still open."""
        return self._questions.pop(question_id, None) is not None

    def waiting_questions(self, session_id: str) -> list[WaitingQuestion]:  # noqa: ARG002
        """Return the open questions, oldest first."""
        return list(self._questions.values())
