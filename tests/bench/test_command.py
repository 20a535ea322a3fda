"""The command, with a measurement that is made up."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gemma_app.bench import measuring
from gemma_app.bench.keeping import kept
from gemma_app.bench.results import Results
from gemma_app.bench.ticking import plain_ticks
from gemma_app.cli.main import build
from tests.bench.made import results, turn

MADE = results(turn("warm", "app", 0, 0.1), turn("warm", "stock", 0, 1.0))


def run(data_dir: Path, *arguments: str) -> Any:
    commands = build(open_window=lambda *_: 0, check_window=lambda _: None, ticker=plain_ticks)
    return CliRunner().invoke(commands, ["bench", "--data-dir", str(data_dir), *arguments])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the measurement was asked for."""
    asked: list[dict[str, Any]] = []

    def measure(_data_dir: Path, **options: Any) -> Results:
        asked.append(options)
        options["on_progress"](0.5)
        return MADE

    monkeypatch.setattr(measuring, "measure", measure)
    return asked


def test_the_report_is_printed_and_the_results_are_kept(tmp_path: Path, asked: list[dict[str, Any]]) -> None:
    shown = run(tmp_path, "--lang", "ko", "--turns", "3")
    assert shown.exit_code == 0
    assert "두 번째 말" in shown.stdout
    assert (asked[0]["turns"], asked[0]["alone"]) == (3, False)
    assert kept(tmp_path) == MADE.summary()


def test_json_is_all_that_is_on_standard_output(tmp_path: Path, asked: list[dict[str, Any]]) -> None:
    shown = run(tmp_path, "--json", "--alone")
    found = json.loads(shown.stdout)
    assert found["ratios"]["first_visible_effect"]["warm"]["p50"] == pytest.approx(0.1)
    assert (asked[0]["turns"], asked[0]["alone"]) == (20, True)


def test_stopping_it_is_no_fault_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(_data_dir: Path, **_: Any) -> Results:
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "measure", measure)
    shown = run(tmp_path, "--lang", "en")
    assert shown.exit_code == 130
    assert "was stopped" in shown.stderr
    assert kept(tmp_path) is None


def test_no_turns_are_no_measurement(tmp_path: Path, asked: list[dict[str, Any]]) -> None:
    assert run(tmp_path, "--turns", "0").exit_code == 2
    assert not asked
