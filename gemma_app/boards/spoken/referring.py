"""Which component a sentence means: by number, name, kind, looks, place, selection, or what was done last."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from gemma_app.boards.binding import source_of
from gemma_app.boards.colour import parse_colour
from gemma_app.boards.document import Board, Placed, number_of, refid_of, walk
from gemma_app.boards.selecting import LINE_TYPES
from gemma_app.boards.spoken.colours import colours_in, looks_alike
from gemma_app.boards.spoken.habits import Habits, numbered_habit
from gemma_app.boards.spoken.kinds import NOUN, TITLE, kinds_in, related
from gemma_app.boards.spoken.names import called, quoted
from gemma_app.boards.spoken.position import told_apart
from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

_NUMBER = Pattern(
    r"\b(?:component|refid|number|no\.?)\s*#?\s*(\d+)\b|(?:컴포넌트|요소)\s*(\d+)|(?<![\w.&])#(\d{1,4})(?![\da-f])|"
    r"(?<![\d.])(\d+)\s*번(?!\s*째|\s*습관)",
    regex.I,
)
_KIND_NUMBER = Pattern(r"\s*(\d+)(?!\s*(?:px|pt|픽셀|%|퍼센트|도|개|배|[x×]))\b", regex.I)
_VERB_NUMBER = Pattern(
    r"\b(?:read|inspect|move|make|resize|paint|colou?r|rename|is)\s+(\d+)\b"
    r"(?!\s*(?:px|pixels?|points?|%|x|by|left|right|up|down|to\s+the|more|times))",
    regex.I,
)
_DELETE_NUMBER = Pattern(r"\b(?:delete|remove|erase)\s+(\d+)\b", regex.I)
_MADE = Pattern(r"\brefid\s*#?(\d+)|#(\d+)\b|(?:컴포넌트|component)\s*#?(\d+)|(\d+)번", regex.I)
_THIS = Pattern(
    r"(?<!\p{L})(?:이거|이걸|이것|이건|요거|요걸|얘)|선택(?:한|된|해\s*[둔놓])|고른|골라\s*[둔놓]|클릭(?:한|해\s*[둔놓])|잡은|집은|"
    r"\bthis(?:\s+one)?\b|\bthese\b|\bselected\b|\bselection\b",
    regex.I,
)
_THIS_KIND = Pattern(r"(?<!\p{L})이(?=\s+\p{L})|\bthis\b(?!\s+one)", regex.I)
_THAT = Pattern(
    r"(?<!\p{L})(?:그거|그걸|그것|그건|걔|저거|저걸|그)(?!\p{L})|그거|그걸|방금|아까|좀\s*전에|막\s+(?:넣|그|만)|"
    r"\bit\b|\bthat(?:\s+one)?\b|\byou\s+just\b|\bjust\s+(?:added|made|drew)\b",
    regex.I,
)
_RATHER_THAN = Pattern(r"\S+\s*말고|\bnot\s+(?:the\s+)?\S+\s+but\b|\binstead\s+of\s+(?:the\s+)?\S+", regex.I)
_LATEST = Pattern(r"방금|아까|좀\s*전에|\bjust\s+(?:added|made|drew)\b|\byou\s+just\b", regex.I)


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What can be meant.

    Args:
        board: The open board.
        selected: The refids of what is selected.
        habits: Numbers and titles of the habits.
        earlier: The app's words before the sentence.
    """

    board: Board | None
    selected: Sequence[int] = ()
    habits: Habits = ()
    earlier: str = ""


@dataclass(frozen=True, kw_only=True)
class Reference:
    """What a sentence means.

    Args:
        found: The components that it may mean; just one where it is certain, none where it means nothing on the board.
        sentence: What is left to read of the sentence.
        described: Whether it says anything of what it means.
        unknown: The number of a component that is not there.
    """

    found: tuple[Placed, ...]
    sentence: Sentence
    described: bool
    unknown: int | None = None


def refer(sentence: Sentence, situation: Situation) -> Reference:
    """Return what a sentence means."""
    sentence = sentence.without(match.span() for match in _RATHER_THAN.finditer(sentence.plain))
    components = tuple(walk(situation.board))
    number = numbered_habit(sentence)
    if (numbered := _numbered(sentence.without(number.spans if number else ()), components)) is not None:
        return numbered
    found, left, described = _described(sentence, components, situation)
    pointed = _pointed(sentence, components, situation)
    if pointed and _THIS.search(sentence.plain) and not _points_at_kind(sentence):
        is_both = not {id(placed) for placed in pointed}.isdisjoint(map(id, found))
        return Reference(found=pointed, sentence=left if described and is_both else sentence, described=True)
    if not described:
        is_pointing = bool(pointed) and _THAT.search(sentence.plain) is not None
        return Reference(found=pointed or components, sentence=left, described=is_pointing)
    common = tuple(placed for placed in pointed if placed in found or not found) if len(found) != 1 else ()
    return Reference(found=common or found, sentence=left, described=True)


