"""``gemma-app backup`` and ``gemma-app restore``."""

import json
from pathlib import Path
from typing import Annotated

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, clock_of, failing_in_words, language_of, opened
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.paths import default_data_dir
from gemma_app.storage.backup import back_up, list_backups
from gemma_app.storage.backup import restore as restore_backup

Listing = Annotated[bool, typer.Option("--list", help="List the backups instead.")]
BackupFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="The backup; the newest where none is named.")]


def backup(
    listing: Listing = False, data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False
) -> None:
    """Make a checked copy of the data now."""
    folder = data_dir or default_data_dir()
    if not listing:
        with opened(folder, today, lang) as app:
            made = back_up(app.database, "manual")
        typer.echo(json.dumps({"file": str(made)}) if as_json else str(made))
        return
    with failing_in_words(language_of(lang)):
        found = [{"file": str(each.path), "made": each.made_at.isoformat()} for each in list_backups(folder)]
    typer.echo(json.dumps(found) if as_json else "\n".join(f"{each['made']}  {each['file']}" for each in found))


def restore(
    file: BackupFile = None,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Bring a backup back; the present data is set aside, not deleted."""
    folder = data_dir or default_data_dir()
    with failing_in_words(language_of(lang)):
        chosen = file or next((each.path for each in list_backups(folder)), None)
        if chosen is None:
            raise AppError(Phrase(ko="되살릴 백업이 없어요.", en="There is no backup to bring back."))
        aside = restore_backup(folder, chosen, now=clock_of(today).now())
    typer.echo(json.dumps({"restored": str(chosen), "set_aside": str(aside)}) if as_json else str(aside))
