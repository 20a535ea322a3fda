"""``gemma-app export`` and ``gemma-app import``: conversations out of the app and into it."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gemma_app.app import App
from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.conversation.records import SessionInfo
from gemma_app.conversation.transcript import read_transcripts
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.paths import write_whole
from gemma_app.text import visible


class Form(StrEnum):
    """How an export is written."""

    MARKDOWN = "md"
    JSON = "json"


def export(
    session: Annotated[str | None, typer.Argument(help="The conversation; all of them where none is named.")] = None,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    form: Annotated[Form, typer.Option("--format", help="Markdown to read, JSON to bring back.")] = Form.MARKDOWN,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write into this file.")] = None,
    handoff: Annotated[bool, typer.Option("--handoff", help="Compact it for another assistant, as messages.")] = False,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="SCOPE", help="Take out what was read through this scope.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write conversations out; what is locked for the profile in use is taken out."""
    closed = frozenset(without or ())
    with opened(data_dir, today, lang) as app:
        if handoff:
            text = json.dumps(app.reader.hand_off(_named(session), closed=closed), ensure_ascii=False, indent=1) + "\n"
        else:
            text = _exported(app, session, Form.JSON if as_json else form, closed)
        if out is None:
            typer.echo(text, nl=False)
        else:
            write_whole(out, text.encode("utf-8"))


def bring_in(
    file: Annotated[Path, typer.Argument(help="Exported conversations, or messages of another assistant, as JSON.")],
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Bring conversations in, to go on with them here."""
    with opened(data_dir, today, lang) as app:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise AppError(_unreadable(file)) from error
        transcripts = read_transcripts(text)
        made = [app.conversations.import_transcript(app.choices.profile(), each) for each in transcripts]
        if as_json:
            typer.echo(json.dumps({"sessions": [_described(info) for info in made]}, ensure_ascii=False))
            return
        for info in made:
            typer.echo(f"{info.id}  {visible(info.title)}")


def _exported(app: App, session: str | None, form: Form, closed: frozenset[str]) -> str:
    if session is not None:
        return _ended(app.reader.export(session, form.value, closed=closed))
    texts = [app.reader.export(info.id, form.value, closed=closed) for info in app.reader.sessions()]
    return "[" + ",\n".join(texts) + "]\n" if form is Form.JSON else "\n---\n\n".join(texts)


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _named(session: str | None) -> str:
    if session is None:
        raise typer.BadParameter("name the conversation to hand off", param_hint="SESSION")
    return session


def _described(info: SessionInfo) -> dict[str, str]:
    return {"id": info.id, "title": info.title}


def _unreadable(path: Path) -> Phrase:
    return Phrase(ko=f"{path} 파일을 글로 읽을 수 없어요.", en=f"The file {path} cannot be read as text.")
