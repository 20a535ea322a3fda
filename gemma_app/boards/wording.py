"""The words for types, properties, proposed changes and conflicts."""

import json
from typing import Any

from gemma_app.boards.document import Component, label_of, refid_of
from gemma_app.boards.properties import BOARD_PROPERTIES, PROPERTIES
from gemma_app.boards.proposal import Change, Conflict
from gemma_app.language import Phrase, same
from gemma_app.text import cut

_MOST_KEYS = 4
_LONGEST_VALUE = 40
_PROPERTIES = {each.key: each.label for each in (*BOARD_PROPERTIES, *PROPERTIES)}
_TYPES = {
    "rect": Phrase(ko="사각형", en="Rectangle"),
    "circle": Phrase(ko="원", en="Circle"),
    "ellipse": Phrase(ko="타원", en="Ellipse"),
    "text": Phrase(ko="글", en="Text"),
    "line": Phrase(ko="선", en="Line"),
    "polyline": Phrase(ko="꺾은선", en="Polyline"),
    "image": Phrase(ko="이미지", en="Image"),
    "gauge-circle": Phrase(ko="원형 게이지", en="Round gauge"),
    "gauge-horizon": Phrase(ko="반원 게이지", en="Half-round gauge"),
    "progress-horizontal": Phrase(ko="진행 막대", en="Progress bar"),
    "progress-circle": Phrase(ko="진행 고리", en="Progress ring"),
    "group": Phrase(ko="묶음", en="Group"),
}
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


def type_name(kind: object) -> Phrase:
    """Return what a type of component is called; an unknown one is called as it is written."""
    return _TYPES.get(kind, same(kind)) if isinstance(kind, str) else same("?")


def shown_label(component: Component) -> Phrase:
    """Return the words by which a component is listed: its name or text, else what its type is called."""
    given = (component.get(key) for key in ("name", "text"))
    if any(isinstance(words, str) and words.strip() for words in given):
        return same(label_of(component))
    kind, refid = type_name(component.get("type")), refid_of(component.get("refid"))
    number = "" if refid is None else f" #{refid}"
    return Phrase(ko=kind.ko + number, en=kind.en + number)


def property_name(key: str) -> Phrase:
    """Return what a property is called; one that no panel shows is called as it is written."""
    return _PROPERTIES.get(key, same(key))


def details_of(change: Change) -> Phrase:
    """Return the values that a change sets, shortened; empty where its name says all."""
    match change.op.get("op"):
        case "modify" | "modifyBoard":
            given = change.op.get("patch")
        case "add":
            shown = ("text", "id", "value", "fillStyle")
            given = {key: value for key, value in change.op["component"].items() if key in shown}
            return _joined([type_name(change.op["component"].get("type")), _values(given)])
        case "replace":
            count = len(change.op["board"].get("components", []))
            return Phrase(ko=f"요소 {count}개", en=f"Items: {count}")
        case _:
            given = None
    return _values(given if isinstance(given, dict) else {})


def conflict_text(conflict: Conflict) -> Phrase:
    """Return what the user's value and the proposed one are."""
    if not conflict.path:
        return Phrase(ko="그 사이에 직접 바꾼 것이 있어요", en="You changed this meanwhile")
    where = property_name(".".join(conflict.path))
    mine, theirs = value_text(conflict.user), value_text(conflict.proposed)
    return Phrase(ko=f"{where.ko}: 내 값 {mine}, 제안 {theirs}", en=f"{where.en}: yours {mine}, proposed {theirs}")


def _values(given: dict[str, Any]) -> Phrase:
    parts = [(property_name(key), value_text(value)) for key, value in list(given.items())[:_MOST_KEYS]]
    more = " …" if len(given) > _MOST_KEYS else ""
    return Phrase(
        ko=", ".join(f"{name.ko} {value}" for name, value in parts) + more,
        en=", ".join(f"{name.en} {value}" for name, value in parts) + more,
    )


def _joined(parts: list[Phrase]) -> Phrase:
    return Phrase(
        ko=", ".join(part.ko for part in parts if part.ko), en=", ".join(part.en for part in parts if part.en)
    )


def value_text(value: Any) -> str:
    """Return a value in a few characters."""
    if value is None:
        return "–"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return cut(" ".join(text.split()), _LONGEST_VALUE)
