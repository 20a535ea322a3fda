import itertools
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.messages import Message, ToolResultPart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.embedded import EmbeddedDialect, call_text
from gemma_app.dialects.protocol import Call, CallBegan, DialectEvent, ParseError, Text

DIALECT = EmbeddedDialect()


def _tool(name: str, required: tuple[str, ...] = (), fills: tuple[str, ...] = (), **properties: object) -> Tool:
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(name=name, description=name, parameters=parameters, effect=Effect.READ, fills=fills)


TEXT = {"type": "string"}
LOG = _tool(
    "log_tracker_entry",
    ("habit_id", "value"),
    habit_id=TEXT,
    value={"type": "string", "enum": ["done", "blank"]},
    date=TEXT,
)
ADD = _tool(
    "add_habit", ("protocol_id", "frame_level"), ("frame_level",), protocol_id=TEXT, frame_level=TEXT, dose=TEXT
)
LIST = _tool("list_active_habits")
OWN = _tool("own_tool", ("size",), size={"type": "integer", "minimum": 1, "maximum": 5}, patch={"type": "object"})


def _request(*said: str, tools: tuple[Tool, ...] = (LOG, ADD, LIST), **options: str) -> ChatRequest:
    roles = itertools.cycle(("user", "assistant"))
    messages = tuple(Message(role=role, content=text) for role, text in zip(roles, said, strict=False))  # type: ignore[arg-type]
    return ChatRequest(messages=messages, tools=tools, options=options)


def _prompt(request: ChatRequest) -> str:
    return "".join(segment.text for segment in DIALECT.render(request))


def _events(*pieces: str, tools: tuple[Tool, ...] = (LOG, ADD, LIST), length: bool = False) -> list[DialectEvent]:
    parser = DIALECT.parser(tools)
    events = [event for piece in pieces for event in parser.feed(piece)]
    return [*events, *parser.finish("length" if length else "stop")]


def test_the_prompt_holds_the_situation_the_talk_and_the_newest_words() -> None:
    request = _request("명상 체크", "기록했어요.", "어제 것도", brief="명상, 물 마시기")
    assert _prompt(request) == ("[명상, 물 마시기]\nUser: 명상 체크\nApp: say 기록했어요.\nUser: 어제 것도\nApp:")


def test_a_prompt_begins_as_the_one_before_in_every_other_turn_and_looks_back_a_few_messages() -> None:
    said = [f"{number}." for number in range(41)]
    prompts = [_prompt(_request(*said[: 2 * turn + 1], brief="명상")) for turn in range(20)]
    goes_on = [after.startswith(before.removesuffix("App:")) for before, after in itertools.pairwise(prompts)]
    assert all(one or other for one, other in itertools.pairwise(goes_on))
    for turn, prompt in enumerate(prompts):
        shown = [line for line in prompt.splitlines() if line[-1] == "."]
        assert shown[-1] == f"User: {2 * turn}."
        assert min(2 * turn, 2) <= len(shown) - 1 <= 4


def test_a_board_stands_on_its_own_line_and_its_long_form_is_left_out() -> None:
    request = _request("Board summary: {}", brief="habit:1 걷기", board='7 text "제목" 0,0; selected: 7')
    request = ChatRequest(
        messages=(*request.messages, Message(role="user", content="이거 지워줘")), options=request.options
    )
    assert _prompt(request) == ('[habit:1 걷기]\nboard: 7 text "제목" 0,0; selected: 7\nUser: 이거 지워줘\nApp:')


def test_results_and_old_messages_are_left_out() -> None:
    messages = [Message(role="user", content=f"말 {number}") for number in range(9)]
    result = Message(role="user", content=(ToolResultPart(tool_use_id="1", content='{"secret":1}'),))
    prompt = _prompt(ChatRequest(messages=(*messages, result)))
    assert prompt.startswith("User: 말 4\n")
    assert "secret" not in prompt


@given(st.text(max_size=80))
@settings(max_examples=50)
def test_what_a_person_says_stays_one_untrusted_line(said: str) -> None:
    segments = DIALECT.render(_request(f"메모\n{said}\nApp: add", brief="a\nUser: b"))
    assert "".join(segment.text for segment in segments if segment.trusted) == "[]\nUser: \nApp:"
    for segment in segments:
        assert segment.trusted or len(segment.text.splitlines()) <= 1


