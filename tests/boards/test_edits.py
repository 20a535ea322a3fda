from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.model import ToolCall
from gemma_app.boards.edits import (
    CHANGED,
    Patch,
    Reply,
    edit_from_tool_call,
    is_valid_edit,
    normalize_reply,
    reply_from_tool_result,
)
from tests.boards.boards import BAD_REFIDS, call, json_values

RECT = {"type": "rect", "left": 1}


@pytest.mark.parametrize(
    ("made", "op"),
    [
        (call("addComponent", **RECT, custom=[1]), {"op": "add", "component": {**RECT, "custom": [1]}}),
        (call("removeComponentByRefid", refid=35), {"op": "remove", "refid": 35}),
        (call("removeComponentByRefid", refid=0, id="habit:3"), {"op": "remove", "refid": 0}),
        (
            call("modifyComponentByRefid", refid=35.0, patch={"left": None}),
            {"op": "modify", "refid": 35, "patch": {"left": None}},
        ),
        (call("modifyComponentByRefid", refid=1, patch={}), {"op": "modify", "refid": 1, "patch": {}}),
        (call("modifyBoard", patch={"sky": "sunny"}), {"op": "modifyBoard", "patch": {"sky": "sunny"}}),
        (
            call("replaceBoard", components=[], name="새 보드"),
            {"op": "replace", "board": {"components": [], "name": "새 보드"}},
        ),
    ],
)
def test_a_write_call_becomes_its_operation(made: ToolCall, op: dict[str, Any]) -> None:
    assert edit_from_tool_call(made) == op
    assert is_valid_edit(op)


def test_a_whole_float_refid_becomes_an_integer() -> None:
    op = edit_from_tool_call(call("removeComponentByRefid", refid=35.0))
    assert op is not None
    assert type(op["refid"]) is int


@pytest.mark.parametrize("refid", BAD_REFIDS)
def test_a_call_without_a_usable_refid_is_no_edit(refid: object) -> None:
    assert edit_from_tool_call(call("removeComponentByRefid", refid=refid)) is None
    assert edit_from_tool_call(call("modifyComponentByRefid", refid=refid, patch={})) is None
    assert not is_valid_edit({"op": "remove", "refid": refid})
    assert not is_valid_edit({"op": "modify", "refid": refid, "patch": {}})


@pytest.mark.parametrize(
    "made",
    [
        call("addComponent"),
        call("addComponent", type=""),
        call("addComponent", type=" "),
        call("addComponent", type=7),
        call("addComponent", type=None),
        call("addComponent", type=["rect"]),
        call("removeComponentByRefid"),
        call("removeComponentByRefid", id="habit:3"),
        call("modifyComponentByRefid", refid=1),
        call("modifyComponentByRefid", refid=1, patch=[]),
        call("modifyComponentByRefid", refid=1, patch="left"),
        call("modifyComponentByRefid", refid=1, patch=None),
        call("modifyComponentByRefid", patch={}),
        call("modifyBoard"),
        call("modifyBoard", patch=[{"sky": "x"}]),
        call("modifyBoard", patch=None),
        call("replaceBoard"),
        call("replaceBoard", components={}),
        call("replaceBoard", components=None),
        call("replaceBoard", components="[]"),
        call("getSelection"),
        call("findComponents", type="rect"),
        call("unknown", refid=1),
        call(""),
    ],
)
def test_unusable_arguments_and_other_tools_are_no_edit(made: ToolCall) -> None:
    assert edit_from_tool_call(made) is None


@pytest.mark.parametrize("name", ["removeComponent", "modifyComponent", "getComponent"])
def test_the_old_names_are_no_edit(name: str) -> None:
    assert edit_from_tool_call(call(name, refid=1, patch={}, type="rect")) is None


