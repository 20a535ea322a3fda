"""The machine that is measured."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

_PROCESSORS = Path("/proc/cpuinfo")


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What the figures depend on.

    Args:
        processor: Its name.
        cores: How many the app may use.
        threads: How many compute.
        bandwidth: Bytes a second that these threads read from memory.
        model: Name of the model's file.
        model_bytes: Its size, which is what writing one token reads.
        stock_bytes: Size of the package's file; None where nothing was compared.
        llama_cpp: Version of llama-cpp-python.
        turns: Turns that were measured in each situation.
        measured_at: When, in ISO format.
    """

    processor: str
    cores: int
    threads: int
    bandwidth: float
    model: str
    model_bytes: int
    stock_bytes: int | None
    llama_cpp: str
    turns: int
    measured_at: str


def processor_name() -> str:
    """Return what the processor calls itself."""
    if _PROCESSORS.exists():
        for line in _PROCESSORS.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def usable_cores() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
