"""The mood of a board: what a model may set at its root, and what of it a flat canvas can show.

Sky, light, floor and camera belong to a 3D scene. They are kept as they are; the canvas shows a gradient of the sky's
colour under the scene's brightness.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gemma_app.boards.colour import Colour, parse_colour
from gemma_app.boards.document import number_of
from gemma_app.language import Phrase

SCENE_KEYS = ("sky", "skyColor", "exposure", "hemiIntensity", "dirLightEnabled", "shadow", "floor", "camera")
NOT_RENDERED = Phrase(
    ko="3D 장면은 그리지 않아요. 하늘색과 밝기만 배경에 보여요.",
    en="The 3D scene is not rendered; only its sky colour and brightness show in the background.",
)

_SKIES = {
    "cloudy": "#B8C4CE",
    "factory": "#8A8F94",
    "home": "#E8DCC8",
    "office": "#DDE3E8",
    "rainy": "#77838F",
    "studio": "#F2F2F2",
    "sunny": "#87CEEB",
    "warehouse": "#9C958A",
}
_WHITE, _BLACK = Colour(red=255, green=255, blue=255), Colour(red=0, green=0, blue=0)


@dataclass(frozen=True, kw_only=True)
class Mood:
    """The backdrop of a board with a 3D scene: a gradient from ``top`` to ``bottom``."""

    top: Colour
    bottom: Colour


def mood_of(board: Mapping[str, Any]) -> Mood | None:
    """Return the backdrop that stands for a board's scene, None where it has no sky or light."""
    if not any(key in board for key in ("sky", "skyColor", "exposure", "hemiIntensity")):
        return None
    sky = board.get("sky")
    named = _SKIES.get(sky) if isinstance(sky, str) else None
    colour = parse_colour(named or board.get("skyColor")) or _WHITE
    exposure, hemisphere = number_of(board.get("exposure")), number_of(board.get("hemiIntensity"))
    light = (1.0 if exposure is None else exposure) * (0.7 + 0.3 * (1.0 if hemisphere is None else hemisphere))
    light = min(max(light, 0.2), 2.0)
    top = colour.blended(_BLACK, 1 - light) if light < 1 else colour.blended(_WHITE, (light - 1) / 2)
    return Mood(top=top, bottom=top.blended(_WHITE, 0.35))


def atmosphere_guide() -> dict[str, Any]:
    """Return the guide that ``getAtmosphereGuide`` gives to a model; each call gives a copy of its own."""
    return copy.deepcopy(_GUIDE)


def _look(description: str, sky: str, exposure: float, hemisphere: float, *, sun: bool, floor: str) -> dict[str, Any]:
    preset = {"sky": sky} if sky in _SKIES else {"sky": "color", "skyColor": sky}
    light = {"exposure": exposure, "hemiIntensity": hemisphere, "dirLightEnabled": sun, "shadow": sun}
    return {"description": description, "patch": {**preset, **light, "floor": {"visible": True, "color": floor}}}


_GUIDE: dict[str, Any] = {
    "overview": "Sky, light, floor and camera are root properties set with modifyBoard. Components stay as they are. "
    "The 2D canvas shows only the sky colour and the brightness.",
    "parameters": {
        "sky": {
            "description": "One of the presets, or 'color' for the plain skyColor.",
            "presets": sorted(_SKIES),
        },
        "skyColor": {"description": "Colour #rrggbb of the sky; counts while sky is 'color'."},
        "exposure": {"description": "Overall brightness; 1 is neutral.", "min": 0, "max": 2},
        "hemisphere": {"property": "hemiIntensity", "description": "Soft light from all around.", "min": 0, "max": 3},
        "directional": {"property": "dirLightEnabled", "description": "true for a sun or lamp from one side."},
        "shadow": {"description": "true lets the directional light cast shadows."},
        "floor": {"description": "Object {visible, color}."},
        "camera": {"description": "Object {position: [x, y, z], target: [x, y, z]}; change it only when asked."},
    },
    "archetypes": {
        "timeOfDay": {
            "dawn": _look("Cool light before sunrise.", "#8FA3C8", 0.8, 0.9, sun=False, floor="#5B6378"),
            "morning": _look("Fresh and clear.", "sunny", 1.1, 1.2, sun=True, floor="#DCE8D2"),
            "noon": _look("High sun, strong contrast.", "sunny", 1.3, 1.4, sun=True, floor="#E6E2D6"),
            "goldenHour": _look("Low, warm evening sun.", "#F2A65A", 1.0, 0.8, sun=True, floor="#B98A5E"),
            "night": _look("Dark blue, quiet.", "#10182E", 0.4, 0.4, sun=False, floor="#1C2338"),
        },
        "indoor": {
            "study": _look("Warm room for reading.", "home", 0.9, 1.0, sun=False, floor="#A8835C"),
            "office": _look("Even, neutral light.", "office", 1.0, 1.3, sun=False, floor="#C9CED3"),
            "studio": _look(
                "Bright backdrop that puts components first.", "studio", 1.2, 1.5, sun=True, floor="#F5F5F5"
            ),
            "workshop": _look("Large, slightly dusty hall.", "warehouse", 0.9, 0.9, sun=True, floor="#7D766B"),
        },
        "surreal": {
            "deepOcean": _look(
                "Far under water, a little light from above.", "#04304F", 0.6, 1.2, sun=True, floor="#0A2233"
            ),
            "dream": _look("Pale pink haze without shadows.", "#F3D1E4", 1.2, 1.8, sun=False, floor="#EBDDF2"),
            "otherPlanet": _look("Red dust under a hard sun.", "#B5533C", 0.9, 0.7, sun=True, floor="#7A3424"),
        },
    },
    "modifiers": {
        "brighter": "Raise exposure by 0.2.",
        "darker": "Lower exposure by 0.2.",
        "softer": "Turn shadow off and raise hemiIntensity by 0.3.",
        "dramatic": "Turn dirLightEnabled and shadow on and lower hemiIntensity to 0.5.",
        "warmer": "Set sky to 'color' and move skyColor towards orange.",
        "cooler": "Set sky to 'color' and move skyColor towards blue.",
    },
    "workflow": [
        "Pick the archetype that is nearest to what the user asked for.",
        "Adjust its patch with at most two modifiers.",
        "Send one modifyBoard call that holds the whole patch.",
    ],
    "pitfalls": [
        "skyColor is not seen while sky is a preset.",
        "A dark sky with a high exposure looks grey.",
        "Shadows need dirLightEnabled.",
        "Do not change components to change the mood.",
    ],
}
