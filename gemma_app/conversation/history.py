"""What a turn of a stored conversation is sent: a bounded tail, pinned messages, and a summary of the rest."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gemma_app.agent.messages import Message
from gemma_app.conversation.doors import DoorGate, passes_row, redact_by_doors
from gemma_app.conversation.fold import StoredSummary
from gemma_app.conversation.labels import TRUNCATED, several_people, spoken
from gemma_app.conversation.llm_history import gap_notice
from gemma_app.conversation.messages import StoredMessage, to_messages
from gemma_app.conversation.queries import last_rows, pinned_rows, session_row
from gemma_app.conversation.rows import from_row
from gemma_app.conversation.summaries import covered_now, state_of
from gemma_app.conversation.tables import DeletedMessageRow, SummaryRow
from gemma_app.storage.database import Database
from gemma_app.text import cut

MAX_ATTACHED = 4_000


@dataclass(frozen=True, kw_only=True)
class TurnHistory:
    """The messages of a turn and what they leave out.

    Args:
        messages: For the model, oldest first.
        kept: How many of the last messages are word for word; folding keeps as many.
        pending: How many older messages no summary covers.
    """

    messages: tuple[Message, ...]
    kept: int
    pending: int


def count_that_fit(rows: Sequence[StoredMessage], tokens_of: Callable[[StoredMessage], int], budget: int) -> int:
    """Return how many of the last messages have at most ``budget`` tokens together.

    The newest message of the user and all after it always count, and none begins with a result without its call.
    """
    newest = max((place for place, row in enumerate(rows) if row.role == "user"), default=len(rows))
    start = len(rows)
    for place in range(len(rows) - 1, -1, -1):
        budget -= tokens_of(rows[place])
        if budget < 0 and place < newest:
            break
        start = place
    while start < newest and rows[start].role == "tool":
        start += 1
    return len(rows) - start


class ModelHistory:
    """Reads what a turn needs of a conversation, however long that is.

    Args:
        database: Where conversations are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def for_turn(
        self,
        session_id: str,
        *,
        max_messages: int,
        tokens_of: Callable[[StoredMessage], int],
        budget: int,
        resumes: Set[str] = frozenset(),
        gate: DoorGate | None = None,
    ) -> TurnHistory:
        """Return the messages of the next turn.

        Args:
            session_id: The conversation.
            max_messages: At most so many of the last messages, and no more than have ``budget`` tokens.
            tokens_of: Counts the tokens of a message.
            budget: Tokens.
            resumes: Ids of the calls that are about to be carried out.
            gate: The doors open to the present profile; None where all are.
        """
        with self._database.read() as session:
            tail = [from_row(row) for row in session.scalars(last_rows(session_id, max_messages))][::-1]
            pinned = [from_row(row) for row in session.scalars(pinned_rows(session_id))]
            left = budget - sum(tokens_of(row) for row in pinned)
            kept = tail[len(tail) - count_that_fit(tail, tokens_of, left) :]
            summary = session.get(SummaryRow, session_id)
            pinned = [row for row in pinned if row not in kept]
            pending, dropped = _left_out(session, session_id, len(pinned) + len(kept), summary)
        if gate is not None:
            kept = redact_by_doors(kept, gate, _closed)
            pinned = redact_by_doors(pinned, gate, _closed)
        shown = pinned + kept
        named = several_people(shown)
        messages = to_messages(shown, resumes=resumes, wording=lambda row: _words(row, named=named))
        if dropped:
            state = state_of(summary)
            readable = gate is None or passes_row(state.summary_doors, gate)
            stored = StoredSummary(state.last_summary if readable else None, state.summary_up_to_message_id)
            messages = (Message(role="user", content=gap_notice(dropped, pending, stored)), *messages)
        return TurnHistory(messages=messages, kept=len(kept), pending=pending)


def _closed(doors: Sequence[str]) -> str:
    return f"[This message cannot be shown: it needs {', '.join(doors)}.]"


def _words(row: StoredMessage, *, named: bool) -> str:
    attached = [
        f"\n\n[{each.kind} {each.filename}]\n{cut(each.text, MAX_ATTACHED, TRUNCATED)}"
        for each in row.attachments
        if each.text
    ]
    return spoken(row, named=named) + "".join(attached)


def _left_out(session: Session, session_id: str, shown: int, summary: SummaryRow | None) -> tuple[int, int]:
    """How many messages are not shown and in no summary, and how many are not shown at all."""
    deleted = select(func.count()).where(DeletedMessageRow.session_id == session_id)
    there = session_row(session, session_id).messages - (session.scalar(deleted) or 0)
    dropped = max(0, there - shown)
    covered = covered_now(session, summary) if summary is not None else 0
    return max(0, dropped - covered), dropped
