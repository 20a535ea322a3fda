"""The native-call cases, and how a result is compared with what a case expects."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.protocol import DialectEvent, Finish, Text, Thought
from gemma_app.dialects.registry import get_dialect
from gemma_app.dialects.values import same_value

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "native_calls.json").read_text(encoding="utf-8")
)


def tools_of(declared: Iterable[Mapping[str, Any]]) -> list[Tool]:
    """Return tools that only parse."""
    return [
        Tool(name=each["name"], description="", parameters=each["parameters"], effect=Effect.READ) for each in declared
    ]


def meets(result: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    """Whether a result is what the case expects; reasoning counts only where the case names it."""
    expected = case["expected"]
    return (
        same_value(result["calls"], expected["calls"])
        and result["text"].strip() == expected["text"].strip()
        and result["error"] == case["error"]
        and ("reasoning" not in expected or result["reasoning"].strip() == expected["reasoning"].strip())
    )


def events_of(
    dialect: str,
    chunks: Iterable[str],
    tools: Iterable[Tool],
    finish: Finish = "stop",
    *,
    start_in_thought: bool = False,
) -> list[DialectEvent]:
    """Return the events of a stream, neighbouring texts and thoughts joined."""
    parser = get_dialect(dialect).parser(list(tools), start_in_thought=start_in_thought)
    events: list[DialectEvent] = []
    for chunk in chunks:
        events += parser.feed(chunk)
    return joined([*events, *parser.finish(finish)])


def joined(events: Iterable[DialectEvent]) -> list[DialectEvent]:
    """Join neighbouring texts and neighbouring thoughts."""
    whole: list[DialectEvent] = []
    for event in events:
        match (whole[-1] if whole else None, event):
            case (Text(text=before), Text(text=after)):
                whole[-1] = Text(text=before + after)
            case (Thought(text=before), Thought(text=after)):
                whole[-1] = Thought(text=before + after)
            case _:
                whole.append(event)
    return whole
