import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gemma_app.errors import AppError
from gemma_app.language import same
from gemma_app.ui.jobs import Job, Jobs
from tests.ui.stage import WAIT_MS


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close(5)


def test_results_arrive_on_the_main_thread_in_order(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[tuple[int, bool]] = []

    def take(number: int) -> None:
        seen.append((number, QThread.currentThread() is jobs.thread()))

    workers: set[int] = set()

    def work(number: int) -> int:
        workers.add(threading.get_ident())
        return number

    for number in range(20):
        jobs.run(partial(work, number), on_done=take)
    qtbot.waitUntil(lambda: len(seen) == 20, timeout=WAIT_MS)
    assert seen == [(number, True) for number in range(20)]
    assert threading.get_ident() not in workers


def test_an_expected_failure_goes_to_its_own_handler_or_to_all(jobs: Jobs, qtbot: QtBot) -> None:
    error = AppError(same("no space"))

    def fail() -> None:
        raise error

    with qtbot.waitCallback(timeout=WAIT_MS) as own:
        jobs.run(fail, on_error=own)
    own.assert_called_with(error)
    with qtbot.waitSignal(jobs.failed, timeout=WAIT_MS) as shared:
        jobs.run(fail)
    assert shared.args == [error]


def test_a_bug_goes_to_crashed_and_the_end_is_told(jobs: Jobs, qtbot: QtBot) -> None:
    def explode(job: Job[None]) -> None:
        raise ZeroDivisionError

    ended: list[bool] = []
    with qtbot.waitSignal(jobs.crashed, timeout=WAIT_MS) as crashed:
        jobs.run_long(explode, on_end=lambda: ended.append(True))
    assert crashed.args is not None
    assert isinstance(crashed.args[0], ZeroDivisionError)
    qtbot.waitUntil(lambda: ended == [True], timeout=WAIT_MS)


def test_closing_cancels_waits_and_delivers_nothing_more(qapp: QApplication, qtbot: QtBot) -> None:
    jobs = Jobs()
    delivered: list[str] = []

    def work(job: Job[str]) -> str:
        job.cancel.wait()
        job.report("late")
        return "late too"

    jobs.run_long(work, on_done=delivered.append, on_report=delivered.append)
    assert jobs.close(5)
    qapp.processEvents()
    assert delivered == []


def test_closing_waits_only_so_long(qapp: QApplication) -> None:
    jobs = Jobs()
    release = threading.Event()
    jobs.run_long(lambda job: release.wait(10))
    assert not jobs.close(0.05)
    release.set()


def test_a_result_for_a_widget_that_is_gone_is_dropped(jobs: Jobs, qtbot: QtBot) -> None:
    shown = QLabel()
    may_end = threading.Event()

    def work(job: Job[str]) -> str:
        may_end.wait(5)
        return "text"

    ended: list[bool] = []
    jobs.run_long(work, on_done=shown.setText, on_end=lambda: ended.append(True))
    with qtbot.waitSignal(shown.destroyed, timeout=WAIT_MS):
        shown.deleteLater()
    may_end.set()
    qtbot.waitUntil(lambda: ended == [True], timeout=WAIT_MS)
