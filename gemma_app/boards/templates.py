"""What a new component looks like, and boards to begin with."""

from collections.abc import Sequence
from typing import Any

from gemma_app.boards.document import Board, Component, new_board
from gemma_app.language import Language, Phrase

_INK, _MUTED, _TRACK = "#1D1D1A", "#5D5D57", "#E2E6E3"
_HUES = ("#0B6E66", "#C2571A", "#3F6FB5", "#8A4FA3", "#B08A1E", "#5B7F3A", "#B0436B", "#4A6B7C")
_CARD, _GAP, _MARGIN, _HEAD = (260.0, 248.0), 20.0, 40.0, 104.0
_MOST_COLUMNS = 4
_TITLE = 460.0

_TEXT = Phrase(ko="글", en="Text")
_WALL = Phrase(ko="주간 습관 벽", en="Weekly habit wall")
_WALL_HINT = Phrase(ko="체크인하면 바로 움직여요", en="Moves with every check-in")
_NO_HABITS = Phrase(
    ko="아직 습관이 없어요. 습관을 더한 뒤 이 벽을 다시 만들어 보세요.",
    en="There is no habit yet. Add one, then make this wall again.",
)
_DAYS = Phrase(ko="이어짐 #{streak}일", en="Streak: #{streak}")
_WEEK = Phrase(ko="지난 7일", en="Last 7 days")
_TODAY = Phrase(ko="오늘: #{today}", en="Today: #{today}")

_DEFAULTS: dict[str, dict[str, Any]] = {
    "rect": {"width": 160, "height": 100, "fillStyle": "#DCEFEB", "strokeStyle": "#0B6E66", "cornerRadius": 8},
    "circle": {"width": 120, "height": 120, "fillStyle": "#F6D9C4", "strokeStyle": "#C2571A"},
    "ellipse": {"width": 180, "height": 110, "fillStyle": "#D8E3F3", "strokeStyle": "#3F6FB5"},
    "text": {"width": 200, "height": 32, "fontSize": 20, "fillStyle": _INK},
    "line": {"width": 180, "height": 0, "strokeStyle": "#37474F", "lineWidth": 2, "points": [[0, 0], [180, 0]]},
    "polyline": {
        "width": 180,
        "height": 80,
        "strokeStyle": "#37474F",
        "lineWidth": 2,
        "points": [[0, 80], [60, 20], [120, 55], [180, 0]],
    },
    "gauge-circle": {"width": 140, "height": 140, "min": 0, "max": 100, "value": 60, "fillStyle": _HUES[0]},
    "gauge-horizon": {"width": 180, "height": 100, "min": 0, "max": 100, "value": 60, "fillStyle": _HUES[1]},
    "progress-horizontal": {"width": 220, "height": 16, "min": 0, "max": 100, "value": 60, "fillStyle": _HUES[2]},
    "progress-circle": {"width": 120, "height": 120, "min": 0, "max": 100, "value": 60, "fillStyle": _HUES[3]},
}
ADDABLE = tuple(_DEFAULTS)
"""The types that can be added by hand; images come from files and groups from what is selected."""


def new_component(kind: str, centre: tuple[float, float], language: Language) -> Component:
    """Return a component of a type as it is first drawn, around a point."""
    made: Component = {"type": kind, **_DEFAULTS[kind]}
    if kind == "text":
        made["text"] = _TEXT.say(language)
    x, y = centre
    return {**made, "left": round(x - made["width"] / 2), "top": round(y - made["height"] / 2)}


def weekly_habit_wall(habits: Sequence[tuple[int, str]], language: Language) -> Board:
    """Return a board with a card for each habit: its rate as a gauge, its streak, its week and its today.

    Args:
        habits: Number and title of each habit, in the user's order.
        language: Of the words on the board.
    """
    columns = max(1, min(_MOST_COLUMNS, len(habits), 3 if len(habits) in {3, 5, 6, 9} else _MOST_COLUMNS))
    rows = max(1, -(-len(habits) // columns))
    width = max(columns * (_CARD[0] + _GAP) - _GAP + 2 * _MARGIN, 640.0)
    height = _HEAD + rows * (_CARD[1] + _GAP) - _GAP + _MARGIN
    board = new_board(width=int(width), height=int(height), name=_WALL.say(language))
    board["fillStyle"] = "#F8F8F6"
    made: list[Component] = [
        _text(_WALL.say(language), _MARGIN, 28, _TITLE, size=28, bold=True),
        _text(_WALL_HINT.say(language), _MARGIN, 66, _TITLE, size=14, ink=_MUTED),
    ]
    if not habits:
        made.append(_text(_NO_HABITS.say(language), _MARGIN, 132, width - 2 * _MARGIN, size=18, ink=_MUTED))
    for place, (habit, title) in enumerate(habits):
        row, column = divmod(place, columns)
        left = _MARGIN + column * (_CARD[0] + _GAP)
        top = _HEAD + row * (_CARD[1] + _GAP)
        made.append(_card(habit, title, left, top, _HUES[place % len(_HUES)], language))
    board["components"] = _numbered(made)
    return board


def _card(habit: int, title: str, left: float, top: float, hue: str, language: Language) -> Component:
    source = f"habit:{habit}"
    width, height = _CARD
    live = {"id": source}
    week = {
        "type": "progress-horizontal",
        "left": 20,
        "top": 214,
        "width": width - 40,
        "height": 12,
        "min": 0,
        "max": 7,
        "fillStyle": hue,
        "trackStyle": _TRACK,
        "mappings": [{"property": "value", "from": "week"}],
    }
    gauge = {"type": "gauge-circle", "left": 20, "top": 68, "width": 108, "height": 108, "fillStyle": hue}
    return {
        "type": "group",
        "name": title,
        "left": left,
        "top": top,
        "components": [
            _box(width, height, "#FFFFFF", "#E0E0DA"),
            {
                **_text("#{title}", 20, 14, width - 40, size=16, bold=True),
                "height": 46,
                "verticalAlign": "middle",
                **live,
            },
            {**gauge, "min": 0, "max": 100, "trackStyle": _TRACK, **live},
            {**_text(_DAYS.say(language), 142, 92, width - 156, size=16, bold=True, ink=hue), **live},
            {**_text(_TODAY.say(language), 142, 120, width - 156, size=14, ink=_MUTED), **live},
            _text(_WEEK.say(language), 20, 190, 120, size=13, ink=_MUTED),
            {**_text("#{week}/7", width - 80, 190, 60, size=13, ink=_MUTED), "textAlign": "right", **live},
            {**week, **live},
        ],
    }


def _box(width: float, height: float, fill: str, stroke: str) -> Component:
    place = {"left": 0, "top": 0, "width": width, "height": height}
    return {"type": "rect", **place, "fillStyle": fill, "strokeStyle": stroke, "lineWidth": 1, "cornerRadius": 14}


def _text(
    words: str, left: float, top: float, width: float, *, size: int, ink: str = _INK, bold: bool = False
) -> Component:
    weight = {"fontWeight": "bold"} if bold else {}
    place = {"left": left, "top": top, "width": width, "height": round(size * 1.4)}
    return {"type": "text", "text": words, **place, "fontSize": size, "fillStyle": ink, **weight}


def _numbered(components: list[Component]) -> list[Component]:
    """Give every component, those in groups too, a refid."""
    numbers = iter(range(1, 1_000_000))

    def numbered(component: Component) -> Component:
        made = {"refid": next(numbers), **component}
        if "components" in made:
            made["components"] = [numbered(item) for item in made["components"]]
        return made

    return [numbered(component) for component in components]
