"""``gemma-app eval``: does a model call the tools correctly?"""

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.cli.talk import ModelFile, using_model
from gemma_app.evaluation.outcome import Outcome
from gemma_app.evaluation.report import Rate, Report, Totals
from gemma_app.evaluation.scores import LEAST_FULLY_RIGHT, LEAST_ITEMS, Standing
from gemma_app.evaluation.scoring import DEFAULT_SUITE, run_suite
from gemma_app.evaluation.suite import load_suite
from gemma_app.habits.tools import habit_tools
from gemma_app.language import Language, Phrase
from gemma_app.text import visible

evaluation = typer.Typer(no_args_is_help=True, help="How well a model calls the tools.")

_RATES = {
    "right_tool": Phrase(ko="맞는 도구", en="right tool"),
    "fully_right": Phrase(ko="완전히 맞음", en="fully right"),
    "false_call": Phrase(ko="잘못된 호출", en="false calls"),
    "missed_call": Phrase(ko="놓친 호출", en="missed calls"),
    "invalid": Phrase(ko="읽을 수 없음", en="invalid"),
}
_ALL = Phrase(ko="전체", en="all")
_ITEMS = Phrase(ko="항목", en="items")
_NOT_FULLY_RIGHT = Phrase(ko="완전히 맞지 않은 항목", en="Not fully right")
_PROGRESS = Phrase(ko="테스트", en="test")
_SHARE = f"{100 * LEAST_FULLY_RIGHT:.0f} %"
_VERDICTS: dict[Standing, Phrase] = {
    "good": Phrase(ko="이 모델은 스스로 바꿀 수 있어요.", en="This model may change things by itself."),
    "low": Phrase(
        ko=f"이 모델은 제안만 해요. 완전히 맞은 비율의 하한이 {_SHARE}에 못 미쳐요.",
        en=f"This model only suggests: the lower end of what is fully right is below {_SHARE}.",
    ),
}

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
    """Put a suite to the model, report and keep the score; no call is carried out.

    Ctrl+C ends it, and the next run goes on from there. A model whose score is low, or that was not tested, only
    suggests what it would change.
    """
    with opened(data_dir, today, lang) as app:
        language, path = app.choices.language(), suite or DEFAULT_SUITE
        count = len(load_suite(path))
        with using_model(app, model):
            tools = habit_tools(app.habits)
        label = _PROGRESS.say(language)
        with typer.progressbar(length=count, label=label, file=typer.get_text_stream("stderr")) as progress:

            def on_outcome(_outcome: Outcome, _items: int) -> None:
                progress.update(1)

            report = run_suite(
                app.model.get(),
                path,
                habit_tools=tools,
                data_dir=app.data_dir,
                today=app.clock.today(),
                on_outcome=on_outcome,
            )
        verdict = verdict_on(report.totals.items, app.model.standing).say(language)
    typer.echo(
        json.dumps(report.to_json(), ensure_ascii=False) if as_json else f"{_shown(report, language)}\n{verdict}"
    )


def verdict_on(items: int, standing: Standing) -> Phrase:
    """Return what a run of that many items lets one say of the model."""
    if items < LEAST_ITEMS:
        return Phrase(
            ko=f"항목 {items}개로는 모델을 판단하기에 너무 적어요. {LEAST_ITEMS}개는 있어야 해요.",
            en=f"Too few to judge the model by: {items} of at least {LEAST_ITEMS} items.",
        )
    return _VERDICTS[standing]


def _shown(report: Report, language: Language) -> str:
    rows = {_ALL.say(language): report.totals, **report.by_category, **report.by_lang}
    head = _row("", _ITEMS.say(language), *(said.say(language) for said in _RATES.values()))
    lines = [head, *(_row(name, str(totals.items), *_rates(totals)) for name, totals in rows.items())]
    if report.failures:
        lines += ["", f"{_NOT_FULLY_RIGHT.say(language)}:"]
        lines += [f"- {visible(outcome.item.id)}: {_told(outcome)}" for outcome in report.failures]
    return "\n".join([*lines, ""])


def _rates(totals: Totals) -> Iterator[str]:
    for name in _RATES:
        rate: Rate = getattr(totals, name)
        low, high = rate.interval
        yield f"{100 * rate.value:.0f} % [{100 * low:.0f}–{100 * high:.0f}]" if rate.of else "–"


def _row(name: str, items: str, *cells: str) -> str:
    return f"{_padded(visible(name), 10)} {_padded(items, 5)} {' '.join(_padded(cell, 14) for cell in cells)}".rstrip()


def _padded(text: str, width: int) -> str:
    """Fill ``text`` up to ``width`` columns of a terminal, of which Hangul takes two each."""
    taken = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return text + " " * (width - taken)


def _told(outcome: Outcome) -> str:
    calls = [{"name": call.name, "arguments": dict(call.arguments)} for call in outcome.calls]
    return f"{outcome.item.utterance!r} → {json.dumps(calls, ensure_ascii=False)[:200]}"
