"""A turn of a stored conversation: what the user says, what the model does, and what waits for an answer."""

import threading
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol
from uuid import uuid4

from gemma_app.agent.action import Provenance, Receipt
from gemma_app.agent.dispatcher import Asks, Dispatcher, Refusal
from gemma_app.agent.messages import Message, ToolResultPart
from gemma_app.agent.model import TextDelta
from gemma_app.agent.question import Question
from gemma_app.agent.turn import Answered, Stopped, Turn, TurnEnd, TurnEvent, Waiting
from gemma_app.conversation.doors import Given
from gemma_app.conversation.history import TurnHistory
from gemma_app.conversation.messages import Addressee, StoredMessage
from gemma_app.conversation.recording import MessageStore, Recording
from gemma_app.conversation.records import WaitingQuestion
from gemma_app.conversation.resuming import calls_of_turn, finished_in_turn
from gemma_app.errors import AppError
from gemma_app.language import Language, Phrase

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

MakeTurn = Callable[[list[Message], Given], Turn]
ReadHistory = Callable[[str, Set[str]], TurnHistory]


def _ignore(event: TurnEvent) -> None:
    """Show nothing."""


@dataclass(frozen=True, kw_only=True)
class Sender:
    """Who writes: the profile in use.

    Args:
        id: Tells people apart.
        name: Display name; None where it has none.
    """

    id: str
    name: str | None


class TurnStore(MessageStore, Protocol):
    """Where a conversation is kept between turns: the data folder, or memory alone."""

    def waiting_questions(self, session_id: str) -> list[WaitingQuestion]:
        """Return the open questions, oldest first."""
        ...

    def rewind(self, message_id: str, provenance: Provenance) -> Receipt:
        """Delete a message and everything after it, for another try."""
        ...


