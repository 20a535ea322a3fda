"""One line about a board, for a model that reads little."""

from collections.abc import Iterable, Sequence
from typing import Any

from gemma_app.boards.document import Board, Component, refid_of, walk
from gemma_app.boards.geometry import anchor_of
from gemma_app.text import cut

_MOST = 20
_LONGEST_WORDS = 30


def board_context(board: Board, selected_refids: Sequence[int] = ()) -> str:
    """Return each component's refid, type, name or text, binding and place, the selected ones first."""
    components = [placed.component for placed in walk(board)]
    selected = set(selected_refids)
    components.sort(key=lambda component: refid_of(component.get("refid")) not in selected)
    shown = "; ".join(map(_shown, components[:_MOST])) or "empty"
    chosen = ", ".join(str(refid) for refid in selected_refids) or "-"
    return f"{shown}; selected: {chosen}"


def binding_context(habits: Iterable[tuple[int, str]]) -> str:
    """Return the habits that a component can be bound to, each once, by the key that binds it."""
    titles: dict[int, str] = {}
    for number, title in habits:
        titles.setdefault(number, title)
    return "; ".join(f"habit:{number} {title}" for number, title in titles.items())


def _shown(component: Component) -> str:
    words = component.get("name") or component.get("text")
    quoted = f'"{cut(words, _LONGEST_WORDS)}"' if isinstance(words, str) else ""
    identity = component.get("id")
    anchor = anchor_of(component)
    place = f"{anchor[0]:g},{anchor[1]:g}" if anchor else ""
    parts: tuple[Any, ...] = (component.get("refid"), component.get("type"), quoted, identity, place)
    return " ".join(str(part) for part in parts if part not in (None, ""))
