"""What a score lets a model do, and which of several counts."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gemma_app.errors import AppError
from gemma_app.evaluation import scores as shipped
from gemma_app.evaluation.report import Rate
from gemma_app.evaluation.scores import FILE, LEAST_FULLY_RIGHT, Score, Scores
from gemma_app.evaluation.scoring import DEFAULT_SUITE
from gemma_app.evaluation.suite import load_suite


class FromFile:
    """A model of a file, which must be tested."""

    id = "small@1234"
    needs_test = True

    def generate(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("nothing is asked")


class Scripted(FromFile):
    needs_test = False


def score(right: int, of: int, *, day: int = 1, model: str = FromFile.id) -> Score:
    totals = {"items": of, "fully_right": Rate(count=right, of=of).to_json()}
    return Score(model=model, suite="second", tested_on=date(2026, 3, day), totals=totals, by_category={})


@pytest.fixture
def scores(tmp_path: Path) -> Scores:
    return Scores(tmp_path / "evaluation")


def test_a_model_of_a_file_is_untested_until_it_has_a_score(scores: Scores) -> None:
    assert scores.standing(FromFile()) == "untested"
    scores.add(score(200, 220, model="another@1"))
    assert scores.standing(FromFile()) == "untested"


def test_a_model_without_weights_has_nothing_to_be_tested(scores: Scores) -> None:
    assert scores.standing(Scripted()) == "good"


@pytest.mark.parametrize(("right", "of", "standing"), [(200, 220, "good"), (150, 220, "low"), (0, 220, "low")])
def test_what_a_model_may_do_follows_from_its_score(scores: Scores, right: int, of: int, standing: str) -> None:
    scores.add(score(right, of))
    assert scores.standing(FromFile()) == standing


def test_luck_with_a_few_items_is_not_enough(scores: Scores) -> None:
    scores.add(score(5, 5))
    assert scores.standing(FromFile()) == "low"


def test_a_model_that_calls_whatever_is_said_stays_below_the_limit() -> None:
    items = load_suite(DEFAULT_SUITE)
    most = Rate(count=sum(not item.wants_none for item in items), of=len(items))
    assert most.interval[0] < LEAST_FULLY_RIGHT


def test_the_score_of_the_most_items_counts_and_the_newest_of_several_such(scores: Scores) -> None:
    for kept in (score(10, 220, day=1), score(210, 220, day=2), score(1, 5, day=3)):
        scores.add(kept)
    found = scores.find(FromFile())
    assert found is not None
    assert (found.items, found.tested_on) == (220, date(2026, 3, 2))


@pytest.mark.parametrize("left", ['{"model": "small@12', '{"model": "small@1234", "totals": {}'])
def test_scores_outlive_the_run_and_a_line_that_was_cut_off_costs_no_other(tmp_path: Path, left: str) -> None:
    Scores(tmp_path).add(score(200, 220))
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write(left)
    assert Scores(tmp_path).find(FromFile()) == score(200, 220)
    Scores(tmp_path).add(score(210, 220))
    assert Scores(tmp_path).find(FromFile()) == score(210, 220)


@pytest.mark.parametrize(
    "line",
    [
        *("5", "null", "[]", '"x"', "{}", "[" * 100_000),
        '{"model": "small@1234", "suite": "second", "tested_on": "2026-03-01", "totals": {}, "by_category": {}}',
        '{"model": "small@1234", "suite": "second", "tested_on": "soon", "totals": {}, "by_category": {}, "new": 1}',
    ],
)
def test_a_line_that_is_no_score_of_this_app_is_passed_over(tmp_path: Path, line: str) -> None:
    (tmp_path / FILE).write_text(f"{line}\n", encoding="utf-8")
    Scores(tmp_path).add(score(200, 220))
    assert Scores(tmp_path).find(FromFile()) == score(200, 220)


def test_a_score_that_the_disk_refuses_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "evaluation").write_text("a file where the folder would be", encoding="utf-8")
    with pytest.raises(AppError, match="The test was not saved"):
        Scores(tmp_path / "evaluation").add(score(1, 1))


def test_a_score_that_comes_with_the_app_counts_like_one_from_here(
    scores: Scores, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Scores(tmp_path / "shipped").add(score(200, 220))
    monkeypatch.setattr(shipped, "SHIPPED", tmp_path / "shipped" / FILE)
    assert scores.standing(FromFile()) == "good"
    scores.add(score(20, 220, day=2))
    assert scores.standing(FromFile()) == "low"
