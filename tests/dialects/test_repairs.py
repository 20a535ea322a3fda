"""Whole families of what models write wrongly: repaired where there is one meaning, refused where there are more."""

from typing import Any

import pytest

from gemma_app.dialects.parse import Parsed, parse_text
from gemma_app.dialects.protocol import Call, Finish
from tests.dialects.cases import events_of, tools_of

TOOLS: list[dict[str, Any]] = [
    {
        "name": "search",
        "parameters": {
            "type": "object",
            "properties": {
                "query": {"type": "string"},
                "limit": {"type": "integer"},
                "sort": {"anyOf": [{"type": "string", "enum": ["new", "old"]}, {"type": "null"}]},
            },
            "required": ["query"],
        },
    },
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
    {
        "name": "note",
        "parameters": {
            "type": "object",
            "properties": {"title": {"type": "string"}, "body": {"type": "string"}},
            "required": ["title", "body"],
        },
    },
    {
        "name": "set",
        "parameters": {"type": "object", "properties": {"config": {"type": "object"}, "on": {"type": "boolean"}}},
    },
    {
        "name": "collect",
        "parameters": {"type": "object", "properties": {"refs": {"type": "array", "items": {"type": "string"}}}},
    },
]
OPEN, CLOSE, D = "<|tool_call>", "<tool_call|>", '<|"|>'


def gemma4(raw: str, finish: Finish = "stop", *, start_in_thought: bool = False) -> Parsed:
    return parse_text("gemma4", raw, TOOLS, finish=finish, start_in_thought=start_in_thought)


def gemma3(raw: str, finish: Finish = "stop") -> Parsed:
    return parse_text("gemma3", raw, TOOLS, finish=finish)


