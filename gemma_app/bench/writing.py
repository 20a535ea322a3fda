"""How somebody writes to the app: what the window reads along with, key by key, before Enter.

The pauses are those of the keystroke-level model (Card, Moran and Newell, 1980): a key of an average typist, and a
moment of thought before an action.
"""

from collections.abc import Callable

KEY_SECONDS = 0.28
THINKING_SECONDS = 1.35
PAUSE_SECONDS = 0.15
"""How long the window waits behind a key before it reads what stands there."""

# Nobody needs to see all of it typed: the app has long read what came before.
_LAST_KEYS = 4

Read = Callable[[str], object]
"""Is told what stands in the input field."""

Wait = Callable[[float], object]
"""Waits so many seconds."""


def paste(read: Read, wait: Wait) -> None:
    """Read the answer before, then have the words there and Enter pressed at once."""
    read("")
    wait(THINKING_SECONDS)


def write(text: str, read: Read, wait: Wait) -> None:
    """Read the answer before, then type ``text`` and press Enter one key later."""
    paste(read, wait)
    for end in range(max(1, len(text) - _LAST_KEYS), len(text) + 1):
        wait(PAUSE_SECONDS)
        read(text[:end])
        wait(KEY_SECONDS - PAUSE_SECONDS)
