"""A run over a suite: kept while it goes on, ended and gone on with, and its score."""

import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Traits
from gemma_app.evaluation.report import Report
from gemma_app.evaluation.scores import FOLDER, Scores
from gemma_app.evaluation.scoring import Ended, run_suite
from tests.evaluation.examples import line, reply

TODAY = date(2026, 3, 9)


class Silent:
    """Talks, whatever is asked, and can be told what else to do then."""

    id = "silent@1"
    traits = Traits(needs_test=True)

    def __init__(self, also: Callable[[int], None] = lambda _: None) -> None:
        self.asked = 0
        self._also = also

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.asked += 1
        self._also(self.asked)
        if cancel is not None and cancel.is_set():
            return ModelReply(text="", tool_calls=(), stop_reason="cancelled")
        return reply()


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "three.jsonl"
    lines = [
        line(id=name, expect=[[]], category=category) for name, category in (("a", "none"), ("b", "x"), ("c", "x"))
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(model: Silent, suite: Path, data_dir: Path, cancel: threading.Event | None = None) -> Report:
    return run_suite(model, suite, habit_tools=(), data_dir=data_dir, today=TODAY, cancel=cancel)


def test_the_score_is_kept_with_model_suite_and_day(suite: Path, tmp_path: Path) -> None:
    report = run(Silent(), suite, tmp_path)
    score = Scores(tmp_path / FOLDER).find(Silent())
    assert score is not None
    assert (score.model, score.suite, score.tested_on, score.items) == ("silent@1", "three", TODAY, 3)
    assert score.totals == report.totals
    assert {name: found.items for name, found in score.by_category.items()} == {"none": 1, "x": 2}


def test_a_run_that_was_ended_goes_on_where_it_was_and_leaves_no_score_before(suite: Path, tmp_path: Path) -> None:
    cancel = threading.Event()
    with pytest.raises(Ended):
        run(Silent(lambda asked: cancel.set() if asked == 2 else None), suite, tmp_path, cancel)
    assert Scores(tmp_path / FOLDER).find(Silent()) is None
    again = Silent()
    run(again, suite, tmp_path)
    assert again.asked == 2


def test_a_run_that_came_to_its_end_asks_everything_anew_next_time(suite: Path, tmp_path: Path) -> None:
    run(Silent(), suite, tmp_path)
    again = Silent()
    run(again, suite, tmp_path)
    assert again.asked == 3


@pytest.mark.parametrize("damaged", ["5", "null", "[]", "{}", '{"id": [1]}', '{"id": "c", "text": 1}', "[" * 100_000])
def test_a_line_that_holds_no_reply_costs_no_other(suite: Path, tmp_path: Path, damaged: str) -> None:
    cancel = threading.Event()
    with pytest.raises(Ended):
        run(Silent(lambda asked: cancel.set() if asked == 3 else None), suite, tmp_path, cancel)
    (answers,) = (tmp_path / FOLDER).iterdir()
    answers.write_text(f"{damaged}\n{answers.read_text(encoding='utf-8')}", encoding="utf-8")
    again = Silent()
    run(again, suite, tmp_path)
    assert again.asked == 1


def test_a_reply_that_was_cut_off_is_asked_for_again_and_no_other(suite: Path, tmp_path: Path) -> None:
    cancel = threading.Event()
    with pytest.raises(Ended):
        run(Silent(lambda asked: cancel.set() if asked == 3 else None), suite, tmp_path, cancel)
    (answers,) = (tmp_path / FOLDER).iterdir()
    answers.write_bytes(answers.read_bytes()[:-3])
    cancel.clear()
    with pytest.raises(Ended):
        run(Silent(lambda asked: cancel.set() if asked == 2 else None), suite, tmp_path, cancel)
    again = Silent()
    run(again, suite, tmp_path)
    assert again.asked == 1
