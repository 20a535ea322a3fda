"""The commands of ``gemma-app``, put together."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

import typer

from gemma_app.bench.ticking import Ticker
from gemma_app.cli.later import Loaded, later
from gemma_app.cli.options import DataDir, Lang, Today, clock_of, language_of
from gemma_app.clock import Clock
from gemma_app.language import Language
from gemma_app.paths import default_data_dir

OpenWindow = Callable[[Path, Clock, Language], int]

COMMANDS = {
    "ask": ("talk:ask", "Say one thing and print the answer."),
    "chat": ("talk:chat", "Hold a conversation in the terminal; an empty line or Ctrl+D ends it."),
    "undo": ("changes:undo", "Take the newest change back; once more takes back the one before it."),
    "sessions": ("sessions:sessions", "List the conversations of the profile in use"),
    "parse": ("parse:parse", "Parse raw model output and print its calls, text, reasoning and error as JSON."),
    "doctor": ("health:doctor", "Check the data and say what runs here; ends with code 1 where something is wrong."),
    "self-test": ("health:self_test", "Try a turn with a call and a confirmation, and the window"),
    "backup": ("safety:backup", "Make a checked copy of the data now."),
    "restore": ("safety:restore", "Bring a backup back; the present data is set aside, not deleted."),
    "export": ("transfer:export", "Write conversations out; what is locked for the profile in use is taken out."),
    "import": ("transfer:bring_in", "Bring conversations in, to go on with them here."),
    "bench": ("benchmarking:bench", "Measure the speed of the model and of llama.cpp with the same prompts."),
    "eval": ("evaluating:evaluation", "How well a model calls the tools."),
    "profile": ("people:profile", "The people who share this device."),
    "tool": ("tools:tool", "The tools that the model may call."),
    "habit": ("tools:habit", "The habits that are active."),
}
"""Where each command is, and what it does."""


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
        context.default_map = {name: value for name, value in given.items() if value}

    given_to = {"bench": ticker, "self-test": check_window}

    def load(name: str, place: str) -> Loaded:
        found = resolve_name(f"{__package__}.{place}")
        loaded: Loaded = found(given_to[name]) if name in given_to else found
        return loaded

    for name, (place, summary) in COMMANDS.items():
        commands.command(name, cls=later(partial(load, name, place)), help=summary)(_nothing)
    return commands


def _nothing() -> None:
    """Do nothing: what a command does is known when it is used."""
