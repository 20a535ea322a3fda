"""Says in words what a proposed change does and what two values disagree about."""

import json
from typing import Any

from gemma_app.boards.proposal import Change, Conflict
from gemma_app.language import Phrase, same
from gemma_app.text import cut

_MOST_KEYS = 4
_LONGEST_VALUE = 40
_KINDS = {
    "add": Phrase(ko="더하기", en="Add"),
    "modify": Phrase(ko="바꾸기", en="Change"),
    "remove": Phrase(ko="지우기", en="Remove"),
    "modifyBoard": Phrase(ko="보드 바꾸기", en="Change the board"),
    "replace": Phrase(ko="보드 전체를 새로", en="Replace the whole board"),
}


def kind_of(change: Change) -> Phrase:
    """Return what kind of change it is, in a word or two."""
    return _KINDS.get(str(change.op.get("op")), same("?"))


def details_of(change: Change) -> str:
    """Return the values that a change sets, shortened; empty where its name says all."""
    match change.op.get("op"):
        case "modify" | "modifyBoard":
            given = change.op.get("patch")
        case "add":
            given = {key: value for key, value in change.op["component"].items() if key in ("type", "text", "id")}
        case "replace":
            return str(len(change.op["board"].get("components", [])))
        case _:
            given = None
    if not isinstance(given, dict):
        return ""
    shown = [f"{key}: {value_text(value)}" for key, value in list(given.items())[:_MOST_KEYS]]
    return ", ".join(shown) + (" …" if len(given) > _MOST_KEYS else "")


def conflict_text(conflict: Conflict) -> Phrase:
    """Return what the user's value and the proposed one are."""
    where = ".".join(conflict.path)
    if not where:
        return Phrase(ko="그 사이에 직접 바꾼 것이 있어요", en="You changed this meanwhile")
    mine, theirs = value_text(conflict.user), value_text(conflict.proposed)
    return Phrase(ko=f"{where}: 내 값 {mine}, 제안 {theirs}", en=f"{where}: yours {mine}, proposed {theirs}")


def value_text(value: Any) -> str:
    """Return a value in a few characters."""
    if value is None:
        return "–"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return cut(" ".join(text.split()), _LONGEST_VALUE)
