"""Turns the schemas of tools into llama.cpp grammars that only complete, valid calls pass."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gemma_app.agent.tool import Tool
from gemma_app.dialects.grammar_values import (
    LONGEST_COUNTED,
    can_be_delimited,
    counted_string,
    delimited_string,
    integer_rule,
    literal,
    number_rule,
)
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.protocol import Constraint
from gemma_app.dialects.schema import properties_of, required_of, types_of

# Without the quotation mark, since one token may hold it together with what follows.
_JSON_OPENER = '{"name'
_DEEPEST = 4
_NUMBERS = (
    'integer ::= "-"? ("0" | [1-9] [0-9]{0,15})',
    'number ::= integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?',
    'boolean ::= "true" | "false"',
)
_JSON_STRING = (
    'string ::= "\\"" char* "\\""',
    r'char ::= [^"\\\x00-\x1F\x7F] | "\\" ["\\/nrt]',
)


def native_constraint(markup: Markup, tools: Sequence[Tool]) -> Constraint | None:
    """Return what holds a native call to the tools' schemas, from behind its opener to its closer."""
    if not tools:
        return None
    grammar = _Grammar(markup)
    calls = [f"{literal(f'call:{tool.name}')} {grammar.arguments(tool)}" for tool in tools]
    root = f"root ::= ({' | '.join(calls)}) {markup.call_close}"
    string = delimited_string(markup.delimiter, markup.call_close)
    return Constraint(opener=markup.call_open, gbnf=grammar.text(root, string), closer=markup.call_close)


def json_constraint(tools: Sequence[Tool]) -> Constraint | None:
    """Return what holds a call in JSON to the tools' schemas, from behind the first key on."""
    if not tools:
        return None
    grammar = _Grammar(None)
    head = ', "parameters": '
    calls = [f"{literal(_json(tool.name) + head)} {grammar.arguments(tool)}" for tool in tools]
    root = f'root ::= "\\":" " "? ({" | ".join(calls)}) "}}"'
    return Constraint(opener=_JSON_OPENER, gbnf=grammar.text(root, _JSON_STRING), closer="")


class _Grammar:
    """Collects the rules that schemas need.

    Args:
        markup: The literals of the native notation, whose keys stand in alphabetical order behind the required ones;
            None for JSON.
    """

    def __init__(self, markup: Markup | None) -> None:
        self._markup = markup
        self._comma = '","' if markup else '", "'
        self._rules: list[str] = []
        self._strings: dict[str, tuple[str, ...]] = {}
        self._needs_any = False

    def text(self, root: str, string_rules: Iterable[str]) -> str:
        """Return the whole grammar."""
        anything = self._any_rules() if self._needs_any else ()
        counted = (rule for rules in self._strings.values() for rule in rules)
        return "\n".join((root, *self._rules, *anything, *counted, *string_rules, *_NUMBERS)) + "\n"

    def arguments(self, tool: Tool) -> str:
        """Return the name of a rule for a tool's arguments; what the tool fills in itself may be left out."""
        return self._object(tool.parameters, tool.fills)

    def _rule(self, body: str) -> str:
        name = f"part-{len(self._rules)}"
        self._rules.append(f"{name} ::= {body}")
        return name

    def _object(self, schema: Mapping[str, Any], optional: Iterable[str] = ()) -> str:
        properties, required = properties_of(schema), required_of(schema, optional)
        names = sorted(properties, key=str.lower) if self._markup else list(properties)
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
        if choices := [choice for choice in choices if self._can_be_written(choice)]:
            return f"({' | '.join(map(self._written, choices))})"
        if alternatives := schema.get("anyOf") or schema.get("oneOf"):
            kept = [self._value(each) for each in alternatives if types_of(each) != ("null",)]
            return f"({' | '.join(kept)})" if kept else '"null"'
        kinds = [self._of_type(kind, schema) for kind in types_of(schema) if kind != "null"]
        return f"({' | '.join(kinds)})" if kinds else self._any()

    def _of_type(self, kind: str, schema: Mapping[str, Any]) -> str:
        match kind:
            case "integer":
                return integer_rule(schema)
            case "number":
                return number_rule(schema)
            case "string":
                return self._string(int(schema.get("minLength", 0)), schema.get("maxLength"))
            case "array":
                return self._array(schema)
            case "object" if properties_of(schema):
                return self._object(schema)
            case "object":
                return self._map(schema.get("additionalProperties"))
            case "boolean":
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

    def _map(self, values: object) -> str:
        value = self._rule(self._value(values)) if isinstance(values, Mapping) and values else self._any()
        member = f"{self._free_key()} {value}"
        return self._rule(f'"{{" ({member} ({self._comma} {member})*)? "}}"')

    def _string(self, least: int, most: int | None) -> str:
        most = None if most is None or most > LONGEST_COUNTED else int(most)
        if not least and most is None:
            return "string"
        name = f"string-{least}-{'' if most is None else most}"
        if self._markup:
            self._strings[name] = counted_string(name, self._markup.delimiter, self._markup.call_close, least, most)
        else:
            self._strings[name] = (f'{name} ::= "\\"" char{{{least},{"" if most is None else most}}} "\\""',)
        return name

    def _any(self, depth: int = 0) -> str:
        self._needs_any = True
        return f"any-{depth}"

    def _any_rules(self) -> Iterator[str]:
        scalars = 'string | number | boolean | "null"'
        for depth in range(_DEEPEST):
            inner = self._any(depth + 1)
            member = f"{self._free_key()} {inner}"
            array = f'"[" ({inner} ({self._comma} {inner})*)? "]"'
            yield f'any-{depth} ::= {scalars} | {array} | "{{" ({member} ({self._comma} {member})*)? "}}"'
        yield f"{self._any(_DEEPEST)} ::= {scalars}"

    def _key(self, name: str) -> str:
        return f"{name}:" if self._markup else f"{_json(name)}: "

    def _free_key(self) -> str:
        key = "[a-zA-Z_] [a-zA-Z0-9_]{0,63}"
        return f'{key} ":"' if self._markup else f'"\\"" {key} "\\": "'

    def _can_be_written(self, choice: Any) -> bool:
        if self._markup is None or not isinstance(choice, str):
            return True
        return can_be_delimited(choice, self._markup.delimiter, self._markup.call_close)

    def _written(self, choice: Any) -> str:
        if self._markup and isinstance(choice, str):
            return f"{self._markup.delimiter} {literal(choice)} {self._markup.delimiter}"
        return literal(_json(choice))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
