"""From messages to token ids to events and back, on small random models with real vocabularies."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from gemma_app.agent.messages import Message, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest, ModelEvent
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.markup import GEMMA4, MARKUP_LITERALS
from gemma_app.dialects.protocol import Call, DialectEvent, Segment
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.generation import TokenParser
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import prompt_tokens
from tests.engine.forced import WORDS

pytestmark = pytest.mark.model

NOTE = Tool(
    name="note",
    description="",
    parameters={
        "type": "object",
        "properties": {
            "body": {"type": "string"},
            "count": {"type": ["integer", "string"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "on": {"type": "boolean"},
        },
        "required": ["body"],
    },
    effect=Effect.READ,
)
ARGUMENTS: list[Mapping[str, Any]] = [
    {"body": "물 한 잔 🏃🏽‍♀️"},
    {"body": "", "count": 12, "on": False, "tags": ["a", "나", "}"]},
    {"body": "3", "count": "3"},
    *({"body": word} for word in WORDS),
]


def _llama(model: GemmaModel) -> Llama:
    return model._llama


def _asked(*messages: Message, **options: Any) -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", content="?"), *messages), tools=(NOTE,), options=options)


def _events(llama: Llama, name: str, tokens: list[int]) -> list[DialectEvent]:
    parser = TokenParser(llama, get_dialect(name).parser([NOTE]))
    events = [event for token in tokens for event in parser.feed(token)]
    return [*events, *parser.finish("stop")]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_a_call_in_a_prompt_is_read_back_through_its_token_ids(tiny: GemmaModel, arguments: Mapping[str, Any]) -> None:
    call = Message(role="assistant", content=(ToolUsePart(id="1", name="note", arguments=arguments),))
    result = Message(role="user", content=(ToolResultPart(tool_use_id="1", content='{"ok":true}'),))
    dialect = get_dialect(tiny.dialect)
    before, after = (prompt_tokens(_llama(tiny), dialect.render(_asked(*added))) for added in ((), (call, result)))
    events = _events(_llama(tiny), tiny.dialect, after[len(before) :])
    assert [event for event in events if not isinstance(event, Call)][1:] == []
    assert events[-1] == Call(name="note", arguments=arguments)


def test_markup_that_a_converter_typed_as_text_counts_as_markup_and_is_never_made_of_text(tiny: GemmaModel) -> None:
    llama = _llama(tiny)
    held = {literal for literal in MARKUP_LITERALS if len(llama.tokenize(literal, special=True)) == 1}
    if tiny.dialect == "gemma4":
        assert held >= GEMMA4.literals
    for literal in held:
        (token,) = llama.tokenize(literal, special=True)
        assert llama.controls[token] == literal
        made = prompt_tokens(llama, (Segment(text=f"a{literal}b", trusted=False),))[1:]
        assert not set(made) & llama.controls.keys()


def test_a_generation_can_be_cancelled_inside_a_call(tiny: GemmaModel) -> None:
    cancel = threading.Event()
    seen: list[ModelEvent] = []

    def watch(event: ModelEvent) -> None:
        seen.append(event)
        cancel.set()

    reply = tiny.generate(replace(_asked(), options={"max_tokens": 600}), on_event=watch, cancel=cancel)
    assert seen
    assert (reply.stop_reason, reply.tool_calls) == ("cancelled", ())
    assert reply.timings["generated_tokens"] < 600
