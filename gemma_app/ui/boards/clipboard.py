"""Copying components to the clipboard and putting in what is on it."""

import json

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QClipboard, QImage

from gemma_app.boards.document import Component, components_of, is_json, label_of
from gemma_app.boards.geometry import box_of
from gemma_app.boards.grouping import add, copies, remove
from gemma_app.boards.reshaping import moved
from gemma_app.boards.selecting import unlocked
from gemma_app.boards.snapping import GRID
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.pictures import component_of

FORMAT = "application/x-gemma-board+json"

_PASTED = Phrase(ko="붙여넣기", en="Paste")
_CUT = Phrase(ko="잘라내기", en="Cut")
_MAX_TEXT = 4000


def copy(control: BoardControl, clipboard: QClipboard) -> None:
    """Put copies of the selection on the clipboard; other programs get their names as text."""
    if control.board is None or not control.selection:
        return
    made = copies(control.board, control.selection)
    data = QMimeData()
    data.setData(FORMAT, QByteArray(json.dumps({"components": made}, ensure_ascii=False).encode()))
    data.setText("\n".join(label_of(component) for component in made))
    clipboard.setMimeData(data)


def cut(control: BoardControl, clipboard: QClipboard) -> None:
    """Copy the selection and remove it; what is locked stays."""
    if control.board is not None and unlocked(control.board, control.selection):
        copy(control, clipboard)
        control.put(remove(control.board, control.selection), _CUT)


def paste(control: BoardControl, clipboard: QClipboard, centre: tuple[float, float]) -> None:
    """Put on the board what the clipboard holds: components a little aside, an image or a text in the middle."""
    board, data = control.board, clipboard.mimeData()
    if board is None or data is None:
        return
    found = [moved(component, 2 * GRID, 2 * GRID) for component in _components(data)] or _foreign(data, centre)
    if found:
        new, refids = add(board, found)
        control.put(new, _PASTED)
        control.select(refids)


def centred(component: Component, centre: tuple[float, float]) -> Component:
    """Return a component moved so that its middle is at a point."""
    box = box_of(component)
    return moved(component, centre[0] - box.left - box.width / 2, centre[1] - box.top - box.height / 2)


def _components(data: QMimeData) -> list[Component]:
    if not data.hasFormat(FORMAT):
        return []
    try:
        held = json.loads(bytes(data.data(FORMAT).data()))
    except (ValueError, RecursionError):
        return []
    return components_of(held) if is_json(held) else []


def _foreign(data: QMimeData, centre: tuple[float, float]) -> list[Component]:
    if data.hasImage():
        image = data.imageData()
        made = component_of(image, "") if isinstance(image, QImage) else None
        return [] if made is None else [centred(made, centre)]
    words = data.text().strip()[:_MAX_TEXT]
    if not words:
        return []
    lines = words.count("\n") + 1
    made = {"type": "text", "text": words, "left": 0, "top": 0, "width": 320, "height": 28 * lines, "fontSize": 20}
    return [centred(made, centre)]