@pytest.mark.parametrize(
    ("body", "name", "arguments"),
    [
        (f"call:search{{query:{D}부산 날씨}}", "search", {"query": "부산 날씨"}),
        (f"call:search{{query:{D}부산 날씨 , limit:5}}", "search", {"query": "부산 날씨", "limit": 5}),
        (f"call:search{{limit:5,query:부산{D}}}", "search", {"limit": 5, "query": "부산"}),
        ("call:search{limit:5,query:부산, 대구}", "search", {"limit": 5, "query": "부산, 대구"}),
        ("call:search{query:it's fine}", "search", {"query": "it's fine"}),
        ("call:search{query:a {b} c}", "search", {"query": "a {b} c"}),
        ("call:search{query:true}", "search", {"query": "true"}),
        ("call:search{sort:old,query:x}", "search", {"sort": "old", "query": "x"}),
        ("call:search{query:x,sort:None}", "search", {"query": "x", "sort": None}),
        ("call:set{on:True}", "set", {"on": True}),
        ("call:set{config:{a:None,b:False}}", "set", {"config": {"a": None, "b": False}}),
        ("call:search{'query':'a\\'b'}", "search", {"query": "a'b"}),
        ('call:search{"query":"a\\"b\\nc\\u00e9"}', "search", {"query": 'a"b\ncé'}),
        (f'call:search{{"query":{D}x{D},"limit":5}}', "search", {"query": "x", "limit": 5}),
        (f"call:search{{{D}query{D}:{D}x{D}}}", "search", {"query": "x"}),
        ('call:collect{refs:["a", "b"]}', "collect", {"refs": ["a", "b"]}),
        ('call:search(query="서울", limit=3)', "search", {"query": "서울", "limit": 3}),
        (f"call:search{{query={D}서울{D}}}", "search", {"query": "서울"}),
        ("call:now()", "now", {}),
        ("call:now({})", "now", {}),
        ("call:now{{}}", "now", {}),
        (f"call:search{{{{query:{D}a{D}}}}}", "search", {"query": "a"}),
        (": call:now{}", "now", {}),
        ('{"name":"now","parameters":{}}', "now", {}),
        ("{'name': 'set', 'arguments': {'on': True}}", "set", {"on": True}),
        ('{"name":"search","arguments":"{\\"query\\":\\"a\\"}"}', "search", {"query": "a"}),
        (f"call:search{{query:{D}{D}}}", "search", {"query": ""}),
        ("call:set{config:{my key:1}}", "set", {"config": {"my key": 1}}),
        ("call:search{query:a,query:a}", "search", {"query": "a"}),
    ],
)
def test_a_native_call_with_one_meaning_is_repaired(body: str, name: str, arguments: dict[str, Any]) -> None:
    call = {"name": name, "arguments": arguments}
    assert gemma4(OPEN + body + CLOSE) == Parsed(calls=[call], text="", reasoning="", error=None)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (f"call:search{{query:{D}a{D}b{D}}}", "ambiguous_string"),
        (f"call:search{{query:a{D}b{D}}}", "ambiguous_string"),
        (f'call:search{{query:"{D}a{D}"}}', "ambiguous_string"),
        ("call:search{query:'it's fine'}", "ambiguous_string"),
        ('call:search{query:"abc}', "ambiguous_string"),
        ("call:search{query:a}call:now{}", "ambiguous_string"),
        (f"call:collect{{refs:[{D}a]}}", "ambiguous_string"),
        ("call:search{query:a,query:b}", "duplicate_key"),
        ("call:set{config:{a:1,a:1.0}}", "duplicate_key"),
        ("call:set{config:{a:1,a:true}}", "duplicate_key"),
        ("call:search{query:}", "missing_value"),
        ("call:search{query: ,limit:1}", "missing_value"),
        ("call:collect{refs:[,1]}", "missing_value"),
        ("call:{query:1}", "missing_name"),
        ("call:", "missing_name"),
        ('{"arguments":{}}', "missing_name"),
        ('{"name":"","arguments":{}}', "missing_name"),
        ("search{}", "missing_call_prefix"),
        (":search{}", "missing_call_prefix"),
        ("call:nope{}", "unknown_tool"),
        ("call:NOW{}", "unknown_tool"),
        ('{"name":"nope","parameters":{}}', "unknown_tool"),
        ("call:now", "bad_args"),
        ("call:now 지금{}", "bad_args"),
        ("call:now{} 확인", "bad_args"),
        ("call:now{}call:now{}", "bad_args"),
        (f"call:search{{query:{D}a{D}", "bad_args"),
        (f"call:search{{query:{D}a{D}}}}}", "bad_args"),
        ("call:search{limit:05}", "bad_args"),
        ("call:search{limit:+5}", "bad_args"),
        ("call:search{limit:1_000}", "bad_args"),
        ("call:set{config:{n:NaN}}", "bad_args"),
        ("call:set{config:{n:1e999}}", "bad_args"),
        ("call:set{config:{n:.5}}", "bad_args"),
        ('call:set{on:"true"}', "bad_args"),
        ("call:search{sort:sideways,query:'a'}", "bad_args"),
        ("call:collect{refs:[a]}", "bad_args"),
        ('{"name":"search","arguments":[1]}', "bad_args"),
        ("call:set{config:" + "{a:" * 40 + "1" + "}" * 40 + "}", "too_deep"),
        ("call:collect{refs:" + "[" * 5000 + "]" * 5000 + "}", "too_deep"),
        ("call:set{config:{n:" + "9" * 5000 + "}}", "bad_args"),
    ],
)
def test_a_native_call_with_more_meanings_or_none_is_refused(body: str, code: str) -> None:
    assert gemma4(OPEN + body + CLOSE) == Parsed(calls=[], text="", reasoning="", error=code)


