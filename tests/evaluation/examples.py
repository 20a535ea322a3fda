"""Items, calls and replies for the tests of this folder."""

import json
from typing import Any

from gemma_app.agent.model import ModelReply, ToolCall
from gemma_app.evaluation.suite import Alternative, Item, parse_suite

RAW: dict[str, Any] = {
    "id": "one",
    "lang": "ko",
    "category": "log",
    "today": "2028-03-01",
    "habits": [{"id": 3, "title": "물 마시기", "protocol_id": "d-water"}],
    "board": None,
    "selection": [],
    "history": [{"role": "user", "content": "안녕"}, {"role": "assistant", "content": "안녕하세요."}],
    "utterance": "어제 물 다 마셨어",
    "expect": [[{"name": "log_tracker_entry", "arguments": {"habit_id": 3, "value": "done", "date": "2028-02-29"}}]],
}


def line(**changes: Any) -> str:
    return json.dumps({**RAW, **changes}, ensure_ascii=False)


def item(**changes: Any) -> Item:
    (only,) = parse_suite(line(**changes), name="test.jsonl")
    return only


def alternative(*calls: tuple[str, dict[str, Any]]) -> Alternative:
    expect = [[{"name": name, "arguments": arguments} for name, arguments in calls]]
    return item(expect=expect).expect[0]


def call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall(id="c1", name=name, arguments=arguments)


def reply(*calls: ToolCall, error: str | None = None) -> ModelReply:
    return ModelReply(
        text="" if calls else "네!", tool_calls=calls, stop_reason="tool_use" if calls else "stop", error=error
    )


def as_it_is(made: ToolCall, asked: Item) -> ToolCall:
    return made
