"""Puts into the calls of a small model what was said about a board for certain: what is meant, and its values.

The model tells which tool is meant and gives rough arguments. Which component that is, and what its values become, is
worked out here from the sentence and the board; where several fit, the user is asked and nothing is guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import regex

from gemma_app.agent.grounding import Ground, Said
from gemma_app.agent.model import ToolCall
from gemma_app.boards.binding import source_of
from gemma_app.boards.document import Board, Placed, walk
from gemma_app.boards.properties import GAUGES
from gemma_app.boards.spoken.adding import CONNECTING, addition, habit_to_show
from gemma_app.boards.spoken.changing import change_of, words_patch
from gemma_app.boards.spoken.habits import Habits, SaidHabit, habit_in, numbered_habit
from gemma_app.boards.spoken.kinds import kind_to_add
from gemma_app.boards.spoken.names import quoted
from gemma_app.boards.spoken.places import given_place
from gemma_app.boards.spoken.referring import Reference, Situation, refer
from gemma_app.boards.spoken.replies import GROUP_SIZE, WHICH_CHANGE, no_number, none_of, which_habit, which_of
from gemma_app.boards.spoken.scene import board_patch, says_board, says_scene
from gemma_app.boards.spoken.sentence import Quote, Sentence, read
from gemma_app.boards.spoken.sizes import given_size
from gemma_app.boards.spoken.texts import SaidWords, describing, words_to_set
from gemma_app.boards.spoken.unread import values_said
from gemma_app.language import Phrase
from gemma_app.text import Pattern

_CHANGE, _REMOVE, _BOARD = "modifyComponentByRefid", "removeComponentByRefid", "modifyBoard"
_READ_ONE = "getComponentByRefid"
_REMOVING = Pattern(
    r"지워|지우(?!지)|삭제|없애|제거|빼\s*(?:줘|주|버|고|$)|치워|\b(?:delete|remove|erase|drop|get\s+rid\s+of)\b",
    regex.I,
)
_CHANGING = Pattern(
    r"바꿔|바꾸|해\s*(?:줘|주|라|봐|$)|만들어|옮겨|옮기|칠해|키워|줄여|돌려|게\s*$|으?로\s*$|"
    r"\b(?:make|turn|paint|move|change|set|put|rotate|resize|colou?r|rename)\b",
    regex.I,
)
_NOT = Pattern(r"지\s*(?:마|말)|\b(?:don'?t|do\s+not|never)\b", regex.I)
_BINDING = Pattern(
    r"(?:연결|연동|바인딩)(?!된|돼|되|한\s)|묶어|물려(?!\s*있)|\b(?:connect|bind|link|hook|tie|attach)\b|\bid\b",
    regex.I,
)
_FOR = Pattern(r"용|연결|습관|보여|\b(?:for|of|bind|bound|connect\w*|habit|show\w*|track\w*)\b", regex.I)
_CORNER = Pattern(r"(?:왼쪽|좌측)\s*(?:위|상단)|\btop[- ]left\b", regex.I)
_REGION = ("left", "top", "width", "height")
_OF_SCENE = frozenset({"sky", "dirLightEnabled"})


def board_ground(board: Board | None, selected: Sequence[int], habits: Habits = ()) -> Ground:
    """Return what looks at calls while a board is open.

    Args:
        board: The open board.
        selected: The refids of what is selected.
        habits: Numbers and titles of the habits that a component can show; a habit may have several titles.
    """

    def ground(call: ToolCall, said: Said) -> ToolCall | Phrase:
        situation = Situation(board=board, selected=selected, habits=habits, earlier=said.earlier)
        return ground_edit(call, said.text, situation)

    return ground


def ground_edit(call: ToolCall, said: str, situation: Situation) -> ToolCall | Phrase:
    """Return a call with what was said for certain, or what to say in its place.

    Args:
        call: A call of a board tool; any other is returned as it is.
        said: The words it answers; empty where other calls answer them, too.
        situation: What can be meant.
    """
    sentence = read(said)
    if not said.strip():
        return call
    match call.name:
        case "addComponent":
            return _added(call, sentence, situation)
        case "replaceBoard":
            return _with(call, **given_size(sentence.plain))
        case "modifyBoard" | "modifyComponentByRefid":
            return _changed(call, _Request.of(sentence, situation))
        case "removeComponentByRefid":
            return _on_one(call, _Request.of(sentence, situation))
        case "findComponents" | "getSelection" | "getComponentByRefid":
            return _looked(call, sentence, situation)
    return call


@dataclass(frozen=True, kw_only=True)
class _Request:
    """A sentence about something that is there, as far as it is understood.

    Args:
        sentence: All of it.
        situation: What can be meant.
        reference: What is meant, and what is left to read.
        words: The words it is to get.
        habit: The habit it is to show.
    """

    sentence: Sentence
    situation: Situation
    reference: Reference
    words: tuple[SaidWords, ...] = ()
    habit: SaidHabit | None = None

    @classmethod
    def of(cls, sentence: Sentence, situation: Situation) -> "_Request":
        """Read a sentence."""
        components = [placed.component for placed in walk(situation.board)]

        def is_there(quote: Quote) -> bool:
            return any(quoted(replace(sentence, quotes=(quote,)), component) for component in components)

        habit = habit_in(sentence, situation.habits) if _BINDING.search(sentence.plain) else None
        left = describing(sentence.without(habit.spans if habit else ()), is_there)
        words = words_to_set(sentence, is_there)
        return cls(sentence=sentence, situation=situation, reference=refer(left, situation), words=words, habit=habit)

    @property
    def one(self) -> Placed | Phrase:
        """The component that is meant, or what to say where that is not certain."""
        found, unknown = self.reference.found, self.reference.unknown
        if unknown is not None:
            return no_number(unknown)
        if len(found) == 1:
            return found[0]
        return which_of(found) if found else none_of(tuple(walk(self.situation.board)))

    def is_of_board(self, tool: str) -> bool:
        """Whether the board itself is meant."""
        left, described = self.reference.sentence, self.reference.described
        if tool == _BOARD:
            return not described or says_board(left) or says_scene(self.sentence)
        return not described and (says_board(left) or says_scene(left))


def _added(call: ToolCall, sentence: Sentence, situation: Situation) -> ToolCall | Phrase:
    kind = kind_to_add(sentence) or str(call.arguments.get("type"))
    habit = habit_to_show(sentence, situation.habits, kind)
    if habit and len(habit.ids) > 1:
        return which_habit(_titles(habit, situation))
    given = dict(call.arguments)
    if kind not in GAUGES or not _is_known(source_of(given), situation) or not _FOR.search(sentence.plain):
        given.pop("id", None)
    return replace(call, arguments=addition(given, sentence, situation.board or {}, habit))


def _changed(call: ToolCall, request: _Request) -> ToolCall | Phrase:
    given = call.arguments.get("patch")
    change = _board_changed if request.is_of_board(call.name) else _component_changed
    return change(call, request, dict(given) if isinstance(given, Mapping) else {})


def _board_changed(call: ToolCall, request: _Request, given: dict[str, Any]) -> ToolCall | Phrase:
    said, named = request.sentence, {"name": request.words[-1].words} if request.words else {}
    found = board_patch(said, request.situation.board) | named
    kept = {key: value for key, value in given.items() if key in _OF_SCENE and key not in found}
    patch = {**kept, **values_said(given, said, found), **found} if found else given
    return replace(call, name=_BOARD, arguments={"patch": patch}) if patch else WHICH_CHANGE


def _component_changed(call: ToolCall, request: _Request, given: dict[str, Any]) -> ToolCall | Phrase:
    if isinstance(placed := request.one, Phrase):
        return placed
    if request.habit and len(request.habit.ids) > 1:
        return which_habit(_titles(request.habit, request.situation))
    left = request.reference.sentence
    found = change_of(left, placed, request.situation.board or {}) | words_patch(request.words)
    if request.habit:
        found["id"] = f"habit:{request.habit.ids[0]}"
    if not found and _REMOVING.search(left.plain) and not _NOT.search(left.plain):
        return _on_one(replace(call, name=_REMOVE, arguments={}), request)
    patch = {**values_said(given, left, found), **found} if found else given
    if isinstance(placed.component.get("components"), list) and patch.keys() & {"width", "height"}:
        return GROUP_SIZE
    arguments = {"refid": placed.component.get("refid"), "patch": patch}
    return replace(call, name=_CHANGE, arguments=arguments) if patch else WHICH_CHANGE


def _on_one(call: ToolCall, request: _Request) -> ToolCall | Phrase:
    placed = request.one
    return placed if isinstance(placed, Phrase) else replace(call, arguments={"refid": placed.component.get("refid")})


def _looked(call: ToolCall, sentence: Sentence, situation: Situation) -> ToolCall | Phrase:
    """Return a call that looks; where the sentence tells what to do, the call that does it."""
    request = _Request.of(sentence, situation)
    is_told = not sentence.is_question and not _NOT.search(sentence.plain)
    if is_told and _REMOVING.search(sentence.plain):
        return _on_one(replace(call, name=_REMOVE, arguments={}), request)
    if is_told and _CHANGING.search(sentence.plain):
        changed = _changed(replace(call, name=_CHANGE, arguments={}), request)
        if changed is not WHICH_CHANGE:
            return changed
    if call.name != _READ_ONE:
        return _sought(call, sentence, situation) if call.name == "findComponents" else call
    if request.reference.unknown is not None:
        return replace(call, arguments={"refid": request.reference.unknown})
    return _on_one(call, request) if request.reference.described else call


def _sought(call: ToolCall, sentence: Sentence, situation: Situation) -> ToolCall:
    """Return a search by the habit or the region that was said."""
    bound = CONNECTING.search(sentence.plain)
    habit = habit_in(sentence, situation.habits) if bound else numbered_habit(sentence)
    if habit and len(habit.ids) == 1:
        return replace(call, arguments={"id": f"habit:{habit.ids[0]}"})
    corner = {"left": 0, "top": 0} if _CORNER.search(sentence.plain) else {}
    region = {**corner, **given_place(sentence.plain), **given_size(sentence.plain)}
    return replace(call, arguments={"region": region}) if region.keys() == set(_REGION) else call


def _titles(habit: SaidHabit, situation: Situation) -> list[str]:
    titles = dict(reversed(situation.habits))
    return [titles.get(number, str(number)) for number in habit.ids]


def _is_known(habit: int | None, situation: Situation) -> bool:
    return habit is not None and habit in {number for number, _ in situation.habits}


def _with(call: ToolCall, **values: Any) -> ToolCall:
    return replace(call, arguments={**call.arguments, **values})
