"""Sentences with slots: finding the slots, filling them, and roughening the words between them as people type."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gemma_app.language import with_particle

SLOT = re.compile(r"\{([a-z]\w*)(!)?(?::([가-힣]+))?\}")
"""``{name}``, ``{name!}`` for the full title, ``{name:을}`` followed by the Korean particle that fits."""

_KOREAN_SPACE = re.compile("(?<=[가-힣]) | (?=[가-힣])")
_PARTICLES = {
    "을": "을/를",
    "은": "은/는",
    "이": "이/가",
    "과": "과/와",
    "으로": "으로/로",
    "이라고": "이라고/라고",
    "이라는": "이라는/라는",
    "이랑": "이랑/랑",
    "이야": "이야/야",
    "이었어": "이었어/였어",
}


@dataclass(frozen=True, kw_only=True)
class Filler:
    """What stands in a slot.

    Args:
        said: As the user says it.
        value: What the call holds.
        title: The full title, where the slot names a habit or an entry.
    """

    said: str
    value: Any
    title: str = ""


def slot_names(value: object) -> set[str]:
    """Return the names of the slots in a text, or anywhere in lists and objects of texts."""
    match value:
        case str():
            return {match[1] for match in SLOT.finditer(value)}
        case dict():
            return slot_names(list(value.values()))
        case list():
            return set().union(*map(slot_names, value))
        case _:
            return set()


def fill_words(text: str, fillers: Mapping[str, Filler]) -> str:
    """Fill the slots of a sentence with what the user says."""

    def words(match: re.Match[str]) -> str:
        filler = fillers[match[1]]
        said = filler.title if match[2] else filler.said
        return _with_particle(said, match[3]) if match[3] else said

    return SLOT.sub(words, text)


def fill_value(value: Any, fillers: Mapping[str, Filler]) -> Any:
    """Fill the slots of a call's argument; a text that is one slot takes the type of its filler."""
    match value:
        case str():
            whole = SLOT.fullmatch(value)
            return fillers[whole[1]].value if whole else SLOT.sub(lambda slot: str(fillers[slot[1]].value), value)
        case dict():
            return {key: fill_value(item, fillers) for key, item in value.items()}
        case list():
            return [fill_value(item, fillers) for item in value]
        case _:
            return value


def roughen(text: str, typos: Sequence[Sequence[str]], tails: Sequence[str], chance: random.Random) -> str:
    """Return ``text`` as typed in haste: a slip, spaces or the last mark left out, a laugh. Slots stay whole."""
    korean = re.search("[가-힣]", text) is not None
    changes: list[Callable[[str], str]] = [
        lambda part: _slip(part, typos, chance),
        (lambda part: _KOREAN_SPACE.sub("", part)) if korean else str.lower,
        (lambda part: _KOREAN_SPACE.sub("", part, count=1)) if korean else (lambda part: part.replace("'", "")),
        lambda part: part,
    ]
    change = chance.choice(changes)
    pieces = _pieces(text)
    rough = "".join(piece if SLOT.fullmatch(piece) else change(piece) for piece in pieces)
    if chance.random() < 0.3:
        rough = rough.rstrip("?.!~")
    return rough + chance.choice(tails) if chance.random() < 0.25 else rough or text


def _pieces(text: str) -> list[str]:
    """Split into slots and the words between them."""
    pieces, end = [], 0
    for match in SLOT.finditer(text):
        pieces += [text[end : match.start()], match[0]]
        end = match.end()
    return [*pieces, text[end:]]


def _slip(text: str, typos: Sequence[Sequence[str]], chance: random.Random) -> str:
    possible = [(right, wrong) for right, wrong in typos if right in text]
    if not possible:
        return text
    right, wrong = chance.choice(possible)
    return text.replace(right, wrong, 1)


def _with_particle(word: str, form: str) -> str:
    pair = _PARTICLES[form]
    joined = with_particle(word, pair)
    return word + pair.split("/")[1] if joined.endswith(")") and not word.endswith(")") else joined
