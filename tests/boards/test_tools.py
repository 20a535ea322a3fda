import json
import unicodedata
from typing import Any

import pytest

from gemma_app.agent.model import ToolCall
from gemma_app.agent.registry import Registry
from gemma_app.agent.tool import Effect
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools, execute_read_tool, is_read_tool, is_write_tool
from tests.boards.boards import BAD_REFIDS, call, wall

READS = ["findComponents", "getAtmosphereGuide", "getComponentByRefid", "getSelection"]
WRITES = ["addComponent", "modifyBoard", "modifyComponentByRefid", "removeComponentByRefid", "replaceBoard"]
SCHEMAS = {tool.name: tool.parameters for tool in build_board_edit_tools(COMPONENT_TYPES)}


def found(board: Any = None, **filters: Any) -> dict[str, Any]:
    return execute_read_tool(call("findComponents", **filters), board or wall(), ())


def found_refids(board: Any = None, **filters: Any) -> list[int]:
    return [component["refid"] for component in found(board, **filters)["components"]]


def test_there_are_exactly_nine_tools() -> None:
    assert sorted(SCHEMAS) == sorted(READS + WRITES)
    assert len(list(Registry(build_board_edit_tools(["rect"])))) == 9


def test_reads_only_read_and_writes_change_what_can_be_taken_back() -> None:
    effects = {tool.name: tool.effect for tool in build_board_edit_tools(COMPONENT_TYPES)}
    assert effects == {**dict.fromkeys(READS, Effect.READ), **dict.fromkeys(WRITES, Effect.CHANGE)}


def test_the_component_types_are_named_to_the_model() -> None:
    tools = {tool.name: tool for tool in build_board_edit_tools(["rect", "손목시계"])}
    assert "rect, 손목시계" in json.dumps(tools["addComponent"].parameters, ensure_ascii=False)
    assert build_board_edit_tools([])


def test_tools_without_arguments_have_empty_properties() -> None:
    for name in ("getSelection", "getAtmosphereGuide"):
        assert SCHEMAS[name] == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("name", "required"),
    [
        ("addComponent", ["type"]),
        ("getComponentByRefid", ["refid"]),
        ("removeComponentByRefid", ["refid"]),
        ("modifyComponentByRefid", ["refid", "patch"]),
        ("modifyBoard", ["patch"]),
        ("replaceBoard", ["components"]),
    ],
)
def test_required_arguments_are_required(name: str, required: list[str]) -> None:
    assert SCHEMAS[name]["required"] == required


def test_arguments_have_their_types() -> None:
    for name in ("getComponentByRefid", "removeComponentByRefid", "modifyComponentByRefid"):
        assert SCHEMAS[name]["properties"]["refid"]["type"] == "number"
    for name in ("modifyBoard", "modifyComponentByRefid"):
        assert SCHEMAS[name]["properties"]["patch"]["type"] == "object"
    assert SCHEMAS["replaceBoard"]["properties"]["components"]["type"] == "array"


def test_find_components_requires_nothing_and_knows_four_filters() -> None:
    assert "required" not in SCHEMAS["findComponents"]
    assert set(SCHEMAS["findComponents"]["properties"]) == {"type", "namePattern", "region", "id"}


def test_schemas_are_json_and_every_tool_is_described() -> None:
    for tool in build_board_edit_tools(COMPONENT_TYPES):
        assert json.loads(json.dumps(tool.parameters)) == tool.parameters
        assert tool.description


def test_read_and_write_tools_are_told_apart() -> None:
    assert all(is_read_tool(name) and not is_write_tool(name) for name in READS)
    assert all(is_write_tool(name) and not is_read_tool(name) for name in WRITES)


@pytest.mark.parametrize(
    "name",
    ["removeComponent", "modifyComponent", "getComponent", "search_catalog", "", "GETSELECTION", None, 5, ["x"], {}],
)
def test_unknown_and_old_names_are_neither(name: object) -> None:
    assert not is_read_tool(name)
    assert not is_write_tool(name)


def test_the_selection_is_given_whole_and_in_order_without_unknown_refids() -> None:
    board = wall()
    board["components"][0]["text"] = "x" * 100_000
    result = execute_read_tool(call("getSelection"), board, [24, 99, 21.0, True, 21, "22"])  # type: ignore[list-item]
    assert result == {"count": 2, "selected": [board["components"][2]["components"][0], board["components"][0]]}


@pytest.mark.parametrize("selected", [(), [], None, [99], ["habit:3"], [True], [float("nan")], 21, "21"])
def test_an_empty_selection_is_said_in_words(selected: Any) -> None:
    result = execute_read_tool(call("getSelection"), wall(), selected)
    assert result["selected"] == []
    assert result["message"].startswith("No component is selected")
    assert set(result) == {"selected", "message"}


def test_a_component_is_read_whole_by_its_refid_in_groups_too() -> None:
    board = wall()
    board["components"][2]["components"][0]["text"] = "y" * 50_000
    assert execute_read_tool(call("getComponentByRefid", refid=24.0), board, ()) == {
        "component": board["components"][2]["components"][0]
    }


