"""What a dialect offers to the engine, free of llama.cpp types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool

Finish = Literal["stop", "length"]
Ending = Literal["stop", "tool_use"]
"""The model has finished, or waits for the results of its calls."""


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A piece of a prompt; only ``trusted`` text may become control tokens."""

    text: str
    trusted: bool


@dataclass(frozen=True, kw_only=True)
class Text:
    """More text for the user."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Thought:
    """More of the model's thinking."""

    text: str


@dataclass(frozen=True, kw_only=True)
class CallBegan:
    """A call to ``name`` has begun."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Call:
    """A complete call; the arguments are decoded, not yet validated by the tool's owner."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ParseError:
    """A call that cannot be run; ``code`` is one of the refusal codes."""

    code: str


DialectEvent = Text | Thought | CallBegan | Call | ParseError


class StreamParser(Protocol):
    """Turns generated pieces into events; any chunking of the same stream gives the same events."""

    def feed(self, text: str, *, special: bool | None = None) -> Sequence[DialectEvent]:
        """Take the next piece.

        Args:
            text: The piece, decoded.
            special: True for the literal of one control token, False for ordinary text in which markup literals mean
                nothing, None for raw text of unknown tokens, in which they do.
        """
        ...

    def finish(self, reason: Finish) -> Sequence[DialectEvent]:
        """Take the end of the generation: the model stopped, or the length limit cut it."""
        ...


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """How generation is held to valid calls.

    Args:
        opener: Literal at which a call begins; the grammar rules from there. Empty: it rules from the first token.
        gbnf: llama.cpp grammar (root ``root``) of what follows the opener, closer included.
        closer: Literal after which the call is complete and generation is free again; empty where the grammar
            ends with the generation itself.
        leanings: What is added to the score of a token that may come first, by its text.
    """

    opener: str
    gbnf: str
    closer: str
    leanings: Mapping[str, float] = field(default_factory=dict)


class Dialect(Protocol):
    """The text format of one Gemma generation."""

    @property
    def name(self) -> str:
        """``gemma3``, ``functiongemma``, ``gemma4`` or ``embedded``."""
        ...

    @property
    def stops(self) -> Mapping[str, Ending]:
        """Literals of the tokens that end a generation, each with what it means."""
        ...

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the whole prompt, up to where the model continues.

        The parts that never change (system text, tools) come first and the volatile ``options["context"]`` last, so
        that a prefix can be reused.
        """
        ...

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write what every prompt with this system text and these tools begins with, whatever was said.

        It is kept on disk, so it holds nothing of the conversation or of the user's data; empty where nothing is left.
        """
        ...

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:
        """Return a parser for one generation."""
        ...

    def constraint(self, request: ChatRequest) -> Constraint | None:
        """Return what holds the calls of the answer to the tools' schemas, None where nothing may be called."""
        ...
