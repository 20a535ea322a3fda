"""Hands the text of an answer on in pieces that are worth showing, however fast it is written."""

import time
from collections.abc import Callable

from gemma_app.agent.model import TextDelta
from gemma_app.agent.turn import TurnEvent

AT_MOST_EVERY = 0.03


class Pacing:
    """Joins text that comes faster than ``AT_MOST_EVERY`` seconds; everything else goes on at once, in order.

    Args:
        hand_on: Takes the events.
        now: The time in seconds.
    """

    def __init__(self, hand_on: Callable[[TurnEvent], None], now: Callable[[], float] = time.monotonic) -> None:
        self._hand_on = hand_on
        self._now = now
        self._held = ""
        self._last = float("-inf")

    def take(self, event: TurnEvent) -> None:
        """Take one event of the turn."""
        if not isinstance(event, TextDelta):
            self._let_go()
            self._hand_on(event)
            return
        self._held += event.text
        if self._now() - self._last >= AT_MOST_EVERY:
            self._let_go()

    def _let_go(self) -> None:
        if self._held:
            text, self._held = self._held, ""
            self._last = self._now()
            self._hand_on(TextDelta(text=text))
