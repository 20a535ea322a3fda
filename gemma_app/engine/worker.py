"""The one thread that touches the native model: answers in turn, and what can be done between them."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from gemma_app.engine.stop_flag import Aborted, StopFlag

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


class Worker:
    """Runs work on one thread; what is asked for stops what is only done ahead.

    Args:
        pool: Has the one thread.
        flag: Stops the computation that runs on it.
    """

    def __init__(self, pool: ThreadPoolExecutor, flag: StopFlag) -> None:
        self._pool = pool
        self._flag = flag
        self._lock = threading.Lock()
        self._running: threading.Event | None = None
        self._asked = 0
        self._closed = False
        self._ahead: dict[str, Callable[[], None]] = {}
        self._is_ahead_scheduled = False
        self._works_ahead = False
        self._has_newer = False

    @property
    def is_wanted(self) -> bool:
        """Whether anything came since that what runs now should make room for; what waited before waits on."""
        return bool(self._asked or self._has_newer or self._closed)

    @property
    def has_waiting(self) -> bool:
        """Whether anything waits at all, since whenever."""
        return bool(self._asked or self._ahead or self._closed)

    def ask(self, work: Callable[[], Result], stop: threading.Event) -> Future[Result]:
        """Run ``work`` as soon as what was asked for before is done; ``stop`` names it for ``cancel``.

        Raises:
            Aborted: The worker was closed.
        """
        with self._lock:
            if self._closed:
                raise Aborted
            self._asked += 1
            self._drop_ahead()
            return self._pool.submit(self._answer, work, stop)

    def cancel(self, stop: threading.Event) -> None:
        """Set ``stop``, and stop the computation of its work where that runs."""
        stop.set()
        with self._lock:
            if self._running is stop:  # other work may run by now
                self._flag.set()

    def work_ahead(self, name: str, work: Callable[[], None]) -> None:
        """Run ``work`` while nothing is asked for; it takes the place of waiting work of the same name.

        It may be stopped at any time, and never reports anything.
        """
        with self._lock:
            if self._closed or self._asked:
                return
            self._ahead[name] = work
            self._has_newer = True
            if not self._is_ahead_scheduled:
                self._is_ahead_scheduled = True
                self._pool.submit(self._work_ahead).add_done_callback(_log_fault)

    def close(self, last: Callable[[], None]) -> None:
        """Stop what runs and what waits, then run ``last`` on the thread and end it."""
        with self._lock:
            self._closed = True
            self._drop_ahead()
            if self._running:
                self._running.set()
                self._flag.set()
            ended = self._pool.submit(last)
        ended.result()
        self._pool.shutdown()

    def _drop_ahead(self) -> None:
        self._ahead.clear()
        if self._works_ahead:
            self._flag.set()

    def _answer(self, work: Callable[[], Result], stop: threading.Event) -> Result:
        with self._lock:
            self._asked -= 1
            self._running = stop
            self._flag.clear()
            if self._closed:
                stop.set()
        try:
            return work()
        finally:
            with self._lock:
                self._running = None

    def _work_ahead(self) -> None:
        try:
            while (work := self._next_ahead()) is not None:
                with suppress(Aborted):
                    work()
        finally:
            with self._lock:
                self._works_ahead = self._is_ahead_scheduled = False

    def _next_ahead(self) -> Callable[[], None] | None:
        with self._lock:
            self._works_ahead = bool(self._ahead)
            self._has_newer = False
            if not self._ahead:
                self._is_ahead_scheduled = False
                return None
            self._flag.clear()
            return self._ahead.pop(next(iter(self._ahead)))


def _log_fault(done: Future[None]) -> None:
    if not done.cancelled() and (fault := done.exception()) is not None:
        _log.error("work ahead failed", exc_info=fault)
