"""Sixty sentences, each with a rough call as a small model makes it, and the call that they mean."""

import copy
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.grounding import Said
from gemma_app.agent.model import ToolCall
from gemma_app.boards.atmosphere import atmosphere_guide
from gemma_app.boards.document import Board
from gemma_app.boards.geometry import Box, box_of
from gemma_app.boards.grounding import board_ground
from gemma_app.boards.spoken.habits import Habits
from gemma_app.language import Language, Phrase
from tests.boards.boards import boards

KO_HABITS: Habits = ((5, "물 마시기"), (3, "아침 햇빛 보기"), (2, "책 읽기"))
EN_HABITS: Habits = ((5, "Drink water"), (3, "Morning light"), (2, "Read a book"))
ADD, CHANGE, REMOVE = "addComponent", "modifyComponentByRefid", "removeComponentByRefid"
BOARD, READ, FIND, SELECTION = "modifyBoard", "getComponentByRefid", "findComponents", "getSelection"


def board(language: Language) -> Board:
    """A small board: a title, two squares, a circle, two gauges, a note and a line."""
    title, plan, sun, memo = (
        ("제목", "주간 계획", "해", "메모") if language == "ko" else ("title", "Weekly plan", "sun", "Buy milk")
    )

    def at(refid: int, kind: str, left: int, top: int, width: int, height: int, **more: object) -> dict[str, Any]:
        return {"refid": refid, "type": kind, "left": left, "top": top, "width": width, "height": height, **more}

    return {
        "width": 800,
        "height": 600,
        "fillStyle": "#FFFFFF",
        "components": [
            at(1, "text", 40, 30, 300, 40, name=title, text=plan, fontSize=28, fillStyle="#1D1D1A"),
            at(2, "rect", 100, 150, 200, 120, fillStyle="blue"),
            at(3, "rect", 400, 150, 200, 120, fillStyle="#FF0000"),
            at(4, "circle", 600, 40, 80, 80, name=sun, fillStyle="#FFD700"),
            at(5, "gauge-circle", 60, 350, 140, 140, id="habit:5", fillStyle="#0B6E66"),
            at(6, "gauge-circle", 260, 350, 140, 140, id="habit:3", fillStyle="#C2571A"),
            at(7, "text", 500, 400, 160, 30, text=memo, fontSize=16, fillStyle="red"),
            at(8, "line", 40, 90, 500, 0, strokeStyle="#37474F", lineWidth=2),
        ],
    }


def grounded(
    name: str,
    arguments: dict[str, Any],
    said: str,
    *,
    selected: tuple[int, ...] = (),
    earlier: str = "",
    on: Board | None = None,
    habits: Habits | None = None,
) -> ToolCall | Phrase:
    is_korean = any("가" <= letter <= "힣" for letter in said)
    here = board("ko" if is_korean else "en") if on is None else on
    known = (KO_HABITS if is_korean else EN_HABITS) if habits is None else habits
    before = copy.deepcopy(here)
    found = board_ground(here, selected, known)(
        ToolCall(id="1", name=name, arguments=arguments), Said(text=said, earlier=earlier)
    )
    assert here == before
    return found


def patched(refid: int, **patch: object) -> tuple[str, dict[str, Any]]:
    return CHANGE, {"refid": refid, "patch": patch}


def removed(refid: int) -> tuple[str, dict[str, Any]]:
    return REMOVE, {"refid": refid}


