"""One loaded model and its context, over llama.cpp's C functions; used by one thread alone."""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from llama_cpp import llama_cpp

from gemma_app.dialects.markup import MARKUP_LITERALS
from gemma_app.engine.gguf_header import GgufHeader, read_header
from gemma_app.engine.native_log import capture_native_log
from gemma_app.engine.sequence_state import SequenceState, shared_length, usable_length
from gemma_app.engine.stop_flag import Aborted, StopFlag
from gemma_app.errors import AppError
from gemma_app.language import Phrase

BATCH = 256
"""Most tokens that are evaluated at once."""

SETTINGS: Mapping[str, str] = {"kv": "f16", "flash_attention": "on", "rope": "model", "adapters": "none"}
"""What the state of a sequence depends on beside the model file; follows ``Llama._context_params``."""

_SEQUENCE = 0
_ABORTED = 2
# Types (from the GGUF specification) whose weights llama.cpp copies into an order that suits the processor: Q4_0, Q4_K
# and IQ4_NL.
_REORDERED = frozenset({2, 12, 20})
# Where they are more than one part in so many of a file, the file is read rather than mapped.
_COPIED_SHARE = 4

OnTokens = Callable[[int], None]
"""Takes how many tokens are evaluated by now."""


class Llama:
    """A model file with one sequence of evaluated tokens.

    ``controls`` are the tokens that mean more than their text, each with its literal; ``literals`` are those of them
    that could be spelled, ``ends`` those that end a generation. ``bytes`` are the tokens of the single bytes, by byte.

    Args:
        path: A file that ``check_model`` accepted; anything else may kill the process.
        threads: Threads that compute.
        n_ctx: Longest sequence in tokens.
        on_progress: Takes the loaded share of the file, 0 to 1.
        mapped: Use the file's own pages as memory, rather than read it into some; None does what takes less.

    Raises:
        AppError: llama.cpp cannot load the file, or there is no memory for the context.
    """

    def __init__(
        self,
        path: Path,
        *,
        threads: int,
        n_ctx: int,
        on_progress: Callable[[float], None] | None = None,
        mapped: bool | None = None,
    ) -> None:
        capture_native_log()
        llama_cpp.llama_backend_init()
        self.stop = StopFlag()
        self.tokens: list[int] = []
        if mapped is None:
            mapped = not is_copied_anyway(read_header(path))
        self._model = self._loaded(path, on_progress, mapped=mapped)
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        self._context = llama_cpp.llama_init_from_model(self._model, self._context_params(threads, n_ctx))
        if not self._context:
            llama_cpp.llama_model_free(self._model)
            raise _cannot_load(path)
        self._memory = llama_cpp.llama_get_memory(self._context)
        self.window: int = llama_cpp.llama_model_n_swa(self._model)
        self.vocabulary_size: int = llama_cpp.llama_vocab_n_tokens(self._vocab)
        self.n_ctx: int = llama_cpp.llama_n_ctx(self._context)
        self._pieces: dict[int, bytes] = {}
        tokens = range(self.vocabulary_size)
        attributes = np.array([llama_cpp.llama_vocab_get_attr(self._vocab, token) for token in tokens])
        self.controls = self._control_tokens(np.flatnonzero(attributes & llama_cpp.LLAMA_TOKEN_ATTR_CONTROL).tolist())
        self.literals = frozenset(literal for literal in self.controls.values() if len(literal) > 1)
        self.ends = tuple(token for token in self.controls if self.is_end(token))
        of_bytes = np.flatnonzero(attributes & llama_cpp.LLAMA_TOKEN_ATTR_BYTE).tolist()
        self.bytes = {self.piece(token)[0]: token for token in of_bytes}

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
        if (piece := self._pieces.get(token)) is None:
            piece = self._pieces[token] = self._read_piece(token)
        return piece

    def set_threads(self, *, decode: int, prefill: int) -> None:
        """Compute one token with ``decode`` threads and several at once with ``prefill``."""
        llama_cpp.llama_set_n_threads(self._context, decode, prefill)

    @property
    def threads(self) -> tuple[int, int]:
        """How many threads compute one token, and several at once."""
        return llama_cpp.llama_n_threads(self._context), llama_cpp.llama_n_threads_batch(self._context)

    def is_end(self, token: int) -> bool:
        """Whether ``token`` ends a generation."""
        return bool(llama_cpp.llama_vocab_is_eog(self._vocab, token))

    def evaluate(self, tokens: Sequence[int], on_tokens: OnTokens | None = None, *, batch: int = BATCH) -> int:
        """Make ``tokens`` the evaluated sequence, keeping what it shares with the one before.

        Args:
            tokens: The whole sequence.
            on_tokens: Told after each batch.
            batch: How many tokens are evaluated at once, at most ``BATCH``.

        Returns:
            How many tokens were reused.

        Raises:
            Aborted: ``stop`` was set; what was evaluated until then stays.
        """
        reused = self._keep_prefix(tokens)
        for start in range(reused, len(tokens), batch):
            self.extend(tokens[start : start + batch])
            if on_tokens:
                on_tokens(len(self.tokens))
        return reused

    def extend(self, tokens: Sequence[int]) -> None:
        """Evaluate at most ``BATCH`` more tokens at once.

        Raises:
            Aborted: As ``evaluate``.
        """
        self._decode(tokens)

    def append(self, token: int) -> None:
        """Evaluate one more token.

        Raises:
            Aborted: As ``evaluate``.
        """
        self._decode([token])

    def logits(self) -> npt.NDArray[np.float32]:
        """Return the scores of every token to come next; they are overwritten by the next evaluation."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, (self.vocabulary_size,))

    def reusable(self, tokens: Sequence[int]) -> int:
        """Return how many of ``tokens``, the last excepted, need not be evaluated again."""
        shared = shared_length(self.tokens, tokens[:-1])
        return usable_length(shared, len(self.tokens), self._oldest(), self.window)

    def state(self) -> SequenceState:
        """Return a copy of the evaluated sequence."""
        size = llama_cpp.llama_state_seq_get_size(self._context, _SEQUENCE)
        data = bytearray(size)
        llama_cpp.llama_state_seq_get_data(self._context, _array_of(data), size, _SEQUENCE)
        # A copy holds no more of a sliding window than the next token looks at.
        oldest = max(self._oldest(), len(self.tokens) - self.window) if self.window else self._oldest()
        return SequenceState(tokens=tuple(self.tokens), oldest=oldest, data=data)

    def restore(self, state: SequenceState) -> bool:
        """Make ``state`` the evaluated sequence; where that fails, there is none afterwards."""
        self.forget()
        size = len(state.data)
        if llama_cpp.llama_state_seq_set_data(self._context, _array_of(state.data), size, _SEQUENCE) != size:
            self.forget()
            return False
        self.tokens = list(state.tokens)
        return True

    def forget(self) -> None:
        """Drop the evaluated sequence."""
        llama_cpp.llama_memory_clear(self._memory, False)  # noqa: FBT003
        self.tokens = []

    def _keep_prefix(self, tokens: Sequence[int]) -> int:
        """Cut the evaluated sequence back to what it shares with ``tokens``, the last of which is always evaluated."""
        shared = self.reusable(tokens)
        if shared < len(self.tokens) and not llama_cpp.llama_memory_seq_rm(self._memory, _SEQUENCE, shared, -1):
            shared = 0
        if not shared:
            self.forget()
        del self.tokens[shared:]
        return shared

    def _read_piece(self, token: int) -> bytes:
        size = 256
        while True:
            buffer = ctypes.create_string_buffer(size)
            count = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, size, 0, True)  # noqa: FBT003
            if count >= 0:
                return buffer.raw[:count]
            size = -count

    def _oldest(self) -> int:
        """Return the oldest position that every layer still holds; a sliding window forgets those before."""
        return int(llama_cpp.llama_memory_seq_pos_min(self._memory, _SEQUENCE))

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

    def _control_tokens(self, declared: Sequence[int]) -> dict[int, str]:
        """Return the tokens that the vocabulary declares as such, and those that stand for markup."""
        marked = (self.tokenize(literal, special=True) for literal in MARKUP_LITERALS)
        found = {*declared, *(tokens[0] for tokens in marked if len(tokens) == 1)}
        return {token: self._read_piece(token).decode("utf-8", "replace") for token in sorted(found)}

    @staticmethod
    def _loaded(path: Path, on_progress: Callable[[float], None] | None, *, mapped: bool) -> int:
        params = llama_cpp.llama_model_default_params()
        params.load_mode = llama_cpp.LLAMA_LOAD_MODE_MMAP if mapped else llama_cpp.LLAMA_LOAD_MODE_NONE

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
        params.n_batch = params.n_ubatch = BATCH
        params.n_seq_max = params.n_outputs_max = 1
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_ENABLED
        params.abort_callback = self.stop.callback
        params.abort_callback_data = self.stop.address
        params.no_perf = True
        params.swa_full = False
        return params


def is_copied_anyway(header: GgufHeader) -> bool:
    """Whether llama.cpp copies a good part of a model's weights, which would be kept twice if the file were mapped."""
    copied = sum(tensor.size for tensor in header.tensors if tensor.type in _REORDERED)
    return _COPIED_SHARE * copied > sum(tensor.size for tensor in header.tensors)


def _cannot_load(path: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"모델 파일 '{path.name}'을 불러올 수 없어요. 메모리를 비우거나 다른 모델을 골라 주세요.",
            en=f"The model file '{path.name}' cannot be loaded. Free memory, or choose another model.",
        )
    )


def _array_of(data: bytearray) -> Any:
    return (ctypes.c_uint8 * len(data)).from_buffer(data)