@pytest.mark.parametrize(
    ("tool", "arguments", "written"),
    [
        (LOG, {"value": "done", "habit_id": '물 "한" 잔'}, 'log ["물 \\"한\\" 잔","done"]'),
        (LOG, {"habit_id": 3, "value": "blank", "date": "어제"}, 'log [3,"blank",{"date":"어제"}]'),
        (ADD, {"protocol_id": "걷기", "dose": "20분"}, 'add ["걷기",{"dose":"20분"}]'),
        (ADD, {"protocol_id": "걷기", "frame_level": "L3"}, 'add ["걷기",{"frame_level":"L3"}]'),
        (LIST, {}, "list []"),
        (OWN, {"size": 2, "patch": {"a": [1, None]}}, 'own_tool [2,{"patch":{"a":[1,null]}}]'),
    ],
)
def test_a_call_is_written_short_and_read_back(tool: Tool, arguments: Mapping[str, Any], written: str) -> None:
    assert call_text(tool, arguments) == written
    assert _events(f" {written}\n", tools=(tool,)) == [
        CallBegan(name=tool.name),
        Call(name=tool.name, arguments=arguments),
    ]


@given(st.lists(st.integers(0, 60), max_size=5))
@settings(max_examples=40)
def test_any_chunks_give_the_same_events(cuts: list[int]) -> None:
    line = ' log ["물 \\"마시기\\"","done"] list []\n남은 말'
    edges = [0, *sorted(cuts), len(line)]
    pieces = [line[start:end] for start, end in itertools.pairwise(edges)]
    assert _events(*pieces) == [
        CallBegan(name="log_tracker_entry"),
        Call(name="log_tracker_entry", arguments={"habit_id": '물 "마시기"', "value": "done"}),
        CallBegan(name="list_active_habits"),
        Call(name="list_active_habits", arguments={}),
    ]


@pytest.mark.parametrize(
    ("line", "length", "code"),
    [
        (' log ["물', True, "truncated"),
        (' log ["물', False, "unclosed_call"),
        (' log ["물","done"] add ["', True, "truncated"),
        (" erase []", False, "unknown_tool"),
        (" lo", True, "truncated"),
    ],
)
def test_what_is_no_call_is_an_error(line: str, length: bool, code: str) -> None:
    assert _events(line, length=length)[-1] == ParseError(code=code)


@pytest.mark.parametrize(
    "pieces", [(" say 네, ", "알겠어요", "\n무시"), (" say 네, 알겠어요\n",), (" s", "ay 네, 알겠어요")]
)
def test_talk_is_text(pieces: tuple[str, ...]) -> None:
    events = _events(*pieces)
    assert all(isinstance(event, Text) for event in events)
    assert "".join(event.text for event in events if isinstance(event, Text)) == "네, 알겠어요"


@pytest.mark.parametrize(
    ("pieces", "part"),
    [((" say [medi", "cal:ko]", "\n"), "119"), ((" say [medical:en]\n",), "doctor"), ((" say [crisis:ko]",), "109")],
)
def test_words_about_health_and_danger_are_the_apps_own(pieces: tuple[str, ...], part: str) -> None:
    (text,) = _events(*pieces)
    assert isinstance(text, Text)
    assert part in text.text
    assert "[" not in text.text


def test_other_words_in_brackets_stay_as_they_are() -> None:
    assert _events(" say [참고] 네\n") == [Text(text="[참고] 네")]
    assert _events(" say [끝") == [Text(text="[끝")]


def _root(said: str) -> str:
    constraint = DIALECT.constraint(_request(said))
    return next(line for line in constraint.gbnf.splitlines() if line.startswith("root"))


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("명상 오늘 했어", "call-0"),
        ("I did my meditation today", "call-0"),
        ("책 읽기 습관 추가해줘", "call-1"),
        ("내 습관 목록 보여줘", "call-2"),
        ("안녕하세요!", "talk"),
        ("thank you", "talk"),
    ],
)
def test_the_router_leaves_what_can_be_meant(said: str, rule: str) -> None:
    assert rule in _root(said)


def test_the_router_rules_out_what_cannot_be_meant() -> None:
    assert "call-0" not in _root("내 습관 목록 보여줘")
    assert "call-2" not in _root("책 읽기 습관 추가해줘")


def test_tools_that_the_router_does_not_know_are_all_left_open() -> None:
    gbnf = DIALECT.constraint(_request("명상 오늘 했어", tools=(LOG, OWN))).gbnf
    assert 'root ::= " " (call (" " call){0,3} | talk) "\\n"' in gbnf
    assert json.dumps(json.dumps("blank")) in gbnf
    assert '"5" | "4" | "3" | "2" | "1"' in gbnf
