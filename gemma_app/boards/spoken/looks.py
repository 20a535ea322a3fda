"""Looks in a sentence: how far one sees through something, its letters and lines, its turn, whether it is shown."""

import math
from typing import Any

import regex

from gemma_app.boards.document import Component, number_of
from gemma_app.boards.geometry import opacity_of, rotation_of
from gemma_app.boards.properties import GAUGES
from gemma_app.boards.spoken.amounts import NUMBER, SET_TO, factor_in, number_from, step_of, tidy
from gemma_app.text import Pattern

_PERCENT = r"\s*(%|퍼센트|프로(?!\p{L})|percent)?"
_OPACITY = Pattern(rf"(?:\bopacity|\balpha|알파|불투명도|투명도){SET_TO}{NUMBER}{_PERCENT}", regex.I)
_OPACITY_FIRST = Pattern(rf"{NUMBER}{_PERCENT}\s*(?:opacity|opaque|alpha|불투명)", regex.I)
_CLEAR = Pattern(rf"\btransparency{SET_TO}{NUMBER}{_PERCENT}|{NUMBER}{_PERCENT}\s*(?:transparen\w+|투명하)", regex.I)
_WORDS = (
    (0.5, r"반투명|반만\s*투명|\b(?:half|semi)[-\s]*(?:transparent|see[- ]?through|opaque|faded)|\btranslucent\b"),
    (
        1.0,
        r"(?:완전|아주)?\s*불투명하|비치지\s*않|투명하지\s*않|\b(?:fully|completely|totally)?\s*opaque\b|"
        r"\bno\s+transparency\b",
    ),
    (
        0.0,
        r"(?:완전|아예|완벽)\S*\s*투명|안\s*보이게|\b(?:fully|completely|totally)\s+(?:transparent|"
        r"see[- ]?through)|\binvisible\b",
    ),
)
_FIXED = [(value, Pattern(words, regex.I)) for value, words in _WORDS]
_SEEN_THROUGH = Pattern(
    r"(?<!더\s*|덜\s*|조금\s*|살짝\s*|약간\s*|좀\s*)투명하게|뒤가\s*(?:보이|비치)|"
    r"(?<!more\s+|less\s+|bit\s+|little\s+|slightly\s+)\b(?:transparent|see[- ]?through)\b",
    regex.I,
)
_FAINTER = Pattern(
    r"흐리게|흐릿하게|희미하게|비치게|투명하게|(?<!불)투명도를?\s*(?:더\s*|좀\s*|조금\s*)?(?:올|높|키)|"
    r"불투명도를?\s*(?:더\s*|좀\s*|조금\s*)?(?:낮|내|줄)|\b(?:fade|fainter|faded|transparent|see[- ]?through|"
    r"less\s+opaque|"
    r"(?:decrease|reduce|lower)\s+(?:the\s+|its\s+)?opacity)\b",
    regex.I,
)
_FIRMER = Pattern(
    r"진하게|선명하게|뚜렷하게|덜\s*투명|(?<!불)투명도를?\s*(?:더\s*|좀\s*|조금\s*)?(?:낮|내려|줄)|덜\s*흐리|"
    r"불투명도를?\s*(?:더\s*|좀\s*|조금\s*)?(?:높|올|키)|\b(?:less\s+(?:transparent|faded|see[- ]?through)|"
    r"more\s+opaque|more\s+solid|"
    r"(?:increase|raise)\s+(?:the\s+|its\s+)?opacity)\b",
    regex.I,
)

_LETTERS = Pattern(
    rf"(?:\bfont(?:\s*-?size)?|\btext\s*size|\bsize|(?:글자|글씨|폰트|텍스트)(?:의)?\s*(?:크기|사이즈)?|크기|"
    rf"사이즈){SET_TO}{NUMBER}"
    r"(?!\s*(?:배|%|퍼센트|x|×|by\b|\d|에\s*\d))",
    regex.I,
)
_LETTERS_FIRST = Pattern(rf"{NUMBER}\s*(?:pt|포인트|point)\b", regex.I)
_TURN = Pattern(rf"{NUMBER}\s*(?:°|도(?!\p{{L}})|도\s*(?:만|만큼|정도|로|쯤)|degrees?|deg\b)", regex.I)
_TURNING = Pattern(r"돌려|돌리|회전|기울|\b(?:rotat\w*|turn|tilt|spin)\b", regex.I)
_LEFTWARDS = Pattern(r"반시계|왼쪽|왼편|\b(?:counter[- ]?clockwise|anti[- ]?clockwise|left)\b", regex.I)
_UPRIGHT = Pattern(r"똑바로|회전\s*(?:없애|취소|풀)|\b(?:upright|straight(?:en)?)\b", regex.I)
_THICK = Pattern(r"굵게|두껍게|굵은|\b(?:thicker|bolder|heavier|bold|thick)\b", regex.I)
_THIN = Pattern(r"얇게|가늘게|\b(?:thinner|lighter\s+line|thin)\b", regex.I)
_WIDTH = Pattern(rf"(?:선\s*굵기|굵기|두께|\bline\s*width|\bthickness|\bstroke\s*width){SET_TO}{NUMBER}", regex.I)
_CORNERS = Pattern(rf"(?:모서리|corner)\s*(?:radius|반경|둥글기)?{SET_TO}{NUMBER}", regex.I)
_VALUE = Pattern(rf"(?:(?<!알파)값|수치|\bvalue|\blevel|\bfill(?:ed)?\s+to){SET_TO}{NUMBER}", regex.I)
_ITALIC = Pattern(r"기울임|이탤릭|\bitalics?\b", regex.I)
_CENTRED = Pattern(
    r"(?:글자|글씨|텍스트)\S*\s*가운데\s*(?:정렬|맞춤)|\b(?:cent(?:er|re)[- ]align|"
    r"align\s+(?:the\s+)?text\s+(?:to\s+the\s+)?cent(?:er|re))",
    regex.I,
)
_FLAGS: tuple[tuple[Pattern, dict[str, Any]], ...] = (
    (Pattern(r"잠금\s*(?:을\s*)?(?:풀|해제)|\bunlock\b", regex.I), {"locked": False}),
    (Pattern(r"잠가|잠궈|잠그|고정(?:해|시)|\block\b", regex.I), {"locked": True}),
    (Pattern(r"숨겨|숨기|감춰|\bhide\b", regex.I), {"visible": False}),
    (
        Pattern(r"다시\s*(?:보이게|보여)|숨김\s*(?:해제|풀)|\bunhide\b|\bshow\s+\S+(?:\s+\S+)?\s+again\b", regex.I),
        {"visible": True},
    ),
)
_LINES = frozenset({"line", "polyline"})
_FADE, _LITTLE_FADE, _MUCH_FADE = 0.25, 0.1, 0.5
_FAINTEST, _HALF = 0.1, 0.5
_USUAL_LINE = 2.0
_THICKER = 2.0
_FULL_TURN = 2 * math.pi


