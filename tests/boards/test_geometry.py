import math
from typing import Any

import pytest

from gemma_app.boards.edits import apply_edits
from gemma_app.boards.geometry import (
    Box,
    box_of,
    box_of_placed,
    drawn_points,
    fraction_of,
    opacity_of,
    points_of,
    range_of,
    rotation_of,
)


def box(left: float, top: float, width: float, height: float) -> Box:
    return Box(left=left, top=top, width=width, height=height)


def modified(component: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    board = {"components": [{**component, "refid": 1}]}
    new, _, refusals = apply_edits(board, [{"op": "modify", "refid": 1, "patch": patch}])
    assert not refusals
    found: dict[str, Any] = new["components"][0]
    return found


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        ({"type": "rect", "left": 1, "top": 2, "width": 3, "height": 4}, box(1, 2, 3, 4)),
        ({"type": "ellipse", "cx": 10, "cy": 20, "rx": 5, "ry": 4}, box(5, 16, 10, 8)),
        ({"type": "circle", "cx": 10, "cy": 20, "radius": 5}, box(5, 15, 10, 10)),
        ({"type": "circle", "left": 1, "top": 2, "radius": 5}, box(1, 2, 10, 10)),
        ({"type": "rect", "left": 0, "top": 0, "width": 8, "height": 6, "rx": 2}, box(0, 0, 8, 6)),
        ({"type": "polyline", "points": [[1, 2], [5, 8]]}, box(1, 2, 4, 6)),
        ({"type": "polyline", "path": [{"x": 1, "y": 2}, {"x": 5, "y": 8}]}, box(1, 2, 4, 6)),
        ({"type": "polyline", "points": [1, 2, 5, 8]}, box(1, 2, 4, 6)),
        ({"type": "line", "x1": 5, "y1": 8, "x2": 1, "y2": 2}, box(1, 2, 4, 6)),
        ({"type": "group", "left": 10, "top": 20, "components": []}, box(10, 20, 0, 0)),
        ({"type": ["circle"], "left": 1, "radius": 5}, box(1, 0, 100, 100)),
        ({"type": "rect", "left": True, "top": "x", "width": float("nan"), "height": None}, box(0, 0, 100, 100)),
    ],
)
def test_a_box_is_read_from_every_spelling(component: dict[str, Any], expected: Box) -> None:
    assert box_of(component) == expected


def test_a_group_reaches_around_what_it_holds_at_its_offset() -> None:
    inner = {"type": "group", "left": 5, "components": [{"type": "rect", "left": 1, "top": 1, "width": 2, "height": 2}]}
    group = {"type": "group", "left": 100, "top": 10, "components": [inner]}
    assert box_of(group) == box(106, 11, 2, 2)


def test_a_turned_component_takes_up_its_turned_box() -> None:
    turned = box_of_placed({"left": 0, "top": 0, "width": 10, "height": 2, "rotation": math.pi / 2})
    assert (turned.left, turned.top, turned.width, turned.height) == pytest.approx((4, -4, 2, 10))


def test_points_are_fitted_into_the_box_that_a_component_is_given() -> None:
    line = {"type": "polyline", "points": [[0, 0], [10, 10]], "left": 100, "width": 20}
    assert drawn_points(line) == [(100, 0), (120, 10)]
    assert drawn_points({"type": "line", "left": 1, "top": 2, "width": 3, "height": 4}) == [(1, 2), (4, 6)]


def test_points_that_are_none_are_passed_over() -> None:
    assert points_of({"points": [[1, 2], [None, 3], "x", [4], {"x": 5, "y": 6}]}) == [(1, 2), (5, 6)]
    assert points_of({"points": "M 0 0"}) == []


def test_opacity_range_and_rotation_are_read_from_both_spellings() -> None:
    assert (opacity_of({"alpha": 0.5}), opacity_of({"opacity": 0.2}), opacity_of({})) == (0.5, 0.2, 1.0)
    assert opacity_of({"opacity": 7}) == 1.0
    assert range_of({"startValue": 1, "endValue": 5}) == (1, 5) == range_of({"min": 1, "max": 5})
    assert range_of({}) == (0, 100)
    assert rotation_of({"rotation": 1.5}) == 1.5


def test_a_gauge_is_as_full_as_its_value_between_its_ends() -> None:
    assert fraction_of({"value": 3, "min": 1, "max": 5}) == 0.5
    assert fraction_of({"value": 9, "startValue": 10, "endValue": 5}) == pytest.approx(0.2)
    assert [fraction_of({"value": value}) for value in (-5, 500, None)] == [0, 1, 0]
    assert fraction_of({"value": 1, "min": 1, "max": 1}) == 0


@pytest.mark.parametrize(
    ("component", "patch", "expected"),
    [
        ({"alpha": 0.5}, {"opacity": 0.2}, {"opacity": 0.2}),
        ({"opacity": 0.5, "alpha": 0.4}, {"alpha": 0.2}, {"alpha": 0.2}),
        ({"path": [[0, 0]]}, {"points": [[1, 1]]}, {"points": [[1, 1]]}),
        ({"startValue": 1, "endValue": 2}, {"max": 9}, {"startValue": 1, "max": 9}),
        ({"cx": 50, "cy": 60}, {"left": 1}, {"cy": 60, "left": 1}),
        ({"alpha": 0.5}, {"opacity": None}, {}),
    ],
)
def test_a_patch_in_one_spelling_replaces_the_other(
    component: dict[str, Any], patch: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert modified({"type": "rect", **component}, patch) == {"type": "rect", **expected, "refid": 1}


def test_a_new_width_of_a_circle_leaves_its_height() -> None:
    changed = modified({"type": "circle", "cx": 50, "cy": 50, "radius": 10}, {"width": 40})
    assert box_of(changed) == box(30, 40, 40, 20)
    assert "radius" not in changed
    changed = modified({"type": "circle", "cx": 50, "cy": 50, "radius": 10}, {"rx": 20})
    assert box_of(changed) == box(30, 40, 40, 20)


def test_a_new_radius_counts_over_width_and_height() -> None:
    changed = modified({"type": "circle", "left": 0, "top": 0, "width": 10, "height": 30}, {"radius": 20})
    assert box_of(changed) == box(0, 0, 40, 40)


def test_corners_of_a_rect_are_not_its_size() -> None:
    changed = modified({"type": "rect", "width": 10, "height": 30, "rx": 3, "radius": 3}, {"width": 20})
    assert (changed["rx"], changed["radius"]) == (3, 3)


def test_a_box_is_written_in_one_spelling_with_whole_numbers_kept_whole() -> None:
    assert str(box(1.0, 2.5, 3.0, 4.0).as_patch()) == "{'left': 1, 'top': 2.5, 'width': 3, 'height': 4}"


def test_sizes_without_end_are_bounded() -> None:
    changed = modified({"type": "circle", "radius": 1.5e308}, {"width": 10})
    assert changed["height"] == 1_000_000_000
