"""The grammars of single values: numbers within bounds, and strings that end where they must."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

UNPRINTABLE = r"\x00-\x08\x0B\x0C\x0E-\x1F\x7F"
LONGEST_COUNTED = 300
"""Strings with a higher limit are not counted: no answer gets that long, and each character costs a rule."""

_LARGEST = 10**16 - 1


def literal(text: str) -> str:
    """Return a GBNF string that matches ``text``."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def integer_rule(schema: Mapping[str, Any]) -> str:
    """Return what matches the integers within the bounds of ``schema``."""
    least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    if "exclusiveMinimum" in schema:
        least = max(least, math.floor(schema["exclusiveMinimum"]) + 1)
    if "exclusiveMaximum" in schema:
        most = min(most, math.ceil(schema["exclusiveMaximum"]) - 1)
    return f"({' | '.join(_integers(math.ceil(least), math.floor(most)) or [literal('0')])})"


def number_rule(schema: Mapping[str, Any]) -> str:
    """Return what matches numbers within the bounds of ``schema``, decimal fractions and exponents included."""
    if "minimum" not in schema and "maximum" not in schema:
        return "number"
    least, most = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    bounds = [literal(str(bound)) for bound in (least, most) if bound != int(bound)]
    exact = [*bounds, *_integers(math.ceil(least), math.floor(most))]
    # The whole part of -2.5 is -2: a fraction leads away from zero.
    below = _naturals(max(0, math.ceil(-most)), math.floor(-least) - 1)
    above = _naturals(max(0, math.ceil(least)), math.floor(most) - 1)
    fractions = [f'{sign}({whole}) "." [0-9]{{1,15}}' for sign, whole in (('"-" ', below), ("", above)) if whole]
    return f"({' | '.join([*exact, *fractions])})"


def delimited_string(delimiter: str, closer: str) -> tuple[str, ...]:
    """Return the rules of a string between two delimiter tokens.

    The text may hold neither literal, not even in ordinary characters: a control token would pass for them. Each rule
    stands for how much of one of the two has just been written.
    """
    literals = (delimiter, closer)
    written = sorted({text[:end] for text in literals for end in range(len(text))}, key=lambda text: (len(text), text))
    rules = [f"string ::= {delimiter} {_text('')}"]
    for prefix in written:
        following = {text[len(prefix)] for text in literals if text.startswith(prefix)} | {delimiter[0]}
        options = [delimiter]
        for char in sorted(following):
            if prefix + char in written:
                options.append(f"{literal(char)} {_text(prefix + char)}")
            elif char == delimiter[0]:
                options.append(f"{literal(char)} {_text(char)}")
        options.append(f"[^{_class(following)}{UNPRINTABLE}] {_text('')}")
        rules.append(f"{_text(prefix)} ::= {' | '.join(options)}")
    return tuple(rules)


def counted_string(name: str, delimiter: str, closer: str, least: int, most: int | None) -> tuple[str, ...]:
    """Return the rules of a delimited string of ``least`` to ``most`` characters.

    Where characters are counted, ``<`` is neither the last nor stands before that with which one of the two literals
    goes on: llama.cpp takes a token for allowed of which the first characters and then the token itself may come, and
    ends the process when it is accepted.
    """
    begins = delimiter[0]
    plain = f"[^{_class([begins])}{UNPRINTABLE}]"
    second = f"[^{_class({begins, delimiter[1], closer[1]})}{UNPRINTABLE}]"
    rules = [f"{name} ::= {delimiter} {name}-0"]
    last = least if most is None else most
    for count in range(last):
        following = f"{name}-{count + 1}"
        again = f" | {literal(begins)} {following}b" if count + 1 < last else ""
        end = f"{delimiter} | " if count >= least else ""
        rules.append(f"{name}-{count} ::= {end}{plain} {following}{again}")
        if count:
            rules.append(f"{name}-{count}b ::= {second} {following}{again}")
    return (*rules, f"{name}-{last} ::= {_text('') if most is None else delimiter}")


def can_be_delimited(text: str, delimiter: str, closer: str) -> bool:
    """Whether ``text`` can be a whole string: it holds no literal and does not end in the beginning of one."""
    return (
        delimiter not in text
        and closer not in text
        and not any(text.endswith(each[:end]) for each in (delimiter, closer) for end in range(1, len(each)))
    )


def _text(prefix: str) -> str:
    """Return the name of the rule of a text whose last characters are ``prefix``."""
    return "text-" + (prefix.encode("utf-8").hex() or "0")


def _class(chars: Iterable[str]) -> str:
    return "".join(f"\\{char}" if char in '\\[]"^-' else char for char in sorted(chars))


def _integers(least: int, most: int) -> list[str]:
    found = [f'"-" ({_naturals(max(1, -most), -least)})'] if least < 0 and -least >= max(1, -most) else []
    return [*found, _naturals(max(0, least), most)] if most >= max(0, least) else found


def _naturals(least: int, most: int) -> str:
    """Return the alternatives that match the numbers from ``least`` to ``most``, without leading zeros."""
    found: list[str] = []
    for length in range(len(str(least)), len(str(most)) + 1 if most >= least else 0):
        lowest = max(least, 10 ** (length - 1) if length > 1 else 0)
        found += _same_length(str(lowest), str(min(most, 10**length - 1)))
    return " | ".join(found)


def _same_length(low: str, high: str) -> Sequence[str]:
    if low == high:
        return [literal(low)]
    if len(low) == 1:
        return [f"[{low}-{high}]"]
    rest = len(low) - 1
    if low[0] == high[0]:
        return [f"{literal(low[0])} ({' | '.join(_same_length(low[1:], high[1:]))})"]
    first, last = int(low[0]), int(high[0])
    found: list[str] = []
    if low[1:] != "0" * rest:
        found.append(f"{literal(low[0])} ({' | '.join(_same_length(low[1:], '9' * rest))})")
        first += 1
    if high[1:] != "9" * rest:
        found.append(f"{literal(high[0])} ({' | '.join(_same_length('0' * rest, high[1:]))})")
        last -= 1
    if first <= last:
        found.append(f"[{first}-{last}] [0-9]{{{rest}}}")
    return found
