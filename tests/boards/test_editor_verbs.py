import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.boards.arranging import Axis, Edge, Place, align, distribute, reorder
from gemma_app.boards.document import Board, components_of, dump_board, find
from gemma_app.boards.frame import ROTATE, frame_of
from gemma_app.boards.geometry import Box, box_of, rotation_of
from gemma_app.boards.grouping import add, copies, duplicate, group, remove, ungroup
from gemma_app.boards.reshaping import HANDLES, dragged_box, faded, fit_into, move, rotate
from gemma_app.boards.selecting import box_on_board, chosen, existing, refid_at, refids_in
from gemma_app.boards.snapping import snap, to_grid
from tests.boards.boards import has_sound_refids, refids, wall

BOXES = [(10, 20, 30, 40), (100, 5, 50, 20), (300, 200, 20, 60)]


def rects(*boxes: tuple[float, float, float, float]) -> Board:
    return {
        "width": 800,
        "height": 600,
        "components": [
            {"refid": at, "type": "rect", "left": left, "top": top, "width": width, "height": height}
            for at, (left, top, width, height) in enumerate(boxes, 1)
        ],
    }


def boxes(board: Board) -> list[Box]:
    return [box_on_board(placed) for placed in chosen(board, [at for at in refids(board) if isinstance(at, int)])]


def box_at(board: Board, refid: int) -> Box:
    placed = find(board, refid)
    assert placed is not None
    return box_on_board(placed)


@pytest.mark.parametrize(
    ("edge", "value"),
    [("left", 10), ("right", 320), ("top", 5), ("bottom", 260), ("centre", 165), ("middle", 132.5)],
)
def test_aligning_lines_up_the_edges_or_centres(edge: Edge, value: float) -> None:
    for box in boxes(align(rects(*BOXES), [1, 2, 3], edge)):
        lines = {
            "left": box.left,
            "right": box.right,
            "top": box.top,
            "bottom": box.bottom,
            "centre": box.left + box.width / 2,
            "middle": box.top + box.height / 2,
        }
        assert lines[edge] == pytest.approx(value)


def test_one_component_alone_is_aligned_with_the_board() -> None:
    assert boxes(align(rects((10, 20, 30, 40)), [1], "right"))[0].right == 800


@pytest.mark.parametrize("axis", ["across", "down"])
def test_distributing_makes_the_gaps_equal_and_leaves_the_outermost(axis: Axis) -> None:
    board = rects(*BOXES, (700, 500, 10, 10))
    found = sorted(
        boxes(distribute(board, [1, 2, 3, 4], axis)), key=lambda box: box.left if axis == "across" else box.top
    )
    ends = [(box.left, box.right) if axis == "across" else (box.top, box.bottom) for box in found]
    gaps = [start - end for (_, end), (start, _) in pairwise(ends)]
    assert max(gaps) - min(gaps) < 0.05
    assert ends[-1][1] == (710 if axis == "across" else 510)


def test_two_components_have_nothing_to_distribute() -> None:
    board = rects(*BOXES[:2])
    assert distribute(board, [1, 2], "across") is board


@pytest.mark.parametrize(
    ("place", "order"),
    [("front", [1, 3, 2, 4]), ("back", [2, 4, 1, 3]), ("forward", [1, 3, 2, 4]), ("backward", [2, 1, 4, 3])],
)
def test_the_drawing_order_changes_and_what_is_moved_keeps_its_own(place: Place, order: list[int]) -> None:
    board = rects(*BOXES, (0, 0, 1, 1))
    assert refids(reorder(board, [2, 4], place)) == order


def test_reordering_inside_a_group_leaves_the_rest_alone() -> None:
    board, made = group(rects(*BOXES), [1, 2])
    assert made is not None
    after = reorder(board, [1], "front")
    holder = find(after, made)
    assert holder is not None
    assert refids(holder.component) == [2, 1]


def test_what_is_on_top_already_is_the_same_board() -> None:
    board = rects(*BOXES)
    assert reorder(board, [3], "front") is board


def test_moving_writes_one_spelling_and_leaves_what_is_locked() -> None:
    board = wall()
    board["components"][0]["locked"] = True
    after = move(board, [21, 26], 10, -5)
    assert after["components"][0] is board["components"][0]
    ball = after["components"][4]
    assert (ball["left"], ball["top"]) == (690, 475)
    assert "cx" not in ball


