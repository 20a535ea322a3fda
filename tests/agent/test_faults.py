"""A wrong argument is told in the reader's language, without the words of a library."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, StrictInt, StringConstraints

from gemma_app.agent.action import Finding
from gemma_app.agent.tool import Effect, tool
from gemma_app.errors import BadCall
from gemma_app.language import Phrase, same


@tool(effect=Effect.READ)
def look_up(
    shelf: list[str],
    book: StrictInt | Annotated[str, StringConstraints(max_length=9)],
    kind: Literal["novel", "poem"] = "novel",
    limit: Annotated[int, Field(ge=1, le=10)] = 5,
    price: float = 1.0,
    signed: bool = False,
    pattern: Annotated[str, StringConstraints(pattern="a+")] = "a",
) -> Finding:
    """Look a book up.

    Args:
        book: Its number or its title.
        kind: What it is.
        limit: How many at most.
        price: What it costs.
        signed: Whether it is signed.
        pattern: Anything.
    """
    return Finding(data=None, text=same(""))


@pytest.mark.parametrize(
    ("arguments", "ko", "en"),
    [
        ({}, "'book' 값이 필요해요.", "'book' is required."),
        ({"book": 1, "{x}": 2}, "'{x}' 값은 여기에 쓰지 않아요.", "'{x}' has no place here."),
        ({"book": 1, "limit": 11}, "'limit' 값은 10 이하여야 해요.", "'limit' must be at most 10."),
        ({"book": 1, "limit": 0}, "'limit' 값은 1 이상이어야 해요.", "'limit' must be at least 1."),
        ({"book": 1, "limit": "3"}, "'limit' 값은 정수여야 해요.", "'limit' must be a whole number."),
        ({"book": 1, "limit": 3.5}, "'limit' 값은 정수여야 해요.", "'limit' must be a whole number."),
        ({"book": 1, "price": "3"}, "'price' 값은 수여야 해요.", "'price' must be a number."),
        ({"book": 1, "signed": 1}, "'signed' 값은 참이나 거짓이어야 해요.", "'signed' must be true or false."),
        ({"book": 1, "pattern": 1}, "'pattern' 값은 글이어야 해요.", "'pattern' must be text."),
        ({"book": 1, "pattern": "b"}, "'pattern' 값이 맞지 않아요.", "'pattern' does not fit."),
        (
            {"book": 1, "kind": "play"},
            "'kind' 값은 'novel', 'poem' 중 하나여야 해요.",
            "'kind' must be one of 'novel', 'poem'.",
        ),
        ({"book": "a" * 10}, "'book' 값은 9자까지예요.", "'book' takes at most 9 characters."),
    ],
)
def test_a_fault_is_a_sentence_in_both_languages(arguments: dict[str, Any], ko: str, en: str) -> None:
    with pytest.raises(BadCall) as caught:
        look_up.bind([]).check(arguments)
    assert caught.value.reason == Phrase(ko=ko, en=en)


def test_an_unknown_argument_is_not_repeated_at_length() -> None:
    with pytest.raises(BadCall) as caught:
        look_up.bind([]).check({"book": 1, "x" * 5_000: 1})
    assert len(caught.value.reason.en) < 80
