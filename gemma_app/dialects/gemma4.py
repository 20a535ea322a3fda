"""Gemma 4: native calls and thinking."""

from collections.abc import Sequence
from dataclasses import replace

from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.grammar import native_constraint
from gemma_app.dialects.history import called_names, last_question, spoken, system_text
from gemma_app.dialects.markup import GEMMA4
from gemma_app.dialects.native_parser import NativeParser
from gemma_app.dialects.native_text import NativeWriter
from gemma_app.dialects.native_turns import NativeTurns
from gemma_app.dialects.protocol import Constraint, Segment, StreamParser


class Gemma4:
    """The format of Gemma 4, of every size.

    ``ChatRequest.options`` that it documents: ``thinking`` lets the model think first; ``empty_thought``, without
    thinking, opens an answer with an empty thought, which the sizes from 12B on need to be kept from thinking.
    """

    name = "gemma4"
    stops = GEMMA4.stops

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the system turn with the tools, the turns so far, and the beginning of the model's."""
        messages, thinking = spoken(request), bool(request.options.get("thinking"))
        writer = _begun(request)
        turns = NativeTurns(writer, GEMMA4, called_names(messages))
        newest = last_question(messages)
        for at, message in enumerate(messages):
            context = request.options.get("context") if at == newest else ""
            turns.add(message, context, keeps_thoughts=at > newest)
        if turns.open_answer() and not thinking and request.options.get("empty_thought"):
            writer.thought("")
        return writer.segments()

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the system turn with the tools."""
        return _begun(replace(request, messages=())).segments()

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:
        """Return a parser for one generation."""
        return NativeParser(GEMMA4, tools, start_in_thought=start_in_thought)

    def constraint(self, request: ChatRequest) -> Constraint | None:
        """Hold a call to the tools' schemas from its opener on."""
        return native_constraint(GEMMA4, request.tools)


def _begun(request: ChatRequest) -> NativeWriter:
    """Return a prompt that ends after the system turn."""
    system, thinking = system_text(request), request.options.get("thinking")
    writer = NativeWriter(GEMMA4)
    if system or request.tools or thinking:
        writer.turn("system")
        if thinking:
            writer.markup(GEMMA4.think)
            writer.text("\n")
        writer.text(system)
        for tool in request.tools:
            writer.declaration(tool)
        writer.end_turn()
    return writer
