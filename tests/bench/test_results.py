"""What is made of the measurements, and the JSON that others read."""

import json

import pytest

from gemma_app.bench.figures import Spread
from gemma_app.bench.results import SUMMARY, Round
from gemma_app.bench.runs import Run
from tests.bench.made import acted, results, talked, turn


def test_the_apps_time_until_its_handler_returned_is_compared_with_the_others_until_the_call() -> None:
    ratios = results(turn("warm", "app", 0, 0.1), turn("warm", "stock", 0, 1.0)).summary().ratios
    assert ratios.first_visible_effect.warm == Spread(p50=0.1, p95=0.1)
    assert ratios.first_visible_effect.cold is None


def test_turns_in_which_the_app_called_nothing_are_not_compared() -> None:
    silent = [
        Run(scenario="warm", side="app", number=1, answer=talked(9.0)),
        turn("warm", "same_file", 1, 0.001),
    ]
    found = results(turn("warm", "app", 0, 0.1), turn("warm", "same_file", 0, 0.4), *silent).summary().ratios.same_file
    assert found.warm is not None
    assert found.warm.p95 == pytest.approx(0.25)


def test_a_long_prefix_is_compared_by_the_first_token() -> None:
    ours = Run(scenario="long_prefix_cold", side="app", number=0, answer=talked(0.3))
    theirs = Run(scenario="long_prefix_cold", side="stock", number=0, answer=talked(3.0))
    found = results(ours, theirs).summary().ratios.long_prefix
    assert found.cold is not None
    assert found.cold.p50 == pytest.approx(0.1)


def test_speeds_are_compared_round_by_round_and_only_where_llama_bench_is_there() -> None:
    rounds = (
        Round(ours={"pp512": 99.0, "tg64": 50.0}, same_file={"pp512": 100.0, "tg64": 50.0}, stock={"tg64": 20.0}),
        Round(ours={"pp512": 49.5, "tg64": 25.0}, same_file={"pp512": 50.0, "tg64": 25.0}, stock={"tg64": 10.0}),
    )
    ratios = results(rounds=rounds).summary().ratios
    assert (ratios.prefill, ratios.decode, ratios.decode_stock) == pytest.approx((0.99, 1.0, 2.5))
    alone = results(rounds=(Round(ours={"pp512": 99.0, "tg64": 50.0}, same_file={}, stock={}),)).summary()
    assert (alone.ratios.prefill, alone.ratios.decode, alone.ratios.decode_stock) == (None, None, None)
    assert alone.decode_bound == pytest.approx(50.0 * 100e6 / 10e9)


def test_a_pace_tells_how_fast_a_side_wrote() -> None:
    pace = results(turn("warm", "stock", 0, 1.0)).summary().paces["warm"]["stock"]
    assert pace.tokens_per_second == pytest.approx(10 / 0.75)
    assert (pace.turns, pace.calls) == (1, 1)


def test_memory_is_the_peak_of_each_side_the_users_own_model_apart() -> None:
    runs = [turn("warm", "app", 0, 0.2), turn("warm", "app", 1, 0.3), turn("long_prefix_warm", "app", 0, 0.9)]
    assert results(*runs).summary().peak_memory == {"app": 300_000_000}


def test_the_json_has_the_ratios_by_name_and_every_run_with_its_moments() -> None:
    runs = [turn(scenario, side, 0, 0.5) for scenario in ("warm", "cold") for side in ("app", "stock", "same_file")]
    found = json.loads(json.dumps(results(*runs).to_json()))
    for name in ("first_visible_effect", "same_file"):
        assert set(found["ratios"][name]) == {"warm", "cold"}
        assert found["ratios"][name]["warm"] == {"p50": 1.0, "p95": 1.0}
        assert found["ratios"][name]["cold"] == {"p50": 1.0, "p95": 1.0}
    assert {"prefill", "decode"} <= set(found["ratios"])
    assert len(found["runs"]) == len(runs)
    first = found["runs"][0]
    assert (first["t0"], first["t5"], first["t8"]) == (100.0, 100.5, 101.0)
    assert found["cancelled"] == [{"phase": "decode", "seconds": 0.02}]


def test_what_was_said_is_not_in_the_json() -> None:
    run = Run(scenario="warm", side="app", number=0, answer=acted(0.5))
    assert "안녕" not in json.dumps(results(run).to_json(), ensure_ascii=False)


def test_a_summary_survives_its_own_json() -> None:
    summary = results(turn("warm", "app", 0, 0.5), late=(0.001,)).summary()
    assert SUMMARY.validate_json(SUMMARY.dump_json(summary)) == summary
