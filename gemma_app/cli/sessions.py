"""``gemma-app sessions``: the conversations that ``ask`` and ``chat`` can go on with."""

import json
from typing import Annotated

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.language import Phrase
from gemma_app.text import visible

_UNTITLED = Phrase(ko="새 대화", en="New chat")
_SHOWN = 20

Limit = Annotated[int, typer.Option("--limit", min=1, help="How many to list.")]


def sessions(
    limit: Limit = _SHOWN,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """List the conversations of the profile in use, as --session takes them; pinned ones first, then the newest."""
    with opened(data_dir, today, lang) as app:
        untitled, found = _UNTITLED.say(app.choices.language()), app.reader.sessions()[:limit]
    if as_json:
        listed = [
            {
                "id": each.id,
                "title": each.title,
                "updated_at": each.updated_at.isoformat(),
                "pinned": each.pinned,
            }
            for each in found
        ]
        typer.echo(json.dumps(listed, ensure_ascii=False))
        return
    for each in found:
        typer.echo(f"{each.id}  {each.updated_at.astimezone():%Y-%m-%d %H:%M}  {visible(each.title) or untitled}")
