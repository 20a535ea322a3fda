"""One loaded model and its context, over llama.cpp's C functions; used by one thread alone."""

import ctypes
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from llama_cpp import llama_cpp

from gemma_app.dialects.markup import MARKUP_LITERALS
from gemma_app.errors import AppError
from gemma_app.language import Phrase

_log = logging.getLogger(__name__)

_BATCH = 256
_SEQUENCE = 0
_ABORTED = 2
_WARNING_LEVEL = 3  # ggml: 1 info, 2 warning, 3 error

OnTokens = Callable[[int, int], None]


class Aborted(Exception):
    """``StopFlag`` was raised while the model computed."""


class StopFlag:
    """Stops a running computation; any thread may raise it, and the computing thread never waits for Python.

    llama.cpp asks its abort callback before each node of the graph. The callback is the C function ``strlen`` on the
    buffer of this flag: 0 (go on) while the buffer is empty, 1 (stop) once its first byte is set.
    """

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(2)
        library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
        self.callback = ctypes.cast(library.strlen, llama_cpp.ggml_abort_callback)
        self.address = ctypes.cast(self._buffer, ctypes.c_void_p)

    def set(self) -> None:
        """Stop the computation that runs."""
        self._buffer[0] = b"\x01"

    def clear(self) -> None:
        """Let computations run again."""
        self._buffer[0] = b"\x00"


def _forward_log(level: int, text: bytes, _user_data: ctypes.c_void_p) -> None:
    _log.log(logging.WARNING if level == _WARNING_LEVEL else logging.DEBUG, text.decode("utf-8", "replace").rstrip())


# Kept here: the native side holds a bare pointer to it.
_log_callback = llama_cpp.llama_log_callback(_forward_log)


