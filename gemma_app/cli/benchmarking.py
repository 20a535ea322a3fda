"""``gemma-app bench``: how fast is the model on this machine, beside llama.cpp itself?"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from gemma_app.bench.keeping import keep
from gemma_app.bench.report import full_report
from gemma_app.bench.ticking import Ticker
from gemma_app.bench.tools import BUILT
from gemma_app.choices import Choices
from gemma_app.cli.options import AsJson, DataDir, Lang, failing_in_words, language_of
from gemma_app.language import Phrase
from gemma_app.paths import default_data_dir

_DEFAULT_TURNS = 20
_INTERRUPTED = 130
_GRAIN = 1_000
_STOPPED = Phrase(ko="측정을 멈췄어요. 저장한 것은 없어요.", en="The measurement was stopped. Nothing was kept.")

Turns = Annotated[int, typer.Option("--turns", min=1, max=1_000, help="Turns in each situation.")]
Tools = Annotated[
    Path,
    typer.Option("--llama-tools", metavar="DIR", show_default=False, help="Folder of llama-bench and llama-server."),
]
Alone = Annotated[bool, typer.Option("--alone", help="Measure the app and nothing to compare with: much quicker.")]


def bench(ticker: Ticker) -> Callable[..., None]:
    """Return the command.

    Args:
        ticker: Tells how late a window would be meanwhile.
    """

    def run(
        turns: Turns = _DEFAULT_TURNS,
        alone: Alone = False,
        tools: Tools = BUILT,
        data_dir: DataDir = None,
        lang: Lang = None,
        as_json: AsJson = False,
    ) -> None:
        """Measure the speed of the model and of llama.cpp with the same prompts. Ctrl+C ends it."""
        language = language_of(lang)
        folder = data_dir or default_data_dir()
        if lang is None and folder.exists():
            language = Choices(folder, language).language()
        # The engine is imported only where llama.cpp is needed.
        with (
            failing_in_words(language),
            typer.progressbar(length=_GRAIN, label="bench", file=typer.get_text_stream("stderr")) as progress,
        ):
            from gemma_app.bench.measuring import measure

            try:
                results = measure(
                    folder,
                    turns=turns,
                    alone=alone,
                    tools=tools,
                    ticker=ticker,
                    on_progress=lambda share: progress.update(round(share * _GRAIN) - progress.pos),
                )
            except KeyboardInterrupt:
                typer.echo(f"\n{_STOPPED.say(language)}", err=True)
                raise typer.Exit(_INTERRUPTED) from None
            keep(folder, results)
        shown = results.to_json() if as_json else None
        typer.echo(json.dumps(shown, ensure_ascii=False) if shown else full_report(results.summary(), language))

    return run
