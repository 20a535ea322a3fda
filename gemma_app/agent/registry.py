"""The tools that exist, by name."""

from collections.abc import Iterable, Iterator

from gemma_app.agent.model import ToolCall
from gemma_app.agent.tool import Tool
from gemma_app.errors import BadCall
from gemma_app.language import Phrase


class Registry:
    """A set of tools with unique names, in the order in which they are offered.

    Raises:
        ValueError: Two tools share a name.
    """

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are called {tool.name}")
            self._tools[tool.name] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def get(self, name: str) -> Tool:
        """Return the tool called ``name``.

        Raises:
            BadCall: ``unknown_tool``.
        """
        if (tool := self._tools.get(name)) is None:
            raise BadCall("unknown_tool", Phrase(ko="그런 도구는 없어요.", en="There is no such tool."))
        return tool

    @property
    def doors(self) -> tuple[str, ...]:
        """Every data scope that a tool reads, in the order of the tools."""
        return tuple(dict.fromkeys(door for tool in self for door in tool.doors))

    def doors_of(self, name: str) -> tuple[str, ...] | None:
        """Return the data scopes that the tool's answers read, None for an unknown tool."""
        tool = self._tools.get(name)
        return None if tool is None else tool.doors

    def complete(self, call: ToolCall) -> ToolCall:
        """Supply the arguments that the app can fill in where a model left them out."""
        tool = self._tools.get(call.name)
        if tool is None or tool.complete is None:
            return call
        return ToolCall(
            id=call.id,
            name=call.name,
            arguments=tool.complete(call.arguments),
            provider_meta=call.provider_meta,
        )
