"""The composition root: builds the store, the features, the tools and the chat of one data folder."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

from gemma_app.agent.action import Provenance
from gemma_app.agent.arguments import decode_arguments
from gemma_app.agent.dispatcher import Asks, Dispatcher, Done, TurnState
from gemma_app.agent.envelope import encode, failure
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatModel, ToolCall
from gemma_app.agent.policy import Policy
from gemma_app.agent.registry import Registry
from gemma_app.agent.turn import NOTHING_WAS_CHANGED, Turn
from gemma_app.boards.binding import HabitFigures, KnownFigures
from gemma_app.boards.service import Boards
from gemma_app.clock import Clock
from gemma_app.conversation.chat import Chat
from gemma_app.conversation.service import Conversations
from gemma_app.errors import AppError, BadCall, CallError
from gemma_app.habits.habit import HabitDay
from gemma_app.habits.rules import Limits
from gemma_app.habits.service import Habits
from gemma_app.habits.tools import habit_context, habit_tools
from gemma_app.language import Language, Phrase
from gemma_app.settings import Settings, load_settings, save_settings
from gemma_app.storage.database import Database

MODELS_FOLDER = "models"
EMBEDDED = "embedded"


class Choices:
    """The settings in force; a change is saved before it holds."""

    def __init__(self, data_dir: Path, system_language: Language) -> None:
        self._data_dir = data_dir
        self._system_language = system_language
        self.current: Settings = load_settings(data_dir)

    def change(self, **values: object) -> None:
        """Set and save some settings.

        Raises:
            pydantic.ValidationError: A value is outside its range.
        """
        changed = Settings.model_validate({**self.current.model_dump(), **values})
        save_settings(self._data_dir, changed)
        self.current = changed

    def override_language(self, language: Language) -> None:
        """Use ``language`` for this run, whatever the settings say."""
        self.current = self.current.model_copy(update={"language": language})

    def language(self) -> Language:
        """Return the language in force."""
        chosen = self.current.language
        return self._system_language if chosen == "system" else chosen

    def limits(self) -> Limits:
        """Return the quotas in force."""
        settings = self.current
        return Limits(protocol=settings.protocol_limit, break_=settings.break_limit, diet=settings.diet_limit)

    def policy(self) -> Policy:
        """Return what is asked first."""
        return Policy(always_ask=frozenset(self.current.always_ask))


class ModelSlot:
    """The chat model in use; there may be none, and everything but answering works without it."""

    def __init__(self) -> None:
        self._model: ChatModel | None = None
        self._lock = threading.Lock()

    def put(self, model: ChatModel | None) -> None:
        """Use ``model`` from now on."""
        with self._lock:
            self._model = model

    @property
    def is_ready(self) -> bool:
        """Whether there is a model that can answer."""
        return self._model is not None

    def get(self) -> ChatModel:
        """Return the model.

        Raises:
            AppError: There is none.
        """
        with self._lock:
            if self._model is None:
                raise AppError(
                    Phrase(
                        ko="답할 모델이 아직 없어요. 불러온 뒤 다시 보내 주세요. 오늘 화면은 그냥 쓸 수 있어요.",
                        en="There is no model to answer yet. Load one and send again; the Today page works without it.",
                    )
                )
            return self._model


@dataclass(frozen=True, kw_only=True)
class LiveHabits:
    """What boards show of habits, read anew each time."""

    habits: Habits
    language: Callable[[], Language]

    def figures(self, habit_id: int) -> HabitFigures | None:
        """Return the figures of a habit, an archived one too; None where it does not exist."""
        return self.read([habit_id]).figures(habit_id)

    def read(self, habit_ids: Iterable[int]) -> KnownFigures:
        """Return the figures of several habits at one moment."""
        days = {day.habit.id: day for day in self.habits.day()}
        found = ((habit_id, self._figures(habit_id, days.get(habit_id))) for habit_id in habit_ids)
        return KnownFigures(by_habit={habit_id: figures for habit_id, figures in found if figures is not None})

    def _figures(self, habit_id: int, day: HabitDay | None) -> HabitFigures | None:
        try:
            habit = self.habits.find(habit_id) if day is None else day.habit
        except BadCall:
            return None
        streak = self.habits.streak(habit) if day is None else day.streak
        return HabitFigures(
            title=habit.title.say(self.language()),
            streak=streak.current,
            rate=streak.rate,
            today=streak.today,
            week=0 if day is None else sum(value == "done" for value in day.entries.values()),
        )


@dataclass(frozen=True, kw_only=True)
class App:
    """Everything one data folder needs, built once."""

    data_dir: Path
    clock: Clock
    choices: Choices
    database: Database
    habits: Habits
    habit_data: LiveHabits
    boards: Boards
    conversations: Conversations
    registry: Registry
    dispatcher: Dispatcher
    model: ModelSlot
    chat: Chat

    @classmethod
    def open(cls, data_dir: Path, *, clock: Clock | None = None, language: Language = "en") -> Self:
        """Open the data folder and wire the features together.

        Args:
            data_dir: The data folder; made where it is missing.
            clock: The clock, the system's where none is given.
            language: The system's language, which the settings may override.

        Raises:
            AppError: The folder cannot be used; the message says what to do.
        """
        clock = clock or Clock()
        database = Database.open(data_dir, now=clock.now)
        choices = Choices(data_dir, language)
        habits = Habits(database, clock=clock, limits=choices.limits, language=choices.language)
        conversations = Conversations(database)
        conversations.interrupt_unfinished()
        registry = Registry(habit_tools(habits))
        dispatcher = Dispatcher(
            registry, policy=choices.policy, language=choices.language, ledger=database, now=clock.now
        )
        slot = ModelSlot()

        def make_turn(messages: list[Message]) -> Turn:
            model = slot.get()
            titles = [habit.title.say(choices.language()) for habit in habits.active()]
            return Turn(
                model=model,
                executor=dispatcher,
                tools=tuple(registry),
                messages=messages,
                options={"context": habit_context(habits.today, titles)},
                continues=not _speaks_through_the_app(model),
                complete=registry.complete,
                correction=NOTHING_WAS_CHANGED.say(choices.language()),
            )

        chat = Chat(
            conversations=conversations,
            dispatcher=dispatcher,
            make_turn=make_turn,
            doors_of=registry.doors_of,
            language=choices.language,
        )
        return cls(
            data_dir=data_dir,
            clock=clock,
            choices=choices,
            database=database,
            habits=habits,
            habit_data=LiveHabits(habits=habits, language=choices.language),
            boards=Boards(database),
            conversations=conversations,
            registry=registry,
            dispatcher=dispatcher,
            model=slot,
            chat=chat,
        )

    def undo(self, change_id: int) -> int:
        """Take a change back; undoing the returned id does it again.

        Raises:
            Rejected: The data has changed since, or the change was undone before.
        """
        return self.database.undo(change_id, Provenance(actor="window", tool="undo"))

    def close(self) -> None:
        """Free the model and the data folder."""
        if self.model.is_ready:
            close = getattr(self.model.get(), "close", None)
            self.model.put(None)
            if close is not None:
                close()
        self.database.close()


def _speaks_through_the_app(model: ChatModel) -> bool:
    """Tell whether the model is too small to word a result, so that the app does."""
    return bool(getattr(model, "speaks_through_the_app", False))


def load_embedded(data_dir: Path, on_progress: Callable[[float], None] | None = None) -> ChatModel:
    """Build the embedded model's file where it is missing, and load it.

    The engine is imported here, since everything else works where llama.cpp is not installed.

    Raises:
        AppError: The file cannot be built or loaded.
    """
    from gemma_app.dialects.embedded import EmbeddedDialect
    from gemma_app.engine.assembly import ensure_embedded
    from gemma_app.engine.gemma import GemmaModel

    path = ensure_embedded(data_dir / MODELS_FOLDER, on_progress)
    return GemmaModel.load(path, dialect=EmbeddedDialect())


def open_dispatcher(
    data_dir: Path | str, today: date | str, *, language: Language = "en"
) -> Callable[[str, Mapping[str, Any] | str], str]:
    """Open a data folder for calls without a model or a window; a question counts as cancelled.

    Args:
        data_dir: The data folder.
        today: The logical day.
        language: Language of reasons.

    Returns:
        A function from a tool's name and its arguments, decoded or as JSON text, to the envelope.
    """
    day = date.fromisoformat(today) if isinstance(today, str) else today
    app = App.open(Path(data_dir), clock=Clock(fixed_today=day), language=language)

    def call(name: str, arguments: Mapping[str, Any] | str) -> str:
        return call_tool(app, name, arguments, approve=lambda _: False).envelope

    return call


def call_tool(app: App, name: str, arguments: Mapping[str, Any] | str, *, approve: Callable[[Asks], bool]) -> Done:
    """Carry out one call from outside a conversation, asking ``approve`` where it must be asked."""
    try:
        decoded = decode_arguments(arguments if isinstance(arguments, str) else json.dumps(arguments))
    except CallError as error:
        language = app.choices.language()
        nothing = ToolCall(id="", name=name, arguments={})
        envelope = encode(failure(error, language))
        return Done(call=nothing, envelope=envelope, text=error.reason.say(language), code=error.code)
    outcome = app.dispatcher.dispatch(ToolCall(id=uuid4().hex, name=name, arguments=decoded), TurnState())
    while isinstance(outcome, Asks):
        question = outcome.question
        if not approve(outcome):
            return app.dispatcher.refuse(question, "declined")
        outcome = app.dispatcher.approve(question, question.approve(), TurnState())
    return outcome
