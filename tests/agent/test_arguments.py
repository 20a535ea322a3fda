"""Arguments as JSON text, as a model or a person writes them."""

import pytest

from gemma_app.agent.arguments import MAX_DEPTH, decode_arguments
from gemma_app.errors import BadCall


def nested(depth: int) -> str:
    return '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


def test_arguments_may_be_nested_up_to_the_limit() -> None:
    assert decode_arguments(nested(MAX_DEPTH)).keys() == {"a"}


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 980, 985, 990, 995, 30_000])
def test_deeper_arguments_are_refused_before_anything_recurses_over_them(depth: int) -> None:
    with pytest.raises(BadCall) as refusal:
        decode_arguments(nested(depth))
    assert refusal.value.code == "validation"


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '{"a":1,"a":1}', '{"b":{"a":1,"a":2}}', '{"a":NaN}', '{"a":1,}', "{} x", "\ufeff{}"]
)
def test_what_is_no_strict_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadCall) as refusal:
        decode_arguments(text)
    assert refusal.value.code == "validation"