# What is said, the rough call, what is selected, the app's words before, and the call that is meant.
WRONG = {"refid": 8, "patch": {}}
SENTENCES: list[tuple[str, str, dict[str, Any], tuple[int, ...], str, tuple[str, dict[str, Any]]]] = [
    ("이거 빨간색으로 바꿔줘", CHANGE, WRONG, (2,), "", patched(2, fillStyle="red")),
    ("얘 좀 더 크게", CHANGE, {"refid": 4, "patch": {"width": 300}}, (4,), "", patched(4, width=100, height=100)),
    ("오른쪽으로 옮겨줘", CHANGE, {"refid": 2, "patch": {"left": 0}}, (2,), "", patched(2, left=140)),
    ("제목 지워줘", REMOVE, {"refid": 2}, (), "", removed(1)),
    ("물 게이지 하나 추가해줘", ADD, {"type": "text"}, (), "", (ADD, {"type": "gauge-circle", "id": "habit:5"})),
    ("파란 네모를 노란색으로", CHANGE, {"refid": 3, "patch": {}}, (), "", patched(2, fillStyle="yellow")),
    ("빨간 글씨 지워줘", REMOVE, {"refid": 1}, (), "", removed(7)),
    ("동그라미를 왼쪽 아래 구석으로 보내줘", CHANGE, WRONG, (), "", patched(4, left=0, top=520)),
    ("그 동그라미 투명도 50%", CHANGE, {"refid": 4, "patch": {"opacity": 50}}, (), "", patched(4, opacity=0.5)),
    ("물 게이지를 가운데로", CHANGE, {"refid": 6, "patch": {"left": 1}}, (), "", patched(5, left=330, top=230)),
    ("햇빛 게이지 두 배로 키워줘", CHANGE, WRONG, (), "", patched(6, width=280, height=280)),
    (
        "그거 left 100 top 40 으로 옮겨",
        CHANGE,
        {"refid": 1, "patch": {"left": 100}},
        (),
        "refid 7로 ‘메모’ 텍스트를 넣었어요.",
        patched(7, left=100, top=40),
    ),
    ("방금 넣은 거 파랗게", CHANGE, WRONG, (), "refid 4로 원을 넣었어요.", patched(4, fillStyle="blue")),
    ("왼쪽 네모 지워줘", REMOVE, {"refid": 3}, (), "", removed(2)),
    ("오른쪽에 있는 게이지 초록으로", CHANGE, WRONG, (), "", patched(6, fillStyle="green")),
    ("선 좀 굵게", CHANGE, {"refid": 1, "patch": {}}, (), "", patched(8, lineWidth=4)),
    ("제목 글자 크기 36으로 하고 파란색으로", CHANGE, WRONG, (), "", patched(1, fontSize=36, fillStyle="blue")),
    ("제목을 '<b>이번 주</b>'로 바꿔줘", CHANGE, WRONG, (), "", patched(1, text="<b>이번 주</b>")),
    ("메모라고 적힌 글씨를 위로 30 올려줘", CHANGE, WRONG, (), "", patched(7, top=370)),
    ("배경을 하늘색으로", CHANGE, {"refid": 1, "patch": {}}, (), "", (BOARD, {"patch": {"fillStyle": "skyblue"}})),
    (
        "보드 이름을 '겨울 벽'으로 하고 크기는 1024x768",
        BOARD,
        {"patch": {}},
        (),
        "",
        (BOARD, {"patch": {"name": "겨울 벽", "width": 1024, "height": 768}}),
    ),
    ("이거 이름을 '달'로 해줘", CHANGE, {"refid": 4, "patch": {"text": "달"}}, (4,), "", patched(4, name="달")),
    ("이거 좀 작게", CHANGE, {"refid": 5, "patch": {"width": 10}}, (5,), "", patched(5, width=112, height=112)),
    ("빨간 동그라미 하나 그려줘", ADD, {"type": "rect"}, (), "", (ADD, {"type": "circle", "fillStyle": "red"})),
    (
        "'할 일 <3>' 이라고 오른쪽 위에 써줘",
        ADD,
        {"type": "text", "text": "할 일"},
        (),
        "",
        (ADD, {"type": "text", "text": "할 일 <3>", "top": 24}),
    ),
    ("이거 책 읽기에 연결해줘", CHANGE, {"refid": 5, "patch": {"id": "habit:3"}}, (5,), "", patched(5, id="habit:2")),
    ("두 번째 네모 삭제", REMOVE, {"refid": 2}, (), "", removed(3)),
    ("이거 45도 돌려줘", CHANGE, WRONG, (3,), "", patched(3, rotation=round(math.pi / 4, 6))),
    ("해 반투명하게 해 줘", CHANGE, {"refid": 2, "patch": {"opacity": 5}}, (), "", patched(4, opacity=0.5)),
    ("6번 게이지 너비 200 높이 180", CHANGE, {"refid": 5, "patch": {}}, (), "", patched(6, width=200, height=180)),
    ("make this red", CHANGE, WRONG, (2,), "", patched(2, fillStyle="red")),
    ("make it bigger", CHANGE, {"refid": 4, "patch": {"width": 300}}, (4,), "", patched(4, width=100, height=100)),
    ("move it right", CHANGE, {"refid": 2, "patch": {"left": 0}}, (2,), "", patched(2, left=140)),
    ("delete the title", REMOVE, {"refid": 2}, (), "", removed(1)),
    ("add a gauge for water", ADD, {"type": "text"}, (), "", (ADD, {"type": "gauge-circle", "id": "habit:5"})),
    ("make the blue square yellow", CHANGE, {"refid": 3, "patch": {}}, (), "", patched(2, fillStyle="yellow")),
    ("delete the red text", REMOVE, {"refid": 1}, (), "", removed(7)),
    ("put the circle in the bottom left corner", CHANGE, WRONG, (), "", patched(4, left=0, top=520)),
    ("set the circle to 50% opacity", CHANGE, {"refid": 4, "patch": {"opacity": 50}}, (), "", patched(4, opacity=0.5)),
    ("centre the water gauge", CHANGE, {"refid": 6, "patch": {"left": 1}}, (), "", patched(5, left=330, top=230)),
    ("make the morning light gauge twice as big", CHANGE, WRONG, (), "", patched(6, width=280, height=280)),
    ("move it up by 30", CHANGE, WRONG, (), "I added the text as refid 7.", patched(7, top=370)),
    ("paint that one blue", CHANGE, WRONG, (), "Added a circle (refid 4).", patched(4, fillStyle="blue")),
    ("delete the left square", REMOVE, {"refid": 3}, (), "", removed(2)),
    ("make the gauge on the right green", CHANGE, WRONG, (), "", patched(6, fillStyle="green")),
    ("make the line thicker", CHANGE, {"refid": 1, "patch": {}}, (), "", patched(8, lineWidth=4)),
    ("title in font size 36 and blue", CHANGE, WRONG, (), "", patched(1, fontSize=36, fillStyle="blue")),
    ('change the title to "<b>This week</b>"', CHANGE, WRONG, (), "", patched(1, text="<b>This week</b>")),
    ("shrink the sun by half", CHANGE, WRONG, (), "", patched(4, width=40, height=40)),
    (
        "make the background sky blue",
        CHANGE,
        {"refid": 1, "patch": {}},
        (),
        "",
        (BOARD, {"patch": {"fillStyle": "skyblue"}}),
    ),
    (
        'rename the board to "Winter wall" and make it 1024 by 768',
        BOARD,
        {"patch": {}},
        (),
        "",
        (BOARD, {"patch": {"name": "Winter wall", "width": 1024, "height": 768}}),
    ),
    ('name this "moon"', CHANGE, {"refid": 4, "patch": {"text": "moon"}}, (4,), "", patched(4, name="moon")),
    ("a bit smaller please", CHANGE, WRONG, (5,), "", patched(5, width=127.27, height=127.27)),
    (
        "draw a red circle with a blue outline",
        ADD,
        {"type": "rect"},
        (),
        "",
        (ADD, {"type": "circle", "fillStyle": "red", "strokeStyle": "blue"}),
    ),
    (
        'write "To do <3>" at the top right',
        ADD,
        {"type": "text", "text": "To do"},
        (),
        "",
        (ADD, {"type": "text", "text": "To do <3>", "top": 24}),
    ),
    ("connect this to read a book", CHANGE, {"refid": 5, "patch": {}}, (5,), "", patched(5, id="habit:2")),
    ("remove the second square", REMOVE, {"refid": 2}, (), "", removed(3)),
    ("rotate this 45 degrees", CHANGE, WRONG, (3,), "", patched(3, rotation=round(math.pi / 4, 6))),
    ("the sun should be half transparent", CHANGE, WRONG, (), "", patched(4, opacity=0.5)),
    ("gauge 6: width 200, height 180", CHANGE, {"refid": 5, "patch": {}}, (), "", patched(6, width=200, height=180)),
]


