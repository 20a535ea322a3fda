"""One line about a board, for a model that reads little."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gemma_app.boards.document import Board, Component, Placed, refid_of, walk
from gemma_app.boards.geometry import anchor_of, box_from
from gemma_app.boards.selecting import box_on_board
from gemma_app.text import cut

_MOST = 20
_LONGEST_WORDS = 30


def board_context(board: Board, selected_refids: Sequence[int] = (), viewport: Mapping[str, Any] | None = None) -> str:
    """Return each component's refid, type, name or text, binding and place, and how many more there are.

    Args:
        board: The board.
        selected_refids: The components that come first.
        viewport: What of the board is seen, as ``{left, top, width, height}``; what is in it comes next.
    """
    placed = list(walk(board))
    selected, view = set(selected_refids), box_from(viewport) if len(placed) > _MOST else None

    def rank(each: Placed) -> int:
        if refid_of(each.component.get("refid")) in selected:
            return 0
        return 1 if view is not None and box_on_board(each).meets(view) else 2

    placed.sort(key=rank)
    shown = "; ".join(_shown(each.component) for each in placed[:_MOST]) or "empty"
    more = f"; {len(placed) - _MOST} more" if len(placed) > _MOST else ""
    chosen = ", ".join(str(refid) for refid in selected_refids) or "-"
    return f"{shown}{more}; selected: {chosen}"


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
