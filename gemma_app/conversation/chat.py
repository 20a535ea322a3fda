"""A turn of a stored conversation: what the user says, what the model does, and what waits for an answer."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

from gemma_app.agent.dispatcher import Done, Refusal, TurnState
from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import TextDelta, ToolCall
from gemma_app.agent.turn import Answered, Stopped, Turn, TurnEnd, TurnEvent, Waiting
from gemma_app.conversation.doors import doors_for_answer
from gemma_app.conversation.messages import StoredMessage, to_messages
from gemma_app.conversation.service import Conversations, WaitingQuestion
from gemma_app.language import Language, Phrase

HISTORY = 40
_BATCH_SECONDS = 0.15

NOTICES = {
    "cancelled": Phrase(ko="멈췄어요.", en="Stopped."),
    "limit": Phrase(
        ko="한 번에 할 수 있는 만큼 했어요. 이어서 하려면 다시 말해 주세요.",
        en="That is as much as I do in one go. Say so if I should go on.",
    ),
    "length": Phrase(ko="답이 너무 길어서 여기서 끊겼어요.", en="The answer was too long and was cut here."),
    "repeated": Phrase(
        ko="같은 일을 되풀이하고 있어서 멈췄어요. 다르게 말해 주세요.",
        en="I was repeating myself and stopped. Please say it another way.",
    ),
    "unreadable": Phrase(
        ko="무엇을 하려던 것인지 알아볼 수 없는 답이 나왔어요. 아무것도 바꾸지 않았어요. 다시 말해 주세요.",
        en="The model's answer could not be read. Nothing was changed. Please try again.",
    ),
}

MakeTurn = Callable[[list[Message]], Turn]


def _ignore(event: TurnEvent) -> None:
    """Show nothing."""


@dataclass(frozen=True, kw_only=True)
class Chat:
    """Runs turns over stored conversations; everything is stored before it is shown.

    Args:
        conversations: Where messages are kept.
        make_turn: Builds a turn on messages, with today's model, tools and context.
        doors_of: Gives the data scopes a tool reads, None for an unknown tool.
        language: Gives the language of notices.
    """

    conversations: Conversations
    make_turn: MakeTurn
    doors_of: Callable[[str], tuple[str, ...] | None]
    language: Callable[[], Language]

    def send(
        self,
        session_id: str,
        text: str,
        *,
        on_event: Callable[[TurnEvent], None] = _ignore,
        cancel: threading.Event | None = None,
    ) -> TurnEnd:
        """Store what the user says and run the turn that it begins.

        Raises:
            AppError: No model can answer, or the disk refuses; the user's message is kept.
        """
        self.dismiss_waiting(session_id)
        self.conversations.append(session_id, StoredMessage(id=uuid4().hex, role="user", content=text))
        rows = self.conversations.page(session_id, limit=HISTORY)
        turn = self.make_turn(list(to_messages(rows)))
        return self._run(session_id, turn, Turn.advance, on_event, cancel)

    def answer(
        self,
        waiting: WaitingQuestion,
        *,
        approved: bool,
        refusal: Refusal = "declined",
        on_event: Callable[[TurnEvent], None] = _ignore,
        cancel: threading.Event | None = None,
    ) -> TurnEnd:
        """Close a waiting question, carry its call out where it was approved, and go on with the turn.

        A question that was answered before changes nothing.
        """
        question = waiting.question
        if not self.conversations.close_question(question.id, "approved" if approved else refusal):
            return Answered(reply="")
        rows = self.conversations.page(waiting.session_id, limit=HISTORY)
        turn = self.make_turn(list(to_messages(rows, resumes={question.call.id})))
        turn.state = TurnState(asked=True)

        def resume(turn: Turn) -> TurnEnd:
            return turn.resume(question, question.approve() if approved else refusal)

        return self._run(waiting.session_id, turn, resume, on_event, cancel, asking=waiting.message_id)

    def dismiss_waiting(self, session_id: str) -> None:
        """Cancel what still waits in a conversation that goes on without an answer to it."""
        for waiting in self.conversations.waiting_questions(session_id):
            self.answer(waiting, approved=False, refusal="dismissed")

    def _run(
        self,
        session_id: str,
        turn: Turn,
        step: Callable[[Turn], TurnEnd],
        on_event: Callable[[TurnEvent], None],
        cancel: threading.Event | None,
        *,
        asking: str = "",
    ) -> TurnEnd:
        writer = _Writer(self, session_id, on_event, message_with_calls=asking)
        turn.record = writer.record
        turn.on_event = writer.take
        if cancel is not None:
            turn.cancel = cancel
        end = step(turn)
        match end:
            case Waiting(questions=questions):
                for question in questions:
                    self.conversations.ask(session_id, writer.message_with_calls, question)
            case Stopped(reason=reason, reply=reply):
                notice = NOTICES[reason].say(self.language())
                writer.stop(reply, notice)
                return Stopped(reason=reason, reply=f"{reply}\n\n{notice}" if reply else notice)
            case Answered():
                pass
        return end


@dataclass
class _Writer:
    """Stores the messages of one turn as they come to be, and shows only what is stored."""

    chat: Chat
    session_id: str
    show: Callable[[TurnEvent], None]
    message_with_calls: str = ""
    tools: list[str] = field(default_factory=list)
    writing_id: str = ""
    text: str = ""
    shown: int = 0
    stored_at: float = 0.0

    def take(self, event: TurnEvent) -> None:
        """Store and show an event; pieces of text are gathered for a moment first."""
        if not isinstance(event, TextDelta):
            self._store_text()
            self._show_text()
            self.show(event)
            return
        self.text += event.text
        if time.monotonic() - self.stored_at >= _BATCH_SECONDS:
            self._store_text()
            self._show_text()

    def record(self, message: Message, outcomes: Sequence[Done] = ()) -> None:
        """Store a complete message of the turn."""
        results = tuple(part for part in message.parts if isinstance(part, ToolResultPart))
        calls = tuple(_call(part) for part in message.parts if isinstance(part, ToolUsePart))
        self.tools += [call.name for call in calls]
        row = StoredMessage(
            id=uuid4().hex,
            role="tool" if results else "assistant",
            content="".join(part.text for part in message.parts if isinstance(part, TextPart)),
            tool_calls=calls,
            tool_results=results,
            doors=doors_for_answer(self.tools, self.chat.doors_of),
            extra={"outcomes": [_shown(outcome) for outcome in outcomes]} if outcomes else None,
        )
        stored_id = self._finish(row)
        if calls:
            self.message_with_calls = stored_id

    def stop(self, reply: str, notice: str) -> None:
        """Store what there was of an answer that ended early, and why it ended."""
        if self.writing_id or reply:
            self._finish(StoredMessage(id=uuid4().hex, role="assistant", content=reply, status="interrupted"))
        self._finish(StoredMessage(id=uuid4().hex, role="assistant", content=notice))

    def _store_text(self) -> None:
        conversations = self.chat.conversations
        if self.shown == len(self.text):
            return
        if self.writing_id:
            conversations.update_text(self.writing_id, self.text)
        else:
            self.writing_id = uuid4().hex
            begun = StoredMessage(id=self.writing_id, role="assistant", content=self.text, status="writing")
            conversations.append(self.session_id, begun)
        self.stored_at = time.monotonic()

    def _show_text(self) -> None:
        if self.shown < len(self.text):
            self.show(TextDelta(text=self.text[self.shown :]))
            self.shown = len(self.text)

    def _finish(self, row: StoredMessage) -> str:
        """Store a message that is complete, in the place of the one that was being written, if any."""
        if row.role != "assistant":
            return self.chat.conversations.append(self.session_id, row).id
        if self.writing_id:
            row = replace(row, id=self.writing_id)
            self.chat.conversations.save(row)
        else:
            self.chat.conversations.append(self.session_id, row)
        self._show_text()
        self.writing_id, self.text, self.shown = "", "", 0
        return row.id


def _call(part: ToolUsePart) -> ToolCall:
    return ToolCall(id=part.id, name=part.name, arguments=part.arguments, provider_meta=part.provider_meta)


def _shown(outcome: Done) -> dict[str, object]:
    return {
        "call_id": outcome.call.id,
        "name": outcome.call.name,
        "code": outcome.code,
        "text": outcome.text,
        "change_id": outcome.change_id,
    }


def waiting_after(end: TurnEnd, session_id: str, conversations: Conversations) -> list[WaitingQuestion]:
    """Return the stored questions that ``end`` waits for."""
    if not isinstance(end, Waiting):
        return []
    asked: set[str] = {question.id for question in end.questions}
    return [waiting for waiting in conversations.waiting_questions(session_id) if waiting.question.id in asked]
