"""Turns the segments of a prompt into tokens, so that only trusted text can become control tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from gemma_app.agent.model import ChatRequest
from gemma_app.dialects.protocol import Dialect, Segment
from gemma_app.dialects.segments import tokenize_segments
from gemma_app.engine.llama import Llama
from gemma_app.engine.sequence_state import shared_length


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a model reads before it answers.

    Args:
        tokens: All of it.
        head: How many tokens at the beginning depend on the system text and the tools alone.
    """

    tokens: Sequence[int]
    head: int


def read_prompt(llama: Llama, dialect: Dialect, request: ChatRequest) -> Prompt:
    """Return the prompt of ``request``."""
    tokens = prompt_tokens(llama, dialect.render(request))
    head = dialect.head(request)
    return Prompt(tokens=tokens, head=shared_length(tokens, prompt_tokens(llama, head)) if head else 0)


def prompt_tokens(llama: Llama, segments: Sequence[Segment]) -> list[int]:
    """Return the tokens of a prompt, the token for the beginning of a sequence first."""
    plain, special = partial(llama.tokenize, special=False), partial(llama.tokenize, special=True)
    start = llama.tokenize("", special=False, start=True)
    return start + tokenize_segments(segments, plain, special, llama.literals)
