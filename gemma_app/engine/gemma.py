"""Gemma as a chat model: one thread owns the native model, any thread may ask it."""

import hashlib
import os
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import llama_cpp

from gemma_app.agent.model import ChatRequest, ModelEvent, ModelReply, OnModelEvent, Traits
from gemma_app.dialects.protocol import Dialect
from gemma_app.engine.ahead import answer_ahead, read_ahead
from gemma_app.engine.foreseen import Foreseen
from gemma_app.engine.generation import Generation
from gemma_app.engine.gguf_header import check_model
from gemma_app.engine.llama import SETTINGS, Llama, is_copied_anyway
from gemma_app.engine.model_digest import ModelDigest
from gemma_app.engine.reading import MOST_KEPT_BYTES, PromptReader
from gemma_app.engine.state_files import StateFiles
from gemma_app.engine.stop_flag import Aborted
from gemma_app.engine.threads import ThreadRecord, Threads, is_busy, measure
from gemma_app.engine.worker import Worker

DEFAULT_CONTEXT = 4_096
_POLL_SECONDS = 0.01
_SAMPLE = 1 << 20
_MOST_THREADS = 16
# The states of a big model are big as well: they may have one part in eight of its size.
_KEPT_SHARE = 8


class GemmaModel:
    """A loaded model; requests of several threads are answered one after the other.

    Args:
        model_id: Names the model and its weights.
        llama: The native model, owned by the thread of ``worker``.
        reader: Reads prompts.
        dialect: The model's text format.
        worker: Runs everything that touches ``llama``.
        options: Options of every request that does not say otherwise.
    """

    def __init__(
        self,
        model_id: str,
        llama: Llama,
        reader: PromptReader,
        dialect: Dialect,
        worker: Worker,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self._id = model_id
        self._llama = llama
        self._reader = reader
        self._dialect = dialect
        self._worker = worker
        self._options = options
        self._foreseen = Foreseen()

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
        keep_in: Path | None = None,
    ) -> Self:
        """Load the GGUF file ``path``; blocks until it can be used.

        Args:
            path: The model file.
            dialect: The text format of its generation of Gemma.
            threads: Threads that compute; None takes what is fastest here, which is measured once where ``keep_in``
                is given.
            n_ctx: Longest prompt and answer together, in tokens; no more than the model was trained for.
            on_progress: Takes the loaded share, 0 to 1, on another thread.
            options: Options of every request that does not say otherwise.
            keep_in: Folder of what the next start can use: how many threads are fastest, and the state of the beginning
                of prompts, which holds nothing that anybody said. None keeps nothing.

        Raises:
            AppError: The file is missing, damaged, of an unknown kind, or too big; the message says what to do.
        """
        header = check_model(path)
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gemma")
        try:
            llama = pool.submit(
                Llama,
                path,
                threads=threads or default_threads(),
                n_ctx=min(n_ctx, header.context_length or n_ctx),
                on_progress=on_progress,
                mapped=not is_copied_anyway(header),
            ).result()
        except BaseException:
            pool.shutdown()
            raise
        kept = max(MOST_KEPT_BYTES, path.stat().st_size // _KEPT_SHARE)
        reader = PromptReader(llama, _state_files(path, keep_in) if keep_in else None, most_kept_bytes=kept)
        model_id = f"{header.name or path.stem}@{fingerprint(path)}"
        model = cls(model_id, llama, reader, dialect, Worker(pool, llama.stop), options)
        if threads is None and keep_in is not None:
            model._use_fastest(ThreadRecord(keep_in, model_id))
        return model

    @property
    def id(self) -> str:
        """The model's name and a fingerprint of its file."""
        return self._id

    @property
    def traits(self) -> Traits:
        """What the model is like: its format says whether it can word what came of its calls."""
        return Traits(
            speaks_through_the_app=self._dialect.name == "embedded", needs_test=True, context_tokens=self._llama.n_ctx
        )

    @property
    def dialect(self) -> str:
        """The name of the text format that it speaks."""
        return self._dialect.name

    @property
    def threads(self) -> Threads:
        """How many threads compute."""
        decode, prefill = self._llama.threads
        return Threads(decode=decode, prefill=prefill)

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
        request = self._completed(request)
        stop = threading.Event()
        events: queue.SimpleQueue[ModelEvent | None] = queue.SimpleQueue()
        try:
            future = self._worker.ask(lambda: self._run(request, events, stop), stop)
        except Aborted:
            return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
        try:
            self._listen(events, on_event, cancel, stop)
        finally:
            if not future.done():
                self._worker.cancel(stop)
        return future.result()

    def prepare(self, request: ChatRequest) -> None:
        """Read in the background what is known of the next prompt; see ``ReadsAhead``.

        A model that only makes calls, which are short, answers it, too.
        """
        request = self._completed(request)
        model = self._llama, self._reader, self._dialect

        def work() -> None:
            read_ahead(*model, request, lambda: self._worker.is_wanted)
            if self.traits.speaks_through_the_app:
                answer_ahead(*model, request, lambda: self._worker.is_wanted, self._foreseen)

        self._worker.work_ahead("read", work)

    def close(self) -> None:
        """Stop what runs and free the native model."""
        self._worker.close(self._llama.close)
        self._reader.close()

    def _use_fastest(self, record: ThreadRecord) -> None:
        """Use the threads that were measured before, or measure them while nothing is asked for.

        Where other programs compute, nothing is measured: more threads would seem to gain nothing.
        """
        if (known := record.read()) is not None:
            self._llama.set_threads(decode=known.decode, prefill=known.prefill)
        elif not is_busy():
            self._measure_threads(record)

    def _measure_threads(self, record: ThreadRecord) -> None:
        """Measure while nothing else is to be done; what the user writes is read first."""

        def work() -> None:
            try:
                record.write(measure(self._llama, default_threads(), lambda: self._worker.has_waiting))
            except Aborted:
                self._measure_threads(record)
                raise

        self._worker.work_ahead("threads", work)

    def _completed(self, request: ChatRequest) -> ChatRequest:
        return replace(request, options={**self._options, **request.options})

    def _run(
        self, request: ChatRequest, events: "queue.SimpleQueue[ModelEvent | None]", stop: threading.Event
    ) -> ModelReply:
        try:
            return Generation(
                self._llama,
                self._reader,
                self._dialect,
                request,
                emit=events.put,
                cancelled=stop.is_set,
                foreseen=self._foreseen,
            ).run()
        finally:
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
                self._worker.cancel(stop)
            try:
                event = events.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if event is None:
                return
            if on_event and not stop.is_set():
                on_event(event)


def default_threads() -> int:
    """Return how many threads compute by default: one core is left to the window where there are more than two."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores - 1, _MOST_THREADS)) if cores > 2 else cores


def _state_files(path: Path, folder: Path) -> StateFiles:
    states = folder / "prefix"
    return StateFiles(states, ModelDigest(path, states), {**SETTINGS, "llama_cpp": llama_cpp.__version__})


def fingerprint(path: Path) -> str:
    """Return a digest of the file's size, beginning and end, in which any two trainings of a model differ."""
    size = path.stat().st_size
    with path.open("rb") as file:
        digest = hashlib.sha256(str(size).encode("ascii") + file.read(_SAMPLE))
        file.seek(max(0, size - _SAMPLE))
        digest.update(file.read())
    return digest.hexdigest()[:12]
