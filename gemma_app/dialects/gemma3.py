"""Gemma 3 and 3n: no native calls, so the tools are described in words and calls are JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gemma_app.agent.messages import Part, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.dialects.gemma3_parser import TURN_CLOSE, TURN_OPEN, Gemma3Parser
from gemma_app.dialects.grammar import json_constraint
from gemma_app.dialects.history import (
    UNKNOWN_TOOL,
    called_names,
    json_value,
    last_question,
    question_text,
    spoken,
    system_text,
)
from gemma_app.dialects.markup import END_OF_TEXT
from gemma_app.dialects.protocol import Constraint, Ending, Segment, StreamParser
from gemma_app.dialects.segments import SegmentWriter

_INSTRUCTIONS = """\
You can use the tools below. When one of them is needed, answer with nothing but the call, as JSON on one line:
{"name": "tool_name", "parameters": {"parameter": "value"}}
The result comes back in a tool_output block; then answer in words. When no tool is needed, answer in words only.
Never say that something was done unless a tool's result says so.

Tools:
"""


class Gemma3:
    """The format of Gemma 3 and 3n."""

    name = "gemma3"
    stops: Mapping[str, Ending] = {TURN_CLOSE: "stop", END_OF_TEXT: "stop"}

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the turns, the instructions at the head of the user's first, and the beginning of the model's."""
        messages = spoken(request)
        names, newest = called_names(messages), last_question(messages)
        turns: list[tuple[str, list[str]]] = []
        if preface := _preface(request):
            turns.append(("user", [preface]))
        for at, message in enumerate(messages):
            role = "model" if message.role == "assistant" else "user"
            texts = [_written(part, names) for part in message.parts if not isinstance(part, TextPart)]
            said = question_text(message, request.options.get("context") if at == newest else "")
            texts = [text for text in (said, *texts) if text]
            if turns and turns[-1][0] == role:
                turns[-1][1].extend(texts)
            elif texts:
                turns.append((role, texts))
        writer = SegmentWriter()
        for role, texts in turns:
            writer.markup(TURN_OPEN)
            writer.text(f"{role}\n" + "\n\n".join(texts))
            writer.markup(TURN_CLOSE)
            writer.text("\n")
        writer.markup(TURN_OPEN)
        writer.text("model\n")
        return writer.segments()

    def head(self, request: ChatRequest) -> tuple[Segment, ...]:
        """Write the instructions at the head of the user's first turn."""
        preface = _preface(replace(request, messages=()))
        writer = SegmentWriter()
        if preface:
            writer.markup(TURN_OPEN)
            writer.text(f"user\n{preface}\n\n")
        return writer.segments()

    def parser(self, tools: Sequence[Tool], *, start_in_thought: bool = False) -> StreamParser:  # noqa: ARG002
        """Return a parser for one generation; there are no thoughts to start in."""
        return Gemma3Parser(tools)

    def constraint(self, request: ChatRequest) -> Constraint | None:
        """Hold a call to the tools' schemas from the name on."""
        return json_constraint(request.tools)


def _preface(request: ChatRequest) -> str:
    return "\n\n".join(filter(None, (system_text(request), _described(request.tools))))


def _described(tools: Sequence[Tool]) -> str:
    described = [{"name": each.name, "description": each.description, "parameters": each.parameters} for each in tools]
    return _INSTRUCTIONS + "\n".join(json.dumps(each, ensure_ascii=False) for each in described) if tools else ""


def _written(part: Part, names: Mapping[str, str]) -> str:
    match part:
        case ToolUsePart(name=name, arguments=arguments):
            return json.dumps({"name": name, "parameters": dict(arguments)}, ensure_ascii=False)
        case ToolResultPart(tool_use_id=call, content=content):
            result = {"name": names.get(call, UNKNOWN_TOOL), "result": json_value(content)}
            return f"```tool_output\n{json.dumps(result, ensure_ascii=False)}\n```"
        case TextPart(text=text):
            return text
