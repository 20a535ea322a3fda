"""Writes declarations, calls and results in the native notation of FunctionGemma and Gemma 4."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from gemma_app.agent.tool import Tool
from gemma_app.dialects.history import json_value
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.schema import flat
from gemma_app.dialects.segments import SegmentWriter


class NativeWriter(SegmentWriter):
    """Writes segments of which only control literals are trusted.

    Args:
        markup: The literals of the generation.
    """

    def __init__(self, markup: Markup) -> None:
        super().__init__()
        self._literals = markup

    def turn(self, role: str) -> None:
        """Open a turn."""
        self.markup(self._literals.turn_open)
        self.text(f"{role}\n")

    def end_turn(self) -> None:
        """Close the turn."""
        self.markup(self._literals.turn_close)
        self.text("\n")

    def declaration(self, tool: Tool) -> None:
        """Declare a tool, as far as the notation can say what its schema does."""
        schema = {key: value for key, value in flat(tool.parameters).items() if value != {}}
        self.markup(self._literals.declaration_open)
        self.text(f"declaration:{tool.name}{{description:")
        self._string(tool.description)
        self.text(",parameters:{")
        self._members_and_type({**schema, "type": "object"})
        self.text("}")
        self.markup(self._literals.declaration_close)

    def call(self, name: str, arguments: Mapping[str, Any]) -> None:
        """Write a call of the model's."""
        self.markup(self._literals.call_open)
        self.text(f"call:{name}")
        self._value(arguments)
        self.markup(self._literals.call_close)

    def result(self, name: str, content: str) -> None:
        """Write what a call gave back.

        Args:
            name: The tool.
            content: JSON; anything but an object is given as ``value``, and text that is no JSON as a string.
        """
        value = json_value(content)
        self.markup(self._literals.result_open)
        self.text(f"response:{name}")
        self._value(value if isinstance(value, dict) else {"value": value})
        self.markup(self._literals.result_close)

    def thought(self, text: str) -> None:
        """Write a thought of the model's."""
        self.markup(self._literals.channel_open)
        self.text(f"thought\n{text}")
        self.markup(self._literals.channel_close)

    def _value(self, value: Any) -> None:
        match value:
            case str():
                self._string(value)
            case Mapping():
                self._between("{", _sorted(value), self._member, "}")
            case list() | tuple():
                self._between("[", value, self._value, "]")
            case _:
                self.text(json.dumps(value))

    def _member(self, member: tuple[str, Any]) -> None:
        self.text(f"{member[0]}:")
        self._value(member[1])

    def _string(self, text: str) -> None:
        self.markup(self._literals.delimiter)
        self.text(text)
        self.markup(self._literals.delimiter)

    def _between(self, opener: str, items: Any, write: Callable[[Any], None], closer: str) -> None:
        self.text(opener)
        for count, item in enumerate(items):
            self.text("," if count else "")
            write(item)
        self.text(closer)

    def _properties(self, properties: Mapping[str, Any]) -> None:
        self.text("properties:")
        self._between("{", _sorted(properties), self._property, "}")

    def _property(self, member: tuple[str, Mapping[str, Any]]) -> None:
        self.text(f"{member[0]}:")
        self._schema(member[1])

    def _schema(self, schema: Mapping[str, Any]) -> None:
        self.text("{")
        if "description" in schema:
            self.text("description:")
            self._string(schema["description"])
            self.text(",")
        if schema.get("enum"):
            self.text("enum:")
            self._value(schema["enum"])
            self.text(",")
        if "items" in schema:
            self.text("items:")
            self._schema({key: value for key, value in schema["items"].items() if value != {}})
            self.text(",")
        if schema.get("nullable"):
            self.text("nullable:true,")
        self._members_and_type(schema)

    def _members_and_type(self, schema: Mapping[str, Any]) -> None:
        """Write the end of every schema, up to its closing brace."""
        if "properties" in schema:
            self.text("properties:")
            self._between("{", _sorted(schema["properties"]), self._property, "}")
            self.text(",")
        if "required" in schema:
            self.text("required:")
            self._value(schema["required"])
            self.text(",")
        self.text("type:")
        self._string(schema["type"].upper())
        self.text("}")


def _sorted(members: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(members.items(), key=lambda member: member[0].lower())
