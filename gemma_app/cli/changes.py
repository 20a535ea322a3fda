"""``gemma-app undo``: takes changes back, whoever made them."""

import json
from typing import Annotated

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.errors import Rejected
from gemma_app.language import Language, Phrase
from gemma_app.storage.audit import NOTHING_TO_UNDO, Standing
from gemma_app.text import visible

_VERBS = {
    "add_habit": Phrase(ko="습관 추가", en="adding a habit"),
    "archive_habit": Phrase(ko="습관 그만두기", en="stopping a habit"),
    "log_tracker_entry": Phrase(ko="체크인", en="a check-in"),
    "record_check_in": Phrase(ko="체크인", en="a check-in"),
    "clear_check_in": Phrase(ko="체크인 지우기", en="clearing a check-in"),
    "delete_session": Phrase(ko="대화 삭제", en="deleting a conversation"),
    "rewind": Phrase(ko="대화의 뒷부분 빼기", en="taking messages out of a conversation"),
    "delete_board": Phrase(ko="보드 삭제", en="deleting a board"),
}
_UNDONE = Phrase(ko="되돌렸어요", en="Undone")

ChangeId = Annotated[int | None, typer.Argument(metavar="ID", help="The change; the newest where none is named.")]
Listing = Annotated[bool, typer.Option("--list", help="List what can be taken back instead, newest first.")]


def undo(
    change_id: ChangeId = None,
    listing: Listing = False,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Take the newest change back; once more takes back the one before it.

    In JSON, "change" is the number of the undo: taking that back does the change again.
    """
    with opened(data_dir, today, lang) as app:
        language, standing = app.choices.language(), app.undoable()
        if listing:
            _list(standing, language, as_json=as_json)
            return
        chosen = change_id if change_id is not None else next((each.id for each in standing), None)
        if chosen is None:
            raise Rejected("nothing_to_undo", NOTHING_TO_UNDO)
        undo_id = app.undo(chosen, actor="command")
        undone = next((each for each in standing if each.id == chosen), None)
    if as_json:
        typer.echo(json.dumps({"change": undo_id, "id": chosen, **({} if undone is None else _facts(undone))}))
    else:
        typer.echo(_UNDONE.say(language) + ("" if undone is None else f": {_told(undone, language)}"))


def _list(standing: list[Standing], language: Language, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps([_facts(each) for each in standing]))
        return
    for each in standing:
        typer.echo(f"{each.id}  {_time(each)}  {_verb(each, language)}")


def _facts(change: Standing) -> dict[str, str | int]:
    return {"id": change.id, "tool": change.tool, "at": change.at.isoformat()}


def _told(change: Standing, language: Language) -> str:
    return f"{_verb(change, language)} ({_time(change)})"


def _verb(change: Standing, language: Language) -> str:
    verb = _VERBS.get(change.tool)
    return visible(change.tool) if verb is None else verb.say(language)


def _time(change: Standing) -> str:
    return f"{change.at.astimezone():%Y-%m-%d %H:%M}"
