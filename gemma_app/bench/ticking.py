"""Whether a window would stay smooth: how late a timer of 8 ms fires while the model works."""

import threading
import time
from collections.abc import Callable

TICK_SECONDS = 0.008

Ticker = Callable[[Callable[[], None]], list[float]]
"""Runs work on another thread and returns by how many seconds each tick on this one was late meanwhile."""


def plain_ticks(work: Callable[[], None]) -> list[float]:
    """Tick without a window: this thread sleeps from tick to tick."""
    thread = threading.Thread(target=work, name="ticked")
    late: list[float] = []
    thread.start()
    due = time.perf_counter() + TICK_SECONDS
    while thread.is_alive():
        time.sleep(max(0.0, due - time.perf_counter()))
        now = time.perf_counter()
        late.append(max(0.0, now - due))
        due = now + TICK_SECONDS
    return late
