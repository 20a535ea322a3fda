"""What one fold takes: the oldest messages that may be folded, as text of bounded length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gemma_app.conversation.extract import MESSAGES_HEADING, SUMMARY_HEADING
from gemma_app.conversation.labels import TRUNCATED, called_names, for_summary
from gemma_app.conversation.messages import StoredMessage
from gemma_app.text import cut

MAX_CHUNK = 12_000


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Messages that are folded at once, and what is read of them."""

    rows: list[StoredMessage]
    text: str


def next_chunk(pending: Sequence[StoredMessage], kept: Sequence[StoredMessage], room: int) -> Chunk | None:
    """Return the oldest messages that fit into ``room`` and may be folded, None where there are none.

    Nothing from the newest user message on is folded, no pinned message, and no call without its results.

    Args:
        pending: The messages that may leave, oldest first.
        kept: The messages after them, which stay.
        room: Characters.
    """
    live = [*pending, *kept]
    newest = max((index for index, row in enumerate(live) if row.role == "user"), default=len(live))
    rows: list[StoredMessage] = []
    text = ""
    for together in _indivisible(live, min(newest, len(pending))):
        names = called_names(together)
        group = [row for row in together if not row.pinned]
        lines = [for_summary(row, names) for row in group]
        longer = "\n".join([text, *lines] if text else lines)
        if len(longer) > room:
            return Chunk(rows=rows, text=text) if rows else Chunk(rows=group, text=_squeezed(lines, room))
        rows, text = rows + group, longer
    return Chunk(rows=rows, text=text) if rows else None


def _indivisible(live: Sequence[StoredMessage], limit: int) -> Iterator[list[StoredMessage]]:
    """Runs of messages that are folded together, a call with its results, as far as they end by ``limit``."""
    start = 0
    while start < limit:
        end = start + 1
        index = start
        while index < end:
            end = max(end, _end_of_results(live, index))
            index += 1
        if end > limit:
            return
        yield list(live[start:end])
        start = end


def _end_of_results(live: Sequence[StoredMessage], index: int) -> int:
    """Where the last result of the calls of ``live[index]`` ends; no further than a call that uses an id again."""
    waiting = {call.id for call in live[index].tool_calls} - {part.tool_use_id for part in live[index].tool_results}
    end = index + 1
    for place in range(index + 1, len(live)):
        waiting -= {call.id for call in live[place].tool_calls}
        if not waiting:
            break
        found = {part.tool_use_id for part in live[place].tool_results}
        end = place + 1 if waiting & found else end
        waiting -= found
    return end


def _squeezed(lines: Sequence[str], room: int) -> str:
    """What is too long to be folded whole, each message cut to its share."""
    share = room // len(lines) - 1
    return cut("\n".join(cut(line, max(share, len(TRUNCATED)), TRUNCATED) for line in lines), room, TRUNCATED)


def summary_input(previous: str, messages: str) -> str:
    """Return what the summarizer reads: the summary so far, if any, and the messages after it."""
    before = f"{SUMMARY_HEADING}{previous}\n\n" if previous else ""
    return f"{before}{MESSAGES_HEADING}{messages}"
