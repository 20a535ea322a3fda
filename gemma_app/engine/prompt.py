"""Turns the segments of a prompt into tokens, so that only trusted text can become control tokens."""

from collections.abc import Sequence

from gemma_app.dialects.protocol import Segment
from gemma_app.engine.llama import Llama


def prompt_tokens(llama: Llama, segments: Sequence[Segment]) -> list[int]:
    """Return the tokens of a prompt, the token for the beginning of a sequence first."""
    tokens = llama.tokenize("", special=False, start=True)
    for segment in segments:
        tokens += llama.tokenize(segment.text, special=segment.trusted)
    return tokens
