import json
import re
from typing import Any

import pytest

from gemma_app.boards.atmosphere import NOT_RENDERED, SCENE_KEYS, atmosphere_guide, mood_of
from gemma_app.boards.colour import Colour, parse_colour
from gemma_app.boards.edits import apply_edits
from gemma_app.boards.tools import execute_read_tool
from tests.boards.boards import call, dumped, wall

GUIDE: dict[str, Any] = execute_read_tool(call("getAtmosphereGuide"), None, ())
ENTRIES = [(kind, name, entry) for kind, held in GUIDE["archetypes"].items() for name, entry in held.items()]


def test_the_guide_has_its_sections() -> None:
    assert set(GUIDE) == {"overview", "parameters", "archetypes", "modifiers", "workflow", "pitfalls"}
    assert set(GUIDE["archetypes"]) == {"timeOfDay", "indoor", "surreal"}
    parameters = {"sky", "skyColor", "exposure", "hemisphere", "directional", "shadow", "floor", "camera"}
    assert set(GUIDE["parameters"]) == parameters


def test_the_sky_has_exactly_eight_presets() -> None:
    presets = ["cloudy", "factory", "home", "office", "rainy", "studio", "sunny", "warehouse"]
    assert sorted(GUIDE["parameters"]["sky"]["presets"]) == presets


@pytest.mark.parametrize(("kind", "name", "entry"), ENTRIES)
def test_every_archetype_is_a_patch_of_the_board(kind: str, name: str, entry: dict[str, Any]) -> None:
    assert set(entry) == {"description", "patch"}
    assert entry["description"]
    assert type(entry["patch"]["exposure"]) is float
    assert entry["patch"].keys() <= set(SCENE_KEYS)
    new, _, refusals = apply_edits(wall(), [{"op": "modifyBoard", "patch": entry["patch"]}])
    assert refusals == []
    assert new["sky"] == entry["patch"]["sky"]
    assert mood_of(new) is not None


def test_deep_ocean_is_dim_and_lit_from_above() -> None:
    patch = GUIDE["archetypes"]["surreal"]["deepOcean"]["patch"]
    assert patch["sky"] == "color"
    assert re.fullmatch("#[0-9a-fA-F]{6}", patch["skyColor"])
    assert patch["exposure"] < 1
    assert patch["hemiIntensity"] < 3
    assert patch["dirLightEnabled"] is True


def test_each_call_gives_a_guide_of_its_own() -> None:
    changed = atmosphere_guide()
    changed["archetypes"].clear()
    assert atmosphere_guide() == GUIDE
    assert json.loads(json.dumps(GUIDE)) == GUIDE


def test_scene_properties_survive_edits_of_components() -> None:
    scene = {"sky": "color", "camera": {"position": [1, 2.0, 3], "odd": {"x": None}}, "floor": {"visible": False}}
    new, _, _ = apply_edits({**scene, **wall()}, [{"op": "remove", "refid": 21}])
    assert dumped({key: new[key] for key in scene}) == dumped(scene)


def test_a_board_without_sky_or_light_has_no_mood() -> None:
    assert mood_of(wall()) is None
    assert mood_of({"shadow": True, "camera": {}}) is None


def test_less_exposure_makes_the_backdrop_darker() -> None:
    sums = [
        sum((mood.top.red, mood.top.green, mood.top.blue))
        for exposure in (0.3, 0.8, 1.0, 1.8)
        if (mood := mood_of({"sky": "color", "skyColor": "#406080", "exposure": exposure}))
    ]
    assert sums == sorted(set(sums))
    assert len(sums) == 4


@pytest.mark.parametrize("odd", [None, True, float("nan"), "bright", 10**400, [1]])
def test_odd_scene_values_still_give_a_backdrop(odd: object) -> None:
    assert mood_of({"sky": odd, "skyColor": odd, "exposure": odd, "hemiIntensity": odd}) is not None


def test_that_a_scene_is_not_rendered_is_said_in_both_languages() -> None:
    assert "3D" in NOT_RENDERED.ko
    assert "not rendered" in NOT_RENDERED.en


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#fff", Colour(red=255, green=255, blue=255)),
        ("#01020380", Colour(red=1, green=2, blue=3, alpha=128 / 255)),
        ("#0102", Colour(red=0, green=17, blue=0, alpha=34 / 255)),
        (" #2E7D32 ", Colour(red=46, green=125, blue=50)),
        ("rgb(1,2,300)", Colour(red=1, green=2, blue=255)),
        ("RGBA( 46, 125, 50, .5 )", Colour(red=46, green=125, blue=50, alpha=0.5)),
        ("rgba(100%, 0%, 50%, 50%)", Colour(red=255, green=0, blue=127, alpha=0.5)),
    ],
)
def test_colours_are_read(text: str, colour: Colour) -> None:
    assert parse_colour(text) == colour


@pytest.mark.parametrize(
    "text", [None, 5, "", "bluish", "#12", "#12345", "#gggggg", "rgb(1,2)", "rgba(1,2,3,-1)", "rgb(a,b,c)"]
)
def test_what_is_no_colour_is_none(text: object) -> None:
    assert parse_colour(text) is None


def test_a_colour_is_written_as_hexadecimal() -> None:
    assert Colour(red=46, green=125, blue=5).as_hex() == "#2E7D05"
