"""Messages of a conversation as pure values, free of any model's own text format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, kw_only=True)
class TextPart:
    """A piece of text."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ToolUsePart:
    """A call that the model made.

    Args:
        id: Names the call inside its conversation.
        name: The tool's name as the model wrote it.
        arguments: Decoded JSON object.
        provider_meta: Opaque data of a model that must be echoed back to it.
    """

    id: str
    name: str
    arguments: Mapping[str, Any]
    provider_meta: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class ToolResultPart:
    """What a call gave back: ``content`` is an envelope, a JSON string of at most 2048 bytes."""

    tool_use_id: str
    content: str
    is_error: bool = False


Part = TextPart | ToolUsePart | ToolResultPart


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message; ``content`` is plain text or a tuple of parts."""

    role: Role
    content: str | tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The content as parts, plain text being one ``TextPart``."""
        if isinstance(self.content, str):
            return (TextPart(text=self.content),) if self.content else ()
        return self.content

    @property
    def text(self) -> str:
        """All text parts joined."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))
