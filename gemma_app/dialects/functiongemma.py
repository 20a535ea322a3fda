"""FunctionGemma: a router that turns one request into native calls."""

from collections.abc import Sequence
from dataclasses import replace

from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.grammar import native_constraint
from gemma_app.dialects.history import called_names, last_question, spoken, system_text
from gemma_app.dialects.markup import FUNCTIONGEMMA
from gemma_app.dialects.native_parser import NativeParser
from gemma_app.dialects.native_text import NativeWriter
from gemma_app.dialects.native_turns import NativeTurns
from gemma_app.dialects.protocol import Constraint, Segment, StreamParser

_TRIGGER = "You are a model that can do function calling with the following functions"


class FunctionGemma:
    """The format of FunctionGemma, which was taught single requests: what came before the newest is left out."""

    name = "functiongemma"
    stops = FUNCTIONGEMMA.stops

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the developer turn with the tools, the newest request, and the beginning of the model's turn."""
        messages, writer = spoken(request), _begun(request)
        turns = NativeTurns(writer, FUNCTIONGEMMA, called_names(messages))
        for message in messages[max(0, last_question(messages)) :]:
            turns.add(message, request.options.get("context"), keeps_thoughts=False)
        turns.open_answer()
        return writer.segments()

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the developer turn with the tools."""
        return _begun(replace(request, messages=())).segments()

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:  # noqa: ARG002
        """Return a parser for one generation; there are no thoughts to start in."""
        return NativeParser(FUNCTIONGEMMA, tools)

    def constraint(self, request: ChatRequest) -> Constraint | None:
        """Hold a call to the tools' schemas from its opener on."""
        return native_constraint(FUNCTIONGEMMA, request.tools)


def _begun(request: ChatRequest) -> NativeWriter:
    """Return a prompt that ends after the developer turn."""
    system = system_text(request)
    writer = NativeWriter(FUNCTIONGEMMA)
    if system or request.tools:
        writer.turn("developer")
        writer.text("\n".join(filter(None, (system, _TRIGGER if request.tools else ""))))
        for tool in request.tools:
            writer.declaration(tool)
        writer.end_turn()
    return writer
