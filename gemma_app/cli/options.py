"""Options that every command shares, and opening the app with them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gemma_app.clock import Clock
from gemma_app.errors import AppError, CallError
from gemma_app.language import Language, Phrase
from gemma_app.paths import default_data_dir

if TYPE_CHECKING:
    from gemma_app.app import App

DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of the data.", show_default=False)]
Today = Annotated[str | None, typer.Option("--today", metavar="YYYY-MM-DD", help="The day it is, for tests and demos.")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="ko|en", help="Language of what is printed.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Yes = Annotated[bool, typer.Option("--yes", help="Approve what is asked.")]
No = Annotated[bool, typer.Option("--no", help="Decline what is asked.")]


def language_of(chosen: str | None) -> Language:
    """Return the chosen language, or the system's (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``).

    Raises:
        typer.BadParameter: Another language was chosen.
    """
    match chosen:
        case "ko":
            return "ko"
        case "en":
            return "en"
        case None:
            names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
            system = next((value for name in names if (value := os.environ.get(name))), "")
            return "ko" if system.lower().startswith("ko") else "en"
        case _:
            raise typer.BadParameter("ko or en", param_hint="--lang")


def clock_of(today: str | None) -> Clock:
    """Return the clock, stopped at ``today`` where it is given.

    Raises:
        typer.BadParameter: Not a date.
    """
    if today is None:
        return Clock()
    try:
        return Clock(fixed_today=date.fromisoformat(today))
    except ValueError as error:
        raise typer.BadParameter(f"not a date: {today}; write YYYY-MM-DD", param_hint="--today") from error


@contextmanager
def opened(data_dir: Path | None, today: str | None, lang: str | None) -> "Iterator[App]":
    """Open the app for one command and close it afterwards; errors for the user are printed and end with code 1.

    The app is imported here, since half a second would be waited for by help and by commands without data.
    """
    from gemma_app.app import App

    language = language_of(lang)
    clock = clock_of(today)
    with failing_in_words(language):
        app = App.open(data_dir or default_data_dir(), clock=clock, language=language)
        if lang is not None:
            app.choices.override_language(language)
        try:
            yield app
        finally:
            app.close()


@contextmanager
def failing_in_words(language: Language) -> Iterator[None]:
    """Print an expected failure as a sentence on standard error and end with code 1."""
    try:
        yield
    except AppError as error:
        fail(error.message, language)
    except CallError as error:
        fail(error.reason, language)


def fail(message: Phrase, language: Language) -> None:
    """Print ``message`` on standard error and end with code 1.

    Raises:
        typer.Exit: Always.
    """
    typer.echo(message.say(language), err=True)
    raise typer.Exit(1)