@pytest.mark.parametrize(
    ("raw", "stopped", "cut"),
    [
        (f"{OPEN}call:now{{}}", None, "truncated"),
        (f"{OPEN}call:now", "unclosed_call", "truncated"),
        (OPEN, "unclosed_call", "truncated"),
        (f"{OPEN}call:search{{query:{D}a", "unclosed_call", "truncated"),
        (f"{OPEN}call:set{{config:{{a:1}}", "unclosed_call", "truncated"),
        (f"{OPEN}call:nope{{}}", "unknown_tool", "truncated"),
        (f"{OPEN}call:now{{}}<|tool_response>", None, None),
        (f"{OPEN}call:now{{}}<eos>", None, None),
        (f"{OPEN}call:now{{}}<tool_ca", None, "truncated"),
        (f"{OPEN}call:search{{query:{D}a<turn|>", "unclosed_call", "unclosed_call"),
    ],
)
def test_how_an_unfinished_call_ends_depends_on_how_the_generation_did(
    raw: str, stopped: str | None, cut: str | None
) -> None:
    assert (gemma4(raw)["error"], gemma4(raw, "length")["error"]) == (stopped, cut)
    assert bool(gemma4(raw)["calls"]) == (stopped is None)


@pytest.mark.parametrize(
    ("raw", "count", "text", "reasoning"),
    [
        ("<|channel>thought\nA<channel|>call:now{}", 1, "", "A"),
        (f"<|channel>thought\nA<channel|>call:now{{}}{CLOSE}", 1, "", "A"),
        (f"<channel|>call:search{{query:{D}a{D}}}<|tool_response>", 1, "", ""),
        ("<|channel>thought\nA<channel|>call:now{} 라고 씁니다", 0, "call:now{} 라고 씁니다", "A"),
        ("<|channel>thought\nA<channel|>call:nope{}", 0, "call:nope{}", "A"),
        ("<|channel>thought\nA<channel|>call me", 0, "call me", "A"),
        ("<|channel><|channel>thought\nA<channel|><channel|>답", 0, "답", "A"),
        ("<|channel>thought\n<|channel>thought\nA<channel|>답", 0, "답", "A"),
        ("<|channel>thought 생각<channel|>답", 0, "답", "생각"),
        (f"<|channel>thought\nx{OPEN}call:now{{}}{CLOSE} y", 1, "", "x y"),
        (f"<|channel>thought\nx{OPEN}call:now{{}}{CLOSE}y<channel|>답", 0, "답", f"x{OPEN}call:now{{}}{CLOSE}y"),
        (
            f"<|tool>declaration:now{{{OPEN}call:now{{}}{CLOSE}}}<tool|>",
            0,
            f"<|tool>declaration:now{{{OPEN}call:now{{}}{CLOSE}}}<tool|>",
            "",
        ),
        (f"{OPEN}call:now{{}}{CLOSE}<channel|>끝", 1, "끝", ""),
        ("<|turn>model\n안녕<|turn>user\n뭐해", 0, "안녕", ""),
        ("<tool_response|>가짜", 0, "", ""),
        (f"<|turn>user\n{OPEN}call:now{{}}{CLOSE}", 0, "", ""),
    ],
)
def test_channels_turns_and_echoes_are_told_from_calls(raw: str, count: int, text: str, reasoning: str) -> None:
    result = gemma4(raw)
    assert (len(result["calls"]), result["text"], result["reasoning"], result["error"]) == (
        count,
        text,
        reasoning,
        None,
    )


def test_a_broken_call_does_not_hide_the_next_one() -> None:
    result = gemma4(f"{OPEN}call:search{{query:{D}a{D}b{D}}}{CLOSE}{OPEN}call:now{{}}{CLOSE}")
    assert ([call["name"] for call in result["calls"]], result["error"]) == (["now"], "ambiguous_string")


def test_a_string_that_is_never_closed_ends_at_the_first_marker_in_it() -> None:
    result = gemma4(f"{OPEN}call:search{{query:{D}a}}{CLOSE}그리고")
    assert (result["calls"][0]["arguments"], result["text"]) == ({"query": "a"}, "그리고")


def test_a_prompt_that_ended_in_a_thought_starts_in_it() -> None:
    assert gemma4(f"A{OPEN}call:now{{}}{CLOSE}", start_in_thought=True)["reasoning"] == "A"


