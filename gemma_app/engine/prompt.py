"""Turns the segments of a prompt into tokens, so that only trusted text can become control tokens."""

from collections.abc import Sequence
from functools import partial

from gemma_app.dialects.protocol import Segment
from gemma_app.dialects.segments import tokenize_segments
from gemma_app.engine.llama import Llama


def prompt_tokens(llama: Llama, segments: Sequence[Segment]) -> list[int]:
    """Return the tokens of a prompt, the token for the beginning of a sequence first."""
    plain, special = partial(llama.tokenize, special=False), partial(llama.tokenize, special=True)
    literals = (literal for literal in llama.controls.values() if len(literal) > 1)
    return llama.tokenize("", special=False, start=True) + tokenize_segments(segments, plain, special, literals)
