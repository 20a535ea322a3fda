"""Places in a sentence: given in numbers, by an edge or a corner, or against where something is."""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

from gemma_app.boards.geometry import Box
from gemma_app.boards.spoken.amounts import NUMBER, SET_TO, number_from, step_of, tidy
from gemma_app.text import Pattern

Place = dict[str, int | float]

_GIVEN = {
    "left": Pattern(
        rf"(?:\bleft(?:\s+edge)?|왼쪽에서|왼쪽|\bx){SET_TO}{NUMBER}(?!\s*(?:px|픽셀|pixels?|칸|만큼|더|번|%))", regex.I
    ),
    "top": Pattern(
        rf"(?:\btop(?:\s+edge)?|위에서|(?<!\p{{L}})위|\by){SET_TO}{NUMBER}(?!\s*(?:px|픽셀|pixels?|칸|만큼|더|번|%))",
        regex.I,
    ),
}
_FROM = {
    "left": Pattern(rf"{NUMBER}\s*(?:px|pixels?)?\s*from\s+the\s+left", regex.I),
    "top": Pattern(rf"{NUMBER}\s*(?:px|pixels?)?\s*from\s+the\s+top", regex.I),
}
_PAIR = Pattern(
    rf"\(\s*{NUMBER}\s*,\s*{NUMBER}\s*\)|(?:\b(?:to|at)\s+){NUMBER}\s*,\s*{NUMBER}|"
    rf"(?<![\d.]){NUMBER}\s*,\s*{NUMBER}\s*(?=에|으?로|좌표|자리|위치|지점)",
    regex.I,
)
_SIDES: Mapping[str, str] = {
    "left": r"왼쪽|왼편|좌측|(?<!\p{L})좌(?=상|하|로)|\bleft(?:wards?|most)?\b",
    "right": r"오른쪽|오른편|우측|(?<!\p{L})우(?=상|하|로)|\bright(?:wards?|most)?\b(?!\s+(?:here|now|away|size|"
    r"colou?r))",
    "up": r"위쪽|(?<!보드\s*|화면\s*|캔버스\s*|배경\s*)(?<!\p{L})위(?![치한해험])|윗|상단|(?<=[좌우])상|꼭대기|"
    r"\btop\b|\bupper\b|\bup(?:wards?)?\b|\bhigher\b|\babove\b",
    "down": r"아래쪽|아래|아랫|밑|하단|(?<=[좌우])하(?=단|측|귀|로|에)|바닥|\bbottom\b|\blower(?=[-\s]+(?:left|"
    r"right))|\bdown(?:wards?)?\b",
}
_SIDE = Pattern("|".join(f"(?P<{name}>{words})" for name, words in _SIDES.items()), regex.I)
_CENTRE = Pattern(r"가운데|한가운데|정중앙|중앙|중심|\bcent(?:er|re)d?\b|\bmiddle\b", regex.I)
_ONLY_ACROSS = Pattern(r"가로(?:로|\s*방향)?(?=\s*(?:만|로|가운데|중앙))|좌우|\bhorizontal(?:ly)?\b", regex.I)
_ONLY_DOWN = Pattern(r"세로(?:로|\s*방향)?(?=\s*(?:만|로|가운데|중앙))|상하|\bvertical(?:ly)?\b", regex.I)
_EDGE = Pattern(
    r"끝|가장자리|구석|모서리|모퉁이|코너|귀퉁이|맨\s|제일|가장|붙여|붙이|바짝|벽|딱|"
    r"\b(?:edges?|corners?|all\s+the\s+way|far|very|side|flush|\w+most|against|snap|dock|pin)\b|"
    r"\bto\s+the\s+(?:top|bottom)\b|"
    r"\b(?:at|on)\s+the\s+(?:\w+\s+)?(?:top|bottom|left|right)\b|쪽에\s*(?:놓|둬|두|배치)",
    regex.I,
)
_CORNER = Pattern(r"edges?|corners?|구석|모서리|모퉁이|코너|귀퉁이|끝|맨\s|가장자리", regex.I)
_AND = Pattern(r"으로|로|하고|고(?!\p{L})|\band\b|,")
_MOVING = Pattern(
    r"\b(?:move|shift|push|nudge|drag|send|put|place|slide|bring|scoot|shove|set|pull|raise|lower|align|stick|"
    r"tuck|position)\b|"
    r"\bto\s+the\s+(?:far\s+|very\s+)?(?:left|right|top|bottom)\b|\b(?:left|right|up|down)(?:wards?)?\s+by\b|"
    r"\b(?:left|right|up|down)\s+\d|\d\s*(?:px|pixels?)?\s*(?:to\s+the\s+)?(?:left|right|up|down)\b|wards?\b|"
    r"\b(?:a\s+(?:bit|little)|slightly|further|more)\s+(?:to\s+the\s+)?(?:left|right|up|down)\b",
    regex.I,
)
_HANGUL = Pattern(r"\p{Hangul}")
_LIFT = Pattern(r"올려|올리|들어\s*올|\b(?:raise|lift)\b", regex.I)
_DROP = Pattern(r"내려|내리|\blower\b", regex.I)
_UNIT = r"\s*(?:px|픽셀|칸|pixels?|points?|units?)?"
_AFTER = Pattern(
    rf"쪽?(?:으로|로)?\s*(?:by\s+|약\s*|딱\s*|한\s*)?{NUMBER}{_UNIT}(?!\s*(?:pt|%|퍼센트|도|배|번|times|[x×]))", regex.I
)
_BEFORE = Pattern(rf"{NUMBER}{_UNIT}\s*(?:만큼|정도|쯤|씩)?\s*(?:더\s*)?(?:to\s+the\s+|further\s+)?$", regex.I)
_SHIFTING = Pattern(r"\b(?:move|shift|push|nudge|drag|slide|scoot)\b", regex.I)
_AT_SIDE = Pattern(
    r"\b(?:at|in|on|to|near|along)\s+(?:the\s+)?(?:\w+\s+)?(?:left|right|top|bottom)\b|"
    r"\b(?:top|bottom|upper|lower)[-\s]+(?:left|right)\b",
    regex.I,
)
_STEP, _LITTLE, _MUCH = 40.0, 10.0, 160.0


