"""The report as people read it."""

import unicodedata
from dataclasses import replace

import pytest

from gemma_app.bench.aims import aims
from gemma_app.bench.findings import advice
from gemma_app.bench.report import full_report
from gemma_app.bench.results import Round, Summary
from gemma_app.language import Language
from tests.bench.made import results, turn

ROUND = Round(ours={"pp512": 500.0, "tg64": 90.0}, same_file={"pp512": 510.0, "tg64": 90.0}, stock={"tg64": 30.0})


def summary(*, rounds: tuple[Round, ...] = (ROUND,), late: tuple[float, ...] = (0.001,)) -> Summary:
    runs = [turn(scenario, side, 0, 0.1) for scenario in ("cold", "warm") for side in ("app", "stock")]
    return results(*runs, rounds=rounds, late=late).summary()


@pytest.mark.parametrize(
    ("language", "words"), [("ko", ("두 번째 말", "기본 방식", "목표")), ("en", ("second turn", "stock", "Aims"))]
)
def test_a_report_is_in_the_readers_language(language: Language, words: tuple[str, ...]) -> None:
    shown = full_report(summary(), language)
    assert all(word in shown for word in words)
    assert "A processor" in shown


def test_columns_stand_below_each_other_in_korean_too() -> None:
    lines = full_report(summary(), "ko").splitlines()
    rows = [line for line in lines if "0.100 / 0.100" in line]
    assert len(rows) == 2
    assert len({_columns(row[: row.index("0.100")]) for row in rows}) == 1


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def test_without_llama_bench_the_report_says_how_to_get_it() -> None:
    alone = Round(ours=ROUND.ours, same_file={}, stock={})
    assert "make llama-tools" in full_report(summary(rounds=(alone,)), "en")
    assert "make llama-tools" not in full_report(summary(), "en")


def test_alone_nothing_is_said_of_the_others() -> None:
    measured = results(turn("warm", "app", 0, 0.1), rounds=(Round(ours=ROUND.ours, same_file={}, stock={}),))
    shown = full_report(replace(measured, machine=replace(measured.machine, stock_bytes=None)).summary(), "en")
    assert "tock" not in shown
    assert "make llama-tools" not in shown


@pytest.mark.parametrize(("bandwidth", "limit"), [(10e9, "memory"), (100e9, "processor")])
def test_the_advice_names_what_limits_the_machine(bandwidth: float, limit: str) -> None:
    slow = results(turn("warm", "app", 0, 0.1), rounds=(ROUND,))
    found = replace(slow, machine=replace(slow.machine, bandwidth=bandwidth)).summary()
    assert limit in advice(found)[0].en.split(":")[0]


def test_a_window_that_would_stutter_is_told_of() -> None:
    assert any("stutter" in phrase.en for phrase in advice(summary(late=(0.1,))))
    assert not any("stutter" in phrase.en for phrase in advice(summary()))


def test_aims_are_met_from_the_bound_on() -> None:
    by_name = {aim.name.en: aim for aim in aims(summary(late=(0.016,)))}
    assert by_name["the window is late by"].is_met
    assert by_name["writing speed ÷ llama-bench on the stock file"].is_met
    assert not by_name["second turn, time ÷ stock"].is_met
    assert "second turn, time ÷ same file" not in by_name
