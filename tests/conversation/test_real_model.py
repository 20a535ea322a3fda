"""The main job in one conversation with the real embedded model, and what must never become a call."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

from gemma_app.agent.question import Question
from gemma_app.agent.turn import Answered, Called, TurnEvent
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.conversation.chat import waiting_after
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.evaluation.scores import Scores
from gemma_app.language import Language

pytestmark = pytest.mark.model

TODAY = date(2026, 3, 9)


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is said, the tool that shall be called, and what the answer shall hold."""

    said: str
    tool: str
    answer: str


FLOWS: dict[Language, tuple[Step, ...]] = {
    "ko": (
        Step(said="햇빛 습관 찾아줘", tool="search_catalog", answer="아침 햇빛 보기"),
        Step(said="아침 햇빛 보기 추가해줘", tool="add_habit", answer="‘아침 햇빛 보기’를 습관에 추가했어요"),
        Step(said="오늘 아침 햇빛 보기 했어", tool="log_tracker_entry", answer="아침 햇빛 보기"),
        Step(said="아침 햇빛 보기 며칠 연속이야?", tool="get_streak", answer="1일 연속"),
    ),
    "en": (
        Step(said="Find habits about sunlight", tool="search_catalog", answer="morning sunlight"),
        Step(said="Add morning sunlight", tool="add_habit", answer="morning sunlight"),
        Step(said="I did my morning sunlight today", tool="log_tracker_entry", answer="morning sunlight"),
        Step(said="What is my morning sunlight streak?", tool="get_streak", answer="1 day in a row"),
    ),
}

NO_CALL = (
    "습관 추가하지 마",
    "아니, 아침 햇빛 보기는 추가하지 말아 줘",
    "됐어, 안 할래",
    "그냥 물어본 거야, 기록하지는 마",
    "만약 내가 매일 아침 햇빛을 본다면 뭐가 좋아질까?",
    "오늘 햇빛을 봤다고 치면 뭐가 달라져?",
    "난 새 습관을 추가하고 싶지 않아",
    "오늘은 아무것도 체크하지 말아줘",
    "찾아보지 않아도 돼, 고마워",
    "내일 햇빛을 보게 되면 그때 말할게",
    "Don't add any habit",
    "No, please do not add the morning sunlight habit",
    "Never mind, I changed my mind",
    "I was only asking, don't log anything",
    "What would happen if I got sunlight every morning?",
    "Suppose I had done it today, would that change anything?",
    "I don't want to add a new habit",
    "Please don't check anything off today",
    "You don't need to search for anything, thanks",
    "If I get some sunlight tomorrow, I will tell you then",
)


@dataclass(kw_only=True)
class Talk:
    """One conversation; questions are answered with yes."""

    app: App
    session: str
    called: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def say(self, text: str) -> str:
        """Say something and return the answer."""
        end = self.app.chat.send(self.session, text, on_event=self._watch)
        while waiting := waiting_after(end, self.session, self.app.conversations):
            self.questions.append(waiting[0].question)
            end = self.app.chat.answer(waiting[0], approved=True, on_event=self._watch)
        assert isinstance(end, Answered)
        return end.reply

    def _watch(self, event: TurnEvent) -> None:
        if isinstance(event, Called):
            self.called.append(event.call.name)


@pytest.fixture(scope="module")
def model(embedded_model: Path) -> Iterator[GemmaModel]:
    loaded = GemmaModel.load(embedded_model, dialect=EmbeddedDialect())
    yield loaded
    loaded.close()


def test_the_embedded_model_comes_with_a_score_that_lets_it_act(tmp_path: Path, model: GemmaModel) -> None:
    assert Scores(tmp_path).standing(model) == "good"


@contextmanager
def opened(data_dir: Path, model: GemmaModel, language: Language) -> Iterator[App]:
    app = App.open(data_dir, clock=Clock(fixed_today=TODAY), language=language)
    app.model.put(model)
    yield app
    app.model.put(None)
    app.close()


def talk(app: App) -> Talk:
    return Talk(app=app, session=app.conversations.create_session(app.choices.profile()).id)


def stored(app: App, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(app.data_dir / "app.db")) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("language", FLOWS)
def test_search_add_check_in_and_streak_work_in_one_conversation(
    tmp_path: Path, model: GemmaModel, language: Language
) -> None:
    with opened(tmp_path, model, language) as app:
        conversation = talk(app)
        answers = [conversation.say(step.said) for step in FLOWS[language]]
        assert conversation.called == [step.tool for step in FLOWS[language]]
        for step, answer in zip(FLOWS[language], answers, strict=True):
            assert step.answer.casefold() in answer.casefold()
        assert [question.call.name for question in conversation.questions] == ["add_habit"]
        assert stored(app, "SELECT protocol_ref, archived_at FROM habits") == [("p-morning-light", None)]
        assert stored(app, "SELECT date, value FROM tracker_entries") == [(TODAY.isoformat(), "done")]


@pytest.fixture(scope="module")
def sunlit(tmp_path_factory: pytest.TempPathFactory, model: GemmaModel) -> Iterator[App]:
    """Somebody who has one habit already."""
    with opened(tmp_path_factory.mktemp("sunlit"), model, "ko") as app:
        entry = app.habits.catalog().resolve("p-morning-light")
        adding = app.habits.prepare_add(entry, "L2", entry.frame("L2").say("ko"))
        app.habits.perform(adding, "add_habit", approved=True)
        yield app


@pytest.mark.parametrize("said", NO_CALL)
def test_a_refusal_a_negation_or_a_supposition_calls_nothing(sunlit: App, said: str) -> None:
    conversation = talk(sunlit)
    assert conversation.say(said).strip()
    assert conversation.called == []
    assert stored(sunlit, "SELECT count(*) FROM tracker_entries") == [(0,)]