@pytest.mark.parametrize(("said", "name", "rough", "selected", "earlier", "meant"), SENTENCES, ids=lambda value: "")
def test_a_rough_call_becomes_what_was_said(
    said: str,
    name: str,
    rough: dict[str, Any],
    selected: tuple[int, ...],
    earlier: str,
    meant: tuple[str, dict[str, Any]],
) -> None:
    found = grounded(name, rough, said, selected=selected, earlier=earlier)
    assert isinstance(found, ToolCall), found
    expected_name, expected = meant
    assert found.name == expected_name
    if expected_name == ADD:
        assert {key: found.arguments.get(key) for key in expected} == expected
    else:
        assert found.arguments == expected


@pytest.mark.parametrize(
    ("said", "selected", "named"),
    [
        ("네모 지워줘", (), ("#2", "#3")),
        ("delete the square", (), ("#2", "#3")),
        ("게이지를 빨갛게", (), ("#5", "#6")),
        ("이거 지워줘", (2, 4), ("#2", "#4")),
        ("delete this", (2, 4), ("#2", "#4")),
        ("글씨를 아래로 옮겨줘", (), ("#1", "#7")),
        ("그거 지워줘", (), ("#1", "#2", "#3")),
    ],
)
def test_where_several_fit_it_is_asked_which_and_nothing_is_guessed(
    said: str, selected: tuple[int, ...], named: tuple[str, ...]
) -> None:
    for name in (CHANGE, REMOVE):
        asked = grounded(name, {"refid": 2, "patch": {"fillStyle": "red"}}, said, selected=selected)
        assert isinstance(asked, Phrase)
        assert all(number in asked.ko and number in asked.en for number in named)


