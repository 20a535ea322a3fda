"""What holds of the parsers for any text at all."""

import itertools
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.messages import Message, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.markup import FUNCTIONGEMMA, GEMMA4, Markup
from gemma_app.dialects.protocol import Call, DialectEvent, Finish, ParseError
from gemma_app.dialects.registry import get_dialect
from tests.dialects.cases import CASES, events_of, joined, tools_of

DIALECTS = ["gemma3", "functiongemma", "gemma4"]
CODES = {
    *("ambiguous_string", "truncated", "unclosed_call", "unknown_tool", "duplicate_key", "missing_value"),
    *("missing_name", "missing_call_prefix", "non_literal", "bad_args", "too_deep"),
}
NOTE = Tool(
    name="note",
    description="",
    parameters={
        "type": "object",
        "properties": {"body": {"type": "string"}, "n": {"type": "integer"}, "data": {"type": "object"}},
        "required": ["body"],
    },
    effect=Effect.READ,
)
TOOLS = [NOTE, *tools_of([{"name": "now", "parameters": {"type": "object", "properties": {}}}])]

_FRAGMENTS = [
    *sorted(GEMMA4.literals | FUNCTIONGEMMA.literals),
    *(
        "call:note{",
        "call:now{}",
        "body:",
        "n:",
        ",",
        ":",
        "=",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        '"',
        "'",
        "\\",
        "`",
        "```",
    ),
    *(
        "```tool_code\n",
        "```json\n",
        "```\n",
        "<tool_code>",
        "</tool_code>",
        '{"name":"note","parameters":{',
        '"body":"a"',
    ),
    *(
        "}}",
        "\n",
        " ",
        "note(body='a')",
        '"""',
        "thought\n",
        "model\n",
        "None",
        "true",
        "1",
        "-2.5e3",
        "안녕",
        "🏃🏽‍♀️",
        "\x00",
    ),
]
_RAW = st.lists(st.sampled_from(_FRAGMENTS) | st.text(max_size=5), max_size=14).map("".join)
_FINISH: st.SearchStrategy[Finish] = st.sampled_from(["stop", "length"])
_LESS = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("dialect", DIALECTS)
@_LESS
@given(raw=_RAW, finish=_FINISH, in_thought=st.booleans())
def test_no_text_makes_a_parser_raise(dialect: str, raw: str, finish: Finish, *, in_thought: bool) -> None:
    for event in events_of(dialect, [raw], TOOLS, finish, start_in_thought=in_thought):
        if isinstance(event, ParseError):
            assert event.code in CODES
        if isinstance(event, Call):
            assert event.name in {"note", "now"}
            json.dumps(dict(event.arguments), ensure_ascii=False, allow_nan=False).encode("utf-8")


@pytest.mark.parametrize("dialect", DIALECTS)
@_LESS
@given(raw=_RAW, finish=_FINISH, cuts=st.lists(st.integers(0, 80), max_size=8), in_thought=st.booleans())
def test_any_chunking_gives_the_same_events(
    dialect: str, raw: str, finish: Finish, cuts: list[int], *, in_thought: bool
) -> None:
    edges = [0, *sorted(min(cut, len(raw)) for cut in cuts), len(raw)]
    chunks = [raw[start:end] for start, end in itertools.pairwise(edges)]
    whole = events_of(dialect, [raw], TOOLS, finish, start_in_thought=in_thought)
    assert events_of(dialect, chunks, TOOLS, finish, start_in_thought=in_thought) == whole
    assert events_of(dialect, list(raw), TOOLS, finish, start_in_thought=in_thought) == whole


_KEYS = st.from_regex(r"[a-zA-Z가-힣_][a-zA-Z0-9가-힣_.-]{0,8}", fullmatch=True)
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _RAW
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3), max_leaves=8
)
_ARGUMENTS = st.fixed_dictionaries(
    {"body": _RAW}, optional={"n": st.integers(), "data": st.dictionaries(_KEYS, _VALUES)}
)


def _written(dialect: str, arguments: dict[str, Any]) -> list[DialectEvent]:
    """Feed a parser with the segments of a rendered call, as tokens would come."""
    call = Message(role="assistant", content=(ToolUsePart(id="1", name="note", arguments=arguments),))
    rendered = get_dialect(dialect)
    segments = rendered.render(ChatRequest(messages=(Message(role="user", content="?"), call)))
    start = next(at for at, segment in enumerate(segments) if "call:" in segment.text) - 1
    parser = rendered.parser(TOOLS)
    events: list[DialectEvent] = []
    for segment in segments[start:]:
        for piece in _tokens(segment.text, trusted=segment.trusted):
            events += parser.feed(piece, special=segment.trusted)
    return joined([*events, *parser.finish("stop")])


def _tokens(text: str, *, trusted: bool) -> list[str]:
    if not trusted:
        return list(text)
    markup = GEMMA4 if "|" in text else FUNCTIONGEMMA
    tokens = []
    while text:
        literal = next(each for each in markup.literals if text.startswith(each))
        tokens.append(literal)
        text = text[len(literal) :]
    return tokens