class Llama:
    """A model file with one sequence of evaluated tokens.

    ``controls`` are the tokens that mean more than their text, each with its literal.

    Args:
        path: A file that ``check_model`` accepted; anything else may kill the process.
        threads: Threads that compute.
        n_ctx: Longest sequence in tokens.
        on_progress: Takes the loaded share of the file, 0 to 1.

    Raises:
        AppError: llama.cpp cannot load the file, or there is no memory for the context.
    """

    def __init__(
        self, path: Path, *, threads: int, n_ctx: int, on_progress: Callable[[float], None] | None = None
    ) -> None:
        llama_cpp.llama_log_set(_log_callback, ctypes.c_void_p(0))
        llama_cpp.llama_backend_init()
        self.stop = StopFlag()
        self.tokens: list[int] = []
        self._model = self._loaded(path, on_progress)
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        self._context = llama_cpp.llama_init_from_model(self._model, self._context_params(threads, n_ctx))
        if not self._context:
            llama_cpp.llama_model_free(self._model)
            raise _cannot_load(path)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._window = llama_cpp.llama_model_n_swa(self._model)
        self.vocabulary_size: int = llama_cpp.llama_vocab_n_tokens(self._vocab)
        self.n_ctx: int = llama_cpp.llama_n_ctx(self._context)
        self.controls = self._control_tokens()

    @property
    def vocab(self) -> Any:
        """The native vocabulary, for samplers."""
        return self._vocab

    def close(self) -> None:
        """Free everything native; the object is of no use afterwards."""
        if self._context:
            llama_cpp.llama_free(self._context)
            llama_cpp.llama_model_free(self._model)
            self._context = None

    def tokenize(self, text: str, *, special: bool, start: bool = False) -> list[int]:
        """Return the tokens of ``text``.

        Args:
            text: Any text.
            special: Literals of control tokens become those tokens.
            start: Put the token for the beginning of a sequence first, where the model wants one.
        """
        raw = text.encode("utf-8", "surrogatepass")
        size = len(raw) + 2
        tokens = (llama_cpp.llama_token * size)()
        count = llama_cpp.llama_tokenize(self._vocab, raw, len(raw), tokens, size, start, special)
        return list(tokens[:count])

    def piece(self, token: int) -> bytes:
        """Return the bytes that ``token`` stands for, the literal of a control token included."""
        size = 256
        while True:
            buffer = ctypes.create_string_buffer(size)
            count = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, size, 0, True)  # noqa: FBT003
            if count >= 0:
                return buffer.raw[:count]
            size = -count

    def is_end(self, token: int) -> bool:
        """Whether ``token`` ends a generation."""
        return bool(llama_cpp.llama_vocab_is_eog(self._vocab, token))

    def evaluate(self, tokens: Sequence[int], on_progress: OnTokens | None = None) -> int:
        """Make ``tokens`` the evaluated sequence, keeping what it shares with the one before.

        Returns:
            How many tokens were reused.

        Raises:
            Aborted: ``stop`` was set; what was evaluated until then stays.
        """
        reused = self._keep_prefix(tokens)
        for start in range(reused, len(tokens), _BATCH):
            self._decode(tokens[start : start + _BATCH])
            if on_progress:
                on_progress(len(self.tokens) - reused, len(tokens) - reused)
        return reused

    def append(self, token: int) -> None:
        """Evaluate one more token.

        Raises:
            Aborted: As ``evaluate``.
        """
        self._decode([token])

    def logits(self) -> npt.NDArray[np.float32]:
        """Return a copy of the scores of every token to come next."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, (self.vocabulary_size,)).copy()

    def forget(self) -> None:
        """Drop the evaluated sequence."""
        llama_cpp.llama_memory_clear(self._memory, False)  # noqa: FBT003
        self.tokens = []

    def _keep_prefix(self, tokens: Sequence[int]) -> int:
        """Cut the evaluated sequence back to what it shares with ``tokens``, the last of which is always evaluated."""
        shared = 0
        for before, after in zip(self.tokens, tokens[:-1], strict=False):
            if before != after:
                break
            shared += 1
        # A sliding window forgets old positions: going back needs all that the first new token looks at.
        oldest = llama_cpp.llama_memory_seq_pos_min(self._memory, _SEQUENCE)
        if shared < len(self.tokens) and (
            oldest > max(0, shared - self._window)
            or not llama_cpp.llama_memory_seq_rm(self._memory, _SEQUENCE, shared, -1)
        ):
            shared = 0
        if not shared:
            self.forget()
        del self.tokens[shared:]
        return shared

    def _decode(self, tokens: Sequence[int]) -> None:
        batch = (llama_cpp.llama_token * len(tokens))(*tokens)
        status = llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(batch, len(tokens)))
        if status == 0:
            self.tokens.extend(tokens)
            return
        evaluated = llama_cpp.llama_memory_seq_pos_max(self._memory, _SEQUENCE) + 1
        self.tokens = [*self.tokens, *tokens][:evaluated]
        if status == _ABORTED:
            raise Aborted
        raise RuntimeError(f"llama_decode gave {status} at {evaluated} of {self.n_ctx} tokens")

    def _control_tokens(self) -> dict[int, str]:
        marked = (self.tokenize(literal, special=True) for literal in MARKUP_LITERALS)
        found = {tokens[0] for tokens in marked if len(tokens) == 1}
        is_control, vocab = llama_cpp.llama_vocab_is_control, self._vocab
        found.update(token for token in range(self.vocabulary_size) if is_control(vocab, token))
        return {token: self.piece(token).decode("utf-8", "replace") for token in sorted(found)}

    @staticmethod
    def _loaded(path: Path, on_progress: Callable[[float], None] | None) -> int:
        params = llama_cpp.llama_model_default_params()

        def report(done: float, _user_data: ctypes.c_void_p) -> bool:
            if on_progress:
                on_progress(done)
            return True

        params.progress_callback = llama_cpp.llama_progress_callback(report)
        model: int | None = llama_cpp.llama_model_load_from_file(str(path).encode("utf-8"), params)
        if not model:
            raise _cannot_load(path)
        return model

    def _context_params(self, threads: int, n_ctx: int) -> Any:
        params = llama_cpp.llama_context_default_params()
        params.n_ctx = n_ctx
        params.n_batch = params.n_ubatch = _BATCH
        params.n_seq_max = params.n_outputs_max = 1
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_ENABLED
        params.abort_callback = self.stop.callback
        params.abort_callback_data = self.stop.address
        params.no_perf = True
        params.swa_full = False
        return params


def _cannot_load(path: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"모델 파일 '{path.name}'을 불러올 수 없어요. 메모리를 비우거나 다른 모델을 골라 주세요.",
            en=f"The model file '{path.name}' cannot be loaded. Free memory, or choose another model.",
        )
    )
