"""Puts chats together: the present model, the tools that the profile may use, and what it may read."""

import threading
from collections.abc import Set
from dataclasses import dataclass

from gemma_app.agent.dispatcher import Dispatcher
from gemma_app.agent.grounding import Ground, GroundedModel
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ToolCall, traits_of
from gemma_app.agent.policy import locked_notice
from gemma_app.agent.tool import Tool
from gemma_app.agent.turn import LEFT_OUT, NOTHING_WAS_CHANGED, Turn
from gemma_app.choices import Choices
from gemma_app.conversation.chat import Chat, ReadHistory, Sender, TurnStore
from gemma_app.conversation.doors import Given
from gemma_app.conversation.fold import Summarize
from gemma_app.conversation.history import ModelHistory, Reach, TurnHistory, history_in_memory
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.reading import Reader
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.summarizing import ModelSummarizer, extracting
from gemma_app.conversation.temporary import TemporaryConversation
from gemma_app.conversation.tidying import Tidying
from gemma_app.habits.grounding import habit_ground
from gemma_app.habits.profiles import Profiles
from gemma_app.habits.service import Habits
from gemma_app.habits.tools import habit_brief, habit_context
from gemma_app.language import Phrase
from gemma_app.model_slot import ModelSlot
from gemma_app.storage.database import Database

_MAX_MESSAGES = 40
_REMEMBERED = 1_000
_HABITS_DOOR = "habits.read"
_HABITS = Phrase(ko="습관", en="habit")
_CHARACTERS_A_TOKEN = 2


@dataclass(frozen=True, kw_only=True)
class Chats:
    """What every chat of one data folder is made of."""

    database: Database
    choices: Choices
    habits: Habits
    profiles: Profiles
    conversations: Conversations
    reader: Reader
    dispatcher: Dispatcher
    model: ModelSlot

    def stored(self) -> Chat:
        """Return the chat whose conversations are kept."""
        return self._over(self.conversations, self.history)

    def temporary(self) -> Chat:
        """Return a chat that is kept nowhere."""
        store = TemporaryConversation(self.database.now)

        def history(session_id: str, resumes: Set[str]) -> TurnHistory:
            return history_in_memory(store.page(session_id, limit=_REMEMBERED), self._reach(), resumes=resumes)

        return self._over(store, history)

    def tidying(self) -> Tidying:
        """Return what keeps long conversations short for the model."""
        return Tidying(summaries=Summaries(self.database), history=self.history, summarizer=self._summarizer)

    def history(self, session_id: str, resumes: Set[str]) -> TurnHistory:
        """Return what a turn of a kept conversation goes on from."""
        return ModelHistory(self.database).for_turn(session_id, self._reach(), resumes=resumes)

    def _over(self, store: TurnStore, history: ReadHistory) -> Chat:
        return Chat(
            conversations=store,
            dispatcher=self.dispatcher,
            history=history,
            given=self._given,
            make_turn=self._turn,
            doors_of=self.dispatcher.registry.doors_of,
            language=self.choices.language,
            sender=self._sender,
        )

    def _given(self) -> Given:
        """Return the titles of the habits, which a model is told with every request where they are not locked."""
        shown = self.habits.active() if self.reader.gate()(_HABITS_DOOR) else ()
        if not shown:
            return Given()
        return Given(doors=(_HABITS_DOOR,), items=tuple(habit.title for habit in shown), called=_HABITS)

    def _turn(self, messages: list[Message], given: Given) -> Turn:
        model, language = self.model.get(), self.choices.language()
        is_small = traits_of(model).speaks_through_the_app
        titles = [title.say(language) for title in given.items]
        registry, policy = self.dispatcher.registry, self.choices.policy()
        allowed = tuple(filter(policy.allows, registry))
        context = habit_context(self.habits.today, titles)
        if closed := policy.closed(registry.doors):
            context = f"{context}; {locked_notice(closed).say(language)}"
        return Turn(
            model=GroundedModel(model, self._ground(allowed), self.choices.language) if is_small else model,
            executor=self.dispatcher,
            # What is locked is told to a model that can word it; of one that cannot, the call tells what was asked for.
            tools=tuple(registry) if is_small else allowed,
            messages=messages,
            options={"context": context, "brief": habit_brief(titles)},
            continues=not is_small,
            complete=lambda call: registry.complete(call) if _calls_one_of(allowed, call) else call,
            correction=NOTHING_WAS_CHANGED.say(language),
            shortened=LEFT_OUT.say(language),
        )

    def _ground(self, allowed: tuple[Tool, ...]) -> Ground:
        """Look at the calls of tools that may run; any other is refused, and nothing is read for it."""
        ground = habit_ground(self.habits)
        return lambda call, said: ground(call, said) if _calls_one_of(allowed, call) else call

    def _reach(self) -> Reach:
        """How far back a turn looks: half of what the model in use can read at once."""
        return Reach(
            max_messages=_MAX_MESSAGES,
            tokens_of=_estimated_tokens,
            budget=traits_of(self.model.current).context_tokens // 2,
            gate=self.reader.gate(),
        )

    def _sender(self) -> Sender:
        profile = self.profiles.find(self.choices.profile())
        return Sender(id=str(profile.id), name=profile.name)

    def _summarizer(self, cancel: threading.Event) -> Summarize:
        model = self.model.current
        if model is None or traits_of(model).speaks_through_the_app:
            return extracting(cancel)
        return ModelSummarizer(model, cancel)


def _calls_one_of(tools: tuple[Tool, ...], call: ToolCall) -> bool:
    return any(tool.name == call.name for tool in tools)


def _estimated_tokens(message: StoredMessage) -> int:
    """Estimate a message's tokens on the safe side; Korean has about two characters a token, English four."""
    results = sum(len(part.content) for part in message.tool_results)
    calls = sum(len(str(dict(call.arguments))) for call in message.tool_calls)
    return 8 + (len(message.content) + results + calls) // _CHARACTERS_A_TOKEN
