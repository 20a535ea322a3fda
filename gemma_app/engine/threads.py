"""How many threads compute fastest, measured once for each machine and model."""

import itertools
import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import llama_cpp

from gemma_app.engine.llama import Llama
from gemma_app.engine.remembered import Remembered
from gemma_app.engine.stop_flag import Aborted

_FILE = "threads.json"
_PROMPT = 16
# llama.cpp has no more.
_MOST_THREADS = 512
_TOKENS = 4
_ROUNDS = 3
_PATIENCE_SECONDS = 0.7
# More threads must win by this much, since they take cores from everything else.
_CLEARLY = 0.95
# Load that others cause, per core: this program itself, just started, causes less.
_BUSY = 0.75


@dataclass(frozen=True, kw_only=True)
class Threads:
    """How many threads compute one token (``decode``), and several at once (``prefill``)."""

    decode: int
    prefill: int


class ThreadRecord:
    """What was measured on this machine for one model.

    Args:
        folder: Holds the file of all measurements.
        model_id: Names the model.
    """

    def __init__(self, folder: Path, model_id: str) -> None:
        self._file = Remembered(folder / _FILE)
        self._key = f"{_processor()} x {os.cpu_count()}, {llama_cpp.__version__}, {model_id}"

    def read(self) -> Threads | None:
        """Return what was measured, None where nothing was."""
        found = self._file.read().get(self._key)
        try:
            threads = Threads(decode=int(found["decode"]), prefill=int(found["prefill"])) if found else None
        except (KeyError, OverflowError, TypeError, ValueError):
            return None
        return threads if threads and all(1 <= count <= _MOST_THREADS for count in vars(threads).values()) else None

    def write(self, threads: Threads) -> None:
        """Keep ``threads``; where that fails, they are measured again at the next start."""
        self._file.write(self._file.read() | {self._key: asdict(threads)})


def is_busy() -> bool:
    """Whether other programs keep a good part of this machine's cores busy; False where the system does not tell."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return load > _BUSY * (os.cpu_count() or 1)


def measure(
    llama: Llama, most: int, is_wanted: Callable[[], bool], clock: Callable[[], float] = time.perf_counter
) -> Threads:
    """Try a few numbers of threads up to ``most``, leave the best set, and forget the sequence.

    Args:
        llama: The model.
        most: Threads at most.
        is_wanted: Asked between trials whether the model is needed for something else.
        clock: Gives seconds.

    Raises:
        Aborted: The model was needed; ``most`` is set then.
    """
    if is_wanted():
        raise Aborted  # before the sequence is lost
    tried = sorted({most, (most + 1) // 2})
    best = Threads(decode=most, prefill=most)
    prefill, decode = dict.fromkeys(tried, float("inf")), dict.fromkeys(tried, float("inf"))
    begun = clock()
    try:
        for _ in range(_ROUNDS):
            for count in tried:
                if is_wanted():
                    raise Aborted
                times = _times(llama, count, clock)
                prefill[count], decode[count] = min(prefill[count], times[0]), min(decode[count], times[1])
            if clock() - begun > _PATIENCE_SECONDS:
                break
        best = Threads(decode=_best(decode), prefill=_best(prefill))
    finally:
        llama.set_threads(decode=best.decode, prefill=best.prefill)
        llama.forget()
    return best


def _times(llama: Llama, count: int, clock: Callable[[], float]) -> tuple[float, float]:
    """Return the seconds of a short prompt, and of the fastest token behind it."""
    llama.set_threads(decode=count, prefill=count)
    llama.forget()
    token = llama.tokenize("a", special=False)[:1]
    instants = [clock()]
    for tokens in (token * _PROMPT, *[token] * _TOKENS):
        llama.extend(tokens)
        llama.logits()
        instants.append(clock())
    first, *others = (after - before for before, after in itertools.pairwise(instants))
    return first, min(others)


def _best(seconds: dict[int, float]) -> int:
    """Return the smallest number of threads that no larger one clearly beats."""
    best, *larger = sorted(seconds)
    for count in larger:
        if seconds[count] < seconds[best] * _CLEARLY:
            best = count
    return best


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
