"""Doors: through which permissions an answer left the data, and what a reader without them may still see."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gemma_app.conversation.messages import StoredMessage

_UNRESOLVED = "unresolved:"


def doors_for_answer(tool_names: Iterable[str], doors_of: Callable[[str], Iterable[str] | None]) -> tuple[str, ...]:
    """Return the doors that an answer passed, in order and without duplicates.

    Args:
        tool_names: The tools that ran for the answer.
        doors_of: Gives the doors of a tool, or None for a tool that it does not know, which gives
            ``unresolved:<name>``: a door that never opens.

    Returns:
        The doors; none at all means that anyone may read the answer.
    """
    passed: dict[str, None] = {}
    for name in tool_names:
        doors = doors_of(name)
        passed |= dict.fromkeys((f"{_UNRESOLVED}{name}",) if doors is None else doors)
    return tuple(passed)


class DoorGate:
    """The open doors of one request; each is asked about once.

    Args:
        check: Tells whether the reader may pass a door.
    """

    def __init__(self, check: Callable[[str], bool]) -> None:
        self._check = check
        self._answers: dict[str, bool] = {}

    def __call__(self, door: str) -> bool:
        """Tell whether ``door`` is open; an unresolved one never is."""
        if door.startswith(_UNRESOLVED):
            return False
        if door not in self._answers:
            self._answers[door] = bool(self._check(door))
        return self._answers[door]


def passes_row(doors: Iterable[str], gate: Callable[[str], bool]) -> bool:
    """Tell whether all of ``doors`` are open."""
    return all(gate(door) for door in doors)


def redact_by_doors(
    rows: Iterable[StoredMessage], gate: Callable[[str], bool], notice: Callable[[Sequence[str]], str]
) -> list[StoredMessage]:
    """Return ``rows`` with those behind a closed door emptied.

    Args:
        rows: Messages; one that passes is returned as the same object.
        gate: Tells whether a door is open.
        notice: Gives the text that stands where the content was, from the doors of the row.
    """
    return [row if passes_row(row.doors, gate) else _emptied(row, notice(row.doors)) for row in rows]


def _emptied(row: StoredMessage, content: str) -> StoredMessage:
    return replace(
        row,
        content=content,
        redacted=True,
        extra=None,
        proposals=None,
        patch_entry_id=None,
        tool_calls=(),
        tool_results=(),
        attachments=(),
    )
