"""Each side once, on the real model."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gemma_app.bench.product import Say, Tick, embedded
from gemma_app.bench.raw import SHAPES, engine
from gemma_app.bench.runs import Answer
from gemma_app.bench.stock import stock
from gemma_app.bench.ticking import plain_ticks

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, embedded_model: Path) -> Iterator[Callable[[Any], Any]]:
    folder = tmp_path_factory.mktemp("bench")
    (folder / "models").mkdir()
    for file in embedded_model.parent.glob(f"{embedded_model.stem}.*"):
        os.link(file, folder / "models" / file.name)
    with embedded(folder) as answer:
        yield answer


def test_a_turn_goes_through_the_product_and_its_moments_follow_each_other(app: Callable[[Any], Any]) -> None:
    answer = app(Say(text="물 마시기 어제 했어", talk="a", language="ko"))
    assert isinstance(answer, Answer)
    assert answer.calls == ("log_tracker_entry",)
    stamps = answer.stamps
    assert 0 < stamps["t2"] <= stamps["t3"] <= stamps["t4"] <= stamps["t5"] <= stamps["t8"]
    assert answer.counts["prefilled"] > 0
    assert answer.prompt is not None
    assert answer.prompt.text.endswith("User: 물 마시기 어제 했어\nApp:")


def test_a_question_is_an_effect_and_talk_is_an_answer(app: Callable[[Any], Any]) -> None:
    asked = app(Say(text="감사 세 줄 습관으로 추가해줘", talk="b", language="ko"))
    assert (asked.calls, "t5" in asked.stamps) == (("add_habit",), True)
    told = app(Say(text="안녕, 반가워", talk="c", language="ko", comes="typed"))
    assert (told.calls, "t7" in told.stamps) == ((), True)


def test_ticks_are_counted_while_turns_go_on(app: Callable[[Any], Any]) -> None:
    assert app(Tick(texts=("물 마시기 며칠째야?",), language="ko", ticker=plain_ticks))


def test_the_same_prompt_and_grammar_give_a_call_with_the_python_package(
    app: Callable[[Any], Any], embedded_model: Path
) -> None:
    ours = app(Say(text="물 마시기 오늘 했어", talk="f", language="ko"))
    assert ours.prompt is not None
    with stock(embedded_model, None, 2) as ask:
        theirs = ask(ours.prompt)
    assert theirs.text.startswith(" log [")
    assert "t4" in theirs.stamps


def test_the_engine_alone_reads_and_writes(embedded_model: Path) -> None:
    with engine(embedded_model, 2) as rate:
        assert rate("tg64") > 0
        assert set(SHAPES) == {"pp256", "pp512", "tg64"}
