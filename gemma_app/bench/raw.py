"""How fast the engine reads and writes by itself, in the shapes of ``llama-bench``."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from gemma_app.engine.llama import Llama

SHAPES: dict[str, tuple[int, int]] = {"pp256": (256, 0), "pp512": (512, 0), "tg64": (0, 64)}
"""Tokens to read and tokens to write, by the name that ``llama-bench`` gives such a test."""

_CONTEXT = 1_024


@contextmanager
def engine(model: Path, threads: int) -> Iterator[Callable[[str], float]]:
    """Answer the name of a shape with tokens a second; each is done once before it counts, as ``llama-bench`` does."""
    llama = Llama(model, threads=threads, n_ctx=_CONTEXT)
    numbers = np.random.default_rng(0)

    def once(read: int, write: int) -> float:
        tokens = [int(token) for token in numbers.integers(0, llama.vocabulary_size, max(read, 1))]
        llama.forget()
        begun = time.perf_counter()
        if read:
            llama.evaluate(tokens)
            llama.logits()
            return read / (time.perf_counter() - begun)
        token = tokens[0]
        for _ in range(write):
            llama.append(token)
            token = int(np.argmax(llama.logits()))
        return write / (time.perf_counter() - begun)

    def answer(name: str) -> float:
        once(*SHAPES[name])
        return once(*SHAPES[name])

    try:
        yield answer
    finally:
        llama.close()