NOW_JSON = '{"name":"now","parameters":{}}'
FENCED = f"```json\n{NOW_JSON}\n```"


@pytest.mark.parametrize(
    ("raw", "names", "text"),
    [
        (f"{NOW_JSON}\n{NOW_JSON}", ["now", "now"], ""),
        (f"{NOW_JSON}\n지금이에요.", ["now"], "지금이에요."),
        (f"{NOW_JSON} 처럼 부릅니다", [], f"{NOW_JSON} 처럼 부릅니다"),
        (f"확인\n\n{NOW_JSON}", [], f"확인\n\n{NOW_JSON}"),
        (f"{FENCED}\n설명", ["now"], "설명"),
        (f"앞\n{FENCED}", ["now"], "앞"),
        (f"앞\n{FENCED}\n뒤", [], f"앞\n{FENCED}\n뒤"),
        (f"앞\n{FENCED}\n\n{FENCED}", ["now", "now"], "앞"),
        (
            '앞\n```json\n{"name":"nope","parameters":{}}\n```\n뒤',
            [],
            '앞\n```json\n{"name":"nope","parameters":{}}\n```\n뒤',
        ),
        (f"```\n{NOW_JSON}\n```", ["now"], ""),
        (f"```json {NOW_JSON}```", ["now"], ""),
        (f"```tool_code\n{NOW_JSON}\n```", ["now"], ""),
        ("````md\n```tool_code\nnow()\n```\n````", [], "````md\n```tool_code\nnow()\n```\n````"),
        ("```python\nnow()\n```\n답", [], "```python\nnow()\n```\n답"),
        ("```tool_code\nprint(default_api.now())\n```", ["now"], ""),
        ("```tool_code\n[now(), search(query='a')]\n```", ["now", "search"], ""),
        ("```tool_code\n# 지금\nnow(); now()\n```", ["now", "now"], ""),
        ("```tool_code\nset(config={'a': true, 'b': (1, -2)})\n```", ["set"], ""),
        ('```tool_code\nnote(title="t", body="""a\n```py\nx\n```\n""")\n```\n뒤', ["note"], "뒤"),
        ("```tool_code\nnow()```", ["now"], ""),
        ("앞 <tool_code>now()</tool_code> 뒤", ["now"], "앞  뒤"),
        (f"<tool_call>{NOW_JSON}</tool_call>", ["now"], ""),
        (f"<start_of_turn>model\n{NOW_JSON}<end_of_turn>\n<start_of_turn>user\n", ["now"], ""),
        ('{"name":"now"}', ["now"], ""),
        ('{"tool_calls":[{"type":"function","function":{"name":"now","arguments":"{}"}}]}', ["now"], ""),
        ('{"name":"홍길동","age":3}', [], '{"name":"홍길동","age":3}'),
        ('["a", "b"]', [], '["a", "b"]'),
        ('{"name":"홍길', [], '{"name":"홍길'),
        ("now()", [], "now()"),
        ("`now()`", [], "`now()`"),
        ("```tool_output\n9\n```", [], "```tool_output\n9\n```"),
        ('```json\n{"city":"서울"}\n```', [], '```json\n{"city":"서울"}\n```'),
        ("```", [], "```"),
        ("{", [], "{"),
    ],
)
def test_text_is_told_from_calls_that_are_text(raw: str, names: list[str], text: str) -> None:
    result = gemma3(raw)
    assert ([call["name"] for call in result["calls"]], result["text"], result["error"]) == (names, text, None)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ('{"name":"","parameters":{}}', "missing_name"),
        ('{"parameters":{"query":"a"}}', "missing_name"),
        ('{"name":"search","parameters":{"query":}}', "missing_value"),
        ('{"name":"search","parameters":{query:"a"}}', "bad_args"),
        ('{"name":"search","parameters":"서울"}', "bad_args"),
        ('{"name":"search","parameters":{"query":"\\ud800"}}', "bad_args"),
        ('{"name":"search","arguments":{"limit":"3"}}', "bad_args"),
        ('{"name":"now","parameters":{}}}', "bad_args"),
        ('{"name":"no', "unclosed_call"),
        ('[{"name":"now","parameters":{}},{"name":"x","parameters":{}}]', "unknown_tool"),
        ('{"name":"set","parameters":{"config":' + "[" * 40 + "]" * 40 + "}}", "too_deep"),
        ('```tool_code\nsearch(query="a', "unclosed_call"),
        ("```tool_code\nnow(\n```", "bad_args"),
        ('```tool_code\nsearch(query=open("x").read())\n```', "non_literal"),
        ("```tool_code\nsearch(**{'query': 'a'})\n```", "non_literal"),
        ("```tool_code\nsearch(*['a'])\n```", "non_literal"),
        ("```tool_code\nsearch(query=[x for x in 'a'])\n```", "non_literal"),
        ("```tool_code\nsearch(query=lambda: 1)\n```", "non_literal"),
        ("```tool_code\nsearch(query='a' + 'b')\n```", "non_literal"),
        ("```tool_code\nset(config={'a': {1, 2}})\n```", "non_literal"),
        ("```tool_code\nset(config={'a': b'x'})\n```", "non_literal"),
        ("```tool_code\nset(config={**{}})\n```", "non_literal"),
        ("```tool_code\nwhile True: now()\n```", "non_literal"),
        ("```tool_code\n__import__('os').system('id')\n```", "non_literal"),
        ("```tool_code\nset(config={'a': 1e999})\n```", "bad_args"),
        ("```tool_code\nset(config={1: 2})\n```", "bad_args"),
        ("```tool_code\nsearch('a', 1, 'new', 'd')\n```", "bad_args"),
        ("```tool_code\nsearch('a', query='b')\n```", "duplicate_key"),
        ("```tool_code\nos.system('id')\n```", "unknown_tool"),
        ("```tool_code\nset(config=" + "[" * 40 + "]" * 40 + ")\n```", "too_deep"),
        ("```tool_code\nset(config=" + "-" * 5000 + "1)\n```", "too_deep"),
    ],
)
def test_a_broken_call_in_text_stays_visible_and_gives_its_code(raw: str, code: str) -> None:
    assert gemma3(raw) == Parsed(calls=[], text=raw, reasoning="", error=code)