@pytest.mark.parametrize(
    ("said", "selected", "refid"),
    [
        ("이 네모 지워줘", (3,), 3),
        ("delete this square", (3,), 3),
        ("네모 지워줘", (3, 4), 3),
        ("이거 말고 동그라미 지워줘", (), 4),
        ("방금 그 게이지 지워줘", (), 6),
        ("지워줘", (7,), 7),
        ("get rid of the bottom right text", (), 7),
        ("delete the smallest gauge on the left", (), 5),
        ("가장 왼쪽 게이지 삭제", (), 5),
        ("메모 지워줘", (2,), 7),
        ("“주간 계획”이라고 적힌 글씨 지워줘", (), 1),
        ('delete the text that says "Buy milk"', (), 7),
        ("habit:3 게이지 지워", (), 6),
        ("습관 5번 게이지 지워", (), 5),
        ("delete 3", (), 3),
        ("노란 동그라미 지워", (2,), 4),
    ],
)
def test_the_one_that_fits_is_meant(said: str, selected: tuple[int, ...], refid: int) -> None:
    found = grounded(REMOVE, {"refid": 8}, said, selected=selected, earlier="refid 6을 넣었어요.")
    assert isinstance(found, ToolCall)
    assert found.arguments == {"refid": refid}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("12번 지워줘", "12"),
        ("delete component 99", "99"),
        ("보라색 동그라미 지워줘", "#4"),
        ("delete the purple circle", "#4"),
        ("이미지 지워줘", "#1"),
    ],
)
def test_what_is_not_there_is_said_and_nothing_is_taken_in_its_place(said: str, told: str) -> None:
    answer = grounded(REMOVE, {"refid": 2}, said)
    assert isinstance(answer, Phrase)
    assert told in answer.ko
    assert told in answer.en


def test_the_only_component_needs_no_description() -> None:
    here: Board = {"width": 400, "height": 300, "components": [{"refid": 9, "type": "rect", "width": 80, "height": 40}]}
    found = grounded(CHANGE, {"refid": 1, "patch": {}}, "make it wider", on=here)
    assert isinstance(found, ToolCall)
    assert found.arguments == {"refid": 9, "patch": {"width": 100}}
    empty = grounded(REMOVE, {"refid": 1}, "delete it", on={"components": []})
    assert isinstance(empty, Phrase)


@pytest.mark.parametrize(
    ("said", "patch"),
    [
        ("해를 오른쪽 위로 옮겨줘", {"left": 720, "top": 0}),
        ("해를 맨 왼쪽으로", {"left": 0}),
        ("해를 아래로 100", {"top": 140}),
        ("해를 50 왼쪽으로 옮겨", {"left": 550}),
        ("해를 오른쪽으로 20 아래로 30 옮겨", {"left": 620, "top": 60}),
        ("해를 (120, 80)으로 옮겨", {"left": 120, "top": 80}),
        ("해를 가로로 가운데", {"left": 360}),
        ("해를 아래쪽 가운데로", {"left": 360, "top": 520}),
        ("해를 위로 200 옮겨", {"top": 0}),
        ("move the sun a bit to the left", {"left": 590}),
        ("move the sun left 50", {"left": 550}),
        ("push the sun all the way to the right", {"left": 720}),
        ("move the sun to the top left", {"left": 0, "top": 0}),
        ("move the sun right and down", {"left": 640, "top": 80}),
        ("place the sun at 12, 34", {"left": 12, "top": 34}),
        ("put the sun at the bottom center", {"left": 360, "top": 520}),
        ("set the left of the sun to 44", {"left": 44}),
    ],
)
def test_directions_edges_and_numbers_become_places_on_the_board(said: str, patch: dict[str, Any]) -> None:
    assert changed(said) == patch


