"""Writes the turns of a conversation in native notation: a call, its result and the answer are one turn."""

from collections.abc import Mapping

from gemma_app.agent.messages import Message, ToolResultPart, ToolUsePart
from gemma_app.dialects.history import UNKNOWN_TOOL, question_text
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.native_text import NativeWriter

THOUGHT = "thought"
"""Key of ``ToolUsePart.provider_meta`` under which the thoughts before a call are kept."""


class NativeTurns:
    """Adds messages to a prompt.

    Args:
        writer: Takes the prompt.
        markup: The literals of the generation.
        names: The tool of every call, by the id of the call.
    """

    def __init__(self, writer: NativeWriter, markup: Markup, names: Mapping[str, str]) -> None:
        self._writer = writer
        self._markup = markup
        self._names = names
        self._is_open = False
        self._waits_for_result = False
        self._said_last = False

    def add(self, message: Message, context: object, *, keeps_thoughts: bool) -> None:
        """Add one message.

        Args:
            message: The message.
            context: Volatile text that goes before a user's words.
            keeps_thoughts: Whether the thoughts before its calls are still to be seen.
        """
        if message.role == "assistant":
            self._add_words(message.text)
            self._add_calls(message, keeps_thoughts=keeps_thoughts)
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                self._add_result(part)
        if message.role == "user" and (text := question_text(message, context)):
            self._close()
            self._writer.turn("user")
            self._writer.text(text)
            self._writer.end_turn()

    def open_answer(self) -> bool:
        """Write up to where the model continues; return whether that is the beginning of its turn."""
        if self._is_open and self._said_last:
            self._close()
        if self._waits_for_result:
            self._writer.markup(self._markup.result_open)
        return self._open()

    def _add_words(self, text: str) -> None:
        if text.strip():
            self._open()
            self._writer.text(text.strip())
            self._said_last = True

    def _add_calls(self, message: Message, *, keeps_thoughts: bool) -> None:
        for part in message.parts:
            if isinstance(part, ToolUsePart):
                self._open()
                thought = str((part.provider_meta or {}).get(THOUGHT) or "")
                if thought and keeps_thoughts and self._markup.channel_open:
                    self._writer.thought(f"{thought}\n")
                self._writer.call(part.name, part.arguments)
                self._waits_for_result, self._said_last = True, False

    def _add_result(self, part: ToolResultPart) -> None:
        self._open()
        self._writer.result(self._names.get(part.tool_use_id, UNKNOWN_TOOL), part.content)
        self._waits_for_result = self._said_last = False

    def _open(self) -> bool:
        if self._is_open:
            return False
        self._writer.turn("model")
        self._is_open = True
        return True

    def _close(self) -> None:
        if self._is_open:
            self._writer.end_turn()
        self._is_open = self._waits_for_result = self._said_last = False