@dataclass(frozen=True, kw_only=True)
class Room:
    """Where something can go.

    Args:
        box: Where it is.
        board: The area of the board.
        margin: How far from an edge it is put that was not said to be touched.
    """

    box: Box
    board: Box
    margin: float = 0.0


def given_place(plain: str) -> Place:
    """Return the place that is given in numbers."""
    found: Place = {}
    if match := _PAIR.search(plain):
        x, y = (number for number in match.groups() if number is not None)
        found |= {"left": number_from(x), "top": number_from(y)}
    given = {name: number_from(match[1]) for name, pattern in _GIVEN.items() if (match := pattern.search(plain))}
    if len(given) == 1 and _SHIFTING.search(plain) and not regex.search(r"\bto\b|[=:]", plain):
        given = {}  # "Move left 50" is a way to go.
    from_edges = {name: number_from(match[1]) for name, pattern in _FROM.items() if (match := pattern.search(plain))}
    return found | given | from_edges


def place_to_move(plain: str, room: Room, *, lifts: bool = True) -> Place:
    """Return where a component goes, empty where it stays.

    Args:
        plain: What was said.
        room: Where it can go.
        lifts: Whether to lift and to lower is meant of its place; False where that may be of another value.
    """
    if given := given_place(plain):
        return given
    sides = _sides(plain)
    if _CENTRE.search(plain):
        return _centred(plain, room, sides)
    if not sides and lifts and (_LIFT.search(plain) or _DROP.search(plain)):
        sides = ("up" if _LIFT.search(plain) else "down",)
    if not sides or not (_HANGUL.search(plain) or _MOVING.search(plain)):
        return {}
    distance = _distance(plain)
    if distance is None and (_EDGE.search(plain) or _is_corner(plain, sides)):
        return _at_edge(room, sides)
    step = step_of(plain, usual=_STEP, little=_LITTLE, much=_MUCH) if distance is None else distance
    return _shifted(room, sides, step)


def place_to_add(plain: str, room: Room) -> Place | None:
    """Return where something new goes, None where no place is said."""
    if given := given_place(plain):
        return given
    sides = _sides(plain) if _HANGUL.search(plain) or _AT_SIDE.search(plain) else ()
    if not sides and not _CENTRE.search(plain):
        return None
    margin = 0.0 if _CORNER.search(plain) else room.margin
    return _centred("", room, ()) | _at_edge(room, sides, margin=margin)


def _sides(plain: str) -> tuple[str, ...]:
    found = [next(name for name in _SIDES if match[name]) for match in _SIDE.finditer(plain)]
    return tuple(dict.fromkeys(found))


def _is_corner(plain: str, sides: tuple[str, ...]) -> bool:
    """Whether two directions are one corner, and not two ways to go, as in "right and down"."""
    if len(sides) != 2 or len({"left", "right"}.intersection(sides)) != 1:
        return False
    first, second, *_ = _SIDE.finditer(plain)
    return _AND.search(plain[first.end() : second.start()]) is None


def _centred(plain: str, room: Room, sides: tuple[str, ...]) -> Place:
    """Return the middle of the board, or of one of its edges."""
    box, board = room.box, room.board
    place: Place = {
        "left": tidy(board.left + (board.width - box.width) / 2),
        "top": tidy(board.top + (board.height - box.height) / 2),
    }
    if _ONLY_ACROSS.search(plain):
        return {"left": place["left"]}
    if _ONLY_DOWN.search(plain):
        return {"top": place["top"]}
    return place | _at_edge(room, sides)


def _at_edge(room: Room, sides: tuple[str, ...], *, margin: float = 0.0) -> Place:
    box, board = room.box, room.board
    edges: Mapping[str, tuple[str, float]] = {
        "left": ("left", board.left + margin),
        "right": ("left", board.right - box.width - margin),
        "up": ("top", board.top + margin),
        "down": ("top", board.bottom - box.height - margin),
    }
    return {edges[side][0]: tidy(edges[side][1]) for side in sides}


def _shifted(room: Room, sides: tuple[str, ...], step: float) -> Place:
    """Return a place a step away, on the board as long as something was on it."""
    box, board = room.box, room.board
    place: Place = {}
    for side in sides:
        if side in {"left", "right"}:
            to = box.left + (step if side == "right" else -step)
            place["left"] = tidy(_kept(to, box.left, board.left, board.right - box.width))
        else:
            to = box.top + (step if side == "down" else -step)
            place["top"] = tidy(_kept(to, box.top, board.top, board.bottom - box.height))
    return place


def _kept(to: float, now: float, least: float, most: float) -> float:
    return min(max(to, min(least, now)), max(most, now))


def _distance(plain: str) -> float | None:
    """Return the number next to a direction."""
    for side in _SIDE.finditer(plain):
        match = _AFTER.match(plain, side.end()) or _BEFORE.search(plain[: side.start()])
        if match:
            return abs(float(match[1]))
    return None
