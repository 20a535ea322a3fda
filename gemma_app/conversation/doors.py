"""Doors: through which permissions an answer left the data, and what a reader without them may still see."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gemma_app.conversation.messages import StoredMessage
from gemma_app.language import Phrase, same

_UNRESOLVED = "unresolved:"
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_LATIN = 3
_NAMELESS = same("")


@dataclass(frozen=True)
class Given:
    """Data that goes along with every request to a model, though no tool was called for it.

    It goes along with a greeting too; so an answer carries its doors only where it has a word of it.

    Args:
        doors: The data scopes that it was read through.
        items: What it says.
        called: What such things are called; who counts them says the word.
    """

    doors: tuple[str, ...] = ()
    items: tuple[Phrase, ...] = ()
    called: Phrase = _NAMELESS

    def doors_in(self, text: str) -> tuple[str, ...]:
        """Return the doors that ``text`` passes."""
        return self.doors if self._begins_word is not None and self._begins_word.search(_folded(text)) else ()

    @cached_property
    def _begins_word(self) -> re.Pattern[str] | None:
        both = [text for phrase in (*self.items, self.called) for text in (phrase.ko, phrase.en)]
        words = {word for text in both for word in _WORD.findall(_folded(text))}
        told = sorted(word for word in words if not word.isascii() or len(word) >= _SHORTEST_LATIN)
        return re.compile(rf"(?<!\w)(?:{'|'.join(told)})") if told else None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


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
