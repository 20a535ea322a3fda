"""Chooses the next token: the best one, or a random one among the likely."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gemma_app.engine.grammar import Grammar


@dataclass(frozen=True, kw_only=True)
class SamplingOptions:
    """How the next token is chosen.

    Args:
        temperature: 0 takes the best token always.
        top_k: Only so many of the best tokens may be chosen; 0 means all.
        top_p: Only the best tokens that together have this probability may be chosen.
        seed: The same seed, prompt and options give the same text.
    """

    temperature: float = 0.0
    top_k: int = 64
    top_p: float = 0.95
    seed: int = 0

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "SamplingOptions":
        """Return the options that a request names, defaults for the rest."""
        return cls(**{name: options[name] for name in cls.__dataclass_fields__ if options.get(name) is not None})


class Sampler:
    """Chooses tokens by ``options``, one generation long; ``rejected`` counts the choices that were made again."""

    def __init__(self, options: SamplingOptions) -> None:
        self._options = options
        self.rejected = 0
        self._random = np.random.default_rng(options.seed)

    def choose(self, logits: npt.NDArray[np.float32], grammar: Grammar | None) -> int:
        """Return the next token, legal under ``grammar``.

        The choice is free first and checked alone, since the grammar over a whole vocabulary costs more than decoding;
        only a refused choice is made again among the legal tokens.
        """
        token = self._free(logits)
        if grammar is None or grammar.allows(token):
            return token
        self.rejected += 1
        if self._options.temperature <= 0:
            return grammar.best(logits)
        return self._free(grammar.mask(logits))

    def _free(self, logits: npt.NDArray[np.float32]) -> int:
        options = self._options
        if options.temperature <= 0:
            return int(np.argmax(logits))
        count = min(options.top_k or len(logits), len(logits))
        ranked = np.argpartition(-logits, count - 1)[:count]
        ranked = ranked[np.argsort(-logits[ranked], kind="stable")]
        weights = np.exp((logits[ranked] - logits[ranked[0]]).astype(np.float64) / options.temperature)
        shares = weights / weights.sum()
        kept = int(np.searchsorted(np.cumsum(shares), options.top_p)) + 1
        shares = shares[:kept] / shares[:kept].sum()
        return int(ranked[int(self._random.choice(len(shares), p=shares))])
