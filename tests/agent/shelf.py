"""A tiny feature with one read, one reversible change and one confirmed change, and a model that follows a script."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from gemma_app.agent.action import Detail, Finding, PreparedAction, Provenance, Receipt, StateChanged
from gemma_app.agent.dispatcher import Dispatcher
from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, TextDelta, ToolCall
from gemma_app.agent.policy import Policy
from gemma_app.agent.registry import Registry
from gemma_app.agent.tool import Effect, tool
from gemma_app.errors import Rejected
from gemma_app.language import Phrase, same

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)


@dataclass(kw_only=True)
class Shelf:
    books: list[str] = field(default_factory=list)
    records: list[Provenance] = field(default_factory=list)
    now: datetime = NOW

    def record(self, provenance: Provenance) -> int:
        if provenance.question_id in {entry.question_id for entry in self.records if entry.question_id}:
            raise Rejected("approval_used", same("used"))
        self.records.append(provenance)
        return len(self.records)

    def prepare(self, change: Callable[[list[str]], object], headline: str) -> PreparedAction:
        seen = list(self.books)

        def execute(provenance: Provenance) -> Receipt:
            if self.books != seen:
                raise StateChanged
            change_id = self.record(provenance)
            change(self.books)
            return Receipt(data={"books": len(self.books)}, text=same(f"{headline}: done"), change_id=change_id)

        return PreparedAction(
            headline=same(headline),
            details=(Detail(label=Phrase(ko="책", en="Book"), value=same(headline)),),
            act=same("Do it"),
            content={"headline": headline, "books": seen},
            execute=execute,
        )


@tool(effect=Effect.READ, hint="Call list_books again.")
def list_books(shelf: Shelf) -> Finding:
    """List the books."""
    return Finding(data=list(shelf.books), text=same(", ".join(shelf.books) or "no books"))


@tool(effect=Effect.CHANGE)
def add_book(shelf: Shelf, title: str) -> PreparedAction:
    """Put a book on the shelf.

    Args:
        title: Its title.
    """
    if title in shelf.books:
        raise Rejected("duplicate", Phrase(ko="이미 있어요.", en="It is there already."))
    return shelf.prepare(lambda books: books.append(title), f"add {title}")


@tool(effect=Effect.CONFIRM)
def burn_book(shelf: Shelf, title: str) -> PreparedAction:
    """Burn a book.

    Args:
        title: Its title.
    """
    if title not in shelf.books:
        raise Rejected("unknown_book", Phrase(ko="없는 책이에요.", en="No such book."))
    return shelf.prepare(lambda books: books.remove(title), f"burn {title}")


TOOLS = (list_books, add_book, burn_book)


def dispatcher_of(shelf: Shelf, policy: Policy | None = None) -> Dispatcher:
    return Dispatcher(
        Registry(function.bind(shelf) for function in TOOLS),
        policy=lambda: policy or Policy(),
        language=lambda: "en",
        ledger=shelf,
        now=lambda: shelf.now,
    )


def call(name: str, call_id: str = "c1", **arguments: Any) -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=arguments)


def calls(*made: ToolCall, text: str = "") -> ModelReply:
    return ModelReply(text=text, tool_calls=made, stop_reason="tool_use")


def says(text: str) -> ModelReply:
    return ModelReply(text=text, tool_calls=(), stop_reason="stop")


@dataclass
class FollowingModel:
    """Gives its replies in order and keeps the requests that it got."""

    replies: Sequence[ModelReply]
    requests: list[ChatRequest] = field(default_factory=list)
    id: str = "following"

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.requests.append(request)
        if cancel is not None and cancel.is_set():
            return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
        reply = self.replies[len(self.requests) - 1]
        if on_event is not None and reply.text:
            on_event(TextDelta(text=reply.text))
        return reply
