"""Holds single tokens to a grammar without masking the whole vocabulary at each step."""

import ctypes
import re
from typing import Any

import numpy as np
import numpy.typing as npt
from llama_cpp import llama_cpp

from gemma_app.engine.llama import Llama

_CANDIDATES = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])
# The best tokens are tried first: one of them is nearly always legal.
_FIRST_TRIES = (64, 1024)
_BYTES = 256
_MOST_FORCED = 200
# The tokens that a grammar names; strings and classes of characters are passed over.
_TOKENS = re.compile(r'(<[^>\s]+>)|"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]')


class Grammar:
    """Where a generation stands in a GBNF grammar.

    A control token that the grammar does not name as ``<token>`` is never allowed.

    Args:
        llama: The model whose tokens are generated.
        gbnf: A grammar with the root ``root``.

    Raises:
        ValueError: ``gbnf`` is no grammar.
    """

    def __init__(self, llama: Llama, gbnf: str) -> None:
        self._llama = llama
        self._sampler = llama_cpp.llama_sampler_init_grammar(llama.vocab, gbnf.encode("utf-8"), b"root")
        if not self._sampler:
            raise ValueError("llama.cpp cannot read this grammar")
        named = {found[1] for found in _TOKENS.finditer(gbnf)} & llama.literals
        free = {token for literal in named for token in llama.tokenize(literal, special=True)} | set(llama.ends)
        self._banned = np.zeros(llama.vocabulary_size, np.bool_)
        self._banned[list(llama.controls)] = True
        self._banned[list(free)] = False
        self._smallest = np.array([*llama.bytes.values(), *free])

    def forced(self) -> list[int]:
        """Return what must come next, in the smallest tokens: single bytes and control tokens.

        It ends where there is a choice. Where the generation can only end, it ends with an end token.
        """
        forced = self._only(self._sampler)
        if not forced or self._llama.is_end(forced[0]):
            return forced
        ahead = llama_cpp.llama_sampler_clone(self._sampler)
        try:
            while len(forced) < _MOST_FORCED:
                llama_cpp.llama_sampler_accept(ahead, forced[-1])
                more = self._only(ahead)
                forced += more
                if not more or self._llama.is_end(more[0]):
                    break
            return forced
        finally:
            llama_cpp.llama_sampler_free(ahead)

    def _only(self, sampler: Any) -> list[int]:
        """Return the byte or control token that alone may come next, none where there is a choice.

        Several end tokens, and nothing else, are no choice.
        """
        if len(self._llama.bytes) < _BYTES:
            return []
        legal = self._smallest[self._allowed(self._smallest, sampler)].tolist()
        return legal[:1] if len(legal) == 1 or all(map(self._llama.is_end, legal)) else []

    def names(self, token: int) -> bool:
        """Whether ``token`` is one that the grammar could ever allow: text, or a control token that it names."""
        return not self._banned[token]

    def close(self) -> None:
        """Free the native grammar."""
        llama_cpp.llama_sampler_free(self._sampler)

    def allows(self, token: int) -> bool:
        """Whether ``token`` may come next."""
        return bool(self._allowed(np.array([token]), self._sampler)[0])

    def accept(self, token: int) -> None:
        """Move on by ``token``.

        Raises:
            ValueError: It is not allowed here; llama.cpp would end the process.
        """
        if not self.allows(token):
            raise ValueError(f"token {token} is not allowed by the grammar")
        llama_cpp.llama_sampler_accept(self._sampler, token)

    def mask(self, logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return ``logits`` with every forbidden token at minus infinity."""
        return np.where(self._allowed(np.arange(len(logits)), self._sampler), logits, np.float32(-np.inf))

    def best(self, logits: npt.NDArray[np.float32]) -> int:
        """Return the allowed token of the highest score, the same as the best of ``mask(logits)``."""
        for tries in _FIRST_TRIES:
            if tries < len(logits):
                ranked = np.argpartition(-logits, tries)[:tries]
                allowed = ranked[self._allowed(ranked, self._sampler)]
                if len(allowed):
                    return int(allowed[np.lexsort((allowed, -logits[allowed]))[0]])
        return int(np.argmax(self.mask(logits)))

    def _allowed(self, tokens: npt.NDArray[np.int64], sampler: Any) -> npt.NDArray[np.bool_]:
        candidates = np.zeros(len(tokens), _CANDIDATES)
        candidates["id"] = tokens
        array = llama_cpp.llama_token_data_array(
            data=ctypes.cast(candidates.ctypes.data, llama_cpp.llama_token_data_p),
            size=len(tokens),
            selected=-1,
            sorted=False,
        )
        llama_cpp.llama_sampler_apply(sampler, ctypes.byref(array))
        return np.asarray(candidates["logit"] == 0.0) & ~self._banned[tokens]