@pytest.mark.parametrize("arguments", [None, [], "x", 5, [("type", "rect")]])
def test_arguments_that_are_no_object_are_no_edit(arguments: Any) -> None:
    for name in ("addComponent", "removeComponentByRefid", "modifyComponentByRefid", "modifyBoard", "replaceBoard"):
        assert edit_from_tool_call(ToolCall(id="1", name=name, arguments=arguments)) is None


def test_a_value_that_is_no_call_is_no_edit() -> None:
    values: list[Any] = [None, 5, "x", {}, []]
    assert [edit_from_tool_call(value) for value in values] == [None] * 5


def test_read_only_arguments_are_read() -> None:
    made = ToolCall(id="1", name="addComponent", arguments=MappingProxyType(RECT))
    assert edit_from_tool_call(made) == {"op": "add", "component": RECT}


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from(
        ["addComponent", "removeComponentByRefid", "modifyComponentByRefid", "modifyBoard", "replaceBoard"]
    ),
    st.dictionaries(st.sampled_from(["type", "refid", "patch", "components"]), json_values),
)
def test_what_comes_out_of_a_call_is_nothing_or_a_valid_edit(name: str, arguments: Mapping[str, Any]) -> None:
    op = edit_from_tool_call(ToolCall(id="1", name=name, arguments=arguments))
    assert op is None or is_valid_edit(op)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "add",
        {},
        {"op": "add"},
        {"op": "add", "component": []},
        {"op": "add", "component": {"left": 1}},
        {"op": "modify", "refid": 1},
        {"op": "modify", "refid": 1, "patch": []},
        {"op": "modifyBoard", "patch": None},
        {"op": "replace", "board": {}},
        {"op": "replace", "board": {"components": None}},
        {"op": "replace", "components": []},
        {"op": "restore", "board": {"components": []}},
        {"op": ["add"]},
        {"op": None},
    ],
)
def test_what_is_no_operation_is_not_valid(value: object) -> None:
    assert not is_valid_edit(value)


def test_an_empty_patch_and_an_empty_list_of_components_are_valid() -> None:
    assert is_valid_edit({"op": "modify", "refid": 0, "patch": {}})
    assert is_valid_edit({"op": "modifyBoard", "patch": {}})
    assert is_valid_edit({"op": "replace", "board": {"components": []}})


def test_a_json_reply_is_read() -> None:
    raw = {
        "reply": "옮겼어요",
        "patch": {"ops": [{"op": "modify", "refid": 1.0, "patch": {"left": 2}}], "summary": "move", "confidence": 0.75},
        "followUp": "더 할까요?",
    }
    ops = [{"op": "modify", "refid": 1, "patch": {"left": 2}}]
    assert normalize_reply(raw) == Reply(
        reply="옮겼어요", patch=Patch(ops=ops, summary="move", confidence=0.75), follow_up="더 할까요?"
    )


@pytest.mark.parametrize("raw", [None, [], "text", 5, True, {}, {"reply": 7}, {"reply": None, "patch": "x"}])
def test_a_reply_with_nothing_usable_is_empty(raw: object) -> None:
    assert normalize_reply(raw) == Reply(reply="")


def test_invalid_operations_of_a_reply_are_dropped_and_the_others_stay_in_order() -> None:
    ops = [
        {"op": "remove", "refid": 2},
        {"op": "nope"},
        None,
        {"op": "remove", "refid": True},
        {"op": "remove", "refid": 1},
    ]
    patch = normalize_reply({"reply": "a", "patch": {"ops": ops}}).patch
    assert patch is not None
    assert patch.ops == [{"op": "remove", "refid": 2}, {"op": "remove", "refid": 1}]


@pytest.mark.parametrize("ops", [[], None, {}, "x", [{"op": "nope"}], [None]])
def test_without_a_valid_operation_a_reply_has_no_patch(ops: object) -> None:
    assert normalize_reply({"reply": "a", "patch": {"ops": ops, "summary": "s"}}).patch is None


