"""The other side: what a user of llama-cpp-python has, who gives it the same prompt and grammar.

Runs in a process of its own, without anything of this app's engine.
"""

import ctypes
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gemma_app.bench.memory import memory_now
from gemma_app.bench.runs import Answer, Prompt, Stamp

ENGINE_VARIABLES = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
"""What the engine sets for the process that it runs in; what it is compared with runs without."""

_CONTEXT = 4_096


@contextmanager
def stock(model: Path, adapter: Path | None, threads: int) -> Iterator[Callable[[Prompt], Answer]]:
    """Answer prompts with ``llama_cpp.Llama``, all else being its defaults.

    Args:
        model: The model file.
        adapter: LoRA adapter that it applies at run time.
        threads: Threads that compute.
    """
    for name in ENGINE_VARIABLES:
        os.environ.pop(name, None)
    import llama_cpp  # only now: OpenMP reads the variables when it is loaded
    from llama_cpp.llama_grammar import LlamaGrammar

    silent = llama_cpp.llama_log_callback(lambda _level, _text, _data: None)
    llama_cpp.llama_log_set(silent, ctypes.c_void_p(0))
    llama = llama_cpp.Llama(
        str(model),
        lora_path=str(adapter) if adapter else None,
        n_ctx=_CONTEXT,
        n_threads=threads,
        n_threads_batch=threads,
        verbose=False,
    )

    def answer(prompt: Prompt) -> Answer:
        started = time.perf_counter()
        pieces: Iterable[Any] = llama.create_completion(
            prompt.text,
            max_tokens=prompt.max_tokens,
            temperature=0.0,
            grammar=LlamaGrammar.from_string(prompt.grammar, verbose=False) if prompt.grammar else None,
            stop=[prompt.stop] if prompt.stop else [],
            stream=True,
        )
        came = [(time.perf_counter() - started, piece["choices"][0]["text"]) for piece in pieces]
        return answered(prompt, started, came, time.perf_counter() - started)

    try:
        yield answer
    finally:
        llama.close()


def answered(prompt: Prompt, started: float, came: list[tuple[float, str]], ended: float) -> Answer:
    """Return an answer whose pieces came one by one; under a grammar it is a call unless it begins as talk does.

    Args:
        prompt: What was asked.
        started: When, on the clock ``time.perf_counter``.
        came: The pieces, each with the seconds until it came.
        ended: Seconds until the end.
    """
    text = "".join(piece for _, piece in came)
    first = next((at for at, piece in came if piece.strip()), ended)
    is_call = bool(prompt.grammar) and not text.lstrip().startswith("say")
    stamps: dict[Stamp, float] = {"t3": first, "t4": ended} if is_call else {"t7": first}
    return Answer(
        started=started,
        stamps={"first": first, **stamps, "t8": ended},
        counts={"generated": sum(1 for _, piece in came if piece)},
        memory=memory_now(),
        text=text,
    )