@pytest.mark.parametrize(
    ("said", "patch"),
    [
        ("해 20% 키워줘", {"width": 96, "height": 96}),
        ("해 너비만 두 배로", {"width": 160}),
        ("해 지름 100으로", {"width": 100, "height": 100}),
        ("해 크기 120x60으로", {"width": 120, "height": 60}),
        ("해를 훨씬 크게", {"width": 120, "height": 120}),
        ("제목 더 크게", {"width": 375, "height": 50, "fontSize": 35}),
        ("선을 길게 늘려줘", {"width": 625}),
        ("stretch the line", {"width": 625}),
        ("make the sun 3x", {"width": 240, "height": 240}),
        ("make the sun 20 px wider", {"width": 100}),
        ("make the sun 90 wide and 70 tall", {"width": 90, "height": 70}),
        ("make the sun much smaller", {"width": 53.33, "height": 53.33}),
    ],
)
def test_larger_and_smaller_become_sizes(said: str, patch: dict[str, Any]) -> None:
    assert changed(said) == patch


@pytest.mark.parametrize(
    ("said", "opacity"),
    [
        ("해 투명도 50%", 0.5),
        ("해 투명도 30", 0.3),
        ("해 불투명도 0.3", 0.3),
        ("해 반투명하게", 0.5),
        ("해 80% 투명하게", 0.2),
        ("해 완전히 투명하게", 0),
        ("해 완전 불투명하게", 1),
        ("해 투명도 100%로", 1),
        ("해 좀 흐리게", 0.75),
        ("opacity of the sun 40%", 0.4),
        ("make the sun 30% transparent", 0.7),
        ("the sun fully opaque please", 1),
        ("fade the sun", 0.75),
        ("lower the opacity of the sun", 0.75),
    ],
)
def test_how_far_one_sees_through_is_a_share_from_0_to_1(said: str, opacity: float) -> None:
    assert changed(said) == {"opacity": opacity}


@pytest.mark.parametrize(
    ("said", "patch"),
    [
        ("해를 진한 파란색으로", {"fillStyle": "darkblue"}),
        ("해 #ff8800으로", {"fillStyle": "#ff8800"}),
        ("해 노란색에서 주황색으로", {"fillStyle": "orange"}),
        ("해 테두리 검은색으로", {"strokeStyle": "black"}),
        ("선 색을 빨강으로", {"strokeStyle": "red"}),
        ("make the sun light green", {"fillStyle": "lightgreen"}),
        ("make the sun rgba(0, 0, 0, 0.3)", {"fillStyle": "rgba(0, 0, 0, 0.3)"}),
        ("give the sun a black border", {"strokeStyle": "black"}),
        ("제목 굵게", {"fontWeight": "bold"}),
        ("make the title say Hello there", {"text": "Hello there"}),
        ("제목 문구를 운동 계획으로 바꿔줘", {"text": "운동 계획"}),
        ("제목 이름 큰 글씨로 바꿔줘", {"name": "큰 글씨"}),
        ("물 게이지 값 70으로", {"value": 70}),
        ("해 잠가줘", {"locked": True}),
        ("hide the sun", {"visible": False}),
        (
            "해 보라색으로 칠하고 지름 100으로 하고 투명도 50%로 하고 왼쪽 위로 옮겨줘",
            {"fillStyle": "purple", "width": 100, "height": 100, "opacity": 0.5, "left": 0, "top": 0},
        ),
    ],
)
def test_colours_and_looks_are_taken_several_at_once(said: str, patch: dict[str, Any]) -> None:
    assert changed(said) == patch


def changed(said: str) -> dict[str, Any]:
    """The patch that a sentence gives; the model's own is nonsense."""
    found = grounded(CHANGE, {"refid": 2, "patch": {"left": 7777, "fillStyle": "peru"}}, said)
    assert isinstance(found, ToolCall), found
    patch = found.arguments["patch"]
    assert isinstance(patch, dict)
    return patch


