"""Folding: old messages become a summary for the model, oldest first, and nothing is ever deleted.

The watermark of a conversation is the id of the last message that its summary covers.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from gemma_app.conversation.extract import extract_summary
from gemma_app.conversation.fold_chunk import MAX_CHUNK, next_chunk, summary_input
from gemma_app.conversation.labels import TRUNCATED
from gemma_app.conversation.messages import StoredMessage
from gemma_app.text import cut

MAX_SUMMARY = 4_000
MAX_TOKENS = 700
PATIENCE = 3
_log = logging.getLogger(__name__)
_T = TypeVar("_T")
ProfileId = int | str

Skipped = Literal[
    "nothing-dropped",
    "below-threshold",
    "blank-summary",
    "over-limit",
    "no-session",
    "superseded",
    "cancelled",
    "failed",
]
_FAILURES: frozenset[Skipped] = frozenset({"blank-summary", "over-limit", "failed"})


class Summarize(Protocol):
    """Whatever writes summaries."""

    def __call__(self, text: str, *, max_tokens: int = MAX_TOKENS, temperature: float = 0.0) -> str:
        """Return a summary of ``text``.

        Raises:
            FoldCancelled: It was stopped before it was done.
        """
        ...


class FoldCancelled(Exception):
    """The summary was stopped; nobody failed."""


@dataclass(frozen=True)
class StoredSummary:
    """The summary of a conversation so far.

    Args:
        text: None where there is none yet.
        up_to_message_id: The watermark.
        doors: The data scopes of everything that it covers.
    """

    text: str | None
    up_to_message_id: str | None
    doors: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoldResult:
    """What a fold gave.

    Args:
        patch: ``last_summary`` and ``summary_up_to_message_id`` to be stored together, and ``summary_doors`` where
            there are any; None where nothing changes.
        skipped: Why it went no further; None after a fold that did what it could.
    """

    patch: dict[str, Any] | None
    skipped: Skipped | None


@dataclass(frozen=True)
class SplitRows:
    """Messages that are sent word for word, and the older ones that are not."""

    kept: list[StoredMessage]
    dropped: list[StoredMessage]


class SummaryHolder(Protocol):
    """A session, as far as folding reads it; ``summary_doors`` and ``fold_failures`` are read where it has them."""

    @property
    def last_summary(self) -> str | None:
        """The text of the summary."""
        ...

    @property
    def summary_up_to_message_id(self) -> str | None:
        """The watermark."""
        ...


class FoldRepository(Protocol):
    """Where the messages and the summary of a session are kept."""

    def get_session(self, session_id: str, profile_id: ProfileId) -> SummaryHolder | None:
        """Return the session if it belongs to the profile."""
        ...

    def get_message(self, session_id: str, message_id: str) -> StoredMessage | None:
        """Return one message."""
        ...

    def messages_after(self, session_id: str, mark: StoredMessage | None) -> list[StoredMessage]:
        """Return the messages after ``mark`` by time, then id; all of them where it is None."""
        ...

    def save_summary(self, session_id: str, *, expected_mark: str | None, patch: dict[str, Any]) -> bool:
        """Store ``patch`` if the watermark still is ``expected_mark``, and tell whether it was."""
        ...


@runtime_checkable
class CountsFailures(Protocol):
    """A repository that keeps the number of failed folds with the session."""

    def count_fold_failure(self, session_id: str) -> None:
        """Add one failure; a stored summary starts again from none."""
        ...


def split_by_cap(rows: Sequence[StoredMessage], max_turns: int | None) -> SplitRows:
    """Split ``rows`` into the last ``max_turns`` messages and those before; None keeps all."""
    start = 0 if max_turns is None else max(0, len(rows) - max(0, max_turns))
    return SplitRows(kept=list(rows[start:]), dropped=list(rows[:start]))


def pending_for_summary(dropped: Sequence[StoredMessage], stored: StoredSummary | None) -> list[StoredMessage]:
    """Return the rows of ``dropped`` after the watermark; all of them where it is not among them."""
    mark = stored.up_to_message_id if stored else None
    start = next((index + 1 for index, row in enumerate(dropped) if row.id == mark), 0)
    return list(dropped[start:])


def fold_history_summary(
    *,
    rows: Sequence[StoredMessage],
    stored: StoredSummary | None,
    max_turns: int | None,
    threshold: int,
    summarize: Summarize,
    rows_start_after_summary: bool = False,
) -> FoldResult:
    """Fold one chunk of what the summary does not cover yet; call again for more.

    Args:
        rows: Messages in order: all of them, or a window of those after the watermark.
        stored: The summary so far.
        max_turns: How many of the last messages stay as they are.
        threshold: Fewer uncovered messages than this are left for later.
        summarize: Gets the summary so far, then the chunk.
        rows_start_after_summary: True where ``rows`` is a window: nothing in it is covered.
    """
    split = split_by_cap(rows, max_turns)
    if not split.dropped:
        return FoldResult(None, "nothing-dropped")
    pending = split.dropped if rows_start_after_summary else _uncovered(split, stored)
    if len(pending) < threshold:
        return FoldResult(None, "below-threshold")
    previous = cut((stored.text if stored else None) or "", MAX_SUMMARY, TRUNCATED)
    chunk = next_chunk(pending, split.kept, MAX_CHUNK - len(summary_input(previous, "")))
    if chunk is None:
        return FoldResult(None, "below-threshold")
    text = summarize(summary_input(previous, chunk.text), max_tokens=MAX_TOKENS, temperature=0.0)
    return _checked(text, chunk.rows, stored.doors if stored else ())


def fold_session_history(
    *,
    repository: FoldRepository,
    session_id: str,
    profile_id: ProfileId,
    summarize: Summarize,
    max_turns: int | None,
    threshold: int = 10,
) -> FoldResult:
    """Fold what a session has to fold, chunk by chunk, and store the summary after each; never raises.

    A failure leaves the summary as it was and is counted with the session; from the third on an extract that needs no
    model takes its place.

    Returns:
        The patch that was stored last, if any, and why folding ended.
    """

    def fold() -> FoldResult:
        try:
            return _fold_session(repository, session_id, profile_id, summarize, max_turns, threshold)
        except FoldCancelled:
            return FoldResult(None, "cancelled")

    result = _quietly(fold, FoldResult(None, "failed"))
    if result.skipped in _FAILURES and isinstance(repository, CountsFailures):
        counter = repository
        _quietly(lambda: counter.count_fold_failure(session_id), None)
    return result


def _fold_session(
    repository: FoldRepository,
    session_id: str,
    profile_id: ProfileId,
    summarize: Summarize,
    max_turns: int | None,
    threshold: int,
) -> FoldResult:
    session = repository.get_session(session_id, profile_id)
    if session is None:
        return FoldResult(None, "no-session")
    if getattr(session, "fold_failures", 0) >= PATIENCE:
        summarize = extract_summary
    stored = StoredSummary(
        session.last_summary, session.summary_up_to_message_id, tuple(getattr(session, "summary_doors", ()))
    )
    mark = repository.get_message(session_id, stored.up_to_message_id) if stored.up_to_message_id else None
    rows = repository.messages_after(session_id, mark)
    saved: dict[str, Any] | None = None
    while True:
        result = fold_history_summary(
            rows=rows,
            stored=stored,
            max_turns=max_turns,
            threshold=threshold,
            summarize=summarize,
            rows_start_after_summary=True,
        )
        if result.patch is None:
            return result if saved is None or result.skipped in _FAILURES else FoldResult(saved, None)
        if not repository.save_summary(session_id, expected_mark=stored.up_to_message_id, patch=result.patch):
            return FoldResult(saved, "superseded")
        saved, stored = result.patch, _summary_of(result.patch)
        rows = pending_for_summary(rows, stored)


def _uncovered(split: SplitRows, stored: StoredSummary | None) -> list[StoredMessage]:
    """Nothing where the watermark lies in the kept tail, which happens after the cap was raised."""
    if stored and any(row.id == stored.up_to_message_id for row in split.kept):
        return []
    return pending_for_summary(split.dropped, stored)


def _checked(text: str, rows: Sequence[StoredMessage], doors: Iterable[str]) -> FoldResult:
    summary = (text or "").strip()
    if not summary:
        return FoldResult(None, "blank-summary")
    if len(summary) > MAX_SUMMARY:
        return FoldResult(None, "over-limit")
    patch: dict[str, Any] = {"last_summary": summary, "summary_up_to_message_id": rows[-1].id}
    passed = tuple(dict.fromkeys([*doors, *(door for row in rows for door in row.doors)]))
    return FoldResult({**patch, "summary_doors": passed} if passed else patch, None)


def _summary_of(patch: Mapping[str, Any]) -> StoredSummary:
    return StoredSummary(patch["last_summary"], patch["summary_up_to_message_id"], patch.get("summary_doors", ()))


def _quietly(action: Callable[[], _T], otherwise: _T) -> _T:
    """Run work that nobody waits for; whatever goes wrong in it must not reach a reply that is already out."""
    try:
        return action()
    except Exception as error:  # noqa: BLE001
        _log.warning("folding failed: %s", type(error).__name__)
        return otherwise
