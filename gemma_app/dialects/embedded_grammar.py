"""The grammar of one line of the embedded model."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gemma_app.agent.tool import Tool

_LONGEST_COPY = 200
_WORD = re.compile(r"[^\W_]+")


def line_grammar(
    tools: Sequence[Tool],
    talk: str,
    *,
    said: str = "",
    asking: Collection[str] = (),
    optional: Collection[str] | None = None,
) -> str:
    """Return the GBNF of a call to one of ``tools``, or, where there is none, of talk.

    Args:
        tools: The tools that may be called; without the arguments that the app fills in.
        talk: The word that talk begins with.
        said: Texts of the call must be words of this line; empty allows any text.
        asking: Words that only ask: a required text does not begin with one, and begins right behind one.
        optional: The optional arguments that may be given; None allows all.
    """
    calls = [f"call-{number}" for number in range(len(tools))]
    rules = [
        f'root ::= " " ({" | ".join(calls or ["talk"])})',
        f'talk ::= {_literal(talk)} " " [^\\n\\x00-\\x1f]+ "\\n"',
        'integer ::= "-"? [0-9]{1,9}',
        'number ::= integer ("." [0-9]{1,6})?',
        'boolean ::= "true" | "false"',
        *_text_rules(said[:_LONGEST_COPY], frozenset(asking)),
    ]
    for call, tool in zip(calls, tools, strict=True):
        rules.append(f'{call} ::= {_literal(tool.name + " {")} {_members(tool, optional)} "}}"')
    return "\n".join(rules) + "\n"


def _text_rules(line: str, asking: frozenset[str]) -> list[str]:
    """Return the rules of a text: any, or a stretch of ``line``; ``title`` is that of a required one."""
    words = list(_WORD.finditer(line))
    if not words:
        return [
            'string ::= "\\"" char{1,80} "\\""',
            "title ::= string",
            'char ::= [^"\\\\\\x00-\\x1f] | "\\\\" ["\\\\/]',
        ]
    starts = [word.start() for word in words]
    asks = [word.group().lower() in asking for word in words]
    titles = [at for number, at in enumerate(starts) if not asks[number] and (number == 0 or asks[number - 1])]
    ends = _ends(words, asks)
    return [
        f"string ::= {_one_of(starts)}",
        f"title ::= {_one_of(titles or starts)}",
        *(_step(line, at, ends) for at in range(len(line)) if _copied(line, at)),
    ]


def _ends(words: Sequence[re.Match[str]], asks: Sequence[bool]) -> frozenset[int]:
    """Return where a stretch may end: behind any Korean syllable, since particles follow; else behind a whole word.

    Between two words of Latin letters it ends only before one that asks: "morning sunlight" is not cut in half.
    """
    ends = {at for word in words for at in range(word.start(), word.end()) if not word.group().isascii()}
    for number, word in enumerate(words):
        last = number + 1 == len(words)
        if last or asks[number + 1] or not (word.group() + words[number + 1].group()).isascii():
            ends.add(word.end() - 1)
    return frozenset(ends)


def _step(line: str, at: int, ends: frozenset[int]) -> str:
    more = at + 1 < len(line) and _copied(line, at + 1)
    rest = f" from-{at + 1}{'?' if at in ends else ''}" if more else ""
    return f"from-{at} ::= {_literal(line[at])}{rest}"


def _copied(line: str, at: int) -> bool:
    return line[at] not in '"\\' and line[at].isprintable()


def _one_of(starts: Sequence[int]) -> str:
    return f'"\\"" ({" | ".join(f"from-{at}" for at in starts)}) "\\""'


def _members(tool: Tool, allowed: Collection[str] | None) -> str:
    """Return the rule of a tool's arguments: the required ones first, then any of the others in the schema's order."""
    properties: Mapping[str, Mapping[str, Any]] = tool.parameters.get("properties", {})
    offered = [name for name in properties if name not in tool.fills]
    required = [name for name in offered if name in tool.parameters.get("required", ())]
    optional = [name for name in offered if name not in required and (allowed is None or name in allowed)]
    if required:
        first = ' "," '.join(_member(name, properties[name], text="title") for name in required)
        return first + _others(optional, properties)
    if not optional:
        return '""'
    starts = (
        _member(name, properties[name]) + _others(optional[at + 1 :], properties) for at, name in enumerate(optional)
    )
    return f"({' | '.join(starts)})?"


def _others(names: Sequence[str], properties: Mapping[str, Mapping[str, Any]]) -> str:
    return "".join(f' ("," {_member(name, properties[name])})?' for name in names)


def _member(name: str, schema: Mapping[str, Any], *, text: str = "string") -> str:
    return f"{_literal(json.dumps(name, ensure_ascii=False) + ':')} {_value(schema, text)}"


def _value(schema: Mapping[str, Any], text: str) -> str:
    if choices := schema.get("enum"):
        return f"({' | '.join(_literal(json.dumps(choice, ensure_ascii=False)) for choice in choices)})"
    kinds = schema.get("type", "string")
    rules = {"string": text, "integer": "integer", "number": "number", "boolean": "boolean"}
    known = [rules[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind in rules]
    return f"({' | '.join(known or [text])})"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