def test_moving_a_group_moves_what_it_holds_with_it_and_only_once() -> None:
    board = wall()
    after = move(board, [23, 24], 7, 3)
    assert box_at(after, 24).left == box_at(board, 24).left + 7
    inner = find(after, 24)
    assert inner is not None
    assert inner.component["left"] == 5


@pytest.mark.parametrize("handle", HANDLES)
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_dragging_a_handle_leaves_the_opposite_one_where_it_is(handle: tuple[int, int], angle: float) -> None:
    board = rects((100, 100, 80, 60))
    board["components"][0]["rotation"] = angle
    before = frame_of(board, [1])
    assert before is not None
    opposite = (-handle[0], -handle[1])
    start = before.point(handle)
    to = (start[0] + 11, start[1] + 17)
    after = frame_of(fit_into(board, [1], before.box, dragged_box(before.box, handle, to, angle=angle)), [1])
    assert after is not None
    assert after.point(opposite) == pytest.approx(before.point(opposite), abs=0.05)


def test_dragging_a_corner_can_keep_the_shape() -> None:
    new = dragged_box(Box(left=0, top=0, width=100, height=50), (1, 1), (300, 60), keeps_shape=True)
    assert (new.width, new.height) == (300, 150)


def test_resizing_a_group_scales_what_it_holds() -> None:
    board, made = group(rects((0, 0, 10, 10), (30, 30, 10, 10)), [1, 2])
    assert made is not None
    old = box_at(board, made)
    after = fit_into(board, [made], old, Box(left=0, top=0, width=80, height=80))
    assert box_at(after, 2) == Box(left=60, top=60, width=20, height=20)


def test_resizing_several_scales_the_gaps_between_them() -> None:
    board = rects((0, 0, 10, 10), (30, 30, 10, 10))
    after = fit_into(board, [1, 2], Box(left=0, top=0, width=40, height=40), Box(left=0, top=0, width=80, height=40))
    assert box_at(after, 2) == Box(left=60, top=30, width=20, height=10)


def test_turning_one_leaves_its_centre_and_turning_several_turns_them_about_theirs() -> None:
    alone = rotate(rects((0, 0, 10, 20)), [1], math.pi / 2)
    assert box_of(alone["components"][0]) == Box(left=0, top=0, width=10, height=20)
    assert rotation_of(alone["components"][0]) == pytest.approx(math.pi / 2, abs=1e-5)
    both = rotate(rects((0, 0, 10, 10), (90, 0, 10, 10)), [1, 2], math.pi)
    assert box_of(both["components"][0]).left == 90
    assert box_of(both["components"][1]).left == 0


def test_grouping_and_ungrouping_leave_everything_where_it_was() -> None:
    board = rects(*BOXES)
    grouped, made = group(board, [1, 3])
    assert made is not None
    assert has_sound_refids(grouped)
    assert [box_at(grouped, at) for at in (1, 2, 3)] == boxes(board)
    assert refids(grouped) == [2, made, 1, 3]
    freed, inner = ungroup(grouped, [made])
    assert set(inner) == {1, 3}
    assert [box_at(freed, at) for at in (1, 2, 3)] == boxes(board)


def test_ungrouping_a_turned_group_keeps_the_picture() -> None:
    board, made = group(rects((0, 0, 20, 20), (80, 0, 20, 20)), [1, 2])
    assert made is not None
    turned = rotate(board, [made], math.pi)
    freed, _ = ungroup(turned, [made])
    assert box_at(freed, 1).left == pytest.approx(80, abs=0.02)
    placed = find(freed, 1)
    assert placed is not None
    assert rotation_of(placed.component) == pytest.approx(math.pi, abs=1e-5)


def test_one_component_is_no_group() -> None:
    board = rects(*BOXES)
    assert group(board, [1]) == (board, None)


def test_a_duplicate_is_on_top_a_little_aside_with_refids_of_its_own_and_not_locked() -> None:
    board = wall()
    board["components"][2]["locked"] = True
    after, made = duplicate(board, [23], 16)
    assert has_sound_refids(after)
    assert components_of(after)[-1]["refid"] == made[0]
    assert "locked" not in components_of(after)[-1]
    assert box_at(after, made[0]).left == box_at(board, 23).left + 16


def test_what_is_copied_out_of_a_group_stands_on_the_board_where_it_was() -> None:
    board = wall()
    (copy,) = copies(board, [24])
    after, (made,) = add(board, [copy])
    assert box_at(after, made) == box_at(board, 24)


