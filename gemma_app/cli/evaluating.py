"""``gemma-app eval``: does a model call the tools correctly?"""

import json
from pathlib import Path
from typing import Annotated

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.cli.talk import ModelFile, use_model
from gemma_app.evaluation.outcome import Outcome
from gemma_app.evaluation.report import Rate, Report, Totals
from gemma_app.evaluation.scoring import answers_file, score
from gemma_app.evaluation.suite import load_suite
from gemma_app.habits.tools import habit_tools

evaluation = typer.Typer(no_args_is_help=True, help="How well a model calls the tools.")

SUITES = Path(__file__).parents[1] / "evaluation" / "suites"
_RATES = ("right_tool", "fully_right", "false_call", "missed_call", "invalid")
_FOLDER = "evaluation"

Suite = Annotated[Path | None, typer.Option("--suite", metavar="FILE", help="JSONL suite; the app's own where none.")]


@evaluation.command("run")
def run(
    suite: Suite = None,
    model: ModelFile = None,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Put a suite to the model and report; no call is carried out. Ctrl+C ends it, the next run goes on from there."""
    with opened(data_dir, today, lang) as app:
        items = load_suite(suite or SUITES / "second.jsonl")
        use_model(app, model)
        answering = app.model.get()
        answers = answers_file(app.data_dir / _FOLDER, answering, items)
        with typer.progressbar(length=len(items), label="eval", file=typer.get_text_stream("stderr")) as progress:

            def on_outcome(_: Outcome) -> None:
                progress.update(1)

            report = score(answering, items, habit_tools(app.habits), answers=answers, on_outcome=on_outcome)
    typer.echo(json.dumps(report.to_json(), ensure_ascii=False) if as_json else _shown(report))


def _shown(report: Report) -> str:
    lines = [_line("all", report.totals)]
    lines += [_line(name, totals) for name, totals in (report.by_category | report.by_lang).items()]
    lines += [f"- {outcome.item.id}: {outcome.item.utterance!r} → {_calls(outcome)}" for outcome in report.failures]
    return "\n".join(lines)


def _line(name: str, totals: Totals) -> str:
    return f"{name:10} " + "  ".join(_rate(rate, getattr(totals, rate)) for rate in _RATES)


def _rate(name: str, rate: Rate) -> str:
    low, high = rate.interval
    return f"{name} {rate.count}/{rate.of} {100 * rate.value:.0f} % [{100 * low:.0f}–{100 * high:.0f}]"


def _calls(outcome: Outcome) -> str:
    calls = [{"name": call.name, "arguments": dict(call.arguments)} for call in outcome.calls]
    return json.dumps(calls, ensure_ascii=False)[:200]
