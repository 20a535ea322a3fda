"""The talk with the board assistant: one turn in the background, and what happened between turns."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from gemma_app.agent.messages import Message
from gemma_app.agent.model import TextDelta
from gemma_app.agent.turn import Called, TurnEvent
from gemma_app.boards.assistant import BoardAssistant
from gemma_app.boards.document import Board
from gemma_app.boards.edits import Reply
from gemma_app.boards.geometry import Box
from gemma_app.boards.proposal import record_of_edits
from gemma_app.errors import GemmaAppError
from gemma_app.habits.habit import Habit
from gemma_app.language import Language
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.jobs import Job

_MOST_MESSAGES = 40


@dataclass(kw_only=True)
class Talk:
    """What was said about one board.

    Args:
        messages: What the model is told of the conversation, oldest first.
        edits: Edits made by hand that the model has not been told of.
        reply: What was answered last, for the user.
    """

    messages: list[Message] = field(default_factory=list)
    edits: int = 0
    reply: str = ""


class BoardTalk(QObject):
    """Asks the assistant about the open board; nothing that it answers changes a board.

    Attributes:
        moved: A turn began, went on or ended.
        proposed: Carries the board that was asked about, its number, and the edits proposed for it.
        returned: Carries a text that could not be answered.
    """

    moved = Signal()
    proposed = Signal(object, int, object)
    returned = Signal(str)

    def __init__(self, control: BoardControl) -> None:
        super().__init__(control)
        self._control = control
        self._talks: dict[int, Talk] = {}
        self._job: Job[Reply] | None = None
        self._asked = ""
        self.running_on: int | None = None
        self.doing = ""
        control.edited.connect(self._count)

    @property
    def talk(self) -> Talk:
        """The talk about the open board."""
        return self._talks.setdefault(self._control.board_id or 0, Talk())

    @property
    def is_running(self) -> bool:
        """Whether an answer is being written."""
        return self.running_on is not None

    def note(self, board_id: int, record: str) -> None:
        """Tell the model, with the next question, what happened."""
        talk = self._talks.setdefault(board_id, Talk())
        talk.messages, talk.edits = [*_noted(talk), Message(role="system", content=record)], 0

    def ask(self, text: str, *, can_edit: bool, seen: Box) -> None:
        """Ask about the open board.

        Args:
            text: What the user wrote.
            can_edit: Whether edits may be proposed; False where the user is just asking.
            seen: What of the board is in view.
        """
        board, board_id = self._control.board, self._control.board_id
        if board is None or board_id is None or self.is_running:
            return
        talk = self.talk
        talk.messages, talk.edits = _noted(talk), 0
        messages = _with_words(talk.messages, text)
        app, language = self._control.desk.app, self._control.desk.language
        given = self._given(can_edit=can_edit, seen=seen)

        def work(job: Job[Reply]) -> Reply:
            return BoardAssistant(app.model.get(), language=language).chat(
                messages,
                board,
                **given,
                habits=_titles(app.habits.active(), language),
                on_event=job.report,
                cancel=job.cancel,
            )

        self.running_on, self._asked, self.doing, talk.reply = board_id, text, "", ""
        self._job = self._control.desk.jobs.run_long(
            work,
            on_done=lambda reply: self._take(reply, board, board_id, messages),
            on_error=self._fail,
            on_report=self._follow,
            on_end=self._end,
        )
        self.moved.emit()

    def preparation(self, text: str, *, can_edit: bool, seen: Box) -> Callable[[], None] | None:
        """Return what lets the model read ahead what ``ask`` would ask; None while an answer is being written."""
        board, app, language = self._control.board, self._control.desk.app, self._control.desk.language
        if board is None or self.is_running:
            return None
        messages, given = _with_words(_noted(self.talk), text), self._given(can_edit=can_edit, seen=seen)

        def work() -> None:
            if not self.is_running:
                BoardAssistant(app.model.get(), language=language).prepare(
                    messages, board, **given, habits=_titles(app.habits.active(), language)
                )

        return work

    def stop(self) -> None:
        """Let the answer that is being written end."""
        if self._job is not None:
            self._job.cancel.set()

    def _follow(self, event: TurnEvent) -> None:
        if self.running_on is None:
            return
        match event:
            case TextDelta():
                self._talks[self.running_on].reply += event.text
            case Called():
                self.doing = event.call.name
            case _:
                return
        self.moved.emit()

    def _take(self, reply: Reply, board: Board, board_id: int, messages: list[Message]) -> None:
        talk = self._talks[board_id]
        talk.messages = [*messages, Message(role="assistant", content=reply.reply)]
        talk.reply = reply.reply
        if reply.patch is not None:
            self.proposed.emit(board, board_id, reply.patch.ops)

    def _fail(self, error: GemmaAppError) -> None:
        self._control.desk.say_error(error)
        self.returned.emit(self._asked)

    def _end(self) -> None:
        self.running_on, self._job, self.doing = None, None, ""
        self.moved.emit()

    def _count(self, edits: int) -> None:
        self.talk.edits += edits

    def _given(self, *, can_edit: bool, seen: Box) -> dict[str, Any]:
        """Return what is told of the open board beside the words."""
        viewport = {"left": seen.left, "top": seen.top, "width": seen.width, "height": seen.height}
        return {"selected_refids": self._control.selection, "viewport": viewport, "can_edit": can_edit}


def _noted(talk: Talk) -> list[Message]:
    """Return the messages with the edits that the model has not been told of."""
    return [*talk.messages, *([Message(role="system", content=record_of_edits(talk.edits))] if talk.edits else [])]


def _with_words(messages: Sequence[Message], text: str) -> list[Message]:
    return [*messages, Message(role="user", content=text)][-_MOST_MESSAGES:]


def _titles(habits: Iterable[Habit], language: Language) -> list[tuple[int, str]]:
    """Return the habits by number and title, in the language of the window first: people use either."""
    other: Language = "en" if language == "ko" else "ko"
    return [(habit.id, habit.title.say(each)) for habit in habits for each in (language, other)]


def talk_of(control: BoardControl) -> BoardTalk:
    """Return the talk of a control; the first page to ask makes it."""
    known = control.findChild(BoardTalk)
    return known if isinstance(known, BoardTalk) else BoardTalk(control)
