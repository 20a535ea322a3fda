"""Reads calls that are written as Python, through its syntax tree; nothing is ever evaluated."""

import ast
import math
import re
import textwrap
import warnings
from collections.abc import Mapping
from typing import Any

from gemma_app.agent.tool import Tool
from gemma_app.dialects.call_shapes import RawCall
from gemma_app.dialects.refusal import MAX_DEPTH, OPEN, Refused
from gemma_app.dialects.schema import properties_of
from gemma_app.dialects.values import same_value

_NAMESPACE = "default_api."
_MAX_SOURCE = 65_536
# Arguments, and around them the call and a list or print.
_MAX_BRACKETS = MAX_DEPTH + 2
_TOKEN = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|#[^\n]*|[()\[\]{}]', re.DOTALL)
_JSON_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}


def read_python(source: str, tools: Mapping[str, Tool]) -> list[RawCall]:
    """Return the calls that ``source`` makes, one a statement; none where it holds nothing but comments.

    Raises:
        Refused: It does anything else, or an argument is not a literal; ``OPEN`` where it is no complete Python.
    """
    if len(source) > _MAX_SOURCE:
        raise Refused("bad_args")
    if _depth(source) > _MAX_BRACKETS:
        raise Refused("too_deep")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(textwrap.dedent(source).strip())
    except (SyntaxError, ValueError) as error:
        raise Refused(OPEN) from error
    except (MemoryError, RecursionError) as error:
        raise Refused("too_deep") from error
    return [_call(expression, tools) for statement in module.body for expression in _expressions(statement)]


def _depth(source: str) -> int:
    """Return how deep brackets are nested, those inside strings and comments not counted."""
    depth = deepest = at = 0
    while found := _TOKEN.search(source, at):
        sign, at = found.group(), found.end()
        if sign in ('"""', "'''"):
            end = source.find(sign, at)
            at = len(source) if end < 0 else end + len(sign)
        elif sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]}":
            depth -= 1
    return deepest


def _expressions(statement: ast.stmt) -> list[ast.expr]:
    """Return the calls of ``call()``, ``name = call()``, ``print(call())`` or ``[call(), call()]``, still unchecked."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[ast.Call() as inner], keywords=[])):
            return [inner]
        case ast.Expr(value=ast.List(elts=[*calls])) if calls:
            return calls
        case ast.Expr(value=value) | ast.Assign(targets=[ast.Name()], value=value):
            return [value]
        case _:
            raise Refused("non_literal")


def _call(expression: ast.expr, tools: Mapping[str, Tool]) -> RawCall:
    if not isinstance(expression, ast.Call):
        raise Refused("non_literal")
    name = _dotted(expression.func)
    if name not in tools:
        name = name.removeprefix(_NAMESPACE)
    if name not in tools:
        raise Refused("unknown_tool")
    members: dict[str, Any] = {}
    positions = list(properties_of(tools[name].parameters))
    if len(expression.args) > len(positions):
        raise Refused("bad_args")
    pairs = [*zip(positions, expression.args, strict=False), *((each.arg, each.value) for each in expression.keywords)]
    repaired = False
    for key, node in pairs:
        if key is None:
            raise Refused("non_literal")
        value = _literal(node)
        if key in members and not same_value(members[key], value):
            raise Refused("duplicate_key")
        repaired = repaired or key in members
        members[key] = value
    return RawCall(name, members, repaired or bool(expression.args))


def _dotted(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if not name.startswith("__"):
            return f"{_dotted(value)}.{name}"
        case _:
            raise Refused("non_literal")


def _literal(node: ast.expr) -> Any:
    """Return the JSON value of a literal, a tuple being a list."""
    match node:
        case ast.Constant(value=bool() | None | int() as value):
            return value
        case ast.Constant(value=str() as text):
            return _printable(text)
        case ast.Constant(value=float() as number):
            return _finite(number)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)) if not isinstance(
            number, bool
        ):
            return -_finite(number)
        case ast.Name(id=word) if word in _JSON_WORDS:
            return _JSON_WORDS[word]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_literal(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            return _members(keys, values)
        case _:
            raise Refused("non_literal")


def _members(keys: list[ast.expr | None], values: list[ast.expr]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, node in zip(keys, values, strict=True):
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            raise Refused("non_literal" if key is None or not isinstance(key, ast.Constant) else "bad_args")
        value = _literal(node)
        if not same_value(members.setdefault(_printable(key.value), value), value):
            raise Refused("duplicate_key")
    return members


def _finite(number: float) -> float:
    if isinstance(number, float) and not math.isfinite(number):
        raise Refused("bad_args")
    return number


def _printable(text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise Refused("bad_args")
    return text
