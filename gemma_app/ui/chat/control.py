"""The conversation that is open and the turn that runs, apart from any widget: both outlive a change of theme."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from gemma_app.agent.dispatcher import Done
from gemma_app.agent.model import CallStarted, Progress, TextDelta, ThoughtDelta
from gemma_app.agent.turn import Called, TurnEnd, TurnEvent
from gemma_app.app import App
from gemma_app.conversation.chat import waiting_after
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.service import WaitingQuestion
from gemma_app.errors import GemmaAppError, Rejected
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.ui.chat.timeline import Item, items_of
from gemma_app.ui.dialogs.confirmation import Answer
from gemma_app.ui.history import History
from gemma_app.ui.jobs import Job, Jobs

PAGE = 60
_TABLES = frozenset({"conversation_messages", "conversation_deleted_messages", "conversation_questions"})

Doing = Literal["", "reading", "thinking", "writing", "calling"]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A conversation as it was stored at one moment."""

    session_id: str
    title: str
    pinned: bool
    rows: tuple[StoredMessage, ...]
    waiting: tuple[WaitingQuestion, ...]
    has_earlier: bool


@dataclass(frozen=True, kw_only=True)
class _Ended:
    snapshot: Snapshot
    waiting: tuple[WaitingQuestion, ...]


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

    job: Job[_Ended] | None = None
    session_id: str = ""
    said: str = ""
    text: str = ""
    doing: Doing = "thinking"
    detail: str = ""


_Work = Callable[[Job[_Ended]], _Ended]


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
        draft: What is written and not sent.
    """

    opened = Signal()
    shown = Signal()
    streamed = Signal(str)
    moved = Signal()
    asks = Signal(object)
    returned = Signal(str)
    failed = Signal(object)

    def __init__(self, app: App, jobs: Jobs, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._history = history
        self._limit = PAGE
        self.session_id: str | None = None
        self.snapshot: Snapshot | None = None
        self.items: tuple[Item, ...] = ()
        self.running: Running | None = None
        self.draft = ""

    @property
    def runs_here(self) -> bool:
        """Whether the turn that runs belongs to the open conversation."""
        return self.running is not None and self.running.session_id == (self.session_id or "")

    def new_chat(self) -> None:
        """Show an empty conversation; it is stored with its first message."""
        self.session_id, self.snapshot, self.items, self._limit = None, None, (), PAGE
        self.opened.emit()

    def open_session(self, session_id: str) -> None:
        """Show a conversation."""
        if session_id == self.session_id:
            return
        self.session_id, self.snapshot, self.items, self._limit = session_id, None, (), PAGE
        self.opened.emit()
        self.reload()

    def show_earlier(self) -> None:
        """Show more of the beginning of the conversation."""
        self._limit += PAGE
        self.reload()

    def reload(self) -> None:
        """Read the open conversation again."""
        session_id = self.session_id
        if session_id is not None:
            self._jobs.run(lambda: self._read(session_id), on_done=self._take, on_error=self._gone)

    def on_touched(self, tables: frozenset[str]) -> None:
        """Read again after something changed from elsewhere; a turn that runs reports its own changes."""
        if tables & _TABLES and not self.runs_here:
            self.reload()

    def send(self, text: str) -> None:
        """Say something in the open conversation and let the model answer."""
        begun = self.session_id

        def work(job: Job[_Ended]) -> _Ended:
            session_id = begun
            if session_id is None:
                session_id = self._app.conversations.create_session(DEFAULT_PROFILE).id
                job.report(session_id)
            end = self._app.chat.send(session_id, text, on_event=self._watch(job, session_id), cancel=job.cancel)
            return self._ended(end, session_id)

        def failed(error: GemmaAppError) -> None:
            self._end_with(error, said=text)

        self._begin(Running(session_id=begun or "", said=text))
        self._run(work, failed)

    def answer(self, waiting: WaitingQuestion, answer: Answer) -> None:
        """Answer a question and go on with its turn."""

        def work(job: Job[_Ended]) -> _Ended:
            end = self._app.chat.answer(
                waiting,
                approved=answer == "approved",
                refusal="declined" if answer == "declined" else "dismissed",
                on_event=self._watch(job, waiting.session_id),
                cancel=job.cancel,
            )
            return self._ended(end, waiting.session_id)

        self._begin(Running(session_id=waiting.session_id))
        self._run(work, self._end_with)

    def stop(self) -> None:
        """End the running turn soon."""
        if self.running is not None and self.running.job is not None:
            self.running.job.cancel.set()

    def _begin(self, running: Running) -> None:
        self.running = running
        self.moved.emit()

    def _run(self, work: _Work, on_error: Callable[[GemmaAppError], None]) -> None:
        running = self.running

        def end() -> None:
            if self.running is running:
                self.running = None
                self.moved.emit()

        job: Job[_Ended] = self._jobs.run_long(
            work, on_done=self._finish, on_error=on_error, on_report=self._report, on_end=end
        )
        if running is not None:
            running.job = job

    def _watch(self, job: Job[_Ended], session_id: str) -> Callable[[TurnEvent], None]:
        """Report events in order, each change of what is stored together with what is stored then."""

        def watch(event: TurnEvent) -> None:
            job.report(event)
            if isinstance(event, Called | Done):
                job.report(self._read(session_id))

        return watch

    def _ended(self, end: TurnEnd, session_id: str) -> _Ended:
        waiting = tuple(waiting_after(end, session_id, self._app.conversations))
        return _Ended(snapshot=self._read(session_id), waiting=waiting)

    def _read(self, session_id: str) -> Snapshot:
        info = self._app.conversations.session(session_id)
        rows = self._app.conversations.page(session_id, limit=self._limit)
        waiting = self._app.conversations.waiting_questions(session_id)
        return Snapshot(
            session_id=session_id,
            title=info.title,
            pinned=info.pinned,
            rows=tuple(rows),
            waiting=tuple(waiting),
            has_earlier=len(rows) == self._limit,
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

    def _finish(self, ended: _Ended) -> None:
        self.running = None
        self._take(ended.snapshot)
        self.moved.emit()
        if ended.waiting:
            self.asks.emit(ended.waiting[0])

    def _end_with(self, error: GemmaAppError, *, said: str = "") -> None:
        here = self.runs_here
        self.running = None
        self.moved.emit()
        self.failed.emit(error)
        session_id = self.session_id
        if session_id is None:
            self.returned.emit(said)
        elif here:
            self._jobs.run(lambda: self._read(session_id), on_done=lambda read: self._give_back(read, said))

    def _give_back(self, snapshot: Snapshot, said: str) -> None:
        self._take(snapshot)
        newest = next((row.content for row in reversed(snapshot.rows) if row.role == "user"), None)
        if said and said != newest:
            self.returned.emit(said)
