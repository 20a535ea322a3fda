"""Turns of the app as they are measured, with models that do one thing."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, cast

import pytest

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, TextDelta, Traits
from gemma_app.app import App
from gemma_app.bench.product import Cut, Product, Say
from gemma_app.bench.runs import Answer, Cancelled, Phase
from gemma_app.bench.watching import Watched
from gemma_app.bench.words import HABITS
from gemma_app.engine.gemma import GemmaModel


class Talking:
    """Says one thing; where it is patient, it then waits to be cancelled."""

    id = "talking"
    dialect = "embedded"
    traits = Traits(speaks_through_the_app=True)

    def __init__(self, *, patient: bool = False) -> None:
        self.patient = patient
        self.prepared: list[ChatRequest] = []

    def prepare(self, request: ChatRequest) -> None:
        self.prepared.append(request)

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        assert on_event is not None
        on_event(TextDelta(text="네, 안녕하세요."))
        if self.patient and cancel is not None and cancel.wait(30):
            return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
        timings = {"prefill_s": 0.0, "prefilled_tokens": 7.0, "reused_tokens": 3.0}
        return ModelReply(text="네, 안녕하세요.", tool_calls=(), stop_reason="stop", timings=timings)

    def close(self) -> None:
        """Nothing is held."""


Open = Callable[..., tuple[Product, Talking, App]]


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Open]:
    opened = App.open(tmp_path)

    def make(*, patient: bool = False) -> tuple[Product, Talking, App]:
        model = Talking(patient=patient)
        return Product(opened, Watched(cast("GemmaModel", model), {"max_tokens": 5})), model, opened

    yield make
    opened.close()


def test_the_habits_that_are_spoken_of_are_active(product: Open) -> None:
    _, _, app = product()
    assert {habit.entry_id for habit in app.habits.active()} == set(HABITS)


def test_an_answer_has_its_moments_its_tokens_and_the_prompt_for_the_others(product: Open) -> None:
    answer = product()[0].answer(Say(text="안녕", talk="a", language="ko"))
    assert isinstance(answer, Answer)
    assert 0 <= answer.stamps["t7"] <= answer.stamps["t8"]
    assert answer.counts == {"prefilled": 7, "reused": 3}
    assert answer.prompt is not None
    assert answer.prompt.text.endswith("User: 안녕\nApp:")
    assert (answer.prompt.stop, answer.prompt.max_tokens) == ("\n", 5)
    assert answer.prompt.grammar.startswith("root ::=")


def test_a_talk_goes_on_under_its_name(product: Open) -> None:
    app = product()[0]
    app.answer(Say(text="하나", talk="a", language="ko"))
    same, other = (app.answer(Say(text="둘", talk=talk, language="ko")) for talk in ("a", "b"))
    assert isinstance(same, Answer)
    assert isinstance(other, Answer)
    assert same.prompt is not None
    assert other.prompt is not None
    assert "하나" in same.prompt.text
    assert "하나" not in other.prompt.text


@pytest.mark.parametrize(("comes", "read"), [("typed", ["", "물 마", "물 마심"]), ("pasted", [""]), ("at once", [])])
def test_what_stands_in_the_input_field_is_read_ahead(
    product: Open, monkeypatch: pytest.MonkeyPatch, comes: Literal["typed", "pasted", "at once"], read: list[str]
) -> None:
    monkeypatch.setattr("gemma_app.bench.product.time.sleep", lambda _: None)
    monkeypatch.setattr("gemma_app.bench.writing._LAST_KEYS", 1)
    measured, model, _ = product()
    measured.answer(Say(text="물 마심", talk="a", language="ko", comes=comes))
    assert [request.messages[-1].text for request in model.prepared] == read


@pytest.mark.parametrize("phase", ["prefill", "decode"])
def test_a_turn_is_timed_from_its_cancelling_to_its_end(product: Open, phase: Phase) -> None:
    cut = product(patient=True)[0].answer(Cut(text="안녕", talk="a", phase=phase, after=0.0))
    assert isinstance(cut, Cancelled)
    assert cut.phase == phase
    assert cut.seconds > 0


def test_a_turn_that_ends_before_it_is_cancelled_does_not_count(product: Open) -> None:
    assert product()[0].answer(Cut(text="안녕", talk="a", phase="decode", after=600.0)) is None
