"""One turn: the model speaks or calls, calls are carried out or wait for the user, until there is an answer."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from gemma_app.agent.arguments import call_digest
from gemma_app.agent.claims import claims_change
from gemma_app.agent.dispatcher import Asks, Done, Executor, TurnState
from gemma_app.agent.envelope import encode
from gemma_app.agent.messages import Message, Part, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatModel, ChatRequest, ModelEvent, ModelReply, ReadsAhead, ToolCall
from gemma_app.agent.question import Question
from gemma_app.agent.tool import Tool
from gemma_app.language import Phrase

MAX_MODEL_CALLS = 8
_CLAIMS_WITHIN = 4_000
_UNREADABLE_CALL = "The call could not be read, so nothing was done. Write it again, complete and in the right form."
NOTHING_WAS_CHANGED = Phrase(
    ko="(실제로 바뀐 것은 없어요. 원하는 일을 한 번 더 말해 주시면 해 볼게요.)",
    en="(Nothing was actually changed. Say once more what you want, and I will try to do it.)",
)
LEFT_OUT = Phrase(
    ko="(대화가 길어서 가장 오래된 메시지는 읽지 못하고 답했어요.)",
    en="(The conversation is too long to be read as a whole; the oldest messages were left out.)",
)

StopCause = Literal["cancelled", "limit", "length", "repeated", "unreadable"]


@dataclass(frozen=True, kw_only=True)
class Answered:
    """The turn is over and ``reply`` is what the user reads."""

    reply: str


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """The turn waits for the user; nothing blocks, and it can be resumed after a restart."""

    questions: tuple[Question, ...]


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """The turn ended early; ``reply`` is what there was until then."""

    reason: StopCause
    reply: str = ""


TurnEnd = Answered | Waiting | Stopped


@dataclass(frozen=True, kw_only=True)
class Called:
    """The model made a call that is about to be carried out."""

    call: ToolCall


TurnEvent = ModelEvent | ModelReply | Called | Done


class Recorder(Protocol):
    """Stores each message before anything of it is shown or done."""

    def __call__(self, message: Message, outcomes: Sequence[Done] = ()) -> None:
        """Store ``message``; ``outcomes`` are the finished calls whose results it holds."""
        ...


def _forget(message: Message, outcomes: Sequence[Done] = ()) -> None:
    """Record nothing."""


def _ignore(event: TurnEvent) -> None:
    """Show nothing."""


@dataclass(kw_only=True)
class Turn:
    """One turn of a conversation, from the user's message to the answer.

    Args:
        model: Continues the conversation.
        executor: Carries out its calls.
        tools: The tools that are offered.
        messages: The conversation up to and including the user's message; grows as the turn goes on.
        options: Passed to the model with each request.
        continues: True where the model goes on after a result; False where the app's own words end the turn.
        complete: Supplies arguments that the app can fill in.
        bound: Gives the conversation as it may be sent once results have made it longer; None leaves it whole.
        record: Stores each new message before it is acted on.
        on_event: Told of everything that happens, from the calling thread.
        cancel: Ends the turn soon after it is set.
        correction: What the user is told under an answer that claims a change which no call made.
        shortened: What the user is told under an answer for which the oldest messages were not read.
    """

    model: ChatModel
    executor: Executor
    tools: tuple[Tool, ...]
    messages: list[Message]
    options: Mapping[str, Any] = field(default_factory=dict)
    continues: bool = True
    complete: Callable[[ToolCall], ToolCall] = lambda call: call
    bound: Callable[[], list[Message]] | None = None
    record: Recorder = _forget
    on_event: Callable[[TurnEvent], None] = _ignore
    cancel: threading.Event = field(default_factory=threading.Event)
    correction: str = NOTHING_WAS_CHANGED.en
    shortened: str = LEFT_OUT.en
    state: TurnState = field(default_factory=TurnState)
    model_calls: int = 0
    has_acted: bool = False
    has_failed: bool = False
    complaint: tuple[Message, ...] = ()

    def advance(self) -> TurnEnd:
        """Let the model go on until it answers, something waits for the user, or the turn must stop.

        The calls of the last reply that a turn may have are not carried out, since nobody could tell what they gave.
        """
        previous: frozenset[str] = frozenset()
        while True:
            reply = self._generate()
            if reply.stop_reason == "cancelled" or self.cancel.is_set():
                return Stopped(reason="cancelled", reply=reply.text)
            if reply.error is not None:
                if not self._hand_back(reply):
                    return Stopped(reason="unreadable", reply=reply.text)
                continue
            if not reply.tool_calls:
                return self._say(reply)
            if self.model_calls == MAX_MODEL_CALLS:
                return Stopped(reason="limit", reply=reply.text)
            calls = [self.complete(call) for call in reply.tool_calls]
            current = frozenset(call_digest(call.name, call.arguments) for call in calls)
            if current == previous:
                return Stopped(reason="repeated", reply=reply.text)
            previous = current
            if (end := self._run(reply.text, calls)) is not None:
                return end
            self._shorten()

    def resume(self, outcome: Done | Asks) -> TurnEnd:
        """Go on with what came of a call that waited, the last thing in ``messages`` being that call."""
        self.state.asked = True
        if isinstance(outcome, Asks):
            return Waiting(questions=(outcome.question,))
        self.has_acted |= outcome.acted
        self._store_results([outcome])
        self.on_event(outcome)
        if self.continues and outcome.code != "cancelled":
            self._shorten()
            return self.advance()
        return self._conclude([outcome])

    def _shorten(self) -> None:
        if self.bound is not None:
            self.messages = self.bound()

    def prepare(self) -> None:
        """Let the model read in the background what it would be asked, where it can."""
        if isinstance(self.model, ReadsAhead):
            self.model.prepare(self._request())

    def _request(self) -> ChatRequest:
        return ChatRequest(messages=(*self.messages, *self.complaint), tools=self.tools, options=self.options)

    def _generate(self) -> ModelReply:
        self.model_calls += 1
        reply = self.model.generate(self._request(), on_event=self.on_event, cancel=self.cancel)
        self.on_event(reply)
        return reply

    def _hand_back(self, reply: ModelReply) -> bool:
        """Let the model try again, told what was wrong with its call; False where it has had its second try.

        The call has no name or arguments that could be shown, so only a result is, and nothing of it is recorded.
        """
        if self.has_failed or not self.continues or self.model_calls == MAX_MODEL_CALLS:
            return False
        self.has_failed = True
        if reply.text:
            self._store(Message(role="assistant", content=reply.text))
        content = encode({"error": reply.error, "reason": _UNREADABLE_CALL})
        result = ToolResultPart(tool_use_id="", content=content, is_error=True)
        self.complaint = (Message(role="user", content=(result,)),)
        return True

    def _say(self, reply: ModelReply) -> TurnEnd:
        text = reply.text
        if not self.has_acted and claims_change(text[:_CLAIMS_WITHIN]):
            text = f"{text}\n\n{self.correction}"
        if reply.left_out:
            text = f"{text}\n\n{self.shortened}"
        self._store(Message(role="assistant", content=text))
        if reply.stop_reason == "length":
            return Stopped(reason="length", reply=text)
        return Answered(reply=text)

    def _run(self, text: str, calls: Sequence[ToolCall]) -> TurnEnd | None:
        """Carry out the calls of one reply; None where the model shall go on."""
        uses = tuple(
            ToolUsePart(id=call.id, name=call.name, arguments=call.arguments, provider_meta=call.provider_meta)
            for call in calls
        )
        parts: tuple[Part, ...] = (TextPart(text=text), *uses) if text else uses
        self._store(Message(role="assistant", content=parts))
        done: list[Done] = []
        waiting: list[Question] = []
        for call in calls:
            self.on_event(Called(call=call))
            outcome = self.executor.dispatch(call, self.state)
            if isinstance(outcome, Asks):
                waiting.append(outcome.question)
            else:
                done.append(outcome)
                self.has_acted |= outcome.acted
        if done:
            self._store_results(done)
        for finished in done:
            self.on_event(finished)
        if waiting:
            return Waiting(questions=tuple(waiting))
        return None if self.continues else self._conclude(done)

    def _conclude(self, done: Sequence[Done]) -> Answered:
        """End the turn in the app's own words, rendered from the results."""
        reply = "\n\n".join(dict.fromkeys(outcome.text for outcome in done if outcome.text))
        self._store(Message(role="assistant", content=reply))
        return Answered(reply=reply)

    def _store(self, message: Message) -> None:
        self.complaint = ()
        self.record(message)
        self.messages.append(message)

    def _store_results(self, done: Sequence[Done]) -> None:
        results = tuple(
            ToolResultPart(
                tool_use_id=outcome.call.id, content=outcome.envelope, is_error=outcome.code not in {"ok", "cancelled"}
            )
            for outcome in done
        )
        message = Message(role="user", content=results)
        self.record(message, done)
        self.messages.append(message)
