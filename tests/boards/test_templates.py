import pytest

from gemma_app.boards.binding import HabitFigures, KnownFigures, bound_refids, with_live_data
from gemma_app.boards.colour import parse_colour
from gemma_app.boards.document import COMPONENT_TYPES, walk
from gemma_app.boards.edits import Op
from gemma_app.boards.properties import BOARD_PROPERTIES, PROPERTIES, common_value, fitting
from gemma_app.boards.proposal import Conflict, propose
from gemma_app.boards.selecting import board_box, box_on_board
from gemma_app.boards.templates import ADDABLE, new_component, weekly_habit_wall
from gemma_app.boards.wording import conflict_text, details_of, kind_of, type_name
from gemma_app.language import Language
from tests.boards.boards import has_sound_refids, wall

HABITS = [(3, "아침 햇빛"), (7, "물 마시기"), (9, "일찍 자기"), (12, "걷기"), (20, "책 읽기")]


@pytest.mark.parametrize("count", range(len(HABITS) + 1))
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_weekly_wall_has_a_live_card_for_each_habit_inside_the_board(count: int, language: Language) -> None:
    board = weekly_habit_wall(HABITS[:count], language)
    assert has_sound_refids(board)
    assert set(bound_refids(board)) == {habit for habit, _ in HABITS[:count]}
    area = board_box(board)
    for placed in walk(board):
        box = box_on_board(placed)
        assert area.left <= box.left
        assert box.right <= area.right
        assert box.bottom <= area.bottom


def test_the_week_and_the_streak_of_the_wall_come_from_the_habit() -> None:
    board = weekly_habit_wall(HABITS[:1], "ko")
    figures = HabitFigures(title="새 이름", streak=12, rate=0.5, today="done", week=6)
    data = KnownFigures(by_habit={3: figures})
    drawn = [with_live_data(placed.component, data, language="ko") for placed in walk(board)]
    texts = {item.get("text") for item in drawn}
    assert {"새 이름", "이어짐 12일", "오늘: 완료", "6/7"} <= texts
    assert {item.get("value") for item in drawn if item["type"] in {"gauge-circle", "progress-horizontal"}} == {50, 6}


@pytest.mark.parametrize("kind", ADDABLE)
def test_a_new_component_is_drawn_around_the_point(kind: str) -> None:
    made = new_component(kind, (200, 100), "en")
    assert kind in COMPONENT_TYPES
    assert made["left"] + made["width"] / 2 == pytest.approx(200, abs=0.5)


@pytest.mark.parametrize(
    ("words", "hexadecimal"),
    [("red", "#FF0000"), ("Sky Blue", "#87CEEB"), ("빨간색", "#FF0000"), ("하늘 색", "#87CEEB"), ("남색", "#000080")],
)
def test_colours_have_names_in_both_languages(words: str, hexadecimal: str) -> None:
    colour = parse_colour(words)
    assert colour is not None
    assert colour.as_hex() == hexadecimal


def test_a_name_that_is_no_colour_is_none() -> None:
    assert parse_colour("bluish") is None
    clear = parse_colour("transparent")
    assert clear is not None
    assert clear.alpha == 0


def test_a_panel_offers_what_all_components_have_and_shows_what_they_share() -> None:
    components = wall()["components"]
    keys = [each.key for each in fitting(components[:2])]
    assert {"left", "fillStyle", "value", "id"} <= set(keys)
    assert "text" not in keys
    assert "width" not in [each.key for each in fitting([components[2]])]
    top = next(each for each in PROPERTIES if each.key == "top")
    left = next(each for each in PROPERTIES if each.key == "left")
    assert common_value(components[:2], top) == "120"
    assert common_value(components[:2], left) is None


@pytest.mark.parametrize(
    ("key", "written", "patch"),
    [
        ("left", "12.5", {"left": 12.5}),
        ("left", "12", {"left": 12}),
        ("left", "twelve", None),
        ("width", "-3", None),
        ("rotation", "180", {"rotation": 3.141593}),
        ("opacity", "250", {"opacity": 1}),
        ("fillStyle", "빨강", {"fillStyle": "빨강"}),
        ("fillStyle", "no colour", None),
        ("fillStyle", "", {"fillStyle": None}),
        ("name", "이름", {"name": "이름"}),
    ],
)
def test_what_is_written_becomes_a_patch_or_is_refused(key: str, written: str, patch: dict[str, object] | None) -> None:
    assert next(each for each in PROPERTIES if each.key == key).patch(written) == patch


def test_the_board_itself_has_properties() -> None:
    assert [each.shown(wall()) for each in BOARD_PROPERTIES] == ["Wall", "800", "600", "#FFFFFF"]


def test_changes_and_conflicts_are_told_in_words() -> None:
    ops: list[Op] = [
        {"op": "add", "component": {"type": "gauge-circle", "id": "habit:3"}},
        {"op": "modify", "refid": 24, "patch": {"text": "달빛", "left": 8}},
        {"op": "replace", "board": {"components": []}},
    ]
    told = [(kind_of(change).ko, details_of(change).ko) for change in propose(wall(), ops).changes]
    assert told == [
        ("더하기", "원형 게이지, 습관 연결 habit:3"),
        ("바꾸기", "글 달빛, 왼쪽 8"),
        ("보드 전체를 새로", "요소 0개"),
    ]
    conflict = Conflict(change=0, path=("fillStyle",), user="#fff", proposed=None)
    assert conflict_text(conflict).en == "Fill: yours #fff, proposed –"


def test_every_type_has_a_name() -> None:
    assert all(type_name(kind).ko != kind for kind in COMPONENT_TYPES)
    assert type_name("hologram").en == "hologram"