@pytest.mark.parametrize("dialect", ["functiongemma", "gemma4"])
@_LESS
@given(arguments=_ARGUMENTS)
def test_a_rendered_call_is_parsed_as_itself_whatever_its_strings_hold(dialect: str, arguments: dict[str, Any]) -> None:
    assert [event for event in _written(dialect, arguments) if isinstance(event, Call | ParseError)] == [
        Call(name="note", arguments=arguments)
    ]


@_LESS
@given(arguments=_ARGUMENTS)
def test_a_call_in_json_is_parsed_as_itself(arguments: dict[str, Any]) -> None:
    raw = json.dumps({"name": "note", "parameters": arguments}, ensure_ascii=False)
    for literal in ("<start_of_turn>", "<end_of_turn>", "<eos>"):
        raw = raw.replace(literal, "")
    expected = json.loads(raw)["parameters"]
    calls = [event for event in events_of("gemma3", [raw], TOOLS) if isinstance(event, Call | ParseError)]
    assert calls == [Call(name="note", arguments=expected)]


@pytest.mark.parametrize("markup", [GEMMA4, FUNCTIONGEMMA], ids=["gemma4", "functiongemma"])
def test_a_literal_that_is_ordinary_text_means_nothing(markup: Markup) -> None:
    parser = get_dialect("gemma4" if markup is GEMMA4 else "functiongemma").parser(TOOLS)
    raw = f"{markup.call_open}call:now{{}}{markup.call_close}{markup.turn_close}"
    events = [*parser.feed(raw, special=False), *parser.finish("stop")]
    assert "".join(getattr(event, "text", "") for event in events) == raw
    assert not [event for event in events if isinstance(event, Call | ParseError)]


_HOSTILE = {
    "text": "a",
    "angle brackets": "<",
    "openers": "<|tool_call>",
    "closers": "<tool_call|>",
    "calls": "<|tool_call>call:now{}<tool_call|>",
    "open strings": '<|tool_call>call:note{body:<|"|>',
    "half strings": '<|tool_call>call:note{body:x<|"|>}<tool_call|>',
    "thoughts": "<|channel><|tool_call>",
    "closed thoughts": "<|channel>a<|tool_call>x<channel|>",
    "glued calls": "<channel|>call:note{",
    "glued heads": "<channel|>call:",
    "declarations": "<|tool>",
    "members": ",n:1",
    "spaces": " ",
    "lines": "\n",
    "quotes": '"',
    "apostrophes": "it's ",
    "braces": "{",
    "brackets": "[]",
    "backslashes": "\\",
    "fences": "```tool_code\n",
    "ticks": "`",
    "triple quotes": '```tool_code\n"""\n```\n',
    "json": '{"name":"note","parameters":{"body":"a"}}\n',
    "fenced json": '```json\n{"name":"now","parameters":{}}\n```\n',
    "python": "now()\n",
    "tags": "<tool_code>",
    "parentheses": "note(body=(",
}
_PLACES = {
    "gemma4": {
        "alone": ("", ""),
        "in a call": ("<|tool_call>call:note{body:a", "}<tool_call|>"),
        "in a string": ('<|tool_call>call:note{body:<|"|>', '<|"|>}<tool_call|>'),
        "in an object": ("<|tool_call>call:note{data:{", "}}<tool_call|>"),
    },
    "gemma3": {
        "alone": ("", ""),
        "in JSON": ('{"name":"note","parameters":{"body":"', '"}}'),
        "in a fence": ("```tool_code\n", "\n```"),
        "behind an example": ('a\n```json\n{"name":"now","parameters":{}}\n```\n', ""),
    },
}


def _seconds(dialect: str, raw: str) -> float:
    started = time.thread_time()
    events_of(dialect, [raw[at : at + 97] for at in range(0, len(raw), 97)], TOOLS)
    return time.thread_time() - started


@pytest.mark.parametrize(("dialect", "place"), [(dialect, place) for dialect in _PLACES for place in _PLACES[dialect]])
def test_eight_times_the_text_takes_nowhere_near_sixty_four_times_as_long(dialect: str, place: str) -> None:
    before, after = _PLACES[dialect][place]
    for what, unit in _HOSTILE.items():
        small, large = (before + unit * (size // len(unit)) + after for size in (4_000, 32_000))
        quick = max(_seconds(dialect, small), 0.002)
        assert any(_seconds(dialect, large) < 40 * quick for _ in range(3)), what


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_megabyte_is_parsed_in_seconds(dialect: str) -> None:
    for unit in (
        '<|tool_call>call:note{body:<|"|>a',
        "<start_function_call>call:note{body:<escape>",
        "```tool_code\nnow(",
    ):
        assert _seconds(dialect, unit * (1_000_000 // len(unit))) < 10


@pytest.mark.parametrize("case", CASES[::9], ids=lambda case: case["id"])
def test_a_case_cut_anywhere_by_the_length_limit_makes_no_other_call(case: dict[str, Any]) -> None:
    dialect, tools = case["family"].split("_")[0], tools_of(case["tools"])
    whole = [event for event in events_of(dialect, [case["raw"]], tools) if isinstance(event, Call)]
    for end in range(len(case["raw"])):
        made = [event for event in events_of(dialect, [case["raw"][:end]], tools, "length") if isinstance(event, Call)]
        assert made == whole[: len(made)]
