"""Finds the titles that a sentence mentions."""

import unicodedata
from collections.abc import Callable, Hashable
from typing import TypeVar

import regex

from gemma_app.errors import BadCall

_MOST_WORDS = 6
_SHORTEST = 2
# No title is longer, and to compare what is takes seconds.
_LONGEST = 200
_WORD = regex.compile(r"[\p{L}\p{N}/.\-]+")

Named = TypeVar("Named", bound=Hashable)


def only_mention(sentence: str, find: Callable[[str], Named]) -> str | None:
    """Return the words of ``sentence`` that name something, None where they name nothing or several things.

    The longest words count: shorter ones may be part of another title by accident.

    Args:
        sentence: What was said.
        find: Returns what some words name; raises ``BadCall`` where that is nothing or several.
    """
    text = unicodedata.normalize("NFC", sentence)
    words = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    for size in range(min(_MOST_WORDS, len(words)), 0, -1):
        stretches = [text[words[at][0] : words[at + size - 1][1]] for at in range(len(words) - size + 1)]
        found: dict[Named, str] = {}
        for stretch in filter(_can_be_title, stretches):
            try:
                found.setdefault(find(stretch), stretch)
            except BadCall as error:
                if error.code == "ambiguous":
                    return None
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def _can_be_title(words: str) -> bool:
    return _SHORTEST <= len(words) <= _LONGEST
