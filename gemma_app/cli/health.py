"""``gemma-app doctor`` and ``gemma-app self-test``: is everything in order?"""

import json
import os
import platform
import sqlite3
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import typer

from gemma_app.app import App
from gemma_app.cli.options import AsJson, DataDir, Lang, Today, language_of, opened
from gemma_app.cli.scripted_turn import run_scripted_turn
from gemma_app.language import Phrase

_FINE = Phrase(ko="모두 정상이에요.", en="Everything is in order.")
_LIBRARIES = ("llama-cpp-python", "PySide6-Essentials", "SQLAlchemy", "pydantic", "huggingface-hub")


def doctor(data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False) -> None:
    """Check the data and say what runs here; ends with code 1 where something is wrong."""
    with opened(data_dir, today, lang) as app:
        language = app.choices.language()
        problems = [problem.say(language) for problem in app.database.check()]
        facts = _facts(app)
    if as_json:
        typer.echo(json.dumps({"ok": not problems, "problems": problems, **facts}, ensure_ascii=False))
    else:
        for name, value in facts.items():
            typer.echo(f"{name}: {value}")
        typer.echo("\n".join(problems) or _FINE.say(language))
    if problems:
        raise typer.Exit(1)


def _facts(app: App) -> dict[str, Any]:
    return {
        "app": metadata.version("gemma-app"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "sqlite": sqlite3.sqlite_version,
        "data": str(app.data_dir),
        "active_habits": len(app.habits.active()),
        **{name: _version(name) for name in _LIBRARIES},
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"


def self_test(check_window: Callable[[Path], None]) -> Callable[..., None]:
    """Return the command that tries a scripted turn and then the window.

    Args:
        check_window: Opens the window on a data folder without a display, and closes it.
    """

    def command(data_dir: DataDir = None, lang: Lang = None, as_json: AsJson = False) -> None:  # noqa: ARG001
        """Try a turn with a call and a confirmation, and the window, on a temporary store; code 0 means it works."""
        language = language_of(lang)
        with tempfile.TemporaryDirectory(prefix="gemma-app-self-test-") as folder:
            store = Path(folder) / "turn"
            failure = run_scripted_turn(store, language)
            if failure is None:
                check_window(Path(folder) / "window")
        if as_json:
            typer.echo(json.dumps({"ok": failure is None, "failure": failure}))
        else:
            typer.echo(failure or _FINE.say(language))
        if failure is not None:
            raise typer.Exit(1)

    return command