@pytest.mark.parametrize("refid", BAD_REFIDS)
def test_reading_without_a_usable_refid_says_what_is_required(refid: object) -> None:
    assert execute_read_tool(call("getComponentByRefid", refid=refid), wall(), ()) == {
        "error": "refid (number) is required"
    }
    assert execute_read_tool(call("getComponentByRefid"), wall(), ()) == {"error": "refid (number) is required"}


def test_reading_an_unknown_refid_says_not_found() -> None:
    error = execute_read_tool(call("getComponentByRefid", refid=99), wall(), ())["error"]
    assert "99" in error
    assert error.endswith("not found")


def test_without_filters_every_component_is_found_with_its_parent() -> None:
    result = found()
    assert (result["totalMatched"], result["truncated"]) == (6, False)
    assert found_refids() == [21, 22, 23, 24, 25, 26]
    by_refid = {component["refid"]: component for component in result["components"]}
    assert by_refid[24]["parentRefid"] == 23
    assert "parentRefid" not in by_refid[21]


def test_finding_leaves_the_board_as_it_is() -> None:
    board = wall()
    found(board)
    assert board == wall()


def test_filters_are_exact_and_all_must_fit() -> None:
    assert found_refids(type="gauge-circle") == [21, 22]
    assert found_refids(type="gauge") == []
    assert found_refids(id="habit:3") == [21, 22]
    assert found_refids(id="habit") == []
    region = {"left": 400, "top": 0, "width": 100, "height": 200}
    assert found_refids(id="habit:3", region=region) == [22]
    assert found_refids(id="habit:3", type="text") == []


def test_a_name_is_matched_in_part_and_in_any_case() -> None:
    assert found_refids(namePattern="bAL") == [26]
    assert found_refids(namePattern="묶음") == [23]
    assert found_refids(namePattern=".*") == []


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
def test_hangul_is_matched_in_either_composition(stored: Any, asked: Any) -> None:
    board = {
        "components": [{"refid": 1, "name": unicodedata.normalize(stored, "아침 햇빛")}, {"refid": 2, "name": "아치"}]
    }
    assert found_refids(board, namePattern=unicodedata.normalize(asked, "침 햇")) == [1]


def test_part_of_a_syllable_is_no_part_of_a_name() -> None:
    board = {"components": [{"refid": 1, "name": unicodedata.normalize("NFD", "한글")}]}
    assert found_refids(board, namePattern="하") == []


def test_a_region_takes_its_edges_in_and_reads_corner_or_centre() -> None:
    points = [
        {"left": 0, "top": 0},
        {"left": 10, "top": 5},
        {"cx": 10, "cy": 0},
        {"left": 11, "top": 0},
        {"cx": 5, "cy": 6},
        {},
    ]
    board = {"components": [{"refid": refid, **point} for refid, point in enumerate(points)]}
    assert found_refids(board, region={"left": 0, "top": 0, "width": 10, "height": 5}) == [0, 1, 2]


def test_a_region_counts_where_a_component_is_seen_inside_its_group() -> None:
    assert found_refids(region={"left": 104, "top": 14, "width": 2, "height": 2}) == [24]


@pytest.mark.parametrize(
    "region",
    [
        None,
        {},
        [],
        "left",
        {"left": 0, "top": 0, "width": 1},
        {"left": 0, "top": 0, "width": 1, "height": None},
        {"left": 0, "top": 0, "width": 1, "height": "5"},
        {"left": True, "top": 0, "width": 1, "height": 1},
        {"left": float("nan"), "top": 0, "width": 1, "height": 1},
        {"left": 10**400, "top": 0, "width": 1, "height": 1},
    ],
)
def test_an_incomplete_region_is_ignored(region: object) -> None:
    assert found_refids(region=region) == [21, 22, 23, 24, 25, 26]


@pytest.mark.parametrize("blank", ["", None, 5, [], {}])
def test_a_blank_or_unusable_filter_is_ignored(blank: object) -> None:
    assert len(found_refids(type=blank, id=blank, namePattern=blank)) == 6


def test_at_most_fifty_components_are_given_and_all_are_counted() -> None:
    board = {"components": [{"refid": refid, "type": "rect"} for refid in range(51)]}
    result = found(board)
    assert (result["totalMatched"], len(result["components"]), result["truncated"]) == (51, 50, True)
    board["components"].pop()
    assert found(board)["truncated"] is False


@pytest.mark.parametrize("name", ["getComponent", "addComponent", "removeComponentByRefid", "nope", ""])
def test_any_other_tool_is_unknown(name: str) -> None:
    assert execute_read_tool(call(name), wall(), ()) == {"error": f"unknown tool {name}"}


@pytest.mark.parametrize("arguments", [None, [], "x", 5])
@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("board", [None, 5, [], {"components": [None, 5, {"name": 5, "left": "x", "type": ["a"]}]}])
def test_hostile_arguments_and_boards_are_survived(arguments: Any, name: str, board: Any) -> None:
    result = execute_read_tool(ToolCall(id="1", name=name, arguments=arguments), board, ())
    assert isinstance(result, dict)


def test_the_selection_may_be_left_out() -> None:
    assert execute_read_tool(call("getSelection"), wall())["selected"] == []
