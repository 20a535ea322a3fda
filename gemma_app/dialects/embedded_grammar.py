"""The grammar of one line of the embedded model: calls of the offered tools, or talk."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gemma_app.agent.tool import Tool

MOST_CALLS = 4

_LONGEST_TEXT = 120
_LONGEST_WORDS = 50
_WIDEST_RANGE = 20
_MOST_PROPERTIES = 6
_JSON_RULES = (
    'value ::= number | boolean | "null" | quoted | list | object',
    'object ::= "{" (pair ("," pair){0,9})? "}"',
    'pair ::= "\\"" [a-zA-Z_] [a-zA-Z0-9_]{0,30} "\\":" value',
    'list ::= "[" (value ("," value){0,15})? "]"',
    f'text ::= "\\"" seen char{{0,{_LONGEST_TEXT - 1}}} "\\""',
    f'words ::= "\\"" seen char{{0,{_LONGEST_WORDS - 1}}} "\\""',
    f'quoted ::= "\\"" char{{0,{_LONGEST_TEXT}}} "\\""',
    'integer ::= "-"? [0-9]{1,9}',
    'number ::= integer ("." [0-9]{1,6})?',
    'boolean ::= "true" | "false"',
    # No control characters; a text begins with something that can be seen.
    'char ::= [^"\\\\\\x00-\\x1f\\x7f-\\x9f] | "\\\\" ["\\\\/]',
    'seen ::= [^"\\\\\\x00-\\x20\\x7f-\\xa0\\u1680\\u2000-\\u200f'
    '\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff] | "\\\\" ["\\\\/]',
)


def line_grammar(words: Mapping[str, Tool], talk: str, kinds: Collection[Sequence[str]] | None = None) -> str:
    """Return the GBNF of up to ``MOST_CALLS`` calls, or of the word ``talk`` and a sentence.

    A call is its word and a JSON array: the values of the arguments that must be given, in the schema's order, and an
    object of the others where there are any. Every value fits the schema.

    Args:
        words: The tools by the word that calls them.
        talk: The word that talk begins with.
        kinds: The sequences of words that may be written, the empty one for talk; None allows all. Two of the same
            stand for two and more.
    """
    calls = {word: f"call-{number}" for number, word in enumerate(words)}
    if kinds is None:
        answers = [f'call (" " call){{0,{MOST_CALLS - 1}}}', "talk"] if calls else ["talk"]
    else:
        answers = [_sequence([calls[word] for word in kind]) for kind in kinds]
    rules = [
        f'root ::= " " ({" | ".join(answers)}) "\\n"',
        f'talk ::= {_literal(talk)} " " [^\\n\\x00-\\x1f\\x7f]{{1,400}}',
        *_JSON_RULES,
    ]
    if calls:
        rules.append(f"call ::= {' | '.join(calls.values())}")
    for word, tool in words.items():
        rules.append(f'{calls[word]} ::= {_literal(word + " [")} {_members(tool)} "]"')
    return "\n".join(rules) + "\n"


def _sequence(calls: Sequence[str]) -> str:
    if len(calls) > 1 and len(set(calls)) == 1:
        return f'{calls[0]} (" " {calls[0]}){{{len(calls) - 1},{MOST_CALLS - 1}}}'
    return ' " " '.join(calls) or "talk"


def given_names(tool: Tool) -> list[str]:
    """Return the names of the arguments that a call must give, in the schema's order."""
    return [name for name in _properties(tool) if _must_be_given(tool, name)]


def _properties(tool: Tool) -> Mapping[str, Mapping[str, Any]]:
    properties: Mapping[str, Mapping[str, Any]] = tool.parameters.get("properties", {})
    return properties


def _must_be_given(tool: Tool, name: str) -> bool:
    return name in tool.parameters.get("required", ()) and name not in tool.fills


def _members(tool: Tool) -> str:
    properties = _properties(tool)
    given = [_value(schema) for name, schema in properties.items() if _must_be_given(tool, name)]
    free = [_member(name, schema) for name, schema in properties.items() if not _must_be_given(tool, name)]
    first = ' "," '.join(given)
    if not free:
        return first or '""'
    starts = [member + _others(free[number + 1 :]) for number, member in enumerate(free)]
    others = f'"{{" ({" | ".join(starts)}) "}}"'
    return f'{first} ("," {others})?' if first else f"({others})?"


def _others(members: Sequence[str]) -> str:
    return "".join(f' ("," {member})?' for member in members)


def _member(name: str, schema: Mapping[str, Any]) -> str:
    return f"{_literal(json.dumps(name, ensure_ascii=False) + ':')} {_value(schema)}"


def _value(schema: Mapping[str, Any]) -> str:
    if choices := schema.get("enum"):
        return f"({' | '.join(_literal(json.dumps(choice, ensure_ascii=False)) for choice in choices)})"
    kinds = schema.get("type", "string")
    return f"({' | '.join(_of_kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))})"


def _of_kind(kind: str, schema: Mapping[str, Any]) -> str:
    match kind:
        case "string":
            return "text" if schema.get("maxLength", _LONGEST_TEXT) >= _LONGEST_TEXT else "words"
        case "integer" if schema.get("maximum", _WIDEST_RANGE + 1) - schema.get("minimum", 0) <= _WIDEST_RANGE:
            return " | ".join(f'"{number}"' for number in range(schema["maximum"], schema["minimum"] - 1, -1))
        case "array":
            return "list"
        case "object" if properties := schema.get("properties"):
            member = f"({' | '.join(_member(name, value) for name, value in properties.items())})"
            return f'"{{" {member} ("," {member}){{0,{_MOST_PROPERTIES - 1}}} "}}"'
        case "object" | "integer" | "number" | "boolean":
            return kind
        case _:
            return "value"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
