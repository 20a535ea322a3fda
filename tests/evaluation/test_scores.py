"""What a score lets a model do, and which of several counts."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.model import Traits
from gemma_app.errors import AppError
from gemma_app.evaluation import scores as shipped
from gemma_app.evaluation.report import Rate, Totals
from gemma_app.evaluation.scores import FILE, LEAST_FULLY_RIGHT, Score, Scores
from gemma_app.evaluation.scoring import DEFAULT_SUITE
from gemma_app.evaluation.suite import load_suite


class FromFile:
    """A model of a file, which must be tested."""

    id = "small@1234"
    traits = Traits(needs_test=True)

    def generate(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("nothing is asked")


class Scripted(FromFile):
    traits = Traits()


def totals_of(right: int, of: int) -> Totals:
    none, most = Rate(count=0, of=0), Rate(count=right, of=of)
    return Totals(
        items=of, right_tool=most, fully_right=most, false_call=none, missed_call=none, invalid=Rate(count=0, of=of)
    )


def score(right: int, of: int, *, day: int = 1, model: str = FromFile.id) -> Score:
    totals = totals_of(right, of)
    return Score(model=model, suite="second", tested_on=date(2026, 3, day), totals=totals, by_category={"add": totals})


@pytest.fixture
def scores(tmp_path: Path) -> Scores:
    return Scores(tmp_path / "evaluation")


def test_a_model_of_a_file_is_untested_until_it_has_a_score(scores: Scores) -> None:
    assert scores.standing(FromFile()) == "untested"
    scores.add(score(200, 220, model="another@1"))
    assert scores.standing(FromFile()) == "untested"


@pytest.mark.parametrize(("items", "standing"), [(19, "low"), (20, "good")])
def test_a_few_items_make_no_model_good_however_many_are_right(scores: Scores, items: int, standing: str) -> None:
    scores.add(score(items, items))
    assert scores.standing(FromFile()) == standing


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


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.just(10**400)
    | st.just("x" * 9_000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=9,
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A line of the file in which one value, anywhere in it, became another."""
    line = score(219, 220).to_json()
    place: dict[str, Any] = line
    while True:
        name = draw(st.sampled_from(sorted(place)))
        if not isinstance(place[name], dict) or draw(st.booleans()):
            break
        place = place[name]
    place[name] = draw(JSON)
    return json.dumps(line)


@given(lines=st.lists(damaged() | JSON.map(json.dumps), max_size=6))
@settings(max_examples=60)
def test_whatever_a_file_holds_what_is_read_of_it_can_be_shown(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("evaluation")
    (folder / FILE).write_text("\n".join([*lines, ""]), encoding="utf-8")
    Scores(folder).add(score(200, 220))
    found = Scores(folder).find(FromFile())
    assert found is not None
    for name, totals in [("", found.totals), *found.by_category.items()]:
        rates = (totals.right_tool, totals.fully_right, totals.false_call)
        assert name + " ".join(f"{rate.value:.0%} {rate.interval}" for rate in rates)
    assert found.tested_on.year
    assert Scores(folder).standing(FromFile()) in ("good", "low")


@pytest.mark.parametrize(
    "by_category", [[], ["add"], "add", 5, None, {"add": None}, {"add": {"items": 3}}, {"add": []}]
)
def test_a_score_whose_categories_are_something_else_is_passed_over(tmp_path: Path, by_category: object) -> None:
    line = {**score(220, 220).to_json(), "by_category": by_category}
    (tmp_path / FILE).write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    assert Scores(tmp_path).find(FromFile()) is None


@pytest.mark.parametrize(("count", "of"), [(3, 2), (-1, 2), (10**400, 10**400), (1.5, 2), (True, 2), ("1", 2)])
def test_a_share_that_cannot_be_is_passed_over(tmp_path: Path, count: object, of: object) -> None:
    line = score(220, 220).to_json()
    line["totals"]["fully_right"] = {"count": count, "of": of}
    (tmp_path / FILE).write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    assert Scores(tmp_path).find(FromFile()) is None


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
