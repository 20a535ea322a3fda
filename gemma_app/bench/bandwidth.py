"""How fast this machine reads memory, which bounds how fast a model can write."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

_BYTES = 256 << 20
_ROUNDS = 4


def memory_bandwidth(threads: int, size: int = _BYTES) -> float:
    """Return bytes a second that ``threads`` threads read together, the best of a few rounds.

    Args:
        threads: How many read.
        size: How much they read, well above every cache.
    """
    parts = [np.ones(size // 4 // threads, np.float32) for _ in range(threads)]
    best = 0.0
    with ThreadPoolExecutor(max_workers=threads) as pool:
        for _ in range(_ROUNDS):
            begun = time.perf_counter()
            list(pool.map(np.max, parts))
            best = max(best, sum(part.nbytes for part in parts) / (time.perf_counter() - begun))
    return best