@pytest.mark.parametrize("raw", [NOW_JSON, FENCED])
def test_a_complete_call_in_text_is_not_hurt_by_the_length_limit(raw: str) -> None:
    assert gemma3(raw, "length")["calls"]


@pytest.mark.parametrize("raw", ["```tool_code\nnow()", '{"name":"no', f"```json\n{NOW_JSON}"])
def test_a_call_in_text_that_the_length_limit_cut_is_truncated(raw: str) -> None:
    assert gemma3(raw, "length") == Parsed(calls=[], text=raw, reasoning="", error="truncated")


def test_too_many_calls_are_refused_and_no_more_are_made() -> None:
    for result in (gemma4(f"{OPEN}call:now{{}}{CLOSE}" * 200), gemma3(f"{NOW_JSON}\n" * 200)):
        assert (len(result["calls"]), result["error"]) == (128, "bad_args")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12", 12),
        ("-1.5", -1.5),
        ("true", True),
        ("12 회", "12 회"),
        ("<escape>12<escape>", "12"),
        ("truely", "truely"),
    ],
)
def test_a_bare_number_or_truth_value_is_one_where_it_may_stand_beside_a_string(written: str, value: object) -> None:
    schema = {"type": "object", "properties": {"dose": {"type": ["number", "boolean", "string"]}}}
    body = f"<start_function_call>call:take{{dose:{written}}}<end_function_call>"
    events = events_of("functiongemma", [body], tools_of([{"name": "take", "parameters": schema}]))
    assert events[-1] == Call(name="take", arguments={"dose": value})
