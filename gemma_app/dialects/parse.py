"""Parses the whole output of a model at once, for the command line and for tests."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.protocol import Call, DialectEvent, Finish, ParseError, Text, Thought
from gemma_app.dialects.registry import get_dialect


class Parsed(TypedDict):
    """What an output holds."""

    calls: list[dict[str, Any]]
    text: str
    reasoning: str
    error: str | None


def parse_text(
    dialect_name: str,
    raw: str,
    tools: Sequence[Mapping[str, Any]],
    *,
    finish: Finish = "stop",
    start_in_thought: bool = False,
) -> Parsed:
    """Parse one output.

    Args:
        dialect_name: ``gemma4``, ``functiongemma``, ``gemma3`` or ``embedded``.
        raw: What the model wrote, control literals included.
        tools: The tools that may be called, each with ``name`` and ``parameters``.
        finish: Whether the model stopped or the length limit cut it.
        start_in_thought: Whether the prompt ended inside a thought.

    Returns:
        The complete calls, the text for the user, the thoughts, and the code of the first broken call or None.
    """
    return _parsed(dialect_name, [raw], tools, finish, start_in_thought=start_in_thought)


def parse_batch(cases: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Parse many outputs.

    Args:
        cases: Each with ``family`` (a dialect, or one with a suffix such as ``gemma3_json``), ``raw`` (or ``chunks``),
            ``tools``, and where they differ from the usual ``finish`` and ``start_in_thought``.

    Returns:
        A result for each case in order, with its ``id`` where it has one.
    """
    results: list[dict[str, Any]] = []
    for case in cases:
        parsed = _parsed(
            str(case.get("dialect") or case["family"]).split("_", 1)[0],
            case.get("chunks") or [case["raw"]],
            case.get("tools") or [],
            case.get("finish") or "stop",
            start_in_thought=bool(case.get("start_in_thought")),
        )
        named = {"id": case["id"]} if "id" in case else {}
        results.append({**named, **parsed})
    return results


def _parsed(
    dialect_name: str,
    chunks: Iterable[str],
    tools: Sequence[Mapping[str, Any]],
    finish: Finish,
    *,
    start_in_thought: bool,
) -> Parsed:
    known = [_tool(tool) for tool in tools]
    parser = get_dialect(dialect_name).parser(known, start_in_thought=start_in_thought)
    events: list[DialectEvent] = []
    for chunk in chunks:
        events += parser.feed(chunk)
    events += parser.finish(finish)
    return _summary(events)


def _summary(events: Iterable[DialectEvent]) -> Parsed:
    parsed = Parsed(calls=[], text="", reasoning="", error=None)
    texts: list[str] = []
    thoughts: list[str] = []
    for event in events:
        match event:
            case Text(text=text):
                texts.append(text)
            case Thought(text=text):
                thoughts.append(text)
            case Call(name=name, arguments=arguments):
                parsed["calls"].append({"name": name, "arguments": dict(arguments)})
            case ParseError(code=code):
                parsed["error"] = parsed["error"] or code
    parsed["text"] = "".join(texts).strip()
    parsed["reasoning"] = "".join(thoughts).strip()
    return parsed


def _tool(tool: Mapping[str, Any]) -> Tool:
    return Tool(
        name=tool["name"],
        description=tool.get("description", ""),
        parameters=tool.get("parameters") or {"type": "object"},
        effect=Effect.READ,
    )
