"""What a sentence says of the board itself: its name, size, colour, sky and light."""

from typing import Any

import regex

from gemma_app.boards.atmosphere import atmosphere_guide
from gemma_app.boards.document import Board, number_of
from gemma_app.boards.selecting import board_box
from gemma_app.boards.spoken.amounts import NUMBER, number_from, tidy
from gemma_app.boards.spoken.colours import colours_in
from gemma_app.boards.spoken.sentence import Sentence
from gemma_app.boards.spoken.sizes import size_patch
from gemma_app.text import Pattern

_BOARD = Pattern(r"보드|배경|바탕|캔버스|화면|벽지|\b(?:board|background|backdrop|canvas)\b", regex.I)
_SCENE = Pattern(
    r"하늘(?!색|빛)|노출|직사광|조명|햇살|분위기|\b(?:sky|exposure|light(?:ing)?|sun|mood|atmosphere)\b", regex.I
)
_SKY = Pattern(r"하늘(?!색|빛)|\bsky\b(?!\s*-?\s*blue)", regex.I)
_PRESETS = {
    "cloudy": r"흐린|흐림|흐리게|구름|\bcloudy|\bovercast",
    "rainy": r"(?<!\p{L})비(?=\s|가|\s*오|내)|빗|\brain(?:y)?\b",
    "sunny": r"맑은|맑게|맑음|화창|쨍|\bsunny|\bclear\b",
    "studio": r"스튜디오|\bstudio",
    "office": r"사무실|오피스|\boffice",
    "factory": r"공장|\bfactory",
    "warehouse": r"창고|\bwarehouse",
    "home": r"(?<!\p{L})집(?=\s|으|처|$)|가정집|\bhome\b",
}
_LIKE = Pattern(
    r"분위기|느낌|처럼|같은|같이|풍으로|스타일|\b(?:mood|atmosphere|feel(?:ing|s)?|vibes?|"
    r"like|looks?|style|theme)\b",
    regex.I,
)
_MOODS = {
    ("timeOfDay", "goldenHour"): r"노을|석양|해\s*질|저녁|\bsunset|\bgolden\s+hour|\bevening|\bdusk",
    ("timeOfDay", "dawn"): r"새벽|여명|동틀|\bdawn|\bsunrise",
    ("timeOfDay", "morning"): r"아침|\bmorning",
    ("timeOfDay", "noon"): r"한낮|정오|대낮|\bnoon|\bmidday",
    ("timeOfDay", "night"): r"(?<!\p{L})밤|한밤|\bnight",
    ("indoor", "study"): r"서재|\bstudy",
    ("indoor", "office"): r"사무실|\boffice",
    ("indoor", "studio"): r"스튜디오|\bstudio",
    ("indoor", "workshop"): r"작업실|공방|\bworkshop",
    ("surreal", "deepOcean"): r"바닷속|바다\s*속|심해|\bunder\s*(?:water|the\s+sea)|\bdeep\s+(?:sea|ocean)|\bocean",
    ("surreal", "dream"): r"꿈|몽환|\bdream",
    ("surreal", "otherPlanet"): r"외계|화성|다른\s*행성|\bplanet|\bmars\b|\balien",
}
_EXPOSURES = (
    Pattern(rf"(?:노출|\bexposure)\s*(?:값)?(?:을|를|은|는|:|=|to|at)?\s*{NUMBER}", regex.I),
    Pattern(rf"(?:밝기|\bbrightness)\s*(?:를|는|:|=|to|at)?\s*{NUMBER}(?!\s*(?:%|퍼센트))", regex.I),
)
_LIGHT = Pattern(
    r"노출|밝기|하늘(?!색|빛)|조명|분위기|(?<!\p{L})빛|\b(?:exposure|brightness|sky|light(?:ing)?|mood)\b", regex.I
)
_BRIGHTER = Pattern(r"밝게|밝혀|환하게|높여|올려|\bbright(?:er|en)?\b|\braise\b|\bincrease\b", regex.I)
_DARKER = Pattern(r"어둡게|낮춰|내려|줄여|\b(?:dark(?:er|en)?|dim(?:mer)?|lower|reduce)\b", regex.I)
_STEP, _MOST = 0.2, 2.0


def says_board(sentence: Sentence) -> bool:
    """Tell whether the board itself is named."""
    return _BOARD.search(sentence.plain) is not None


def says_scene(sentence: Sentence) -> bool:
    """Tell whether what only a board has is named."""
    return _SCENE.search(sentence.plain) is not None


def board_patch(sentence: Sentence, board: Board | None) -> dict[str, Any]:
    """Return what a sentence gives the board for certain."""
    board = board or {}
    found: dict[str, Any] = size_patch(sentence.plain, {"type": "board"}, board_box(board))
    colours = [colour.value for colour in colours_in(sentence)]
    if colours:
        is_sky = _SKY.search(sentence.plain) is not None
        found |= {"sky": "color", "skyColor": colours[-1]} if is_sky else {"fillStyle": colours[-1]}
    elif _SKY.search(sentence.plain):
        named = [name for name, words in _PRESETS.items() if regex.search(words, sentence.plain, regex.I)]
        found |= {"sky": named[0]} if len(named) == 1 else {}
    if (exposure := _exposure(sentence.plain, board)) is not None:
        found["exposure"] = exposure
    return found or _mood(sentence.plain)


def _mood(plain: str) -> dict[str, Any]:
    """Return the look of the guide that a sentence asks for, empty where it names none or several."""
    if not _LIKE.search(plain):
        return {}
    archetypes = atmosphere_guide()["archetypes"]
    named = [archetypes[group][name] for (group, name), words in _MOODS.items() if regex.search(words, plain, regex.I)]
    return dict(named[0]["patch"]) if len(named) == 1 else {}


def _exposure(plain: str, board: Board) -> int | float | None:
    for pattern in _EXPOSURES:
        if match := pattern.search(plain):
            return number_from(match[1])
    if not _LIGHT.search(plain):
        return None
    now = number_of(board.get("exposure"))
    now = 1.0 if now is None else now
    if _BRIGHTER.search(plain):
        return tidy(min(now + _STEP, max(now, _MOST)))
    return tidy(max(now - _STEP, min(now, _STEP))) if _DARKER.search(plain) else None
