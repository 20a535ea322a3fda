"""The Gemma 4 prompt is that of the reference template, apart from the template's known faults.

Known faults, in which the prompt differs on purpose:

- null is written as Python's ``None``;
- a call's arguments that are JSON text are pasted as they are, and a result that is JSON text becomes one string;
- a result that is an object is lost where it is a message of its own;
- text that goes before a call is moved behind the results, and the turn then ends too early;
- parameters that are called ``description``, ``type``, ``properties``, ``required`` or ``nullable`` vanish;
- lists inside lists are declared with delimited keys and types in lower case;
- a turn that ends with a result, or with two answers in a row, is not closed, or not opened.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import jinja2
import pytest

from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.gemma4 import Gemma4
from tests.dialects.vendored import GEMMA4_TEMPLATE, vendored


def tool(name: str, description: str = "", required: Sequence[str] = (), **properties: Mapping[str, Any]) -> Tool:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return Tool(name=name, description=description, parameters=schema, effect=Effect.READ)


NOW = tool("now", "Tells the time.")
WEATHER = tool(
    "get_weather",
    "날씨를 알려 줍니다.",
    ["city"],
    unit={"type": "string", "enum": ["c", "f"], "description": "Unit"},
    city={"type": "string", "description": "도시 이름"},
    days={"type": "integer"},
)
SEARCH = tool("search_catalog", "Finds habits.", ["query"], query={"type": "string"}, Limit={"type": "integer"})
LIGHT = tool("light", "Lights", ["on"], on={"type": "boolean"}, brightness={"type": "number", "description": "0 to 1"})
TAGS = tool("tag", "Tags", ["items"], items={"type": "array", "items": {"type": "string", "description": "a tag"}})
EDIT = tool(
    "edit_board",
    "보드를 고칩니다.",
    ["edits", "board"],
    board={"type": "string"},
    edits={
        "type": "array",
        "description": "What to change",
        "items": {
            "type": "object",
            "properties": {"op": {"type": "string", "enum": ["add", "move"]}, "x": {"type": "number"}},
            "required": ["op"],
        },
    },
)
NESTED = tool(
    "configure",
    "Sets things.",
    config={
        "type": "object",
        "description": "All of it",
        "properties": {
            "ui": {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]},
            "name": {"type": "string"},
        },
        "required": ["ui"],
    },
)
NULLABLE = tool("remind", "Reminds.", at={"type": "string", "nullable": True}, tags={"type": "array"})
EMPTY_OBJECT = tool("store", "Stores.", data={"type": "object"}, extra={"type": "object", "description": "More"})
ENUM_ITEMS = tool("days", "Days", days={"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}})
ALL = [NOW, WEATHER, SEARCH, LIGHT, TAGS, EDIT, NESTED, NULLABLE, EMPTY_OBJECT, ENUM_ITEMS]


def user(text: str) -> Message:
    return Message(role="user", content=text)


def says(text: str) -> Message:
    return Message(role="assistant", content=text)


def calls(*made: tuple[str, Mapping[str, Any]], thought: str = "") -> Message:
    meta = {"thought": thought} if thought else None
    parts = tuple(
        ToolUsePart(id=f"{name}-{at}", name=name, arguments=arguments, provider_meta=None if at else meta)
        for at, (name, arguments) in enumerate(made)
    )
    return Message(role="assistant", content=parts)


def result(call: str, value: Any) -> Message:
    content = json.dumps(value, ensure_ascii=False)
    return Message(role="tool", content=(ToolResultPart(tool_use_id=call, content=content),))


HELLO = [user("안녕")]
CHAT = [user("안녕"), says("안녕하세요!"), user(" 오늘 뭐 해?  "), says("산책 어때요?\n좋아요."), user("👍🏽")]
CALLED = [user("서울 날씨"), calls(("get_weather", {"city": "서울"}))]
ANSWERED = [*CALLED, result("get_weather-0", {"temp": 21.5, "sky": "맑음", "rain": False})]
ROUND = [*ANSWERED, says("21.5도예요."), user("고마워")]
THINKING = [
    user("몇 시?"),
    calls(("now", {}), thought="시각이 필요하다."),
    result("now-0", {"time": "09:00"}),
    calls(("get_weather", {"city": "서울", "days": 2}), thought="이제 날씨."),
    result("get_weather-0", [1, "두", {"a": True}]),
]
EDITS = {"edits": [{"op": "add", "x": -1.5}, {"op": "move", "x": 1e-07}], "board": "b1", "Zoom": {"b": [], "A": {}}}

Conversation = tuple[list[Message], list[Tool], dict[str, Any]]

CONVERSATIONS: dict[str, Conversation] = {
    "hello": (HELLO, [], {}),
    "system": (HELLO, [], {"system": " 짧게 답해요.\n존댓말로. "}),
    "system and tools": (HELLO, [WEATHER], {"system": "Be brief."}),
    "chat": (CHAT, [], {}),
    "chat with tools": (CHAT, [WEATHER, NOW], {}),
    "thinking": (HELLO, [], {"thinking": True}),
    "thinking with system": (CHAT, [], {"thinking": True, "system": "Be brief."}),
    "thinking with tools": (CHAT, [NOW], {"thinking": True}),
    "thinking with all": (CHAT, ALL, {"thinking": True, "system": "도와줘요."}),
    "all tools": (HELLO, ALL, {}),
    "a call that waits": (CALLED, [WEATHER], {}),
    "a call that waits while thinking": (CALLED, [WEATHER], {"thinking": True}),
    "a result": (ANSWERED, [WEATHER], {}),
    "a result while thinking": (ANSWERED, [WEATHER], {"thinking": True}),
    "a round": (ROUND, [WEATHER], {}),
    "a round while thinking": (ROUND, [WEATHER], {"thinking": True, "system": "s"}),
    "two steps with thoughts": (THINKING, [NOW, WEATHER], {"thinking": True}),
    "thoughts of an earlier turn": ([*THINKING, says("맑아요."), user("또?")], [NOW, WEATHER], {"thinking": True}),
    "thoughts while thinking is off": (THINKING, [NOW, WEATHER], {}),
    "answer after two steps": ([*THINKING, says("끝")], [NOW, WEATHER], {}),
    "parallel calls": (
        [
            user("둘 다"),
            calls(("now", {}), ("get_weather", {"city": "부산"})),
            result("now-0", {"t": 1}),
            result("get_weather-1", {"t": 2}),
        ],
        [NOW, WEATHER],
        {},
    ),
    "parallel calls of one tool": (
        [
            user("둘 다"),
            calls(("get_weather", {"city": "a"}), ("get_weather", {"city": "b"})),
            result("get_weather-0", {}),
            result("get_weather-1", {}),
            says("됐어요."),
            user("좋아"),
        ],
        [WEATHER],
        {},
    ),
    "nested arguments": (
        [user("고쳐"), calls(("edit_board", EDITS)), result("edit_board-0", {"ok": True})],
        [EDIT],
        {},
    ),
    "nested results": (
        [*CALLED, result("get_weather-0", {"b": [{"x": [1, [2, "셋"]], "C": {}}], "A": "a,b:{c}"})],
        [WEATHER],
        {},
    ),
    "big numbers": ([user("n"), calls(("light", {"brightness": 9007199254740993, "on": True}))], [LIGHT], {}),
    "quotes and lines": ([user('say "hi"\n\n- a\n'), says('"hi"\n```py\n1\n```'), user("'")], [], {}),
    "an empty argument": ([user("빈"), calls(("search_catalog", {"query": ""}))], [SEARCH], {}),
    "keys in mixed case": (
        [
            user("x"),
            calls(("search_catalog", {"query": "q", "Limit": 3})),
            result("search_catalog-0", {"b": 1, "A": 2}),
        ],
        [SEARCH],
        {},
    ),
    "a scalar result": ([*CALLED, result("get_weather-0", 3)], [WEATHER], {}),
    "a boolean result": ([*CALLED, result("get_weather-0", True)], [WEATHER], {}),
    "a list result": ([*CALLED, result("get_weather-0", ["a", 1])], [WEATHER], {}),
    "a string result": ([*CALLED, result("get_weather-0", "맑음")], [WEATHER], {}),
    "an error result": (
        [*CALLED, result("get_weather-0", {"error": "unknown_tool", "reason": "없어요."})],
        [WEATHER],
        {},
    ),
    "two questions": ([user("하나"), user("둘")], [], {}),
    "a long chat": ([*CHAT, says("네"), *ROUND, says("또 봐요"), *CALLED], [WEATHER, NOW], {"system": "s"}),
    "an answer last": ([user("안녕"), says("안녕하세요")], [], {}),
}
CONVERSATIONS |= {f"tool {each.name}": (HELLO, [each], {}) for each in ALL}


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment()
    return environment.from_string(vendored(GEMMA4_TEMPLATE).read_text(encoding="utf-8"))


def _native(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages as the template takes them, with results beside their calls: only there may they be objects."""
    given: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    for message in messages:
        uses = [part for part in message.parts if isinstance(part, ToolUsePart)]
        results = [part for part in message.parts if isinstance(part, ToolResultPart)]
        names |= {use.id: use.name for use in uses}
        if results:
            responses = [{"name": names[each.tool_use_id], "response": json.loads(each.content)} for each in results]
            given[-1].setdefault("tool_responses", []).extend(responses)
            continue
        given.append({"role": message.role, "content": message.text})
        if uses:
            given[-1]["tool_calls"] = [{"function": {"name": use.name, "arguments": use.arguments}} for use in uses]
            given[-1]["reasoning"] = (uses[0].provider_meta or {}).get("thought")
    return given


