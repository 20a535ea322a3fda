"""What is read from the machine, and what is kept."""

from pathlib import Path

import pytest

from gemma_app.bench.bandwidth import memory_bandwidth
from gemma_app.bench.keeping import keep, kept
from gemma_app.bench.machine import processor_name, usable_cores
from gemma_app.bench.memory import from_status, memory_now
from gemma_app.bench.ticking import plain_ticks
from gemma_app.errors import AppError
from tests.bench.made import results, turn

STATUS = "Name:\tx\nVmHWM:\t    2048 kB\nRssAnon:\t     3 kB\nRssFile:\t  5 kB\nThreads:\t1\n"


def test_memory_is_told_by_kind() -> None:
    assert from_status(STATUS) == {"peak": 2048 * 1024, "anonymous": 3 * 1024, "file": 5 * 1024}
    assert memory_now()["peak"] > 1 << 20


def test_the_machine_has_a_name_cores_and_a_bandwidth() -> None:
    assert processor_name()
    assert usable_cores() >= 1
    assert memory_bandwidth(2, size=1 << 20) > 0


def test_ticks_go_on_while_work_does_and_not_without_it() -> None:
    done: list[bool] = []
    late = plain_ticks(lambda: done.append(True))
    assert done == [True]
    assert all(seconds >= 0 for seconds in late)


def test_the_last_results_are_kept_in_the_place_of_those_before(tmp_path: Path) -> None:
    assert kept(tmp_path) is None
    for seconds in (0.5, 0.25):
        last = results(turn("warm", "app", 0, seconds))
        keep(tmp_path, last)
    assert kept(tmp_path) == last.summary()


def test_results_of_another_version_count_as_none(tmp_path: Path) -> None:
    keep(tmp_path, results())
    (tmp_path / "bench" / "last.json").write_text('{"ratios": 3}', encoding="utf-8")
    assert kept(tmp_path) is None


def test_a_folder_that_refuses_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bench").write_text("a file", encoding="utf-8")
    with pytest.raises(AppError, match="was not saved"):
        keep(tmp_path, results())
