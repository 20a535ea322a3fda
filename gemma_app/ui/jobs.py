"""The one door for work in the background: results, reports and errors arrive on the main thread."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal

from gemma_app.errors import GemmaAppError

Result = TypeVar("Result")


def _ignore(_: Any) -> None:
    """Do nothing with it."""


def _end() -> None:
    """Do nothing more."""


def _is_gone(function: Callable[..., Any]) -> bool:
    """Tell whether ``function`` belongs to a widget that is no more."""
    owner = getattr(function, "__self__", None)
    return isinstance(owner, QObject) and not shiboken6.isValid(owner)


class Job(Generic[Result]):
    """One piece of work.

    Args:
        deliver: Runs a function on the main thread, in the order of the calls.
        on_report: Takes on the main thread what the work reports while it runs.

    Attributes:
        cancel: Set by whoever no longer wants the result; the work looks at it.
    """

    def __init__(self, deliver: Callable[[Callable[[], None]], None], on_report: Callable[[Any], None]) -> None:
        self.cancel = threading.Event()
        self._deliver = deliver
        self._on_report = on_report

    def report(self, value: Any) -> None:
        """Hand something to the main thread while the work goes on; called by the work."""
        self._deliver(lambda: self._on_report(value))


class Jobs(QObject):
    """Runs work off the main thread.

    Expected failures (``GemmaAppError``) go to the job's own ``on_error`` or, without one, to ``failed``; anything else
    is a bug and goes to ``crashed``. Once ``close`` was called nothing is delivered any more.
    """

    failed = Signal(object)
    crashed = Signal(object)
    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._quick = ThreadPoolExecutor(max_workers=1, thread_name_prefix="quick")
        self._long: dict[threading.Thread, Job[Any]] = {}
        self._closed = False
        self._arrived.connect(self._run_arrived, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[], Result],
        *,
        on_done: Callable[[Result], None] = _ignore,
        on_error: Callable[[GemmaAppError], None] | None = None,
    ) -> None:
        """Run short work, such as a read or one change; such work runs in the order in which it was given."""
        job: Job[Result] = Job(self._arrived.emit, _ignore)
        if not self._closed:
            self._quick.submit(self._carry_out, job, lambda _: work(), on_done, on_error)

    def run_long(
        self,
        work: Callable[[Job[Result]], Result],
        *,
        on_done: Callable[[Result], None] = _ignore,
        on_error: Callable[[GemmaAppError], None] | None = None,
        on_report: Callable[[Any], None] = _ignore,
        on_end: Callable[[], None] = _end,
    ) -> Job[Result]:
        """Run work that takes its time on a thread of its own.

        Args:
            work: Gets its job, to report and to see ``cancel``.
            on_done: Takes the result.
            on_error: Takes an expected failure.
            on_report: Takes what the work reports meanwhile.
            on_end: Called last, however the work ended.
        """
        job: Job[Result] = Job(self._arrived.emit, on_report)

        def carry_out() -> None:
            try:
                self._carry_out(job, work, on_done, on_error)
            finally:
                self._arrived.emit(on_end)
                self._long.pop(threading.current_thread(), None)

        thread = threading.Thread(target=carry_out, daemon=True, name="long")
        self._long[thread] = job
        thread.start()
        return job

    def close(self, seconds: float) -> bool:
        """Cancel everything, wait at most ``seconds``, and tell whether all of it ended."""
        self._closed = True
        running = dict(self._long)
        for job in running.values():
            job.cancel.set()
        self._quick.shutdown(wait=True, cancel_futures=True)
        until = time.monotonic() + seconds
        for thread in running:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in running)

    def _carry_out(
        self,
        job: Job[Result],
        work: Callable[[Job[Result]], Result],
        on_done: Callable[[Result], None],
        on_error: Callable[[GemmaAppError], None] | None,
    ) -> None:
        try:
            result = work(job)
        except GemmaAppError as error:
            expected = error
            self._arrived.emit(lambda: (on_error or self.failed.emit)(expected))
        except Exception as error:  # noqa: BLE001 - the top of this thread
            bug = error
            self._arrived.emit(lambda: self.crashed.emit(bug))
        else:
            self._arrived.emit(lambda: None if _is_gone(on_done) else on_done(result))

    def _run_arrived(self, function: Callable[[], None]) -> None:
        if not self._closed:
            function()