def _reference(messages: list[Message], tools: list[Tool], options: Mapping[str, Any]) -> str:
    system = [{"role": "system", "content": options["system"]}] if "system" in options else []
    return _template().render(
        messages=[*system, *_native(messages)],
        tools=[
            {"function": {"name": each.name, "description": each.description, "parameters": each.parameters}}
            for each in tools
        ],
        enable_thinking=options.get("thinking", False),
        add_generation_prompt=True,
        bos_token="",
    )


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_prompt_is_that_of_the_reference_template(name: str) -> None:
    messages, tools, options = CONVERSATIONS[name]
    request = ChatRequest(messages=tuple(messages), tools=tuple(tools), options={**options, "empty_thought": True})
    assert "".join(segment.text for segment in Gemma4().render(request)) == _reference(messages, tools, options)


def test_there_are_conversations_enough() -> None:
    assert len(CONVERSATIONS) >= 40


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (calls(("f", {"a": None})), "call:f{a:null}"),
        (result("x", None), "response:unknown{value:null}"),
        (
            Message(role="assistant", content=(TextPart(text="보자."), ToolUsePart(id="1", name="f", arguments={}))),
            "<|turn>model\n보자.<|tool_call>call:f{}<tool_call|>",
        ),
    ],
)
def test_what_the_template_gets_wrong_is_written_right(message: Message, expected: str) -> None:
    segments = Gemma4().render(ChatRequest(messages=(user("?"), message)))
    assert expected in "".join(segment.text for segment in segments)


def test_small_sizes_need_no_empty_thought() -> None:
    text = "".join(segment.text for segment in Gemma4().render(ChatRequest(messages=(user("안녕"),))))
    assert text == "<|turn>user\n안녕<turn|>\n<|turn>model\n"


def test_every_parameter_is_declared_whatever_it_is_called() -> None:
    schema = {"type": "object", "properties": {"type": {"type": "string"}, "description": {"type": "string"}}}
    awkward = Tool(name="make", description="Makes.", parameters=schema, effect=Effect.READ)
    text = "".join(each.text for each in Gemma4().render(ChatRequest(messages=(user("?"),), tools=(awkward,))))
    assert 'properties:{description:{type:<|"|>STRING<|"|>},type:{type:<|"|>STRING<|"|>}}' in text
