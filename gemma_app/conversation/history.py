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
from gemma_app.conversation.queries import first_rows, last_rows, pinned_rows, session_row
from gemma_app.conversation.rows import from_row
from gemma_app.conversation.summaries import covered_now, state_of
from gemma_app.conversation.tables import DeletedMessageRow, SummaryRow
from gemma_app.storage.database import Database
from gemma_app.text import cut

MAX_ATTACHED = 4_000
_STEPS = 3


@dataclass(frozen=True, kw_only=True)
class TurnHistory:
    """The messages of a turn and what they leave out.

    Args:
        messages: For the model, oldest first.
        kept: How many of the last messages are word for word; folding keeps as many.
        pending: How many older messages no summary covers.
        raw: How many messages are word for word, pinned ones too.
        summarised: How many the summary stands for.
        tokens: How many tokens that has, about.
        budget: How many it may have.
        outside: True where some of it came from a file or from another person's conversation.
        doors: The data scopes that some of it was read through.
    """

    messages: tuple[Message, ...]
    kept: int
    pending: int
    raw: int = 0
    summarised: int = 0
    tokens: int = 0
    budget: int = 0
    outside: bool = False
    doors: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How far back a turn may look.

    Args:
        max_messages: At most so many of the last messages, and no more than have ``budget`` tokens.
        tokens_of: Counts the tokens of a message.
        budget: Tokens.
        gate: The doors open to the present profile; None where all are.
    """

    max_messages: int
    tokens_of: Callable[[StoredMessage], int]
    budget: int
    gate: DoorGate | None = None


def count_that_fit(rows: Sequence[StoredMessage], tokens_of: Callable[[StoredMessage], int], budget: int) -> int:
    """Return how many of the last messages have at most ``budget`` tokens together.

    The newest message of the user and all after it always count, and none begins with a result without its call.
    """
    newest = _newest_of_user(rows)
    start = len(rows)
    for place in range(len(rows) - 1, -1, -1):
        budget -= tokens_of(rows[place])
        if budget < 0 and place < newest:
            break
        start = place
    while start < newest and rows[start].role == "tool":
        start += 1
    return len(rows) - start


def count_in_steps(rows: Sequence[StoredMessage], fitting: int, earlier: int) -> int:
    """Return ``fitting`` or somewhat less, so that the same message stays the first for several turns.

    A model need not read anew what begins as its last request did.

    Args:
        rows: The last messages.
        fitting: How many of them fit.
        earlier: How many messages there are before them.
    """
    newest = _newest_of_user(rows)
    step = 1 << max(0, (fitting // _STEPS).bit_length() - 1)
    start = len(rows) - fitting
    while start < newest and ((earlier + start) % step or rows[start].role == "tool"):
        start += 1
    return len(rows) - start


def _newest_of_user(rows: Sequence[StoredMessage]) -> int:
    return max((place for place, row in enumerate(rows) if row.role == "user"), default=len(rows))


class ModelHistory:
    """Reads what a turn needs of a conversation, however long that is.

    Args:
        database: Where conversations are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def for_turn(self, session_id: str, reach: Reach, *, resumes: Set[str] = frozenset()) -> TurnHistory:
        """Return the messages of the next turn.

        Args:
            session_id: The conversation.
            reach: How far back it looks.
            resumes: Ids of the calls that are about to be carried out.
        """
        with self._database.read() as session:
            tail = [from_row(row) for row in session.scalars(last_rows(session_id, reach.max_messages))][::-1]
            pinned = [from_row(row) for row in session.scalars(pinned_rows(session_id))]
            there = _count(session, session_id)
            left = reach.budget - sum(reach.tokens_of(row) for row in pinned)
            kept = _kept(tail, reach, left, there - len(tail))
            pinned = [row for row in pinned if row not in kept]
            summary = session.get(SummaryRow, session_id)
            dropped = max(0, there - len(pinned) - len(kept))
            pending = max(0, dropped - (covered_now(session, summary) if summary is not None else 0))
            first = [from_row(row) for row in session.scalars(first_rows(session_id, 1))]
        state = state_of(summary)
        readable = reach.gate is None or passes_row(state.summary_doors, reach.gate)
        stored = StoredSummary(
            state.last_summary if readable else None,
            state.summary_up_to_message_id,
            state.summary_doors if readable else (),
        )
        return _put_together(
            pinned,
            kept,
            reach,
            stored,
            resumes,
            dropped=dropped,
            pending=pending,
            outside=any(map(_is_outside, first)),
        )


def history_in_memory(rows: Sequence[StoredMessage], reach: Reach, *, resumes: Set[str] = frozenset()) -> TurnHistory:
    """Return the messages of the next turn of a conversation that is kept nowhere and has no summary."""
    tail = rows[-reach.max_messages :]
    kept = _kept(tail, reach, reach.budget, len(rows) - len(tail))
    dropped = len(rows) - len(kept)
    nothing = StoredSummary(None, None)
    return _put_together([], kept, reach, nothing, resumes, dropped=dropped, pending=dropped, outside=False)


def _kept(tail: Sequence[StoredMessage], reach: Reach, budget: int, earlier: int) -> Sequence[StoredMessage]:
    fitting = count_that_fit(tail, reach.tokens_of, budget)
    return tail[len(tail) - count_in_steps(tail, fitting, earlier) :]


def _put_together(
    pinned: Sequence[StoredMessage],
    kept: Sequence[StoredMessage],
    reach: Reach,
    summary: StoredSummary,
    resumes: Set[str],
    *,
    dropped: int,
    pending: int,
    outside: bool,
) -> TurnHistory:
    shown = [*pinned, *kept]
    notice = gap_notice(dropped, pending, summary) if dropped else ""
    outside = outside or any(map(_is_outside, shown))
    tokens = sum(map(reach.tokens_of, shown)) + reach.tokens_of(StoredMessage(id="", role="system", content=notice))
    if reach.gate is not None:
        shown = redact_by_doors(shown, reach.gate, closed_notice)
    passed = [door for row in shown if not row.redacted for door in row.doors]
    named = several_people(shown)
    messages = to_messages(shown, resumes=resumes, wording=lambda row: _words(row, named=named))
    return TurnHistory(
        messages=(Message(role="user", content=notice), *messages) if notice else messages,
        kept=len(kept),
        pending=pending,
        raw=len(shown),
        summarised=dropped - pending,
        tokens=tokens,
        budget=reach.budget,
        outside=outside,
        doors=tuple(dict.fromkeys([*summary.doors, *passed])),
    )


def _is_outside(row: StoredMessage) -> bool:
    return row.extra is not None and bool(row.extra.get("imported") or row.extra.get("outside"))


def closed_notice(doors: Sequence[str]) -> str:
    """Return what a model reads where a message is behind a closed door."""
    return f"[This message cannot be shown: it needs {', '.join(doors)}.]"


def _words(row: StoredMessage, *, named: bool) -> str:
    attached = [
        f"\n\n[{each.kind} {each.filename}]\n{cut(each.text, MAX_ATTACHED, TRUNCATED)}"
        for each in row.attachments
        if each.text
    ]
    return spoken(row, named=named) + "".join(attached)


def _count(session: Session, session_id: str) -> int:
    """How many messages there are in the conversation."""
    deleted = select(func.count()).where(DeletedMessageRow.session_id == session_id)
    return session_row(session, session_id).messages - (session.scalar(deleted) or 0)
