"""What a turn of the open conversation does on the thread of its job, and what it reports from there."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from gemma_app.agent.action import Provenance
from gemma_app.agent.dispatcher import Done
from gemma_app.agent.turn import Called, TurnEnd, TurnEvent
from gemma_app.app import App
from gemma_app.conversation.chat import Chat, waiting_after
from gemma_app.conversation.records import WaitingQuestion
from gemma_app.ui.chat.pacing import Pacing
from gemma_app.ui.chat.snapshot import Place, Snapshot, read_stored, read_temporary
from gemma_app.ui.dialogs.confirmation import Answer
from gemma_app.ui.jobs import Job


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What a turn left.

    Args:
        snapshot: The conversation.
        waiting: The questions that wait for the user.
    """

    snapshot: Snapshot
    waiting: tuple[WaitingQuestion, ...]


@dataclass(frozen=True, kw_only=True)
class TurnWork:
    """The work of turns over one chat; jobs run it.

    A job is reported the id of a conversation that was begun, the events of the turn, and after each change of what
    is stored what is stored then.

    Args:
        app: The features.
        chat: Holds the conversation: the stored one, or a temporary one.
        place: Gives how much of the conversation is shown, which may change meanwhile.
    """

    app: App
    chat: Chat
    place: Callable[[], Place]

    def read(self, session_id: str) -> Snapshot:
        """Return what is stored of a conversation."""
        if self.chat is self.app.chat:
            return read_stored(self.app, session_id, self.place())
        return read_temporary(self.app, self.chat, session_id, self.place())

    def send(self, job: Job[Ended], session_id: str | None, text: str) -> Ended:
        """Say something in a conversation, which is begun where there is none, and let the model answer."""
        begun = session_id or self._begin_session(job)
        return self._ended(self._send(job, begun, text), begun)

    def note(self, job: Job[Ended], session_id: str | None, text: str) -> Ended:
        """Write something that asks nothing of the model."""
        begun = session_id or self._begin_session(job)
        self.chat.note(begun, text)
        return Ended(snapshot=self.read(begun), waiting=())

    def resend(self, job: Job[Ended], session_id: str, message_id: str, text: str) -> Ended:
        """Say something else in the place of an earlier message."""
        self._take_back(job, session_id, message_id)
        return self._ended(self._send(job, session_id, text), session_id)

    def retry(self, job: Job[Ended], session_id: str, answer_id: str | None) -> Ended:
        """Let the model answer again, in the place of an answer where there is one."""
        if answer_id is not None:
            self._take_back(job, session_id, answer_id)
        end = self.chat.retry(session_id, on_event=self._watch(job, session_id), cancel=job.cancel)
        return self._ended(end, session_id)

    def answer(self, job: Job[Ended], waiting: WaitingQuestion, answer: Answer) -> Ended:
        """Answer a question and go on with its turn."""
        end = self.chat.answer(
            waiting,
            approved=answer == "approved",
            refusal="declined" if answer == "declined" else "dismissed",
            on_event=self._watch(job, waiting.session_id),
            cancel=job.cancel,
        )
        return self._ended(end, waiting.session_id)

    def _send(self, job: Job[Ended], session_id: str, text: str) -> TurnEnd:
        return self.chat.send(session_id, text, on_event=self._watch(job, session_id), cancel=job.cancel)

    def _begin_session(self, job: Job[Ended]) -> str:
        if self.chat is self.app.chat:
            session_id = self.app.conversations.create_session(self.app.choices.profile()).id
        else:
            session_id = uuid4().hex
        job.report(session_id)
        return session_id

    def _take_back(self, job: Job[Ended], session_id: str, message_id: str) -> None:
        job.report(self.chat.conversations.rewind(message_id, Provenance(actor="window", tool="rewind")))
        job.report(self.read(session_id))

    def _watch(self, job: Job[Ended], session_id: str) -> Callable[[TurnEvent], None]:
        """Report events in order, each change of what is stored together with what is stored then."""
        pacing = Pacing(job.report)

        def watch(event: TurnEvent) -> None:
            pacing.take(event)
            if isinstance(event, Called | Done):
                job.report(self.read(session_id))

        return watch

    def _ended(self, end: TurnEnd, session_id: str) -> Ended:
        waiting = tuple(waiting_after(end, session_id, self.chat.conversations))
        return Ended(snapshot=self.read(session_id), waiting=waiting)