def look_patch(plain: str, component: Component) -> dict[str, Any]:
    """Return how a component is to look, size, place and colours apart."""
    found = given_looks(plain, str(component.get("type")))
    if "opacity" not in found and (opacity := _opacity(plain, opacity_of(component))) is not None:
        found["opacity"] = opacity
    return {**found, **_turned(plain, component), **_weighted(plain, component)}


def given_looks(plain: str, kind: str) -> dict[str, Any]:
    """Return the looks that are given, and not against those of now."""
    found: dict[str, Any] = {}
    if (opacity := _given_opacity(plain)) is not None:
        found["opacity"] = opacity
    letters = _LETTERS.search(plain) or _LETTERS_FIRST.search(plain)
    if letters and (kind == "text" or regex.search(r"글|폰트|font|text|pt|포인트|point", letters[0], regex.I)):
        found["fontSize"] = number_from(letters[1])
    patterns = [("lineWidth", _WIDTH), ("cornerRadius", _CORNERS), *([("value", _VALUE)] if kind in GAUGES else [])]
    found |= {name: number_from(match[1]) for name, pattern in patterns if (match := pattern.search(plain))}
    if kind == "text":
        found |= {"fontStyle": "italic"} if _ITALIC.search(plain) else {}
        found |= {"textAlign": "center"} if _CENTRED.search(plain) else {}
    for pattern, patch in _FLAGS:
        if pattern.search(plain):
            return {**found, **patch}
    return found


def _given_opacity(plain: str) -> int | float | None:
    if match := _CLEAR.search(plain):
        number, percent = next((match[at], match[at + 1]) for at in (1, 3) if match[at])
        return tidy(1 - _share(number, percent))
    if match := _OPACITY.search(plain) or _OPACITY_FIRST.search(plain):
        return tidy(_share(match[1], match[2]))
    return next((tidy(value) for value, pattern in _FIXED if pattern.search(plain)), None)


def _share(number: str, percent: str | None) -> float:
    """Return a share; people give it from 0 to 1, or in percent with or without saying so."""
    value = float(number)
    return min(max(value / 100 if percent or value > 1 else value, 0.0), 1.0)


def _opacity(plain: str, now: float) -> int | float | None:
    if _SEEN_THROUGH.search(plain) and now > _HALF:
        return _HALF
    step = step_of(plain, usual=_FADE, little=_LITTLE_FADE, much=_MUCH_FADE)
    if _FIRMER.search(plain):
        return tidy(min(now + step, 1.0))
    return tidy(max(now - step, min(now, _FAINTEST))) if _FAINTER.search(plain) else None


def _turned(plain: str, component: Component) -> dict[str, Any]:
    if _UPRIGHT.search(plain):
        return {"rotation": 0}
    match = _TURN.search(plain)
    if not _TURNING.search(plain) or match is None:
        return {}
    angle = math.radians(float(match[1])) * (-1 if _LEFTWARDS.search(plain) else 1)
    return {"rotation": round((rotation_of(component) + angle) % _FULL_TURN, 6)}


def _weighted(plain: str, component: Component) -> dict[str, Any]:
    is_thick, is_thin = bool(_THICK.search(plain)), bool(_THIN.search(plain))
    if not (is_thick or is_thin) or _WIDTH.search(plain):
        return {}
    if component.get("type") == "text":
        return {"fontWeight": "bold" if is_thick else "normal"}
    now = number_of(component.get("lineWidth")) or _USUAL_LINE
    factor = factor_in(plain) or _THICKER
    return {"lineWidth": tidy(now * factor if is_thick else now / factor)}
