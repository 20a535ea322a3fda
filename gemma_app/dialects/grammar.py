"""Turns the schemas of tools into llama.cpp grammars that only complete, valid calls pass."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gemma_app.agent.tool import Tool
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.protocol import Constraint
from gemma_app.dialects.schema import properties_of, required_of, types_of

_MAX_LISTED_INTEGERS = 100
_JSON_OPENER = '{"name":'
_UNPRINTABLE = r"\x00-\x08\x0B\x0C\x0E-\x1F\x7F"
_NUMBERS = (
    'integer ::= "-"? ("0" | [1-9] [0-9]{0,15})',
    'natural ::= "0" | [1-9] [0-9]{0,15}',
    'number ::= integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?',
    'boolean ::= "true" | "false"',
)
_JSON_STRING = (
    'string ::= "\\"" char* "\\""',
    r'char ::= [^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})',
)


def native_constraint(markup: Markup, tools: Sequence[Tool]) -> Constraint | None:
    """Return what holds a native call to the tools' schemas, from behind its opener to its closer."""
    if not tools:
        return None
    grammar = _Grammar(lambda text: markup.delimiter + text + markup.delimiter, lambda name: f"{name}:", sorts=True)
    calls = [f"{literal(f'call:{tool.name}')} {grammar.arguments(tool)}" for tool in tools]
    root = f"root ::= ({' | '.join(calls)}) {literal(markup.call_close)}"
    return Constraint(
        opener=markup.call_open,
        gbnf=grammar.text(root, _delimited_string(markup.delimiter)),
        closer=markup.call_close,
    )


def json_constraint(tools: Sequence[Tool]) -> Constraint | None:
    """Return what holds a call in JSON to the tools' schemas, from the name on."""
    if not tools:
        return None
    grammar = _Grammar(_json, lambda name: f"{_json(name)}: ", sorts=False)
    head = ', "parameters": '
    calls = [f"{literal(_json(tool.name) + head)} {grammar.arguments(tool)}" for tool in tools]
    root = f'root ::= " "? ({" | ".join(calls)}) "}}"'
    return Constraint(opener=_JSON_OPENER, gbnf=grammar.text(root, _JSON_STRING), closer="")


def literal(text: str) -> str:
    """Return a GBNF string that matches ``text``."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


class _Grammar:
    """Collects the rules that schemas need.

    Args:
        quote: Writes a string value.
        key: Writes a key and what separates it from its value.
        sorts: Whether keys stand in alphabetical order, behind the required ones all the same.
    """

    def __init__(self, quote: Callable[[str], str], key: Callable[[str], str], *, sorts: bool) -> None:
        self._quote = quote
        self._key = key
        self._sorts = sorts
        self._comma = '","' if sorts else '", "'
        self._rules: list[str] = []
        self._needs_any = False

    def text(self, root: str, string_rules: Iterable[str]) -> str:
        """Return the whole grammar."""
        anything = self._any_rules() if self._needs_any else ()
        return "\n".join((root, *self._rules, *anything, *string_rules, *_NUMBERS)) + "\n"

    def arguments(self, tool: Tool) -> str:
        """Return the name of a rule for a tool's arguments; what the tool fills in itself may be left out."""
        return self._object(tool.parameters, tool.fills)

    def _rule(self, body: str) -> str:
        name = f"part-{len(self._rules)}"
        self._rules.append(f"{name} ::= {body}")
        return name

    def _object(self, schema: Mapping[str, Any], optional: Iterable[str] = ()) -> str:
        properties, required = properties_of(schema), required_of(schema, optional)
        names = sorted(properties, key=str.lower) if self._sorts else list(properties)
        members = {name: f"{literal(self._key(name))} {self._value(properties[name])}" for name in names}
        first = [members[name] for name in names if name in required]
        rest = [self._rule(members[name]) for name in names if name not in required]
        tail = "".join(f" ({self._comma} {member})?" for member in rest)
        if first:
            return self._rule(f'"{{" {f" {self._comma} ".join(first)}{tail} "}}"')
        starts = [
            member + "".join(f" ({self._comma} {later})?" for later in rest[at + 1 :]) for at, member in enumerate(rest)
        ]
        return self._rule(f'"{{" ({" | ".join(starts)})? "}}"' if starts else '"{}"')

    def _value(self, schema: Mapping[str, Any]) -> str:
        choices = [schema["const"]] if "const" in schema else list(schema.get("enum") or ())
        if choices:
            return f"({' | '.join(literal(self._written(choice)) for choice in choices)})"
        if alternatives := schema.get("anyOf") or schema.get("oneOf"):
            kept = [self._value(each) for each in alternatives if types_of(each) != ("null",)]
            return f"({' | '.join(kept)})" if kept else '"null"'
        kinds = [self._of_type(kind, schema) for kind in types_of(schema) if kind != "null"]
        return f"({' | '.join(kinds)})" if kinds else self._any()

    def _of_type(self, kind: str, schema: Mapping[str, Any]) -> str:
        match kind:
            case "integer":
                return _integer(schema)
            case "array":
                return self._array(schema)
            case "object" if properties_of(schema):
                return self._object(schema)
            case "string" | "number" | "boolean":
                return kind
            case _:
                return self._any()

    def _array(self, schema: Mapping[str, Any]) -> str:
        items = schema.get("items")
        item = self._rule(self._value(items)) if isinstance(items, Mapping) and items else self._any()
        least, most = int(schema.get("minItems", 0)), schema.get("maxItems")
        more = f"{{{max(0, least - 1)},{'' if most is None else max(0, int(most) - 1)}}}"
        body = f"{item} ({self._comma} {item}){more}"
        return self._rule(f'"[" {body} "]"' if least else f'"[" ({body})? "]"')

    def _any(self) -> str:
        self._needs_any = True
        return "any"

    def _any_rules(self) -> tuple[str, ...]:
        key = "[a-zA-Z_] [a-zA-Z0-9_]{0,63}" if self._sorts else '"\\"" [a-zA-Z_] [a-zA-Z0-9_]{0,63} "\\""'
        return (
            'any ::= string | number | boolean | "null" | any-array | any-object',
            f'any-array ::= "[" (any ({self._comma} any)*)? "]"',
            f'any-object ::= "{{" (any-member ({self._comma} any-member)*)? "}}"',
            f'any-member ::= {key} ":" any',
        )

    def _written(self, choice: Any) -> str:
        return self._quote(choice) if isinstance(choice, str) else _json(choice)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _integer(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if isinstance(least, int) and isinstance(most, int) and 0 <= most - least < _MAX_LISTED_INTEGERS:
        return f"({' | '.join(literal(str(number)) for number in range(least, most + 1))})"
    return "natural" if isinstance(least, int) and least >= 0 else "integer"


def _delimited_string(delimiter: str) -> tuple[str, ...]:
    """Rules of a string that ends at the first delimiter: each stands for how much of one has just been matched."""
    rules = [f"string ::= {literal(delimiter)} text-0"]
    for matched, expected in enumerate(delimiter):
        following = literal(expected)
        following += f" text-{matched + 1}" if matched + 1 < len(delimiter) else ""
        restarts = {expected, delimiter[0]}
        options = [following]
        if expected != delimiter[0]:
            options.append(f"{literal(delimiter[0])} text-1")
        options.append(f"[^{''.join(map(_in_class, sorted(restarts)))}{_UNPRINTABLE}] text-0")
        rules.append(f"text-{matched} ::= {' | '.join(options)}")
    return tuple(rules)


def _in_class(char: str) -> str:
    return f"\\{char}" if char in '\\[]"' else char