@dataclass(frozen=True, kw_only=True)
class Chat:
    """Runs turns over conversations; everything is stored before it is shown.

    Args:
        conversations: Where messages are kept.
        dispatcher: Carries out what was approved.
        history: Gives what a turn of a conversation goes on from, with the ids of the calls that are about to be done.
        given: Gives what goes along with every request, and the data scopes that it was read through.
        make_turn: Builds a turn on messages and on what goes along, with today's model and tools.
        doors_of: Gives the data scopes a tool reads, None for an unknown tool.
        language: Gives the language of notices.
        sender: Gives who writes.
    """

    conversations: TurnStore
    dispatcher: Dispatcher
    history: ReadHistory
    given: Callable[[], Given]
    make_turn: MakeTurn
    doors_of: Callable[[str], tuple[str, ...] | None]
    language: Callable[[], Language]
    sender: Callable[[], Sender]

    def send(
        self,
        session_id: str,
        text: str,
        *,
        on_event: Callable[[TurnEvent], None] = _ignore,
        cancel: threading.Event | None = None,
        outside_content: bool = False,
    ) -> TurnEnd:
        """Store what the user says and run the turn that it begins.

        Args:
            session_id: The conversation.
            text: What the user says.
            on_event: Told of what happens, after it was stored.
            cancel: Ends the turn soon after it is set.
            outside_content: True where the text holds something that the user did not write, such as a file; every
                change of the turn is then asked first.

        Raises:
            AppError: No model can answer, or the disk refuses; the user's message is kept.
        """
        self.dismiss_waiting(session_id)
        self._write(session_id, text, outside=outside_content)
        return self.retry(session_id, on_event=on_event, cancel=cancel)

    def retry(
        self,
        session_id: str,
        *,
        on_event: Callable[[TurnEvent], None] = _ignore,
        cancel: threading.Event | None = None,
    ) -> TurnEnd:
        """Run a turn on what the conversation ends with: words of the user that have no answer, or no longer one.

        Where words that the user did not write are in view, every change of the turn is asked first.

        Raises:
            AppError: No model can answer, or the disk refuses.
        """
        turn, recording = self._begin(session_id, on_event)
        return self._run(session_id, turn, Turn.advance, recording, on_event, cancel)

    def prepare(self, session_id: str, draft: str = "") -> None:
        """Let the model read in the background what is known of the next request, so that it answers sooner.

        Nothing is stored, shown or raised. It takes milliseconds, so it may be called at each pause while the user
        types, after each answer, and where a question is shown.

        Args:
            session_id: The conversation.
            draft: What the user has typed; not read where a question waits for an answer.
        """
        with suppress(AppError):
            waiting = {each.question.call.id for each in self.conversations.waiting_questions(session_id)}
            messages = list(self.history(session_id, waiting).messages)
            if not waiting:
                messages.append(Message(role="user", content=draft))
            self.make_turn(messages, self.given()).prepare()

    def note(self, session_id: str, text: str) -> StoredMessage:
        """Store what the user says to the room and asks nothing of the model by."""
        self.dismiss_waiting(session_id)
        return self._write(session_id, text, "room")

    def answer(
        self,
        waiting: WaitingQuestion,
        *,
        approved: bool,
        refusal: Refusal = "declined",
        on_event: Callable[[TurnEvent], None] = _ignore,
        cancel: threading.Event | None = None,
    ) -> TurnEnd:
        """Carry out the call of a waiting question where it was approved, close the question, and go on with the turn.

        A question that was answered before changes nothing. A refusal needs no model.

        Raises:
            AppError: No model can go on, or the disk refuses; the question stays open unless its call was carried out.
        """
        question, session_id = waiting.question, waiting.session_id
        if question.id not in {each.question.id for each in self.conversations.waiting_questions(session_id)}:
            return Answered(reply="")
        rows = self.conversations.page(session_id)
        ran = [call.name for call in calls_of_turn(rows)]
        if not approved:
            recording = Recording(self.conversations, session_id, doors_of=self.doors_of, ran=ran)
            return self._refuse(question, refusal, recording, on_event)
        turn, recording = self._begin(session_id, on_event, waiting=waiting, ran=ran)
        turn.state.asked, turn.state.finished = True, finished_in_turn(rows)
        turn.model_calls = len(ran)

        def resume(turn: Turn) -> TurnEnd:
            outcome = self.dispatcher.approve(question, question.approve(), turn.state)
            self.conversations.close_question(question.id, "expired" if isinstance(outcome, Asks) else "approved")
            return turn.resume(outcome)

        return self._run(session_id, turn, resume, recording, on_event, cancel)

    def _refuse(
        self, question: Question, refusal: Refusal, recording: Recording, on_event: Callable[[TurnEvent], None]
    ) -> Answered:
        """Close a question whose call is not carried out; the model reads of it in the next turn."""
        if not self.conversations.close_question(question.id, refusal):
            return Answered(reply="")
        done = self.dispatcher.refuse(question, refusal)
        result = ToolResultPart(tool_use_id=done.call.id, content=done.envelope)
        recording(Message(role="user", content=(result,)), [done])
        on_event(done)
        recording(Message(role="assistant", content=done.text))
        return Answered(reply=done.text)

    def dismiss_waiting(self, session_id: str) -> None:
        """Cancel what still waits in a conversation that goes on without an answer to it."""
        for waiting in self.conversations.waiting_questions(session_id):
            self.answer(waiting, approved=False, refusal="dismissed")

    def _write(
        self, session_id: str, text: str, addressee: Addressee | None = None, *, outside: bool = False
    ) -> StoredMessage:
        sender = self.sender()
        message = StoredMessage(
            id=uuid4().hex,
            role="user",
            content=text,
            sender_id=sender.id,
            sender_name=sender.name,
            addressee=addressee,
            extra={"outside": True} if outside else None,
        )
        return self.conversations.append(session_id, message)

    def _begin(
        self,
        session_id: str,
        on_event: Callable[[TurnEvent], None],
        *,
        waiting: WaitingQuestion | None = None,
        ran: Sequence[str] = (),
    ) -> tuple[Turn, Recording]:
        """Return a turn on what the model may be sent of a conversation, and what records it."""
        given = self.given()
        history = self.history(session_id, {waiting.question.call.id} if waiting else frozenset())
        turn = self.make_turn(list(history.messages), given)
        turn.state.outside_content = history.outside
        turn.bound = lambda: list(self.history(session_id, frozenset()).messages)
        recording = Recording(
            self.conversations,
            session_id,
            doors_of=self.doors_of,
            ran=ran,
            seen=history.doors,
            given=given,
            calls_in=waiting.message_id if waiting else None,
            show=lambda text: on_event(TextDelta(text=text)),
        )
        return turn, recording

    def _run(
        self,
        session_id: str,
        turn: Turn,
        step: Callable[[Turn], TurnEnd],
        recording: Recording,
        on_event: Callable[[TurnEvent], None],
        cancel: threading.Event | None,
    ) -> TurnEnd:
        def store_and_show(event: TurnEvent) -> None:
            if isinstance(event, TextDelta):
                recording.write(event.text)
            else:
                recording.flush()
                on_event(event)

        turn.record, turn.on_event = recording, store_and_show
        if cancel is not None:
            turn.cancel = cancel
        try:
            end = step(turn)
        except BaseException:
            recording.stop()
            raise
        match end:
            case Waiting(questions=questions):
                recording.ask(questions)
            case Stopped(reason=reason, reply=reply):
                recording.stop()
                notice = NOTICES[reason].say(self.language())
                self.conversations.append(session_id, StoredMessage(id=uuid4().hex, role="assistant", content=notice))
                return Stopped(reason=reason, reply=f"{reply}\n\n{notice}" if reply else notice)
            case Answered():
                pass
        return end


def waiting_after(end: TurnEnd, session_id: str, conversations: TurnStore) -> list[WaitingQuestion]:
    """Return the stored questions that ``end`` waits for."""
    if not isinstance(end, Waiting):
        return []
    asked: set[str] = {question.id for question in end.questions}
    return [waiting for waiting in conversations.waiting_questions(session_id) if waiting.question.id in asked]
