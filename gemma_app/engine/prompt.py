"""Turns the segments of a prompt into tokens, so that only trusted text can become control tokens."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.dialects.protocol import Dialect, Segment
from gemma_app.dialects.segments import tokenize_segments
from gemma_app.engine.llama import Llama
from gemma_app.engine.sequence_state import shared_length

_MAX_TOKENS = 1_024
# An answer is left so much of the context at least: one part in four.
_ANSWER_SHARE = 4


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a model reads before it answers.

    Args:
        tokens: All of it.
        head: How many tokens at the beginning depend on the system text and the tools alone.
        left_out: How many of the oldest messages are not in it.
    """

    tokens: Sequence[int]
    head: int
    left_out: int = 0


def most_tokens(llama: Llama, request: ChatRequest) -> int:
    """Return how long the answer may be, the prompt left aside."""
    wanted = request.options.get("max_tokens") or _MAX_TOKENS
    return int(min(wanted, llama.n_ctx))


def fitting_prompt(llama: Llama, dialect: Dialect, request: ChatRequest) -> Prompt:
    """Return the prompt of ``request``, without its oldest turns where it would leave too little room for an answer.

    A turn goes whole, so that no call loses its result. The newest stays even where it is too long by itself.
    """
    longest = llama.n_ctx - min(most_tokens(llama, request), llama.n_ctx // _ANSWER_SHARE)
    whole = read_prompt(llama, dialect, request)
    turns = [
        at for at, message in enumerate(request.messages) if at and message.role == "user" and message.text.strip()
    ]
    if len(whole.tokens) <= longest or not turns:
        return whole

    def fits(start: int) -> bool:
        return len(_prompt_from(llama, dialect, request, start).tokens) <= longest

    return _prompt_from(llama, dialect, request, turns[bisect_left(turns[:-1], True, key=fits)])  # noqa: FBT003


def _prompt_from(llama: Llama, dialect: Dialect, request: ChatRequest, start: int) -> Prompt:
    """Return the prompt of ``request`` without what was said before the message ``start``."""
    kept = [each for at, each in enumerate(request.messages[:start]) if _always_stays(request, at, each)]
    shorter = replace(request, messages=(*kept, *request.messages[start:]))
    return replace(read_prompt(llama, dialect, shorter), left_out=start - len(kept))


def _always_stays(request: ChatRequest, place: int, message: Message) -> bool:
    """Whether a message is no part of the talk: the system's, and the first where it tells of a board."""
    return message.role == "system" or (place == 0 and bool(request.options.get("board")))


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
