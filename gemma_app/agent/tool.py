"""Tools from documented, annotated functions; a bad one fails when its module is imported."""

import inspect
import json
import re
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticUserError

from gemma_app.agent.action import Finding, PreparedAction
from gemma_app.agent.arguments import MAX_BYTES
from gemma_app.agent.faults import first_fault
from gemma_app.errors import BadCall
from gemma_app.language import Phrase

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_ARGUMENT_LINE = re.compile(r"^ {4}(\w+): (.+)$")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Effect(StrEnum):
    """What a call can do, from harmless to asked first."""

    READ = "read"
    CHANGE = "change"
    CONFIRM = "confirm"


@dataclass(frozen=True, kw_only=True)
class Tool:
    """Something a model may call.

    Args:
        name: Unique, as the model writes it.
        description: What it does, for the model and for the user.
        parameters: JSON Schema of the arguments, an object.
        effect: What a call can do.
        doors: The data scopes that its answer reads, such as ``habits.read``.
        hint: Names a call that helps where the answer had to be cut.
        arguments: Strict model that checks the arguments; None for a tool whose owner checks them itself.
        run: Takes the checked arguments by name; a change is only prepared, never made, by it.
        fills: Required arguments that ``complete`` can supply, so that a small model may leave them out.
        complete: Takes a model's arguments and returns them with those of ``fills`` that it left out.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effect: Effect
    doors: tuple[str, ...] = ()
    hint: str = ""
    arguments: type[BaseModel] | None = None
    run: Callable[..., Finding | PreparedAction] | None = None
    fills: tuple[str, ...] = ()
    complete: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the checked arguments by name, without the absent ones.

        Raises:
            BadCall: ``validation``, with a sentence that names the first fault.
        """
        if self.arguments is None:
            return dict(arguments)
        given = {name: value for name, value in arguments.items() if not self._is_absent(name, value)}
        _refuse_unprintable(given)
        try:
            checked = self.arguments.model_validate(given)
        except ValidationError as error:
            raise BadCall("validation", first_fault(error)) from error
        return {
            name: getattr(checked, name) for name in self.arguments.model_fields if name in checked.model_fields_set
        }

    def _is_absent(self, name: str, value: object) -> bool:
        required = self.parameters.get("required", ())
        return value is None and name in self.parameters["properties"] and name not in required


class ToolFunction:
    """A tool whose owner is not known yet; ``bind`` gives the tool that acts on one owner's data."""

    def __init__(
        self, function: Callable[..., Finding | PreparedAction], effect: Effect, doors: tuple[str, ...], hint: str
    ) -> None:
        self.function = function
        self.effect = effect
        self.doors = doors
        self.hint = hint
        self.name = function.__name__
        self.description, described = _docstring(function)
        self.arguments = _arguments_model(function, described)
        self.parameters = _flat_schema(self.arguments)

    def bind(
        self,
        context: object,
        *,
        fills: tuple[str, ...] = (),
        complete: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    ) -> Tool:
        """Return the tool acting on ``context``, the value its function takes first."""

        def run(**arguments: Any) -> Finding | PreparedAction:
            return self.function(context, **arguments)

        return Tool(
            name=self.name,
            description=self.description,
            parameters=self.parameters,
            effect=self.effect,
            doors=self.doors,
            hint=self.hint,
            arguments=self.arguments,
            run=run,
            fills=fills,
            complete=complete,
        )


def tool(
    *, effect: Effect, doors: tuple[str, ...] = (), hint: str = ""
) -> Callable[[Callable[..., Finding | PreparedAction]], ToolFunction]:
    """Make a tool of a function ``f(owner, argument, …)``.

    The docstring's first paragraph describes the tool and its ``Args:`` section each argument, one line each.

    Raises:
        TypeError: At import, where a name, a docstring or an annotation is missing or cannot be a JSON Schema.
    """

    def decorate(function: Callable[..., Finding | PreparedAction]) -> ToolFunction:
        return ToolFunction(function, effect, doors, hint)

    return decorate


def _docstring(function: Callable[..., object]) -> tuple[str, dict[str, str]]:
    name = function.__name__
    text = inspect.cleandoc(function.__doc__ or "")
    if not _NAME.fullmatch(name) or not text:
        raise TypeError(f"tool {name}: needs a plain name and a docstring")
    head, _, tail = text.partition("\nArgs:\n")
    description = " ".join(head.strip().split("\n\n")[0].split())
    lines = [match for line in tail.splitlines() if (match := _ARGUMENT_LINE.match(line))]
    return description, {match[1]: match[2] for match in lines}


def _arguments_model(function: Callable[..., object], described: dict[str, str]) -> type[BaseModel]:
    name = function.__name__
    hints = typing.get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    names = {parameter.name for parameter in parameters}
    if missing := sorted(names - described.keys() | (described.keys() - names)):
        raise TypeError(f"tool {name}: arguments and their descriptions differ: {', '.join(missing)}")
    if unannotated := sorted(names - hints.keys()):
        raise TypeError(f"tool {name}: no annotation for {', '.join(unannotated)}")
    fields: dict[str, Any] = {}
    for parameter in parameters:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], Field(default, description=described[parameter.name]))
    config = ConfigDict(strict=True, extra="forbid", frozen=True)
    try:
        return create_model(f"{name}_arguments", __config__=config, **fields)
    except PydanticUserError as error:
        raise TypeError(f"tool {name}: {error}") from error


def _flat_schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema without titles, references, nulls and defaults, which no Gemma template keeps."""
    schema = arguments.model_json_schema()
    properties = {name: _flat_property(value) for name, value in schema.get("properties", {}).items()}
    required = [name for name in schema.get("required", []) if name in properties]
    flat: dict[str, Any] = {"type": "object", "properties": properties}
    return {**flat, "required": required} if required else flat


def _flat_property(value: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in value or "$defs" in value:
        raise TypeError(f"nested models cannot be tool arguments: {value}")
    flat = {key: item for key, item in value.items() if key not in {"title", "default", "anyOf"}}
    choices = [choice for choice in value.get("anyOf", ()) if choice.get("type") != "null"]
    if len(choices) == 1:
        return {**_flat_property(choices[0]), **flat}
    if choices:
        types = [choice["type"] for choice in choices]
        return {**{k: v for choice in choices for k, v in choice.items()}, **flat, "type": types}
    return flat


def _refuse_unprintable(arguments: Mapping[str, Any]) -> None:
    try:
        text = json.dumps(arguments, ensure_ascii=False)
        size = len(text.encode("utf-8"))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadCall(
            "validation",
            Phrase(ko="읽을 수 없는 값이 있어요.", en="One of the values cannot be read."),
        ) from error
    if size > MAX_BYTES:
        raise BadCall("validation", Phrase(ko="값이 너무 길어요.", en="The values are too long."))
    for name, value in arguments.items():
        if isinstance(value, str) and _CONTROL.search(value):
            raise BadCall(
                "validation",
                Phrase(ko=f"'{name}' 값에 글자가 아닌 것이 있어요.", en=f"'{name}' holds what is not text."),
            )