@pytest.mark.parametrize(
    ("said", "rough", "text"),
    [
        ("“{a}”라고 써줘", {"text": "x"}, "{a}"),
        ("보드에 '<end_of_turn> & <b>' 글자 추가", {"text": "x"}, "<end_of_turn> & <b>"),
        ('write "red circle at the top"', {}, "red circle at the top"),
        ("오늘 할 일 이라고 적어줘", {"type": "text", "text": "오늘 할 일"}, "오늘 할 일"),
    ],
)
def test_words_in_quotes_are_written_to_the_letter_and_never_read(said: str, rough: dict[str, Any], text: str) -> None:
    found = grounded(ADD, {"type": "text", **rough}, said)
    assert isinstance(found, ToolCall)
    assert (found.arguments["type"], found.arguments["text"]) == ("text", text)


def test_something_new_has_a_look_and_a_free_place_on_the_board() -> None:
    here = board("ko")
    found = grounded(ADD, {"type": "gauge-circle", "left": 7777}, "책 읽기 게이지 추가", on=here)
    assert isinstance(found, ToolCall)
    new = Box(**{side: found.arguments[side] for side in ("left", "top", "width", "height")})
    assert not any(box_of(component).meets(new) for component in here["components"])
    assert found.arguments["id"] == "habit:2"


def test_something_new_is_put_where_it_was_said() -> None:
    found = grounded(ADD, {"type": "rect"}, "맨 오른쪽 아래 모서리에 100x50 네모 하나 그려줘")
    assert isinstance(found, ToolCall)
    assert {side: found.arguments[side] for side in ("left", "top", "width", "height")} == {
        "left": 700,
        "top": 550,
        "width": 100,
        "height": 50,
    }


def test_a_gauge_for_what_several_habits_are_called_is_asked_about() -> None:
    habits = ((1, "물 마시기"), (2, "물 주기"))
    asked = grounded(ADD, {"type": "gauge-circle", "id": "habit:1"}, "물 게이지 추가", habits=habits)
    assert isinstance(asked, Phrase)
    assert "물 마시기" in asked.ko
    assert "물 주기" in asked.ko


def test_a_habit_is_found_by_its_title_in_the_other_language() -> None:
    habits = ((5, "물 마시기"), (5, "Drink water"), (2, "책 읽기"), (2, "Read a book"))
    found = grounded(ADD, {"type": "gauge-circle", "id": "habit:2"}, "add a gauge for water", habits=habits)
    assert isinstance(found, ToolCall)
    assert found.arguments["id"] == "habit:5"


def test_a_gauge_that_no_habit_was_named_for_shows_none() -> None:
    found = grounded(ADD, {"type": "gauge-circle", "id": "habit:3"}, "게이지 하나 그려줘")
    assert isinstance(found, ToolCall)
    assert "id" not in found.arguments


@pytest.mark.parametrize(
    ("name", "rough", "said", "selected", "meant"),
    [
        (FIND, {}, "파란 네모 지워줘", (), removed(2)),
        (SELECTION, {}, "이거 너비 240으로", (2,), patched(2, width=240)),
        (BOARD, {"patch": {"fillStyle": "red"}}, "이거 빨갛게", (2,), patched(2, fillStyle="red")),
        (CHANGE, {"refid": 2, "patch": {}}, "delete the blue square", (), removed(2)),
        (FIND, {"type": "rect"}, "파란 네모 어디 있어?", (), (FIND, {"type": "rect"})),
        (SELECTION, {}, "이거 무슨 색이야", (2,), (SELECTION, {})),
        (FIND, {"namePattern": "x"}, "물 마시기에 연결된 거 찾아줘", (), (FIND, {"id": "habit:5"})),
        (READ, {"refid": 8}, "what colour is the title?", (), (READ, {"refid": 1})),
        (READ, {"refid": 8}, "show component 99", (), (READ, {"refid": 99})),
        (
            "replaceBoard",
            {"components": []},
            "empty, 1200 by 800",
            (),
            ("replaceBoard", {"components": [], "width": 1200, "height": 800}),
        ),
        (
            BOARD,
            {"patch": {"name": "Winter wall"}},
            "Rename the board to Winter wall and make the background #F5F5F5",
            (),
            (BOARD, {"patch": {"name": "Winter wall", "fillStyle": "#F5F5F5"}}),
        ),
        (BOARD, {"patch": {}}, "하늘을 흐리게 해줘", (), (BOARD, {"patch": {"sky": "cloudy"}})),
        (
            BOARD,
            {"patch": {"dirLightEnabled": False}},
            "하늘 맑게 하고 직사광은 꺼줘",
            (),
            (BOARD, {"patch": {"dirLightEnabled": False, "sky": "sunny"}}),
        ),
        (BOARD, {"patch": {"exposure": 9}}, "make the light brighter", (), (BOARD, {"patch": {"exposure": 1.2}})),
        ("list_active_habits", {}, "3번 지워", (), ("list_active_habits", {})),
    ],
)
def test_where_the_words_are_plain_they_settle_the_tool_too(
    name: str, rough: dict[str, Any], said: str, selected: tuple[int, ...], meant: tuple[str, dict[str, Any]]
) -> None:
    found = grounded(name, rough, said, selected=selected)
    assert isinstance(found, ToolCall), found
    assert (found.name, found.arguments) == meant


