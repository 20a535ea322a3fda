"""The editor verbs as the window offers them: a name, keys, and what they do to the selection."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from gemma_app.boards.arranging import align, distribute, reorder
from gemma_app.boards.document import Board, Component, components_of, refid_of
from gemma_app.boards.edits import Op
from gemma_app.boards.grouping import duplicate, group, remove, ungroup
from gemma_app.boards.reshaping import rotate
from gemma_app.boards.selecting import chosen, is_hidden, is_locked
from gemma_app.boards.snapping import GRID
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl

_TURN = math.pi / 12


@dataclass(frozen=True, kw_only=True)
class Verb:
    """Something that is done to what is selected.

    Args:
        name: What it is called; also the label of the step.
        run: Does it.
        keys: Its shortcut, empty for none.
        needs: How many components must be selected.
        section: The menu it stands in.
    """

    name: Phrase
    run: Callable[[BoardControl, Phrase], None]
    keys: str = ""
    needs: int = 1
    section: str = "edit"


def _putting(change: Callable[[Board, tuple[int, ...]], Board]) -> Callable[[BoardControl, Phrase], None]:
    """Return what makes the outcome of a pure verb one step."""

    def run(control: BoardControl, name: Phrase) -> None:
        if control.board is not None:
            control.put(change(control.board, control.selection), name)

    return run


def _duplicate(control: BoardControl, name: Phrase) -> None:
    if control.board is not None:
        board, made = duplicate(control.board, control.selection, 2 * GRID)
        control.put(board, name)
        control.select(made)


def _group(control: BoardControl, name: Phrase) -> None:
    if control.board is not None:
        board, made = group(control.board, control.selection)
        if made is not None:
            control.put(board, name)
            control.select([made])


def _ungroup(control: BoardControl, name: Phrase) -> None:
    if control.board is not None:
        board, freed = ungroup(control.board, control.selection)
        control.put(board, name)
        control.select(freed or control.selection)


def _select_all(control: BoardControl, name: Phrase) -> None:  # noqa: ARG001 - a selection is no step
    if control.board is not None:
        shown = (item for item in components_of(control.board) if not is_hidden(item))
        control.select(refid for item in shown if (refid := refid_of(item.get("refid"))) is not None)


def _step(by: int) -> Callable[[BoardControl, Phrase], None]:
    def run(control: BoardControl, name: Phrase) -> None:  # noqa: ARG001 - a selection is no step
        board = control.board
        refids = [] if board is None else [refid_of(item.get("refid")) for item in components_of(board)]
        usable = [refid for refid in refids if refid is not None]
        if usable:
            now = control.selection[-1] if control.selection else None
            at = usable.index(now) + by if now in usable else (0 if by > 0 else -1)
            control.select([usable[at % len(usable)]])

    return run


def _toggle(
    off: Component, on: Component, is_on: Callable[[Component], bool]
) -> Callable[[BoardControl, Phrase], None]:
    """Return what gives all of the selection a patch, or the other one where all have it already."""

    def run(control: BoardControl, name: Phrase) -> None:
        board = control.board
        if board is None:
            return
        found = [placed.component for placed in chosen(board, control.selection)]
        patch = off if all(is_on(component) for component in found) else on
        ops: list[Op] = [{"op": "modify", "refid": item["refid"], "patch": patch} for item in found]
        control.edit(ops, name)

    return run


def _p(ko: str, en: str) -> Phrase:
    return Phrase(ko=ko, en=en)


VERBS = (
    Verb(name=_p("복제", "Duplicate"), run=_duplicate, keys="Ctrl+D"),
    Verb(name=_p("지우기", "Delete"), run=_putting(remove), keys="Del"),
    Verb(name=_p("모두 선택", "Select all"), run=_select_all, keys="Ctrl+A", needs=0),
    Verb(name=_p("다음 것 선택", "Select the next one"), run=_step(1), keys="PgDown", needs=0),
    Verb(name=_p("이전 것 선택", "Select the previous one"), run=_step(-1), keys="PgUp", needs=0),
    Verb(name=_p("묶기", "Group"), run=_group, keys="Ctrl+G", needs=2, section="arrange"),
    Verb(name=_p("묶음 풀기", "Ungroup"), run=_ungroup, keys="Ctrl+Shift+G", section="arrange"),
    Verb(
        name=_p("맨 앞으로", "Bring to front"),
        run=_putting(lambda b, r: reorder(b, r, "front")),
        keys="Ctrl+Shift+]",
        section="arrange",
    ),
    Verb(
        name=_p("앞으로", "Bring forward"),
        run=_putting(lambda b, r: reorder(b, r, "forward")),
        keys="Ctrl+]",
        section="arrange",
    ),
    Verb(
        name=_p("뒤로", "Send backward"),
        run=_putting(lambda b, r: reorder(b, r, "backward")),
        keys="Ctrl+[",
        section="arrange",
    ),
    Verb(
        name=_p("맨 뒤로", "Send to back"),
        run=_putting(lambda b, r: reorder(b, r, "back")),
        keys="Ctrl+Shift+[",
        section="arrange",
    ),
    Verb(
        name=_p("왼쪽으로 15° 돌리기", "Rotate 15° left"),
        run=_putting(lambda b, r: rotate(b, r, -_TURN)),
        keys="Ctrl+Alt+Left",
        section="arrange",
    ),
    Verb(
        name=_p("오른쪽으로 15° 돌리기", "Rotate 15° right"),
        run=_putting(lambda b, r: rotate(b, r, _TURN)),
        keys="Ctrl+Alt+Right",
        section="arrange",
    ),
    Verb(
        name=_p("잠그기/풀기", "Lock or unlock"),
        run=_toggle({"locked": None}, {"locked": True}, is_locked),
        keys="Ctrl+L",
        section="arrange",
    ),
    Verb(
        name=_p("숨기기/보이기", "Hide or show"),
        run=_toggle({"visible": None, "hidden": None}, {"visible": False}, is_hidden),
        keys="Ctrl+H",
        section="arrange",
    ),
    Verb(
        name=_p("왼쪽 맞춤", "Align left"),
        run=_putting(lambda b, r: align(b, r, "left")),
        keys="Alt+L",
        section="align",
    ),
    Verb(
        name=_p("가로 가운데 맞춤", "Align centres across"),
        run=_putting(lambda b, r: align(b, r, "centre")),
        keys="Alt+C",
        section="align",
    ),
    Verb(
        name=_p("오른쪽 맞춤", "Align right"),
        run=_putting(lambda b, r: align(b, r, "right")),
        keys="Alt+R",
        section="align",
    ),
    Verb(name=_p("위 맞춤", "Align top"), run=_putting(lambda b, r: align(b, r, "top")), keys="Alt+T", section="align"),
    Verb(
        name=_p("세로 가운데 맞춤", "Align centres down"),
        run=_putting(lambda b, r: align(b, r, "middle")),
        keys="Alt+M",
        section="align",
    ),
    Verb(
        name=_p("아래 맞춤", "Align bottom"),
        run=_putting(lambda b, r: align(b, r, "bottom")),
        keys="Alt+B",
        section="align",
    ),
    Verb(
        name=_p("가로 간격 같게", "Equal gaps across"),
        run=_putting(lambda b, r: distribute(b, r, "across")),
        keys="Alt+H",
        needs=3,
        section="align",
    ),
    Verb(
        name=_p("세로 간격 같게", "Equal gaps down"),
        run=_putting(lambda b, r: distribute(b, r, "down")),
        keys="Alt+V",
        needs=3,
        section="align",
    ),
)
"""Every verb, in the order of the menus."""
