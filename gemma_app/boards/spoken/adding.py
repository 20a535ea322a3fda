"""What a sentence says of a component that is to be added, and what it gets where nothing is said."""

import itertools
from collections.abc import Mapping
from typing import Any

import regex

from gemma_app.boards.document import Board, Component, components_of
from gemma_app.boards.geometry import Box, box_of, box_of_placed
from gemma_app.boards.properties import GAUGES
from gemma_app.boards.selecting import LINE_TYPES, board_box
from gemma_app.boards.spoken.changing import colour_patch, words_patch
from gemma_app.boards.spoken.colours import colours_in
from gemma_app.boards.spoken.habits import Habits, SaidHabit, habit_in
from gemma_app.boards.spoken.kinds import kind_to_add
from gemma_app.boards.spoken.looks import given_looks
from gemma_app.boards.spoken.places import Room, place_to_add
from gemma_app.boards.spoken.sentence import Sentence
from gemma_app.boards.spoken.sizes import size_patch
from gemma_app.boards.spoken.texts import words_to_write
from gemma_app.boards.spoken.unread import values_said
from gemma_app.boards.templates import ADDABLE, new_component
from gemma_app.language import Language
from gemma_app.text import Pattern

CONNECTING = Pattern(
    r"연결|연동|묶어|묶인|바인딩|바인드|물려|물린|걸어|붙은|\b(?:connect|bind|bound|binding|link|hook|tied?|attach)\w*\b",
    regex.I,
)
_HANGUL = Pattern(r"\p{Hangul}")
_MARGIN, _STEP = 24, 40
_MOST_NEIGHBOURS = 200
_LETTER, _WIDE_LETTER, _LINE = 0.62, 1.05, 1.5
_WIDE_FROM = "ᄀ"


def habit_to_show(sentence: Sentence, habits: Habits, kind: str) -> SaidHabit | None:
    """Return the habit that something new is to show, None where it is to show none."""
    is_meant = kind in GAUGES or CONNECTING.search(sentence.plain) is not None
    return habit_in(sentence, habits) if is_meant else None


def addition(
    given: Mapping[str, Any], sentence: Sentence, board: Board, said_habit: SaidHabit | None
) -> dict[str, Any]:
    """Return the component that a sentence asks for.

    Args:
        given: What a model made of it.
        sentence: What was said.
        board: Where it goes.
        said_habit: The habit that it is to show.
    """
    left = sentence.without(said_habit.spans if said_habit else ())
    kind = kind_to_add(left) or str(given.get("type") or "rect")
    language: Language = "ko" if _HANGUL.search(sentence.text) else "en"
    usual = new_component(kind, (0.0, 0.0), language) if kind in ADDABLE else {"type": kind}
    said = {
        **colour_patch(colours_in(left), kind),
        **size_patch(left.plain, usual, box_of(usual)),
        **given_looks(left.plain, kind),
        **_worded(left, kind),
    }
    if said_habit:
        said["id"] = f"habit:{said_habit.ids[0]}"
    said |= values_said({key: value for key, value in given.items() if key != "type"}, left, said)
    made = {"type": kind, **_fitted({**_usual(usual, said), **said})}
    place = place_to_add(left.plain, Room(box=box_of(made), board=board_box(board), margin=_MARGIN))
    free = _free_place(board, box_of(made)) if place is None or len(place) < 2 else {}
    return {**made, **free, **(place or {}), **{key: said[key] for key in ("left", "top") if key in said}}


def _worded(sentence: Sentence, kind: str) -> dict[str, Any]:
    """Return the words of something new; what cannot show words is called by them."""
    words = words_patch(words_to_write(sentence))
    if "text" in words and kind not in {"text", "rect", "circle", "ellipse"}:
        words.setdefault("name", words.pop("text"))
    return words


def _usual(usual: Component, said: Mapping[str, Any]) -> Component:
    """Return how something is drawn by hand, without what does not go with what was said."""
    kept = {key: value for key, value in usual.items() if key not in {"type", "left", "top", *said}}
    if "fillStyle" in said and "strokeStyle" not in said and usual.get("type") not in LINE_TYPES:
        kept.pop("strokeStyle", None)
    if "points" in kept and "width" in said:
        kept["points"] = [[0, 0], [said["width"], said.get("height", 0)]] if usual["type"] == "line" else kept["points"]
    return kept


def _fitted(component: Component) -> Component:
    """Return a text with room for its words."""
    words = component.get("text")
    if not isinstance(words, str) or component.get("fontSize") is None or "strokeStyle" in component:
        return component
    size = float(component["fontSize"])
    width = sum(_WIDE_LETTER if letter >= _WIDE_FROM else _LETTER for letter in words) * size + size
    room = {"width": round(max(width, float(component["width"]))), "height": round(size * _LINE)}
    return {**component, **room}


def _free_place(board: Board, box: Box) -> dict[str, Any]:
    """Return the first place in reading order where nothing is in the way, else the middle."""
    area, neighbours = board_box(board), [box_of_placed(item) for item in components_of(board)]
    if len(neighbours) <= _MOST_NEIGHBOURS:
        for top, left in itertools.product(_steps(area.height - box.height), _steps(area.width - box.width)):
            place = Box(left=left, top=top, width=box.width, height=box.height)
            if not any(other.meets(place) for other in neighbours):
                return {"left": left, "top": top}
    return {"left": round((area.width - box.width) / 2), "top": round((area.height - box.height) / 2)}


def _steps(room: float) -> range:
    return range(_MARGIN, int(room) - _MARGIN + 1, _STEP)