def test_removing_takes_nested_ones_and_leaves_what_is_locked() -> None:
    board = wall()
    board["components"][0]["locked"] = True
    assert refids(remove(board, [21, 24, 26])) == [21, 22, 23, 25]


def test_no_refid_is_used_again_after_it_was_removed() -> None:
    board, (first,) = add(rects(*BOXES), [{"type": "rect"}])
    again, (second,) = add(remove(board, [first]), [{"type": "rect"}])
    assert second > first
    assert has_sound_refids(again)


def test_the_topmost_under_the_point_is_hit_and_hidden_ones_are_not() -> None:
    board = rects((0, 0, 100, 100), (50, 50, 100, 100))
    assert refid_at(board, 60, 60) == 2
    board["components"][1]["visible"] = False
    assert refid_at(board, 60, 60) == 1
    assert refid_at(board, 400, 400) is None


def test_a_line_is_hit_near_its_stroke_only() -> None:
    board: Board = {"components": [{"refid": 1, "type": "line", "points": [[0, 0], [100, 100]]}]}
    assert refid_at(board, 51, 49) == 1
    assert refid_at(board, 90, 10) is None


def test_a_turned_component_is_hit_where_it_is_drawn() -> None:
    board = rects((0, 40, 100, 20))
    board["components"][0]["rotation"] = math.pi / 2
    assert refid_at(board, 50, 5) == 1
    assert refid_at(board, 5, 50) is None


def test_a_band_selects_what_lies_wholly_inside() -> None:
    assert refids_in(rects(*BOXES), Box(left=0, top=0, width=151, height=100)) == [1, 2]


def test_a_dragged_box_catches_the_nearest_edge_of_a_neighbour_or_the_grid() -> None:
    neighbour = Box(left=100, top=100, width=50, height=50)
    caught = snap(Box(left=104, top=300, width=8, height=20), [neighbour], 6)
    assert [caught.across, caught.down] == [-4, 0]
    assert list(caught.columns) == [100]
    free = snap(Box(left=203, top=301, width=20, height=20), [neighbour], 6, grid=8)
    assert (203 + free.across, 301 + free.down) == (200, 304)
    assert to_grid(5, 0) == 5


def test_the_frame_of_one_is_turned_with_it_and_handles_are_found_where_they_are() -> None:
    board = rects((0, 0, 100, 40))
    board["components"][0]["rotation"] = math.pi / 2
    frame = frame_of(board, [1])
    assert frame is not None
    assert frame.handle_at(*frame.point((1, 1)), 5) == (1, 1)
    assert frame.handle_at(*frame.point(ROTATE), 5) == ROTATE
    assert frame.handle_at(50, 20, 5) is None
    board["components"][0]["locked"] = True
    locked = frame_of(board, [1])
    assert locked is not None
    assert locked.handle_at(*locked.point((1, 1)), 5) is None


def test_a_pale_board_is_for_showing_only() -> None:
    board = rects(*BOXES)
    text = dump_board(board)
    assert faded(board, [2])["components"][1]["opacity"] == 0.15
    assert dump_board(board) == text


def test_unknown_refids_are_no_selection() -> None:
    assert existing(rects(*BOXES), [3, 99, 1]) == (3, 1)
    assert existing(rects(*[(0.0, 0.0, 1.0, 1.0)] * 20), range(5, 30)) == tuple(range(5, 21))


@given(
    st.lists(st.sampled_from(["move", "align", "order", "group", "ungroup", "duplicate", "remove", "turn"]), max_size=8)
)
def test_whatever_is_done_every_component_keeps_a_refid_of_its_own_and_the_board_before_is_untouched(
    steps: list[str],
) -> None:
    board = wall()
    for step in steps:
        text, selected = dump_board(board), [at for at in refids(board) if isinstance(at, int)][:3]
        match step:
            case "move":
                new = move(board, selected, 3, 4)
            case "align":
                new = align(board, selected, "left")
            case "order":
                new = reorder(board, selected, "front")
            case "group":
                new, _ = group(board, selected)
            case "ungroup":
                new, _ = ungroup(board, selected)
            case "duplicate":
                new, _ = duplicate(board, selected, 8)
            case "turn":
                new = rotate(board, selected, 0.3)
            case _:
                new = remove(board, selected[:1])
        assert dump_board(board) == text
        assert has_sound_refids(new)
        board = new
