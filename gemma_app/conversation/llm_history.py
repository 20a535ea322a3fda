"""What the model is sent of a conversation: bounded, labelled, and open about what is missing."""

from collections.abc import Mapping, Sequence

from gemma_app.conversation.fold import SplitRows, StoredSummary, pending_for_summary, split_by_cap
from gemma_app.conversation.labels import called_names, recorded, reported, several_people, spoken
from gemma_app.conversation.messages import StoredMessage

_LEFT_OUT = (
    "[system] The first {count} message(s) of this conversation were left out because of the length limit. "
    "Ask the person again if you need them."
)
_REPLACED = (
    "[system] The first {count} message(s) of this conversation were replaced by the summary below because of the "
    "length limit. It is a summary, not the original — ask the person about anything it does not say."
)
_PENDING = " {count} message(s) after it are not in the summary yet."


def build_llm_history(
    rows: Sequence[StoredMessage], *, max_turns: int | None = None, summary: StoredSummary | None = None
) -> list[dict[str, str]]:
    """Return ``rows`` as ``{"role", "content"}`` for a model.

    Args:
        rows: Messages in order of ``created_at``, then id.
        max_turns: How many of the last messages are sent word for word; None for all. Pinned messages are always sent.
        summary: Stands for the messages that are not, as far as it reaches.
    """
    split = split_by_cap(rows, max_turns)
    dropped = len(_unpinned(split.dropped))
    names = called_names(rows)
    named = several_people(rows)
    shown = [row for row in split.dropped if row.pinned] + split.kept
    history = [_entry(row, names, named=named) for row in shown]
    if not dropped:
        return history
    notice = gap_notice(dropped, _not_covered(split, summary), summary)
    return [{"role": "user", "content": notice}, *history]


def gap_notice(dropped: int, pending: int, summary: StoredSummary | None) -> str:
    """Return what the model is told about the ``dropped`` messages, of which ``pending`` are in no summary yet."""
    if summary is None or not (summary.text or "").strip():
        return _LEFT_OUT.format(count=dropped)
    behind = _PENDING.format(count=pending) if pending else ""
    return f"{_REPLACED.format(count=dropped - pending)}{behind}\n{summary.text}"


def _not_covered(split: SplitRows, summary: StoredSummary | None) -> int:
    """How many dropped messages no summary covers: none where it reaches into the kept ones."""
    if summary and any(row.id == summary.up_to_message_id for row in split.kept):
        return 0
    return len(_unpinned(pending_for_summary(split.dropped, summary)))


def _unpinned(rows: Sequence[StoredMessage]) -> list[StoredMessage]:
    return [row for row in rows if not row.pinned]


def _entry(row: StoredMessage, names: Mapping[tuple[str, str], str], *, named: bool) -> dict[str, str]:
    match row.role:
        case "assistant":
            return {"role": "assistant", "content": row.content}
        case "tool":
            return {"role": "user", "content": reported(row, names)}
        case "system":
            return {"role": "user", "content": recorded(row)}
        case "user":
            return {"role": "user", "content": spoken(row, named=named)}
