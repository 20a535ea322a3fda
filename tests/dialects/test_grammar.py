"""The grammars let every valid call through and no other, judged by llama.cpp itself."""

import json
from typing import Any

import pytest

from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.protocol import Call
from gemma_app.dialects.registry import get_dialect
from tests.dialects.cases import events_of
from tests.dialects.vocabulary import Vocabulary

pytestmark = pytest.mark.model


def tool(name: str, required: tuple[str, ...], fills: tuple[str, ...] = (), **properties: dict[str, Any]) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(name=name, description="", parameters=schema, effect=Effect.READ, fills=fills)


TOOLS = [
    tool("now", ()),
    tool(
        "count",
        ("code", "share"),
        code={"type": ["string", "integer"], "minLength": 2, "maxLength": 4},
        share={"type": "number", "minimum": -2.5, "maximum": 1},
        steps={"type": "integer", "minimum": 10, "maximum": 1000},
    ),
    tool(
        "add",
        ("title", "id"),
        ("id",),
        title={"type": "string"},
        id={"type": "integer"},
        unit={"type": "string", "enum": ["분", "회"]},
        level={"type": "integer", "minimum": 1, "maximum": 5},
        dose={"type": "number"},
        on={"type": "boolean"},
    ),
    tool("many", (), a={"type": "integer", "minimum": 0}, b={"type": "string"}, c={"type": "string", "const": "x"}),
    tool(
        "edit",
        ("edits",),
        edits={
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {"op": {"enum": ["put"]}, "x": {"type": "number"}},
                "required": ["op"],
            },
        },
        extra={"type": "object"},
        either={"anyOf": [{"type": "integer"}, {"type": "string", "enum": ["all"]}, {"type": "null"}]},
    ),
]

REQUEST = ChatRequest(messages=(), tools=tuple(TOOLS))

VALID = [
    ("now", "{}"),
    ("count", '{code:"<b>",share:-2.5,steps:1000}'),
    ("count", '{code:"abcd",share:0}'),
    ("count", "{code:7,share:1}"),
    ("add", '{title:"물"}'),
    ("add", '{title:"a<b |x> <|\\" }{",dose:-0.5,id:12,level:5,on:true,unit:"회"}'),
    ("add", '{title:"",unit:"분"}'),
    ("add", '{title:"한 줄\n두 줄"}'),
    ("many", "{}"),
    ("many", "{a:0}"),
    ("many", '{b:"q"}'),
    ("many", '{a:10,c:"x"}'),
    ("edit", '{edits:[{op:"put"}]}'),
    ("edit", '{edits:[{op:"put",x:1.5},{op:"put"}],either:"all",extra:{k:[1,"a",null]}}'),
]
INVALID = [
    ("nope", "{}"),
    ("now", "{a:1}"),
    ("count", '{code:"a",share:0}'),
    ("count", '{code:"abcde",share:0}'),
    ("count", "{code:7,share:-2.6}"),
    ("count", "{code:7,share:1.5}"),
    ("count", "{code:7,share:0,steps:9}"),
    ("count", "{code:7,share:0,steps:1001}"),
    ("add", "{}"),
    ("add", '{unit:"회",title:"물"}'),
    ("add", '{title:"물",unit:"잔"}'),
    ("add", '{title:"물",level:6}'),
    ("add", '{title:"물",level:"1"}'),
    ("add", '{title:"물",id:1.5}'),
    ("add", '{title:"물",on:yes}'),
    ("add", '{title:"물",}'),
    ("add", "{title:물}"),
    ("add", '{title:"\x01"}'),
    ("add", '{title:"물",other:1}'),
    ("many", "{a:-1}"),
    ("many", '{c:"y"}'),
    ("edit", "{edits:[]}"),
    ("edit", '{edits:[{op:"put"},{op:"put"},{op:"put"}]}'),
    ("edit", "{edits:[{x:1}]}"),
]


def native(dialect: str, name: str, arguments: str) -> str:
    delimiter, closer = ('<|"|>', "<tool_call|>") if dialect == "gemma4" else ("<escape>", "<end_function_call>")
    held = arguments.replace('\\"', "\0")
    return f"call:{name}{held.replace(chr(34), delimiter)}{closer}".replace("\0", '"')


@pytest.mark.parametrize("dialect", ["gemma4", "functiongemma"])
def test_a_native_grammar_passes_valid_calls_only(request: pytest.FixtureRequest, dialect: str) -> None:
    vocabulary: Vocabulary = request.getfixturevalue(f"{dialect}_vocabulary")
    constraint = get_dialect(dialect).constraint(REQUEST)
    assert constraint is not None
    for name, arguments in VALID:
        assert vocabulary.obeys(constraint.gbnf, native(dialect, name, arguments)), (name, arguments)
        events = events_of(dialect, [constraint.opener + native(dialect, name, arguments)], TOOLS)
        assert isinstance(events[-1], Call), events
    for name, arguments in INVALID:
        assert not vocabulary.obeys(constraint.gbnf, native(dialect, name, arguments)), (name, arguments)
    assert not vocabulary.obeys(constraint.gbnf, native(dialect, "now", "{}") * 2)


def test_a_string_in_a_native_grammar_ends_at_its_first_delimiter(gemma4_vocabulary: Vocabulary) -> None:
    constraint = get_dialect("gemma4").constraint(REQUEST)
    assert constraint is not None
    assert not gemma4_vocabulary.obeys(constraint.gbnf, 'call:many{b:<|"|>a<|"|>b<|"|>}<tool_call|>')
    assert gemma4_vocabulary.obeys(constraint.gbnf, 'call:many{b:<|"|>a<|<|"|>}<tool_call|>')


@pytest.mark.parametrize(
    ("arguments", "valid"),
    [
        ('{"title": "물 \\"한 잔\\""}', True),
        ('{"title": "a", "level": 3, "on": false}', True),
        ('{"level": 3, "title": "a"}', False),
        ('{"title": "a", "level": 9}', False),
        ('{"title": a}', False),
        ("{}", False),
    ],
)
def test_the_grammar_of_gemma_3_passes_valid_calls_only(
    gemma3_vocabulary: Vocabulary, arguments: str, *, valid: bool
) -> None:
    constraint = get_dialect("gemma3").constraint(REQUEST)
    assert constraint is not None
    rest = f'": "add", "parameters": {arguments}}}'
    assert gemma3_vocabulary.obeys(constraint.gbnf, rest) == valid
    if valid:
        events = events_of("gemma3", [constraint.opener + rest], TOOLS)
        assert events[-1] == Call(name="add", arguments=json.loads(arguments))


@pytest.mark.parametrize("dialect", ["gemma3", "functiongemma", "gemma4"])
def test_without_tools_nothing_is_constrained(dialect: str) -> None:
    assert get_dialect(dialect).constraint(ChatRequest(messages=())) is None
