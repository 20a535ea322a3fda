"""Stores what a turn says and does while it happens, so that a crash loses nothing that was on the screen."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol
from uuid import uuid4

from gemma_app.agent.action import Decision
from gemma_app.agent.dispatcher import LOCKED, Done
from gemma_app.agent.messages import Message, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ToolCall
from gemma_app.agent.question import Question
from gemma_app.conversation.doors import Given, doors_for_answer
from gemma_app.conversation.labels import as_text
from gemma_app.conversation.messages import StoredMessage

SECONDS_BETWEEN_WRITES = 0.25
_NOTHING = Given()


def _show_nothing(text: str) -> None:
    """Show nothing: nobody watches."""


class MessageStore(Protocol):
    """Where the messages of a conversation are kept: the data folder, or memory alone."""

    def append(self, session_id: str, message: StoredMessage) -> StoredMessage:
        """Keep a new message after all others and return it with its time."""
        ...

    def update_text(self, message_id: str, content: str) -> None:
        """Keep what there is so far of a message that is still being written."""
        ...

    def save(self, message: StoredMessage) -> None:
        """Keep the present state of a message."""
        ...

    def page(self, session_id: str, *, before: StoredMessage | None = None, limit: int = 100) -> list[StoredMessage]:
        """Return the last ``limit`` messages, or those directly before one, oldest first."""
        ...

    def ask(self, session_id: str, message_id: str, question: Question) -> None:
        """Keep a question about a call of the message."""
        ...

    def close_question(self, question_id: str, decision: Decision) -> bool:
        """Keep the answer and tell whether the question was still open."""
        ...


class Recording:
    """Records one turn; it is the turn's ``record``, and is handed the text as it streams and the questions.

    Args:
        store: Where the messages are kept.
        session_id: The conversation.
        doors_of: Gives the doors of a tool, None for an unknown one.
        seconds: A clock that never goes back.
        ran: The tools that ran in this turn before it was interrupted by a question.
        seen: The data scopes of the messages that the model is sent; what it writes may repeat them.
        given: What goes along with every request.
        calls_in: The message whose call that question is about.
        show: Takes the streamed text, each piece once it is stored.
    """

    def __init__(
        self,
        store: MessageStore,
        session_id: str,
        *,
        doors_of: Callable[[str], Iterable[str] | None],
        seconds: Callable[[], float] = time.monotonic,
        ran: Sequence[str] = (),
        seen: Sequence[str] = (),
        given: Given = _NOTHING,
        calls_in: str | None = None,
        show: Callable[[str], None] = _show_nothing,
    ) -> None:
        self._store = store
        self._session_id = session_id
        self._doors_of = doors_of
        self._seconds = seconds
        self._ran = list(ran)
        self._seen = seen
        self._given = given
        self._calls_in = calls_in
        self._show = show
        self._shown = 0
        self._writing: StoredMessage | None = None
        self._written_at = 0.0

    def write(self, text: str) -> None:
        """Take more text of the answer; the first piece is stored at once, the rest a few times a second."""
        now = self._seconds()
        if self._writing is None:
            self._writing = self._append(
                StoredMessage(id=uuid4().hex, role="assistant", content=text, status="writing")
            )
            self._written_at = now
            self._show_stored()
            return
        self._writing = replace(self._writing, content=self._writing.content + text)
        if now - self._written_at >= SECONDS_BETWEEN_WRITES:
            self._store.update_text(self._writing.id, self._writing.content)
            self._written_at = now
            self._show_stored()

    def flush(self) -> None:
        """Store and show what was held back, before something else is shown."""
        if self._writing is not None and self._shown < len(self._writing.content):
            self._store.update_text(self._writing.id, self._writing.content)
            self._show_stored()

    def __call__(self, message: Message, outcomes: Sequence[Done] = ()) -> None:
        """Store a finished message; ``outcomes`` are the calls whose results it holds."""
        self._ran += [outcome.call.name for outcome in outcomes if outcome.code != LOCKED]
        results = tuple(part for part in message.parts if isinstance(part, ToolResultPart))
        if results:
            shown = {"outcomes": [_shown(outcome) for outcome in outcomes]}
            self._append(StoredMessage(id=uuid4().hex, role="tool", content="", tool_results=results, extra=shown))
            return
        calls = tuple(
            ToolCall(id=part.id, name=part.name, arguments=part.arguments, provider_meta=part.provider_meta)
            for part in message.parts
            if isinstance(part, ToolUsePart)
        )
        row = self._finish(StoredMessage(id=uuid4().hex, role=message.role, content=message.text, tool_calls=calls))
        if calls:
            self._calls_in = row.id

    def ask(self, questions: Sequence[Question]) -> None:
        """Store questions about the calls that were recorded last, before they are shown."""
        if self._calls_in is None:
            raise ValueError("a question needs a recorded call")
        for question in questions:
            self._store.ask(self._session_id, self._calls_in, question)

    def stop(self) -> None:
        """Mark an answer that will not be finished."""
        if self._writing is not None:
            row = replace(self._writing, status="interrupted")
            self._store.save(replace(row, doors=self._doors(row)))
            self._end_writing()

    def _finish(self, message: StoredMessage) -> StoredMessage:
        """Store a message, in the place of the streamed one if there is one."""
        if self._writing is None or message.role != "assistant":
            return self._append(message)
        row = replace(self._writing, content=message.content, tool_calls=message.tool_calls, status="finished")
        row = replace(row, doors=self._doors(row))
        self._store.save(row)
        self._end_writing()
        return row

    def _show_stored(self) -> None:
        if self._writing is not None:
            self._show(self._writing.content[self._shown :])
            self._shown = len(self._writing.content)

    def _end_writing(self) -> None:
        self._show_stored()
        self._writing = None
        self._shown = 0

    def _append(self, message: StoredMessage) -> StoredMessage:
        return self._store.append(self._session_id, replace(message, doors=self._doors(message)))

    def _doors(self, message: StoredMessage) -> tuple[str, ...]:
        """What was read so far, and what the calls of ``message`` are about to read.

        What the model writes may repeat what it was sent; while it writes, nobody knows how much of that.
        """
        passed = doors_for_answer([*self._ran, *(call.name for call in message.tool_calls)], self._doors_of)
        if message.role != "assistant":
            return passed
        written = " ".join([message.content, *(as_text(call.arguments) for call in message.tool_calls)])
        told = self._given.doors if message.status == "writing" else self._given.doors_in(written)
        return tuple(dict.fromkeys([*self._seen, *told, *passed]))


def _shown(outcome: Done) -> dict[str, object]:
    """What the window shows of a finished call."""
    return {
        "call_id": outcome.call.id,
        "text": outcome.text,
        "code": outcome.code,
        "change_id": outcome.change_id,
    }