def test_a_mood_is_that_of_the_guide() -> None:
    found = grounded(BOARD, {"patch": {}}, "깊은 바닷속 같은 분위기로 바꿔줘")
    assert isinstance(found, ToolCall)
    assert (
        found.arguments["patch"]["skyColor"]
        == atmosphere_guide()["archetypes"]["surreal"]["deepOcean"]["patch"]["skyColor"]
    )


def test_a_change_that_says_nothing_is_asked_about() -> None:
    assert isinstance(grounded(CHANGE, {"refid": 1, "patch": {}}, "제목 바꿔줘"), Phrase)
    kept = grounded(CHANGE, {"refid": 1, "patch": {"text": "운동"}}, "제목 바꿔줘")
    assert isinstance(kept, ToolCall)
    assert kept.arguments == {"refid": 1, "patch": {"text": "운동"}}


def test_calls_that_answer_several_wishes_are_left_as_they_are() -> None:
    call = ToolCall(id="1", name=REMOVE, arguments={"refid": 2})
    assert board_ground(board("ko"), (), ())(call, Said()) is call


def test_what_is_in_a_group_is_moved_in_its_own_coordinates() -> None:
    inner = {"refid": 2, "type": "rect", "left": 5, "top": 5, "width": 20, "height": 20}
    here: Board = {
        "width": 400,
        "height": 300,
        "components": [{"refid": 1, "type": "group", "left": 100, "top": 50, "components": [inner]}],
    }
    found = grounded(CHANGE, {"refid": 1, "patch": {}}, "move the box to the top left corner", on=here)
    assert isinstance(found, ToolCall)
    assert found.arguments == {"refid": 2, "patch": {"left": -100, "top": -50}}
    moved = grounded(CHANGE, {"refid": 2, "patch": {}}, "move the group to the top left corner", on=here)
    assert isinstance(moved, ToolCall)
    assert moved.arguments == {"refid": 1, "patch": {"left": -5, "top": -5}}
    assert isinstance(grounded(CHANGE, {"refid": 1, "patch": {}}, "make the group bigger", on=here), Phrase)


@given(st.text(max_size=60), st.sampled_from([ADD, CHANGE, REMOVE, BOARD, READ, FIND, SELECTION]), boards)
def test_no_words_and_no_board_make_it_fail(said: str, name: str, here: Board) -> None:
    call = ToolCall(id="1", name=name, arguments={"refid": 1, "patch": {}, "type": "rect"})
    found = board_ground(here, (1,), KO_HABITS)(call, Said(text=said))
    assert isinstance(found, ToolCall | Phrase)


@pytest.mark.parametrize("said", ["너비 {} 사각형 추가", "{}px wide rect", "제목 글자 크기 {} 추가", "사각형 {}"])
def test_a_number_that_no_value_can_be_is_passed_over(said: str) -> None:
    ground, call = board_ground(board("ko"), (), KO_HABITS), ToolCall(id="1", name=ADD, arguments={"type": "rect"})
    far, none = (ground(call, Said(text=said.format(number))) for number in ("9" * 20_000, ""))
    assert isinstance(far, ToolCall)
    assert isinstance(none, ToolCall)
    assert far.arguments.get("width") == none.arguments.get("width")
    assert far.arguments.get("fontSize") == none.arguments.get("fontSize")