@pytest.mark.parametrize(
    ("given_confidence", "confidence"),
    [(0, 0.0), (1, 1.0), (0.3, 0.3), (7, 1.0), (-1, 0.0), ("0.9", 0.5), (None, 0.5), (True, 0.5), (float("nan"), 0.5)],
)
def test_confidence_is_a_number_from_zero_to_one(given_confidence: object, confidence: float) -> None:
    patch = normalize_reply({"patch": {"ops": [{"op": "remove", "refid": 2}], "confidence": given_confidence}}).patch
    assert patch is not None
    assert patch.confidence == confidence


def test_a_missing_confidence_is_a_half_and_a_missing_summary_empty() -> None:
    patch = normalize_reply({"patch": {"ops": [{"op": "remove", "refid": 2}]}}).patch
    assert patch == Patch(ops=[{"op": "remove", "refid": 2}], summary="", confidence=0.5)


@pytest.mark.parametrize(
    ("raw", "follow_up"),
    [
        ({"followUp": "왜요?"}, "왜요?"),
        ({"follow_up": "Why?"}, "Why?"),
        ({"followUp": None, "follow_up": "Why?"}, "Why?"),
        ({"followUp": "  \n"}, None),
        ({"follow_up": ""}, None),
        ({"followUp": 5}, None),
    ],
)
def test_a_follow_up_has_either_name_and_a_blank_one_is_none(raw: dict[str, Any], follow_up: str | None) -> None:
    assert normalize_reply(raw).follow_up == follow_up


def result(text: object, *calls: ToolCall, stop_reason: str = "tool_use") -> dict[str, Any]:
    return {"text": text, "tool_calls": calls, "stop_reason": stop_reason}


def test_text_with_edits_is_reply_and_summary() -> None:
    reply = reply_from_tool_result(result("지웠어요", call("removeComponentByRefid", refid=1)))
    ops = [{"op": "remove", "refid": 1}]
    assert reply == Reply(reply="지웠어요", patch=Patch(ops=ops, summary="지웠어요", confidence=0.9))


@pytest.mark.parametrize("text", ["", "  \n", None, 5])
def test_edits_without_text_get_a_fixed_sentence_in_the_language_of_the_window(text: object) -> None:
    made = result(text, call("removeComponentByRefid", refid=1))
    for reply, sentence in (
        (reply_from_tool_result(made), CHANGED.en),
        (reply_from_tool_result(made, language="ko"), CHANGED.ko),
    ):
        assert reply.patch is not None
        assert reply.reply == reply.patch.summary == sentence


def test_without_a_valid_edit_there_is_no_patch_and_no_sentence() -> None:
    made = result("", call("removeComponentByRefid"), call("getSelection"), call("removeComponent", refid=1))
    assert reply_from_tool_result(made) == Reply(reply="")
    assert reply_from_tool_result(result("안녕하세요", stop_reason="stop")) == Reply(reply="안녕하세요")


@pytest.mark.parametrize("text", ["어느 쪽이요?", "どれ？", "Which one?"])
def test_a_question_at_the_end_is_never_a_follow_up(text: str) -> None:
    for calls in ([], [call("removeComponentByRefid", refid=1)]):
        reply = reply_from_tool_result(result(text, *calls))
        assert reply.reply == text
        assert reply.follow_up is None


@pytest.mark.parametrize(
    "value", [None, [], "x", {}, {"text": None, "tool_calls": None}, {"tool_calls": [None, 5, {}]}]
)
def test_a_result_with_nothing_usable_gives_an_empty_reply(value: object) -> None:
    assert reply_from_tool_result(value) == Reply(reply="")


def test_a_list_of_calls_is_as_good_as_a_tuple() -> None:
    made = {"text": "", "tool_calls": [call("modifyBoard", patch={})], "stop_reason": "length"}
    patch = reply_from_tool_result(made).patch
    assert patch is not None
    assert patch.ops == [{"op": "modifyBoard", "patch": {}}]
