"""One thread for the native model: answers come before what is only done ahead."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from gemma_app.engine.stop_flag import Aborted, StopFlag
from gemma_app.engine.worker import Worker

_PATIENCE = 10.0


class Flag(StopFlag):
    """Stands for a computation that is stopped where it is set."""

    def __init__(self) -> None:
        self.raised = threading.Event()

    def set(self) -> None:
        self.raised.set()

    def clear(self) -> None:
        self.raised.clear()

    def compute(self) -> None:
        """Compute until stopped."""
        assert self.raised.wait(_PATIENCE)
        raise Aborted


@pytest.fixture
def flag() -> Flag:
    return Flag()


@pytest.fixture
def worker(flag: Flag) -> Iterator[Worker]:
    pool = ThreadPoolExecutor(max_workers=1)
    yield Worker(pool, flag)
    pool.shutdown()


def _answer(worker: Worker, value: str) -> str:
    return worker.ask(lambda: value, threading.Event()).result(_PATIENCE)


def test_a_request_stops_what_is_done_ahead_and_the_next_is_not_stopped(worker: Worker, flag: Flag) -> None:
    begun = threading.Event()

    def ahead() -> None:
        begun.set()
        flag.compute()

    worker.work_ahead("read", ahead)
    assert begun.wait(_PATIENCE)
    assert _answer(worker, "answered") == "answered"
    assert not flag.raised.is_set()


def test_a_request_drops_what_was_to_be_done_ahead(worker: Worker) -> None:
    done: list[str] = []
    hold = threading.Event()
    first = worker.ask(lambda: hold.wait(_PATIENCE), threading.Event())
    worker.work_ahead("read", lambda: done.append("read"))
    second = worker.ask(lambda: None, threading.Event())
    hold.set()
    first.result(_PATIENCE)
    second.result(_PATIENCE)
    _answer(worker, "last")
    assert done == []


def test_newer_work_takes_the_place_of_work_of_the_same_name_only(worker: Worker) -> None:
    done: list[str] = []
    begun, hold, finished = threading.Event(), threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        return hold.wait(_PATIENCE)

    held = worker.ask(wait, threading.Event())
    assert begun.wait(_PATIENCE)
    worker.work_ahead("read", lambda: done.append("old"))
    worker.work_ahead("threads", lambda: done.append("threads"))
    worker.work_ahead("read", lambda: done.append("new"))
    worker.work_ahead("end", finished.set)
    hold.set()
    held.result(_PATIENCE)
    assert finished.wait(_PATIENCE)
    assert done == ["new", "threads"]


def test_work_that_made_room_for_newer_work_does_not_stop_it(worker: Worker) -> None:
    begun, given, finished = threading.Event(), threading.Event(), threading.Event()
    wanted: list[bool] = []

    def measure() -> None:
        begun.set()
        assert given.wait(_PATIENCE)
        wanted.append(worker.is_wanted)
        worker.work_ahead("threads", finished.set)
        raise Aborted

    worker.work_ahead("threads", measure)
    assert begun.wait(_PATIENCE)
    worker.work_ahead("read", lambda: wanted.append(worker.is_wanted))
    given.set()
    assert finished.wait(_PATIENCE)
    assert wanted == [True, False]


def test_cancelling_stops_only_the_work_that_it_names(worker: Worker, flag: Flag) -> None:
    running, waiting = threading.Event(), threading.Event()
    begun = threading.Event()

    def compute() -> str:
        begun.set()
        try:
            flag.compute()
        except Aborted:
            return "stopped"
        return "ended"

    first = worker.ask(compute, running)
    assert begun.wait(_PATIENCE)
    worker.cancel(waiting)
    assert not flag.raised.is_set()
    worker.cancel(running)
    assert first.result(_PATIENCE) == "stopped"


def test_a_fault_in_work_ahead_is_logged_and_hurts_nothing_else(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    begun, finished = threading.Event(), threading.Event()

    def fail() -> None:
        begun.set()
        raise RuntimeError("a fault")

    worker.work_ahead("read", fail)
    assert begun.wait(_PATIENCE)
    assert _answer(worker, "answered") == "answered"
    worker.work_ahead("read", finished.set)
    assert finished.wait(_PATIENCE)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_closing_stops_what_runs_and_takes_nothing_on(flag: Flag) -> None:
    worker = Worker(ThreadPoolExecutor(max_workers=1), flag)
    begun, closed = threading.Event(), threading.Event()

    def ahead() -> None:
        begun.set()
        flag.compute()

    worker.work_ahead("read", ahead)
    assert begun.wait(_PATIENCE)
    worker.close(closed.set)
    worker.work_ahead("read", lambda: pytest.fail("ran after the end"))
    assert closed.is_set()


def test_closing_lets_nothing_that_waits_compute_and_refuses_what_comes_later(flag: Flag) -> None:
    worker = Worker(ThreadPoolExecutor(max_workers=1), flag)
    begun, closed = threading.Event(), threading.Event()
    running, waiting = threading.Event(), threading.Event()

    def compute() -> None:
        begun.set()
        with suppress(Aborted):
            flag.compute()

    worker.ask(compute, running)
    assert begun.wait(_PATIENCE)
    told = worker.ask(waiting.is_set, waiting)
    worker.close(closed.set)
    assert told.result(_PATIENCE)
    assert closed.is_set()
    with pytest.raises(Aborted):
        worker.ask(lambda: pytest.fail("ran after the end"), threading.Event())
