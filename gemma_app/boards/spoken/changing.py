"""What a sentence changes of a component that is there."""

from collections.abc import Iterable
from typing import Any

import regex

from gemma_app.boards.document import Board, Component, Placed, number_of
from gemma_app.boards.geometry import box_of
from gemma_app.boards.selecting import LINE_TYPES, board_box
from gemma_app.boards.spoken.colours import SaidColour, colours_in
from gemma_app.boards.spoken.looks import look_patch
from gemma_app.boards.spoken.places import Place, Room, place_to_move
from gemma_app.boards.spoken.sentence import Sentence
from gemma_app.boards.spoken.sizes import size_patch
from gemma_app.boards.spoken.texts import SaidWords
from gemma_app.text import Pattern

_ROTATING = Pattern(r"돌려|돌리|회전|기울|\b(?:rotat\w*|turn\s+\S+\s+(?:left|right|\d)|tilt|spin)\b", regex.I)


def change_of(sentence: Sentence, placed: Placed, board: Board) -> dict[str, Any]:
    """Return the patch that a sentence, its description read, says for a component."""
    component, plain = placed.component, sentence.plain
    box = box_of(component)
    looks = look_patch(plain, component)
    size = size_patch(plain, component, box, grows=not looks)
    patch = {**colour_patch(_wanted(colours_in(sentence)), str(component.get("type"))), **size, **looks}
    if not _ROTATING.search(plain):
        room = Room(box=box, board=board_box(board).moved(-placed.origin[0], -placed.origin[1]))
        patch |= _from_corner(component, place_to_move(plain, room, lifts=not patch))
    return patch


def colour_patch(colours: Iterable[SaidColour], kind: str) -> dict[str, Any]:
    """Return the properties that give something those colours."""
    found: dict[str, Any] = {}
    for colour in colours:
        is_line = colour.outline or kind in LINE_TYPES
        found["strokeStyle" if is_line else "fillStyle"] = colour.value
    return found


def words_patch(words: tuple[SaidWords, ...]) -> dict[str, Any]:
    """Return the words that something gets."""
    return {"name" if each.is_name else "text": each.words for each in words}


def _wanted(colours: tuple[SaidColour, ...]) -> tuple[SaidColour, ...]:
    """Return the colours that something is to become; where none stands so, those that describe nothing."""
    return tuple(colour for colour in colours if colour.role == "to") or colours


def _from_corner(component: Component, place: Place) -> Place:
    """Return a place as a component has it: a group's is where its own coordinates start, not the box around it."""
    if not isinstance(component.get("components"), list):
        return place
    box = box_of(component)
    edges = {"left": box.left, "top": box.top}
    return {side: (number_of(component.get(side)) or 0.0) + value - edges[side] for side, value in place.items()}
