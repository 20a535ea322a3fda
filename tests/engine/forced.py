"""A dialect whose answer begins with a call, so that a model of random weights makes one; and schemas at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.markup import MARKUP_LITERALS
from gemma_app.dialects.protocol import Constraint, Dialect, Ending, Segment, StreamParser
from gemma_app.engine.gemma import GemmaModel

WORDS = ["물", "a", "", "한 잔", 'the "best"', "back\\slash", "line\nbreak", "<", "<|", "<escape", "}", ",b:1", "🏃🏽‍♀️"]


@dataclass(frozen=True)
class Forced:
    """``dialect``, with the opener of a call at the end of each prompt and nothing behind the call."""

    dialect: Dialect

    @property
    def name(self) -> str:
        return self.dialect.name

    @property
    def stops(self) -> Mapping[str, Ending]:
        return self.dialect.stops

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        opener = self._constraint(request).opener
        return (*self.dialect.render(request), Segment(text=opener, trusted=opener in MARKUP_LITERALS))

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:
        return self.dialect.head(request)

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:
        parser = self.dialect.parser(tools, start_in_thought=start_in_thought)
        opener = self._constraint(ChatRequest(messages=(), tools=tuple(tools))).opener
        parser.feed(opener, special=opener in MARKUP_LITERALS)
        return parser

    def constraint(self, request: ChatRequest) -> Constraint:
        return replace(self._constraint(request), opener="", closer="")

    def _constraint(self, request: ChatRequest) -> Constraint:
        constraint = self.dialect.constraint(request)
        assert constraint is not None
        return constraint


def forced_call(model: GemmaModel, tools: Sequence[Tool], seed: int) -> tuple[str, Mapping[str, Any]]:
    """Return the call of a random model: its tool and its arguments."""
    reply = model.generate(
        ChatRequest(
            messages=(Message(role="user", content=f"request {seed}"),),
            tools=tuple(tools),
            options={"seed": seed, "temperature": 6.0, "max_tokens": 900},
        )
    )
    assert reply.error is None, (seed, reply)
    assert reply.stop_reason == "tool_use", (seed, reply)
    (call,) = reply.tool_calls
    return call.name, call.arguments


def random_tools(random: Random) -> list[Tool]:
    """Return one to three tools with arguments of every kind."""
    return [
        Tool(name=f"tool_{number}", description="", parameters=_object(random, depth=2), effect=Effect.READ)
        for number in range(random.randint(1, 3))
    ]


def _object(random: Random, depth: int) -> dict[str, Any]:
    names = random.sample(["title", "count", "unit", "Level", "x_1", "on", "items"], random.randint(1, 4))
    required = [name for name in names if random.random() < 0.8]
    properties = {name: _value(random, depth) for name in names}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _value(random: Random, depth: int) -> dict[str, Any]:
    kinds = ["string", "string", "integer", "number", "boolean", "enum", "const", "either"]
    match random.choice(kinds + (["array", "object"] if depth else [])):
        case "string":
            least = random.choice([0, 0, 1, 3])
            return {"type": "string", "minLength": least, "maxLength": least + random.randint(0, 9)}
        case "integer":
            least = random.choice([0, 1, -5, 10, -1000])
            bounds = {"minimum": least, "maximum": least + random.choice([0, 4, 90, 5000])}
            return {"type": "integer"} | random.choice([bounds, {"minimum": least}, {}])
        case "number":
            limits = {"minimum": random.choice([0, -2.5, 1]), "maximum": random.choice([1, 2.5, 100])}
            return {"type": "number", **random.choice([limits, {}])}
        case "enum":
            return {"type": "string", "enum": random.sample(WORDS, 3)}
        case "const":
            return {"const": random.choice([3, "물", True])}
        case "either":
            return {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "enum": ["all"]}, {"type": "null"}]}
        case "array":
            least = random.randint(0, 2)
            return {"type": "array", "items": _value(random, depth - 1), "minItems": least, "maxItems": least + 2}
        case "object":
            return _object(random, depth - 1)
    return {"type": "boolean"}