def _numbered(sentence: Sentence, components: Sequence[Placed]) -> Reference | None:
    """Return the component that is named by its number; one in doubt only where it is there."""
    sure = [*_NUMBER.finditer(sentence.plain), *_DELETE_NUMBER.finditer(sentence.plain)]
    after_kinds = (_KIND_NUMBER.match(sentence.plain, kind.span[1]) for kind in kinds_in(sentence))
    likely = [*_VERB_NUMBER.finditer(sentence.plain), *(match for match in after_kinds if match)]
    here = {refid_of(placed.component.get("refid")) for placed in components}
    matches = [*sure, *(match for match in likely if _only(match) in here)]
    if not matches:
        return None
    numbers = [_only(match) for match in matches]
    return Reference(
        found=_of_refids(components, numbers),
        sentence=sentence.without(match.span() for match in matches),
        described=True,
        unknown=None if here.intersection(numbers) else numbers[0],
    )


def _only(match: regex.Match[str]) -> int:
    return int(next(filter(None, match.groups())))


def _described(
    sentence: Sentence, components: Sequence[Placed], situation: Situation
) -> tuple[tuple[Placed, ...], Sentence, bool]:
    """Return what fits the description, what is left of the sentence, and whether there is a description."""
    found, spans = _named(sentence, components, situation.habits)
    described = bool(found)
    found = found or tuple(components)
    left = sentence.without(spans)
    kind_spans: list[Span] = []
    for kind in kinds_in(left)[:1]:
        fitting = _of_types(found, kind.types) or _of_types(found, related(kind.types))
        found, described = (found if described and not fitting else fitting), True
        kind_spans.append(kind.span)
    if not described and TITLE.search(left.plain):
        found, described = _title(found), True
    for colour in colours_in(left):
        if colour.role == "of":
            found, described = _of_colour(found, colour.value), True
            left = left.without([colour.span])
    found, where = told_apart(left, found)
    return found, left.without([*kind_spans, *where]), described or bool(where)


def _named(
    sentence: Sentence, components: Sequence[Placed], habits: Habits
) -> tuple[tuple[Placed, ...], tuple[Span, ...]]:
    """Return what is called by a quote, by the number of its habit, or by words; and where."""
    if quoting := tuple(placed for placed in components if quoted(sentence, placed.component)):
        return quoting, ()
    if number := numbered_habit(sentence):
        return tuple(placed for placed in components if source_of(placed.component) in number.ids), number.spans
    names = called(sentence, components, habits)
    return tuple(each.placed for each in names), tuple(span for each in names for span in each.spans)


def _pointed(sentence: Sentence, components: Sequence[Placed], situation: Situation) -> tuple[Placed, ...]:
    """Return what is selected, or what the app named last where the sentence points back."""
    selected = _of_refids(components, situation.selected)
    latest = _of_refids(components, map(_only, _MADE.finditer(situation.earlier)))
    if _LATEST.search(sentence.plain):
        return latest or selected
    return selected or latest


def _points_at_kind(sentence: Sentence) -> bool:
    """Whether ``this`` stands before a noun, as in "this circle"."""
    return any(NOUN.match(sentence.plain, match.end()) for match in _THIS_KIND.finditer(sentence.plain))


def _of_refids(components: Sequence[Placed], refids: Iterable[int]) -> tuple[Placed, ...]:
    wanted = set(refids)
    return tuple(placed for placed in components if refid_of(placed.component.get("refid")) in wanted)


def _of_types(found: Sequence[Placed], types: tuple[str, ...]) -> tuple[Placed, ...]:
    return tuple(placed for placed in found if placed.component.get("type") in types)


def _of_colour(found: Sequence[Placed], value: str) -> tuple[Placed, ...]:
    """Return what has just that colour, else what people would call so."""
    wanted = parse_colour(value)
    shown = [(placed, parse_colour(_colour(placed))) for placed in found]
    exact = tuple(placed for placed, colour in shown if colour == wanted)
    if exact or wanted is None:
        return exact
    return tuple(placed for placed, colour in shown if colour is not None and looks_alike(colour, wanted))


def _colour(placed: Placed) -> object:
    keys = ("strokeStyle", "fillStyle") if placed.component.get("type") in LINE_TYPES else ("fillStyle", "strokeStyle")
    return next((placed.component[key] for key in keys if placed.component.get(key)), None)


def _title(found: Sequence[Placed]) -> tuple[Placed, ...]:
    """Return the texts with the largest letters."""
    texts = _of_types(found, ("text",))
    sizes = [number_of(placed.component.get("fontSize")) or 0.0 for placed in texts]
    return tuple(placed for placed, size in zip(texts, sizes, strict=True) if size == max(sizes))
