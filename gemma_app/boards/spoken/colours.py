"""Colours in a sentence: what something is to become, and by what something is meant."""

import colorsys
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from gemma_app.boards.colour import Colour, parse_colour
from gemma_app.boards.colour_names import NAMED_COLOURS
from gemma_app.boards.spoken.kinds import NOUN
from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

Role = Literal["of", "to"]

_MOST_WORDS = 3
_LOOKS = frozenset({"transparent"})
_LATIN = Pattern(r"[a-z]+", regex.I)
_WRITTEN = Pattern(r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])|rgba?\([^)]*\)", regex.I)
_KOREAN = {
    "red": "빨강|빨간|빨갛|붉은|붉게|적색|레드",
    "orange": "주황|오렌지(?=색|빛)",
    "yellow": "노랑|노란|노랗|옐로우?",
    "lightgreen": "연두",
    "green": "초록|녹색|그린색",
    "teal": "청록",
    "turquoise": "옥색|터키석?색",
    "skyblue": "하늘(?=색|빛)",
    "blue": "파랑|파란|파랗|푸른|푸르게|청색|블루",
    "navy": "남색|네이비|감색",
    "purple": "보라(?=색|$|[\\s,.]|로|를)|보랏|퍼플",
    "lavender": "라벤더",
    "pink": "분홍|핑크",
    "brown": "갈색|밤색|브라운",
    "black": "검정|검은|검게|까만|까맣|까망|새까맣|새까만|흑색|블랙",
    "white": "하양|하얀|하얗|새하얗|흰|희게|백색|화이트",
    "gray": "회색|잿빛|그레이",
    "gold": "금색|황금|금빛",
    "silver": "은색|은빛",
    "beige": "베이지",
    "ivory": "아이보리|상아색",
    "khaki": "카키",
    "coral": "산호(?=색|빛)|코랄",
    "tomato": "토마토(?=색|빛)",
    "darkmagenta": "자주(?=색|빛)",
    "peachpuff": "살구(?=색|빛)",
    "#98FF98": "민트",
    "transparent": "투명색",
}
_OF_HANGUL = Pattern(
    r"(?<!\p{Hangul})(?P<shade>진한|짙은|어두운|연한|옅은|밝은|진|연)?\s*(?P<word>"
    + "|".join(f"(?P<c{at}>{words})" for at, words in enumerate(_KOREAN.values()))
    + r")(?:\s?(?:색|빛)깔?)?"
)
_DARK = frozenset({"진한", "짙은", "어두운", "진", "dark", "deep"})
_LIGHT_OF_ENGLISH = Pattern(r"\b(light|pale|dark|deep)\s+$", regex.I)
_SHADED = {
    "lightpurple": "lavender",
    "darkpurple": "indigo",
    "darkpink": "deeppink",
    "lightbrown": "tan",
    "darkbrown": "saddlebrown",
    "lightorange": "peachpuff",
    "darkyellow": "goldenrod",
}
_ATTRIBUTE = Pattern(r"(?:빨간|노란|파란|하얀|까만|검은|붉은|푸른|흰)$")
_BECOMES = Pattern(r"\s*(?:것|걸|거)로")
_OUTLINE = r"(?:테두리|외곽선|윤곽선?|outlines?|borders?|strokes?)"
_BEFORE_OUTLINE = Pattern(rf"\s*(?:색\s*)?{_OUTLINE}", regex.I)
_AFTER_OUTLINE = Pattern(rf"{_OUTLINE}\s*(?:색깔?|colou?r)?\s*(?:은|는|을|를|만|도|to|is|in|as)?\s*$", regex.I)


@dataclass(frozen=True, kw_only=True)
class SaidColour:
    """A colour in a sentence.

    Args:
        value: The colour as a board writes it.
        span: Where it stands.
        role: ``of`` where it tells what something looks like now, ``to`` where something is to become it.
        outline: Whether it is that of an outline.
    """

    value: str
    span: Span
    role: Role
    outline: bool


def colours_in(sentence: Sentence) -> tuple[SaidColour, ...]:
    """Return the colours of a sentence in their order."""
    found = sorted([*_written(sentence.plain), *_named(sentence.plain), *_korean(sentence.plain)])
    return tuple(_said(sentence.plain, span, value) for span, value in found)


def looks_alike(one: Colour, other: Colour) -> bool:
    """Tell whether people call two colours by the same name."""
    return _family(one) == _family(other)


def _said(plain: str, span: Span, value: str) -> SaidColour:
    before, after = plain[: span[0]], plain[span[1] :]
    outline = bool(_AFTER_OUTLINE.search(before) or _BEFORE_OUTLINE.match(after))
    is_attribute = NOUN.match(after) is not None or _ATTRIBUTE.search(plain[slice(*span)]) is not None
    is_of = is_attribute and not outline and not _BECOMES.match(after)
    return SaidColour(value=value, span=span, role="of" if is_of else "to", outline=outline)


def _written(plain: str) -> Iterator[tuple[Span, str]]:
    return ((match.span(), match[0]) for match in _WRITTEN.finditer(plain) if parse_colour(match[0]))


def _named(plain: str) -> Iterator[tuple[Span, str]]:
    """Yield the English names, of which some are said in two or three words."""
    words = list(_LATIN.finditer(_WRITTEN.sub(lambda match: " " * len(match[0]), plain)))
    at = 0
    while at < len(words):
        count, name = _longest(words[at : at + _MOST_WORDS])
        if name:
            start = words[at].start()
            shade = _LIGHT_OF_ENGLISH.search(plain[:start])
            yield (start, words[at + count - 1].end()), _shaded(shade[1].lower() if shade else "", name)
        at += count


def _longest(words: Sequence[regex.Match[str]]) -> tuple[int, str]:
    """Return how many of the words make a name together, and the name; one and none where they do not."""
    for count in range(len(words), 0, -1):
        name = "".join(word[0] for word in words[:count]).lower()
        are_adjacent = all(after.start() - one.end() == 1 for one, after in itertools.pairwise(words[:count]))
        if name in NAMED_COLOURS and name not in _LOOKS and are_adjacent:
            return count, name
    return 1, ""


def _korean(plain: str) -> Iterator[tuple[Span, str]]:
    names = list(_KOREAN)
    for match in _OF_HANGUL.finditer(plain):
        name = next(name for at, name in enumerate(names) if match[f"c{at}"] is not None)
        yield match.span(), _shaded(match["shade"] or "", name)


def _shaded(shade: str, name: str) -> str:
    """Return the name of a lighter or darker colour; without a shade, or where it has no name, the same."""
    if not shade:
        return name
    wanted = ("dark" if shade in _DARK else "light") + name
    return _SHADED.get(wanted, wanted if wanted in NAMED_COLOURS else name)


def _family(colour: Colour) -> str:
    hue, saturation, value = colorsys.rgb_to_hsv(colour.red / 255, colour.green / 255, colour.blue / 255)
    if value < 0.2:
        return "black"
    if saturation < 0.12:
        return "white" if value > 0.93 else "gray"
    degrees = hue * 360
    if 12 <= degrees < 45 and value < 0.72:
        return "brown"
    for limit, name in _HUES:
        if degrees < limit:
            return "pink" if name == "red" and saturation < 0.6 and value > 0.8 else name
    return "red"


_HUES = (
    (14, "red"),
    (44, "orange"),
    (68, "yellow"),
    (165, "green"),
    (190, "teal"),
    (255, "blue"),
    (295, "purple"),
    (345, "pink"),
)
