"""The commands of ``gemma-app``, put together."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import typer

from gemma_app.bench.ticking import Ticker
from gemma_app.cli import benchmarking, evaluating, health, parse, people, safety, talk, tools, transfer
from gemma_app.cli.options import DataDir, Lang, Today, clock_of, language_of
from gemma_app.clock import Clock
from gemma_app.language import Language
from gemma_app.paths import default_data_dir

OpenWindow = Callable[[Path, Clock, Language], int]


def build(*, open_window: OpenWindow, check_window: Callable[[Path], None], ticker: Ticker) -> typer.Typer:
    """Return the command line.

    Args:
        open_window: Runs the window on a data folder and returns the exit code.
        check_window: Opens and closes the window without a display.
        ticker: Tells how late the window is while work goes on.
    """
    commands = typer.Typer(
        name="gemma-app",
        help="A desktop assistant that acts on your own machine and sends nothing out.",
        add_completion=False,
        pretty_exceptions_enable=False,
    )

    @commands.callback(invoke_without_command=True)
    def window(context: typer.Context, data_dir: DataDir = None, today: Today = None, lang: Lang = None) -> None:
        """Open the window, where no command is given."""
        if context.invoked_subcommand is None:
            folder = data_dir or default_data_dir()
            raise typer.Exit(open_window(folder, clock_of(today), language_of(lang)))
        given = {"data_dir": data_dir and str(data_dir), "today": today, "lang": lang}
        context.default_map = _defaults(context.command, {name: value for name, value in given.items() if value})

    commands.command("ask")(talk.ask)
    commands.command("chat")(talk.chat)
    commands.command("parse")(parse.parse)
    commands.command("doctor")(health.doctor)
    commands.command("self-test")(health.self_test(check_window))
    commands.command("backup")(safety.backup)
    commands.command("restore")(safety.restore)
    commands.command("export")(transfer.export)
    commands.command("import")(transfer.bring_in)
    commands.command("bench")(benchmarking.bench(ticker))
    commands.add_typer(evaluating.evaluation, name="eval")
    commands.add_typer(people.profile, name="profile")
    commands.add_typer(tools.tool, name="tool")
    commands.add_typer(tools.habit, name="habit")
    return commands


def _defaults(command: object, given: Mapping[str, str]) -> dict[str, Any]:
    """Return ``given`` as the defaults of every command under ``command``: what stands before it holds for it, too."""
    if (commands := getattr(command, "commands", None)) is None:
        return dict(given)
    return {name: _defaults(below, given) for name, below in commands.items()}
