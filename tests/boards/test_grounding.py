from typing import Any

import pytest

from gemma_app.agent.model import ToolCall
from gemma_app.boards.grounding import ground_edit

BOARD: dict[str, Any] = {"components": [{"refid": 3, "type": "rect"}, {"refid": 42, "type": "text", "text": "a"}]}


def _arguments(name: str, arguments: dict[str, Any], said: str, selected: tuple[int, ...] = ()) -> dict[str, Any]:
    return dict(ground_edit(ToolCall(id="1", name=name, arguments=arguments), said, BOARD, selected).arguments)


@pytest.mark.parametrize(
    ("name", "given", "said", "expected"),
    [
        ("addComponent", {"type": "rect"}, "빨간 동그라미 하나", {"type": "circle"}),
        (
            "addComponent",
            {"type": "text"},
            "a progress-circle for habit:2, width 120",
            {"type": "progress-circle", "id": "habit:2", "width": 120},
        ),
        ("addComponent", {"type": "image"}, "뭐든 하나", {"type": "image"}),
        (
            "modifyBoard",
            {"patch": {"name": "x"}},
            "name it x, #F5F5F5",
            {"patch": {"name": "x", "fillStyle": "#F5F5F5"}},
        ),
        ("modifyBoard", {"patch": {}}, "보드 크기 1920에 1080", {"patch": {"width": 1920, "height": 1080}}),
        ("replaceBoard", {"components": []}, "empty, 1200 by 800", {"components": [], "width": 1200, "height": 800}),
        ("removeComponentByRefid", {"refid": 9}, "3번 지워줘", {"refid": 3}),
        ("getComponentByRefid", {"refid": 9}, "show component 42", {"refid": 42}),
        ("getComponentByRefid", {"refid": 3}, "show component 99", {"refid": 3}),
        ("findComponents", {"namePattern": "habit"}, "habit:5에 묶인 것", {"id": "habit:5"}),
        ("getSelection", {}, "#000000 3번", {}),
        ("list_active_habits", {}, "3번", {}),
    ],
)
def test_what_was_said_for_certain_is_taken(
    name: str, given: dict[str, Any], said: str, expected: dict[str, Any]
) -> None:
    assert _arguments(name, given, said) == expected


def test_what_is_selected_is_meant_where_it_is_pointed_at() -> None:
    given = {"refid": 3, "patch": {"opacity": 1}}
    assert _arguments("modifyComponentByRefid", given, "선택한 거 투명도 0.4", (42,)) == {
        "refid": 42,
        "patch": {"opacity": 0.4},
    }
    assert _arguments("removeComponentByRefid", {"refid": 3}, "제목을 지워줘", (42,)) == {"refid": 3}
    assert _arguments("removeComponentByRefid", {"refid": 3}, "이거 지워줘", (42, 3)) == {"refid": 3}
