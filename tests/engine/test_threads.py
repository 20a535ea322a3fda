"""How many threads compute is measured, kept for the machine and the model, and read again."""

import itertools
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gemma_app.engine.llama import Llama
from gemma_app.engine.stop_flag import Aborted
from gemma_app.engine.threads import ThreadRecord, Threads, is_busy, measure


class Machine:
    """Takes as long as ``seconds`` says, by the number of threads and of tokens."""

    def __init__(self, seconds: Callable[[int, int], float]) -> None:
        self._seconds = seconds
        self.now = 0.0
        self.threads = (0, 0)

    def set_threads(self, *, decode: int, prefill: int) -> None:
        self.threads = (decode, prefill)

    def tokenize(self, text: str, *, special: bool) -> list[int]:
        return [7]

    def forget(self) -> None:
        pass

    def logits(self) -> None:
        pass

    def extend(self, tokens: Sequence[int]) -> None:
        self.now += self._seconds(self.threads[len(tokens) > 1], len(tokens))


def _measured(machine: Machine, most: int) -> Threads:
    return measure(machine, most, _never, lambda: machine.now)  # type: ignore[arg-type]


def _never() -> bool:
    return False


def test_decoding_that_more_threads_do_not_speed_up_takes_fewer_and_prefill_takes_all() -> None:
    machine = Machine(lambda threads, tokens: 0.01 if tokens == 1 else 0.1 / threads)
    assert _measured(machine, 7) == Threads(decode=4, prefill=7)
    assert machine.threads == (4, 7)


def test_a_slow_model_is_not_measured_for_long() -> None:
    machine = Machine(lambda threads, tokens: 0.3 * tokens / threads)
    assert _measured(machine, 2) == Threads(decode=2, prefill=2)
    assert machine.now < 20


def test_a_measurement_that_is_stopped_leaves_the_default() -> None:
    calls = itertools.count()

    def stopped(_threads: int, _tokens: int) -> float:
        if next(calls) == 7:
            raise Aborted
        return 0.01

    machine = Machine(stopped)
    with pytest.raises(Aborted):
        _measured(machine, 6)
    assert machine.threads == (6, 6)


def test_a_measurement_ends_between_trials_where_the_model_is_wanted() -> None:
    machine = Machine(lambda _threads, _tokens: 0.01)
    asked = itertools.count()
    with pytest.raises(Aborted):
        measure(machine, 6, lambda: next(asked) == 3, lambda: machine.now)  # type: ignore[arg-type]
    assert next(asked) == 4
    assert machine.threads == (6, 6)


def test_what_was_measured_is_read_for_the_same_model_only(tmp_path: Path) -> None:
    first, second = ThreadRecord(tmp_path, "one@1"), ThreadRecord(tmp_path, "two@2")
    first.write(Threads(decode=3, prefill=5))
    second.write(Threads(decode=1, prefill=1))
    assert first.read() == Threads(decode=3, prefill=5)
    assert ThreadRecord(tmp_path, "three@3").read() is None


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{", "[" * 100_000, '{"KEY": 3}', '{"KEY": {"decode": "x"}}', '{"KEY": null}'),
        *('{"KEY": {"decode": 0, "prefill": 1}}', '{"KEY": {"decode": 1, "prefill": -3}}'),
        *('{"KEY": {"decode": Infinity, "prefill": 1}}', '{"KEY": {"decode": 1, "prefill": 1000000000}}'),
    ],
)
def test_a_damaged_file_counts_as_none(tmp_path: Path, content: str) -> None:
    record = ThreadRecord(tmp_path, "one@1")
    record.write(Threads(decode=3, prefill=5))
    (path,) = tmp_path.iterdir()
    (key,) = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(content.replace('"KEY"', json.dumps(key)), encoding="utf-8")
    assert record.read() is None


@pytest.mark.model
def test_a_real_model_is_measured_and_forgets_what_it_evaluated(tiny_files: dict[str, Path]) -> None:
    llama = Llama(tiny_files["gemma3"], threads=1, n_ctx=64)
    found = measure(llama, 1, _never)
    assert (found, llama.tokens) == (Threads(decode=1, prefill=1), [])
    llama.close()


@pytest.mark.parametrize(("load", "busy"), [(0.2, False), (1.0, False), (6.0, True)])
def test_a_machine_with_much_to_do_is_busy(monkeypatch: pytest.MonkeyPatch, load: float, busy: bool) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert is_busy() is busy
