"""Tools come from documented, annotated functions, and check their arguments strictly."""

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from gemma_app.agent.action import Finding
from gemma_app.agent.tool import Effect, Tool, tool
from gemma_app.errors import BadCall
from gemma_app.language import same


@tool(effect=Effect.READ, doors=("shelf.read",))
def find_books(
    shelf: list[str],
    title: str,
    kind: Literal["novel", "poem"] | None = None,
    limit: Annotated[int, Field(ge=1, le=10)] = 5,
) -> Finding:
    """Find books on the shelf.

    Args:
        title: A part of the title.
        kind: Only this kind.
        limit: How many at most.
    """
    return Finding(data=[book for book in shelf if title in book][:limit], text=same(title))


def bound() -> Tool:
    return find_books.bind(["Dune", "Emma"])


def test_the_schema_comes_from_the_annotations() -> None:
    assert bound().parameters == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "A part of the title."},
            "kind": {"type": "string", "enum": ["novel", "poem"], "description": "Only this kind."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 10, "description": "How many at most."},
        },
        "required": ["title"],
    }
    assert bound().description == "Find books on the shelf."
    assert bound().effect is Effect.READ


def test_the_tool_acts_on_the_data_that_it_is_bound_to() -> None:
    run = bound().run
    assert run is not None
    result = run(**bound().check({"title": "Du"}))
    assert isinstance(result, Finding)
    assert result.data == ["Dune"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"title": None},
        {"title": 7},
        {"title": "a", "limit": 3.0},
        {"title": "a", "limit": "3"},
        {"title": "a", "limit": True},
        {"title": "a", "limit": 0},
        {"title": "a", "limit": 11},
        {"title": "a", "kind": "essay"},
        {"title": "a", "color": "red"},
        {"title": "a\u0007"},
        {"title": "a\ud800"},
        {"title": "a" * 70_000},
        {"title": {"nested": 1}},
    ],
)
def test_arguments_that_do_not_fit_are_a_validation_error(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadCall) as caught:
        bound().check(arguments)
    assert caught.value.code == "validation"
    assert caught.value.reason.ko
    assert caught.value.reason.en


def test_null_for_an_optional_argument_means_absent() -> None:
    assert bound().check({"title": "a", "kind": None, "limit": None}) == {"title": "a"}


@given(st.dictionaries(st.sampled_from(["title", "kind", "limit", "x"]), st.none() | st.integers() | st.text()))
def test_checking_never_raises_anything_but_a_bad_call(arguments: dict[str, Any]) -> None:
    try:
        checked = bound().check(arguments)
    except BadCall:
        return
    assert checked.keys() <= {"title", "kind", "limit"}


def test_an_undocumented_argument_fails_at_import() -> None:
    with pytest.raises(TypeError, match="limit"):

        @tool(effect=Effect.READ)
        def lookup(shelf: list[str], limit: int) -> Finding:
            """Look something up."""
            return Finding(data=limit, text=same(""))


def test_an_argument_without_annotation_fails_at_import() -> None:
    def lookup(shelf, limit):  # type: ignore[no-untyped-def]
        """Look something up.

        Args:
            limit: How many.
        """

    with pytest.raises(TypeError, match="annotation"):
        tool(effect=Effect.READ)(lookup)


def test_a_function_without_docstring_fails_at_import() -> None:
    with pytest.raises(TypeError, match="docstring"):

        @tool(effect=Effect.READ)
        def lookup(shelf: list[str]) -> Finding:
            return Finding(data=None, text=same(""))


def test_the_effect_has_no_default() -> None:
    with pytest.raises(TypeError, match="effect"):
        tool()  # type: ignore[call-arg]
