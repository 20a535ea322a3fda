"""The conversation that is open and the turn that runs, apart from any widget: both outlive a change of theme."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QObject, Signal

from gemma_app.agent.action import Receipt
from gemma_app.agent.dispatcher import Done
from gemma_app.agent.model import CallStarted, ModelReply, Progress, TextDelta, ThoughtDelta
from gemma_app.agent.turn import Called
from gemma_app.app import App
from gemma_app.conversation.records import WaitingQuestion
from gemma_app.errors import GemmaAppError, Rejected
from gemma_app.ui.chat.folding import Folding
from gemma_app.ui.chat.snapshot import Place, Snapshot, last_words
from gemma_app.ui.chat.timeline import Item, items_of
from gemma_app.ui.chat.turns import Ended, TurnWork
from gemma_app.ui.dialogs.confirmation import Answer
from gemma_app.ui.history import History
from gemma_app.ui.jobs import Job, Jobs

PAGE = 60
_TABLES = frozenset(
    {"conversation_messages", "conversation_deleted_messages", "conversation_questions", "conversation_summaries"}
)

Doing = Literal["", "reading", "thinking", "writing", "calling"]


@dataclass(kw_only=True)
class Running:
    """The turn that runs.

    Args:
        job: Its work.
        session_id: Its conversation; empty until that is made.
        said: What the user said, shown until it is read back from the store.
        text: The answer so far.
        doing: What the model is at.
        detail: The tool that is called, or how much was read, in percent.
    """

    job: Job[Ended] | None = None
    session_id: str = ""
    said: str = ""
    text: str = ""
    doing: Doing = "thinking"
    detail: str = ""


class ChatControl(QObject):
    """Opens conversations, runs turns and answers questions.

    Attributes:
        opened: Another conversation is open.
        shown: What is stored of the open conversation is another.
        streamed: Carries more text of the answer of the open conversation.
        moved: A turn began, ended or does something else.
        asks: Carries a question to be put to the user now.
        returned: Carries a text that could not be sent.
        failed: Carries the error that ended a turn.
        wants_summary: The summary shall be shown.
        sought: The message that is to be brought into sight.
        draft: What is written and not sent.
    """

    opened = Signal()
    shown = Signal()
    streamed = Signal(str)
    moved = Signal()
    asks = Signal(object)
    returned = Signal(str)
    failed = Signal(object)
    wants_summary = Signal()

    def __init__(self, app: App, jobs: Jobs, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._history = history
        self._place = Place(limit=PAGE)
        self.chat = app.chat
        self.folding = Folding(app, jobs, self)
        self.timings: Mapping[str, float] = {}
        self.session_id: str | None = None
        self.snapshot: Snapshot | None = None
        self.items: tuple[Item, ...] = ()
        self.running: Running | None = None
        self.sought: str | None = None
        self.draft = ""

    @property
    def runs_here(self) -> bool:
        """Whether the turn that runs belongs to the open conversation."""
        return self.running is not None and self.running.session_id == (self.session_id or "")

    @property
    def is_temporary(self) -> bool:
        """Whether what is said is kept in memory alone."""
        return self.chat is not self._app.chat

    def new_chat(self) -> None:
        """Show an empty conversation; it is stored with its first message."""
        self._open(None)

    def new_temporary_chat(self) -> None:
        """Show an empty conversation that is never stored."""
        self._open(None, temporary=True)

    def open_session(self, session_id: str, around: str | None = None) -> None:
        """Show a conversation, at its end or at a message."""
        if session_id != self.session_id:
            self._open(session_id)
        elif around is None:
            return
        self._place = Place(limit=PAGE, around=around)
        self.sought = around
        self.reload()

    def show_earlier(self) -> None:
        """Show more of the conversation."""
        self._place = replace(self._place, limit=self._place.limit + PAGE)
        self.reload()

    def show_newest(self) -> None:
        """Show the end of the conversation."""
        self._place = Place(limit=PAGE)
        self.reload()

    def _open(self, session_id: str | None, *, temporary: bool = False) -> None:
        if self.is_temporary and self.runs_here:
            self.stop()
        self.chat = self._app.temporary_chat() if temporary else self._app.chat
        self.session_id, self.snapshot, self.items, self._place = session_id, None, (), Place(limit=PAGE)
        self.opened.emit()

    def reload(self) -> None:
        """Read the open conversation again."""
        session_id, work = self.session_id, self._work()
        if session_id is not None:
            self._jobs.run(lambda: work.read(session_id), on_done=self._take, on_error=self._gone)

    def on_touched(self, tables: frozenset[str]) -> None:
        """Read again after something changed from elsewhere; a turn that runs reports its own changes."""
        if tables & _TABLES and not self.runs_here and not self.is_temporary:
            self.reload()

    def on_model(self) -> None:
        """Fold for the model that is in use now, which may read less at once than the one before."""
        if self._app.model.is_ready and self.session_id and not self.is_temporary and self.running is None:
            self.reload()
            self.folding.fold(self.session_id)

    def send(self, text: str) -> None:
        """Say something in the open conversation and let the model answer."""
        work, begun = self._work(), self.session_id
        self._run(lambda job: work.send(job, begun, text), Running(session_id=begun or "", said=text))

    def note(self, text: str) -> None:
        """Write something into the open conversation that asks nothing of the model."""
        work, begun = self._work(), self.session_id
        self._run(lambda job: work.note(job, begun, text), Running(session_id=begun or "", said=text, doing=""))

    def resend(self, message_id: str, text: str) -> None:
        """Say something else in the place of an earlier message; Undo brings back what followed it."""
        work, session_id = self._work(), self.session_id
        if session_id is not None and self.running is None:
            self._run(
                lambda job: work.resend(job, session_id, message_id, text), Running(session_id=session_id, said=text)
            )

    def regenerate(self) -> None:
        """Let the model answer the last message again; Undo brings back what it said before."""
        work, session_id = self._work(), self.session_id
        asked, answer = (None, None) if self.snapshot is None else last_words(self.snapshot)
        if asked is not None and session_id is not None and self.running is None:
            answer_id = None if answer is None else answer.id
            self._run(lambda job: work.retry(job, session_id, answer_id), Running(session_id=session_id))

    def answer(self, waiting: WaitingQuestion, answer: Answer) -> None:
        """Answer a question and go on with its turn."""
        work = self._work()
        self._run(lambda job: work.answer(job, waiting, answer), Running(session_id=waiting.session_id))

    def stop(self) -> None:
        """End the running turn soon."""
        if self.running is not None and self.running.job is not None:
            self.running.job.cancel.set()

    def _work(self) -> TurnWork:
        return TurnWork(app=self._app, chat=self.chat, place=lambda: self._place)

    def _run(self, work: Callable[[Job[Ended]], Ended], running: Running) -> None:
        self.folding.interrupt()
        self._place = Place(limit=PAGE)
        self.running = running
        self.moved.emit()

        def end() -> None:
            if self.running is running:
                self.running = None
                self.moved.emit()

        said = running.said
        running.job = self._jobs.run_long(
            work,
            on_done=self._finish,
            on_error=lambda error: self._end_with(error, said),
            on_report=self._report,
            on_end=end,
        )

    def _report(self, value: object) -> None:
        running = self.running
        if running is None:
            return
        match value:
            case str():
                here = self.runs_here
                running.session_id = value
                if here:
                    self.session_id = value
            case Snapshot():
                running.said = running.text = ""
                self._take(value)
            case Receipt(change_id=change_id):
                self._history.record(change_id)
            case ModelReply(timings=timings):
                self.timings = timings
            case TextDelta(text=text):
                running.text += text
                self._do(running, "writing")
                if self.runs_here:
                    self.streamed.emit(text)
            case ThoughtDelta():
                self._do(running, "thinking")
            case Progress(done=done, total=total):
                self._do(running, "reading", f"{100 * done // max(total, 1)}")
            case CallStarted(name=name):
                self._do(running, "calling", name)
            case Called(call=call):
                self._do(running, "calling", call.name)
            case Done(change_id=change_id):
                self._history.record(change_id)
                self._do(running, "thinking")

    def _do(self, running: Running, doing: Doing, detail: str = "") -> None:
        if (running.doing, running.detail) != (doing, detail):
            running.doing, running.detail = doing, detail
            self.moved.emit()

    def _take(self, snapshot: Snapshot) -> None:
        if snapshot.session_id == self.session_id:
            self.snapshot = snapshot
            self.items = items_of(snapshot.rows, snapshot.waiting)
            self.shown.emit()

    def _gone(self, error: GemmaAppError) -> None:
        if isinstance(error, Rejected):
            self.new_chat()
        else:
            self.failed.emit(error)

    def _finish(self, ended: Ended) -> None:
        self.running = None
        self._take(ended.snapshot)
        self.moved.emit()
        if ended.waiting:
            self.asks.emit(ended.waiting[0])
        elif not ended.snapshot.is_temporary:
            self.folding.fold(ended.snapshot.session_id)

    def _end_with(self, error: GemmaAppError, said: str) -> None:
        here = self.runs_here
        self.running = None
        self.moved.emit()
        if here or not isinstance(error, Rejected):
            self.failed.emit(error)
        session_id, work = self.session_id, self._work()
        if session_id is None:
            self.returned.emit(said)
        elif here:
            self._jobs.run(lambda: work.read(session_id), on_done=lambda read: self._give_back(read, said))

    def _give_back(self, snapshot: Snapshot, said: str) -> None:
        self._take(snapshot)
        newest = next((row.content for row in reversed(snapshot.rows) if row.role == "user"), None)
        if said and said != newest:
            self.returned.emit(said)
