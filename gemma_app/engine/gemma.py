"""Gemma as a chat model: one thread owns the native model, any thread may ask it."""

import hashlib
import os
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from gemma_app.agent.model import ChatRequest, ModelEvent, ModelReply, OnModelEvent
from gemma_app.dialects.protocol import Dialect
from gemma_app.engine.generation import Generation
from gemma_app.engine.gguf_header import check_model
from gemma_app.engine.llama import Llama

DEFAULT_CONTEXT = 4_096
_POLL_SECONDS = 0.01
_SAMPLE = 1 << 20


class GemmaModel:
    """A loaded model; requests of several threads are answered one after the other.

    Args:
        model_id: Names the model and its weights.
        llama: The native model, owned by the thread of ``worker``.
        dialect: The model's text format.
        worker: Runs everything that touches ``llama``.
        options: Options of every request that does not say otherwise.
    """

    def __init__(
        self,
        model_id: str,
        llama: Llama,
        dialect: Dialect,
        worker: ThreadPoolExecutor,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self._id = model_id
        self._llama = llama
        self._dialect = dialect
        self._worker = worker
        self._options = options
        self._lock = threading.Lock()
        self._running: threading.Event | None = None

    @classmethod
    def load(
        cls,
        path: Path,
        *,
        dialect: Dialect,
        threads: int | None = None,
        n_ctx: int = DEFAULT_CONTEXT,
        on_progress: Callable[[float], None] | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Self:
        """Load the GGUF file ``path``; blocks until it can be used.

        Args:
            path: The model file.
            dialect: The text format of its generation of Gemma.
            threads: Threads that compute; None leaves one core to the window.
            n_ctx: Longest prompt and answer together, in tokens; no more than the model was trained for.
            on_progress: Takes the loaded share, 0 to 1, on another thread.
            options: Options of every request that does not say otherwise.

        Raises:
            AppError: The file is missing, damaged, of an unknown kind, or too big; the message says what to do.
        """
        header = check_model(path)
        worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gemma")
        try:
            llama = worker.submit(
                Llama,
                path,
                threads=threads or default_threads(),
                n_ctx=min(n_ctx, header.context_length or n_ctx),
                on_progress=on_progress,
            ).result()
        except BaseException:
            worker.shutdown()
            raise
        return cls(f"{header.name or path.stem}@{fingerprint(path)}", llama, dialect, worker, options)

    @property
    def id(self) -> str:
        """The model's name and a fingerprint of its file."""
        return self._id

    @property
    def speaks_through_the_app(self) -> bool:
        """Whether the model only makes calls, and the app words what came of them."""
        return self._dialect.name == "embedded"

    @property
    def dialect(self) -> str:
        """The name of the text format that it speaks."""
        return self._dialect.name

    @property
    def context_tokens(self) -> int:
        """How many tokens a prompt and its answer may have together."""
        return self._llama.n_ctx

    def generate(
        self,
        request: ChatRequest,
        *,
        on_event: OnModelEvent | None = None,
        cancel: threading.Event | None = None,
    ) -> ModelReply:
        """Continue ``request.messages``.

        Args:
            request: See ``ChatRequest``; ``top_k`` and ``top_p`` are known among the options, too.
            on_event: Told of text, thoughts, calls and progress, on the calling thread.
            cancel: Ends the generation within milliseconds, also while a long prompt is read.

        Raises:
            AppError: The prompt does not fit the context.
        """
        request = replace(request, options={**self._options, **request.options})
        stop = threading.Event()
        events: queue.SimpleQueue[ModelEvent | None] = queue.SimpleQueue()
        future = self._worker.submit(self._run, request, events, stop)
        try:
            self._listen(events, on_event, cancel, stop)
        finally:
            if not future.done():
                self._stop(stop)
        return future.result()

    def close(self) -> None:
        """Stop what runs and free the native model."""
        with self._lock:
            if self._running:
                self._running.set()
                self._llama.stop.set()
        closed: Future[None] = self._worker.submit(self._llama.close)
        closed.result()
        self._worker.shutdown()

    def _run(
        self, request: ChatRequest, events: "queue.SimpleQueue[ModelEvent | None]", stop: threading.Event
    ) -> ModelReply:
        with self._lock:
            self._running = stop
            self._llama.stop.clear()
        try:
            return Generation(self._llama, self._dialect, request, emit=events.put, cancelled=stop.is_set).run()
        finally:
            with self._lock:
                self._running = None
            events.put(None)

    def _listen(
        self,
        events: "queue.SimpleQueue[ModelEvent | None]",
        on_event: OnModelEvent | None,
        cancel: threading.Event | None,
        stop: threading.Event,
    ) -> None:
        """Pass events on until the generation is over, and ``cancel`` on to it."""
        while True:
            if cancel is not None and cancel.is_set() and not stop.is_set():
                self._stop(stop)
            try:
                event = events.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if event is None:
                return
            if on_event and not stop.is_set():
                on_event(event)

    def _stop(self, stop: threading.Event) -> None:
        stop.set()
        with self._lock:
            if self._running is stop:  # another request may run by now
                self._llama.stop.set()


def default_threads() -> int:
    """Return how many threads compute by default: one core is left to the window where there are more than two."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores - 1, 8)) if cores > 2 else cores


def fingerprint(path: Path) -> str:
    """Return a digest of the file's size, beginning and end, in which any two trainings of a model differ."""
    size = path.stat().st_size
    with path.open("rb") as file:
        digest = hashlib.sha256(str(size).encode("ascii") + file.read(_SAMPLE))
        file.seek(max(0, size - _SAMPLE))
        digest.update(file.read())
    return digest.hexdigest()[:12]
