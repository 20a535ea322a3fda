"""Boards and calls that the tests share, and strategies for random ones."""

import json
from typing import Any

from hypothesis import strategies as st

from gemma_app.agent.model import ToolCall
from gemma_app.boards.document import Board, refid_of, walk

BAD_REFIDS = [True, False, float("nan"), float("inf"), -1, -0.5, 35.5, 10**400, "35", None, [35], {"refid": 35}]


def call(name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(id="c1", name=name, arguments=arguments)


def wall() -> Board:
    return {
        "width": 800,
        "height": 600,
        "name": "Wall",
        "fillStyle": "#FFFFFF",
        "custom": {"kept": [1, {"deep": None}]},
        "components": [
            {"refid": 21, "type": "gauge-circle", "id": "habit:3", "left": 40, "top": 120, "width": 180, "height": 180},
            {"refid": 22, "type": "gauge-circle", "id": "habit:3", "left": 420, "top": 120, "mappings": [{"a": 1}]},
            {
                "refid": 23,
                "type": "group",
                "name": "아침 묶음",
                "left": 100,
                "top": 10,
                "components": [{"refid": 24, "type": "text", "name": "제목", "text": "햇빛", "left": 5, "top": 5}],
            },
            {"refid": 25, "type": "mystery", "unknown": {"key": [True, 1.5]}, "left": 0, "top": 0},
            {"refid": 26, "type": "circle", "name": "Ball", "cx": 700, "cy": 500, "radius": 20, "alpha": 0.5},
        ],
    }


def dumped(value: object) -> str:
    """The exact text of a JSON value, order of keys included."""
    return json.dumps(value, ensure_ascii=False)


def refids(board: object) -> list[object]:
    return [placed.component.get("refid") for placed in walk(board)]


def has_sound_refids(board: object) -> bool:
    """Every component, nested ones too, has a whole finite refid of its own."""
    found = [refid_of(refid) for refid in refids(board)]
    return None not in found and len(set(found)) == len(found)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.floats(-1e6, 1e6) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
odd_refids = st.integers(0, 9) | st.sampled_from([2.0, True, -1, float("nan"), 1e300, "3", None, 10**400])
keys = st.sampled_from(["left", "cx", "width", "radius", "opacity", "alpha", "id", "threeD", "지도", "mappings"])
plain_patches = st.dictionaries(keys, json_values, max_size=3)
patches = plain_patches | st.dictionaries(st.sampled_from(["left", "refid", "_x", "components", "type"]), json_values)


def components(refid: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    leaf = st.builds(
        lambda kind, number, extra: {**extra, "type": kind, "refid": number},
        st.sampled_from(["rect", "circle", "group", "얼굴"]),
        refid,
        plain_patches,
    )
    return leaf | st.builds(lambda own, held: {**own, "components": held}, leaf, st.lists(leaf, max_size=3))


ops = st.one_of(
    st.builds(lambda component: {"op": "add", "component": component}, components(odd_refids)),
    st.builds(lambda refid: {"op": "remove", "refid": refid}, odd_refids),
    st.builds(lambda refid, patch: {"op": "modify", "refid": refid, "patch": patch}, odd_refids, patches),
    st.builds(lambda patch: {"op": "modifyBoard", "patch": patch}, patches),
    st.builds(
        lambda held, extra: {"op": "replace", "board": {**extra, "components": held}},
        st.lists(components(odd_refids), max_size=3),
        plain_patches,
    ),
    json_values,
)
boards = st.builds(
    lambda held, extra, upcoming: {**extra, "components": held, **upcoming},
    st.lists(components(odd_refids), max_size=5),
    plain_patches,
    st.fixed_dictionaries({}, optional={"_nextRefid": odd_refids, "_private": json_values}),
)
