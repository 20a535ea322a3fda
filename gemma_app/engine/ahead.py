"""Reads what is known of a prompt before it is asked for."""

from collections.abc import Callable
from dataclasses import replace

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.dialects.protocol import Dialect
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import Prompt, fitting_prompt
from gemma_app.engine.reading import PromptReader
from gemma_app.engine.sequence_state import shared_length
from gemma_app.engine.stop_flag import Aborted

# An evaluation that is stopped loses its batch.
_BATCH = 32
_CONTINUATIONS = ("a", " 1")


def read_ahead(
    llama: Llama, reader: PromptReader, dialect: Dialect, request: ChatRequest, is_wanted: Callable[[], bool]
) -> None:
    """Evaluate what is known of the prompt of ``request``.

    Args:
        llama: The model.
        reader: Its reader.
        dialect: Its text format.
        request: What will be asked; where the user has the last word, it may go on.
        is_wanted: Asked between batches whether the model is needed for something else.

    Raises:
        Aborted: It is needed for something else; what was evaluated until then stays.
    """
    prompt = known_prompt(llama, dialect, request)
    known = len(prompt.tokens)

    def check(_evaluated: int) -> None:
        if is_wanted():
            raise Aborted

    if shared_length(llama.tokens, prompt.tokens) < known < llama.n_ctx:
        reader.read(prompt, check, batch=_BATCH)
        dialect.constraint(request)  # what it needs is loaded by then


def known_prompt(llama: Llama, dialect: Dialect, request: ChatRequest) -> Prompt:
    """Return the part of a prompt that stays however the user's words go on."""
    *earlier, last = request.messages or (Message(role="user", content=""),)
    if last.role != "user" or not isinstance(last.content, str):
        return fitting_prompt(llama, dialect, request)
    longer = (replace(last, content=last.content + more) for more in _CONTINUATIONS)
    one, other = (fitting_prompt(llama, dialect, replace(request, messages=(*earlier, message))) for message in longer)
    known = shared_length(one.tokens, other.tokens)
    return Prompt(tokens=one.tokens[:known], head=min(one.head, known))
