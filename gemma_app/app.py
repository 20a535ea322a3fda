"""The composition root: builds the store, the features, the tools and the chat of one data folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self
from uuid import uuid4

from gemma_app.agent.action import Provenance
from gemma_app.agent.arguments import decode_arguments, encode_arguments
from gemma_app.agent.dispatcher import Asks, Dispatcher, Done, TurnState
from gemma_app.agent.envelope import encode, failure
from gemma_app.agent.model import ChatModel, ToolCall
from gemma_app.agent.policy import Policy
from gemma_app.agent.registry import Registry
from gemma_app.boards.service import Boards
from gemma_app.choices import Choices
from gemma_app.clock import Clock
from gemma_app.conversation.reading import Reader
from gemma_app.conversation.service import Conversations
from gemma_app.errors import AppError, CallError
from gemma_app.evaluation.scores import FOLDER as SCORES_FOLDER
from gemma_app.evaluation.scores import Scores
from gemma_app.habits.profiles import Profiles
from gemma_app.habits.service import DEFAULT_PROFILE, Habits
from gemma_app.habits.tools import habit_tools
from gemma_app.language import Language, Phrase
from gemma_app.live_habits import LiveHabits
from gemma_app.model_slot import ModelSlot
from gemma_app.storage.audit import Standing, standing_changes
from gemma_app.storage.database import Database

if TYPE_CHECKING:
    from gemma_app.chats import Chats
    from gemma_app.conversation.chat import Chat
    from gemma_app.conversation.tidying import Tidying

MODELS_FOLDER = "models"
_DELETED_ARE_KEPT = timedelta(days=30)
_LISTED = 20


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
    reader: Reader
    profiles: Profiles
    registry: Registry
    dispatcher: Dispatcher
    model: ModelSlot

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
        try:
            return cls._wire(data_dir, clock, language, database)
        except BaseException:
            database.close()
            raise

    @classmethod
    def _wire(cls, data_dir: Path, clock: Clock, language: Language, database: Database) -> Self:
        choices, profiles = Choices(data_dir, language), Profiles(database)
        if choices.profile() not in {profile.id for profile in profiles.all()}:
            choices.change(profile=DEFAULT_PROFILE)
        habits = Habits(
            database, clock=clock, limits=choices.limits, language=choices.language, profile=choices.profile
        )
        conversations = Conversations(database)
        conversations.interrupt_unfinished()
        boards = Boards(database, profile=choices.profile)
        for store in (conversations, boards):
            store.purge_deleted(clock.now() - _DELETED_ARE_KEPT)
        registry = Registry(habit_tools(habits))
        slot = ModelSlot(Scores(data_dir / SCORES_FOLDER))

        def policy() -> Policy:
            return replace(choices.policy(), model_suggests=slot.standing != "good")

        dispatcher = Dispatcher(registry, policy=policy, language=choices.language, ledger=database, now=clock.now)
        reader = Reader(
            database=database,
            profile=choices.profile,
            locked=lambda: choices.locked_doors(choices.profile()),
            language=choices.language,
        )
        return cls(
            data_dir=data_dir,
            clock=clock,
            choices=choices,
            database=database,
            habits=habits,
            habit_data=LiveHabits(habits=habits, language=choices.language),
            boards=boards,
            conversations=conversations,
            reader=reader,
            profiles=profiles,
            registry=registry,
            dispatcher=dispatcher,
            model=slot,
        )

    @cached_property
    def chat(self) -> "Chat":
        """The chat whose conversations are kept."""
        return self._chats.stored()

    def temporary_chat(self) -> "Chat":
        """Return a chat that is kept nowhere."""
        return self._chats.temporary()

    @cached_property
    def tidying(self) -> "Tidying":
        """What keeps long conversations short for the model."""
        return self._chats.tidying()

    @cached_property
    def _chats(self) -> "Chats":
        """What chats are made of; imported here, since what understands sentences costs a third of a start."""
        from gemma_app.chats import Chats

        return Chats(
            database=self.database,
            choices=self.choices,
            habits=self.habits,
            profiles=self.profiles,
            conversations=self.conversations,
            reader=self.reader,
            dispatcher=self.dispatcher,
            model=self.model,
        )

    def undoable(self) -> list[Standing]:
        """Return the newest changes that can be taken back, newest first."""
        with self.database.read() as session:
            return list(islice(standing_changes(session.connection()), _LISTED))

    def undo(self, change_id: int, *, actor: Literal["window", "command"] = "window") -> int:
        """Take a change back; undoing the returned id does it again.

        Raises:
            Rejected: The data has changed since, or the change was undone before.
        """
        return self.database.undo(change_id, Provenance(actor=actor, tool="undo"))

    def close(self) -> None:
        """Free the model and the data folder."""
        close = getattr(self.model.current, "close", None)
        self.model.put(None)
        if close is not None:
            close()
        self.database.close()


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
    return GemmaModel.load(path, dialect=EmbeddedDialect(), keep_in=data_dir)


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

    Raises:
        AppError: ``today`` is not a date, or the folder cannot be used.
    """
    try:
        day = date.fromisoformat(today) if isinstance(today, str) else today
    except ValueError as error:
        raise AppError(
            Phrase(
                ko=f"날짜가 아니에요: {today}. YYYY-MM-DD로 적어 주세요.", en=f"Not a date: {today}. Write YYYY-MM-DD."
            )
        ) from error
    app = App.open(Path(data_dir), clock=Clock(fixed_today=day), language=language)

    def call(name: str, arguments: Mapping[str, Any] | str) -> str:
        return call_tool(app, name, arguments, approve=lambda _: False).envelope

    return call


def call_tool(app: App, name: str, arguments: Mapping[str, Any] | str, *, approve: Callable[[Asks], bool]) -> Done:
    """Carry out one call from outside a conversation, asking ``approve`` where it must be asked."""
    try:
        decoded = decode_arguments(arguments if isinstance(arguments, str) else encode_arguments(arguments))
    except CallError as error:
        language = app.choices.language()
        nothing = ToolCall(id="", name=name, arguments={})
        envelope = encode(failure(error, language))
        return Done(call=nothing, envelope=envelope, text=error.reason.say(language), code=error.code)
    outcome = app.dispatcher.dispatch(
        ToolCall(id=uuid4().hex, name=name, arguments=decoded), TurnState(actor="command")
    )
    while isinstance(outcome, Asks):
        question = outcome.question
        if not approve(outcome):
            return app.dispatcher.refuse(question, "declined", actor="command")
        outcome = app.dispatcher.approve(question, question.approve(), TurnState(actor="command"))
    return outcome
