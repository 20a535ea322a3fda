"""What of a model's own values can be kept: those that were said to the letter and that nothing else stands for."""

from collections.abc import Mapping
from typing import Any

import regex

from gemma_app.boards.colour import parse_colour
from gemma_app.boards.document import number_of
from gemma_app.boards.spoken.sentence import Sentence
from gemma_app.text import Pattern

_WORDED = {
    "name": r"이름|\bnam|\bcall",
    "text": r"글|문구|내용|텍스트|제목|적|써|쓰|text|say|read|write|label|words|title",
}
_NUMBER = Pattern(r"-?\d+(?:\.\d+)?")


def values_said(given: Mapping[str, Any], sentence: Sentence, read: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the values ``given`` by a model that were said, beside what was ``read``."""
    taken = {number for value in read.values() if (number := number_of(value)) is not None}
    numbers = {float(text) for text in _NUMBER.findall(sentence.plain)} - taken
    return {
        key: value
        for key, value in given.items()
        if key not in read and (number_of(value) in numbers or _is_worded(key, value, sentence))
    }


def _is_worded(key: str, value: object, sentence: Sentence) -> bool:
    """Whether words for a name or a text were said without quotes."""
    if not isinstance(value, str) or key not in _WORDED or sentence.quotes or parse_colour(value) is not None:
        return False
    is_said = bool(value.strip()) and value.strip().casefold() in sentence.text.casefold()
    return is_said and regex.search(_WORDED[key], sentence.text, regex.I) is not None
