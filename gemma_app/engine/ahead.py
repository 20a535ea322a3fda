"""Reads what is known of a prompt before it is asked for, and answers what stands in the input field."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.dialects.protocol import Dialect
from gemma_app.engine.foreseen import Foreseen
from gemma_app.engine.generation import Generation
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import Prompt, fitting_prompt
from gemma_app.engine.reading import PromptReader
from gemma_app.engine.sequence_state import shared_length
from gemma_app.engine.stop_flag import Aborted
from gemma_app.errors import AppError

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


def answer_ahead(
    llama: Llama,
    reader: PromptReader,
    dialect: Dialect,
    request: ChatRequest,
    is_wanted: Callable[[], bool],
    foreseen: Foreseen,
) -> None:
    """Answer the user's words as if they were complete, for a model that always answers the same in the same way.

    Args:
        llama: The model.
        reader: Its reader.
        dialect: Its text format.
        request: What would be asked; nothing is done where the user has no last word.
        is_wanted: Asked between tokens; what was answered until then is kept.
        foreseen: Where the answer is kept; nobody else is told of it.
    """
    last = request.messages[-1] if request.messages else None
    if last is None or last.role != "user" or not last.text.strip():
        return
    generation = Generation(
        llama, reader, dialect, request, emit=lambda _: None, cancelled=is_wanted, foreseen=foreseen
    )
    with suppress(AppError):  # whoever really asks is told
        generation.run()
    foreseen.keep(generation.asked, generation.answer)


def known_prompt(llama: Llama, dialect: Dialect, request: ChatRequest) -> Prompt:
    """Return the part of a prompt that stays however the user's words go on."""
    *earlier, last = request.messages or (Message(role="user", content=""),)
    if last.role != "user" or not isinstance(last.content, str):
        return fitting_prompt(llama, dialect, request)
    longer = (replace(last, content=last.content + more) for more in _CONTINUATIONS)
    one, other = (fitting_prompt(llama, dialect, replace(request, messages=(*earlier, message))) for message in longer)
    known = shared_length(one.tokens, other.tokens)
    return Prompt(tokens=one.tokens[:known], head=min(one.head, known))
