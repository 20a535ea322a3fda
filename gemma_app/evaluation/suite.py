"""Suites of utterances and the calls that a careful person would make for them, read from JSONL."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from gemma_app.agent.messages import Message
from gemma_app.errors import AppError
from gemma_app.language import Phrase, same

Lang = Literal["ko", "en", "mixed"]
Text = Annotated[str, Field(min_length=1)]

_FREE = ConfigDict(strict=True)
_EXACT = ConfigDict(strict=True, extra="forbid")


def _check_operators(value: Any) -> Any:
    """Refuse ``any`` and ``contains`` in a shape that would silently be read as a plain object."""
    match value:
        case {"any": [_, *_] as choices, **rest} if not rest:
            _check_operators(choices)
        case {"contains": str(fragment), **rest} if not rest and fragment.strip():
            pass
        case {"any": _} | {"contains": _}:
            raise ValueError("'any' takes a list that is not empty, 'contains' a text, and both stand alone")
        case Mapping():
            _check_operators(list(value.values()))
        case list():
            for part in value:
                _check_operators(part)
        case _:
            pass
    return value


@dataclass(frozen=True, kw_only=True, config=_EXACT)
class ExpectedCall:
    """A call that is right.

    Args:
        name: The tool.
        arguments: Those that must match (``gemma_app.evaluation.matching``); further ones are free.
    """

    name: Text
    arguments: Annotated[Mapping[str, Any], AfterValidator(_check_operators)] = Field(default_factory=dict)


Alternative = tuple[ExpectedCall, ...]


@dataclass(frozen=True, kw_only=True, config=_FREE)
class ActiveHabit:
    """A habit that the user of an item has.

    Args:
        id: What calls refer to it by.
        title: In the user's words.
        protocol_id: Its catalog entry, or one of the user's own (``u-…``).
    """

    id: int
    title: Text
    protocol_id: Text


@dataclass(frozen=True, kw_only=True, config=_FREE)
class Item:
    """One utterance, the situation it is said in, and every first action that is right.

    Args:
        id: Unique in its suite.
        lang: Language of the utterance.
        category: What the utterance is about, for the breakdown of the report.
        today: The user's date.
        habits: The user's active habits.
        board: The open board, None where there is none.
        selection: refids of the selected components.
        history: The conversation so far, oldest first.
        utterance: What the user says.
        expect: The alternatives; an empty one means that talking is right.
    """

    id: Text
    lang: Lang
    category: Text
    today: date
    habits: tuple[ActiveHabit, ...]
    board: Mapping[str, Any] | None
    selection: tuple[int | float, ...]
    history: tuple[Message, ...]
    utterance: Text
    expect: Annotated[tuple[Alternative, ...], Field(min_length=1)]

    @property
    def wants_none(self) -> bool:
        """True where every call is wrong."""
        return not any(self.expect)

    @property
    def wants_call(self) -> bool:
        """True where talking alone is wrong."""
        return all(self.expect)


_ITEM: TypeAdapter[Item] = TypeAdapter(Item)


def load_suite(path: Path) -> tuple[Item, ...]:
    """Read the suite in ``path``.

    Raises:
        AppError: The file cannot be read, or a line is not an item; says which line and what is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = same(str(error))
        raise AppError(
            Phrase(ko=f"평가 파일을 읽을 수 없어요: {reason.ko}", en=f"The suite cannot be read: {reason.en}")
        ) from error
    return parse_suite(text, name=path.name)


def parse_suite(text: str, *, name: str) -> tuple[Item, ...]:
    """Read a suite from ``text``, one JSON object a line; empty lines are skipped.

    Args:
        text: The JSONL.
        name: What errors call it.

    Raises:
        AppError: A line is not an item, an id comes twice, or there is no item at all.
    """
    lines_by_id: dict[str, int] = {}
    items: list[Item] = []
    # A text may hold U+2028 and the like, at which splitlines would cut.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        item = _parse_line(line, name, number)
        first = lines_by_id.setdefault(item.id, number)
        if first != number:
            raise _fault(
                name,
                number,
                Phrase(ko=f"id '{item.id}'가 {first}번째 줄에도 있어요", en=f"id '{item.id}' is on line {first} too"),
            )
        items.append(item)
    if not items:
        raise AppError(Phrase(ko=f"{name}: 항목이 하나도 없어요.", en=f"{name}: there is no item in it."))
    return tuple(items)


def _parse_line(line: str, name: str, number: int) -> Item:
    try:
        return _ITEM.validate_json(line)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in fault["loc"])
        raise _fault(name, number, same(f"{where}: {fault['msg']}" if where else fault["msg"])) from error


def _fault(name: str, number: int, what: Phrase) -> AppError:
    return AppError(Phrase(ko=f"{name} {number}번째 줄: {what.ko}.", en=f"{name}, line {number}: {what.en}."))
