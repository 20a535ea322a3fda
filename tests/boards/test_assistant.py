import json
import threading
from typing import Any

import pytest

from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, StopReason, ToolCall, Traits
from gemma_app.boards.assistant import BoardAssistant
from gemma_app.boards.edits import CHANGED, Reply
from tests.boards.boards import call, dumped, wall

ASK = (Message(role="user", content="왼쪽 게이지 지워줘"),)


class Script:
    """Gives replies in order, the last again and again, and keeps the requests."""

    id = "script"

    def __init__(self, *replies: ModelReply) -> None:
        self.replies = replies
        self.requests: list[ChatRequest] = []

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.requests.append(request)
        return self.replies[min(len(self.requests), len(self.replies)) - 1]


class Small(Script):
    """A model whose calls are looked at, and for which the app words what they give."""

    traits = Traits(speaks_through_the_app=True)


class Mover:
    """Moves component 21 a little further with each reply, without end."""

    id = "mover"
    asked = 0

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.asked += 1
        return use(call("modifyComponentByRefid", refid=21, patch={"left": self.asked}))


def say(text: str, stop_reason: StopReason = "stop") -> ModelReply:
    return ModelReply(text=text, tool_calls=(), stop_reason=stop_reason)


def use(*calls: ToolCall, text: str = "") -> ModelReply:
    return ModelReply(text=text, tool_calls=calls, stop_reason="tool_use")


def chat(model: Script, board: Any = None, **options: Any) -> Reply:
    return BoardAssistant(model).chat(ASK, wall() if board is None else board, **options)


def ops(reply: Reply) -> list[dict[str, Any]]:
    return reply.patch.ops if reply.patch else []


def results(model: Script, request: int) -> list[dict[str, Any]]:
    parts = model.requests[request].messages[-1].parts
    return [json.loads(part.content) for part in parts if isinstance(part, ToolResultPart)]


def test_the_first_message_holds_the_summary_and_says_that_nothing_is_selected() -> None:
    model = Script(say("네"))
    assert chat(model) == Reply(reply="네")
    first, *others = model.requests[0].messages
    assert first.role == "user"
    assert isinstance(first.content, str)
    assert '"componentCount":5' in first.content
    assert "아침 묶음" in first.content
    assert "No component is currently selected" in first.content
    assert tuple(others) == ASK
    assert isinstance(model.requests[0].messages, tuple)


def test_the_first_message_names_the_selection_and_points_to_the_tool() -> None:
    model = Script(say("네"))
    chat(model, selected_refids=(35, 37.0, True, -1, 35))
    content = model.requests[0].messages[0].text
    assert "User-selected component refids: [35,37]" in content
    assert "getSelection" in content
    assert "No component is currently selected" not in content


@pytest.mark.parametrize("board", [None, {}, {"components": None}])
def test_a_turn_runs_without_a_board(board: Any) -> None:
    model = Script(use(call("getSelection"), call("addComponent", type="rect")), say("네"))
    reply = BoardAssistant(model).chat(ASK, board)
    assert ops(reply) == [{"op": "add", "component": {"type": "rect"}}]


def test_the_system_text_states_refid_against_id() -> None:
    model = Script(say("네"))
    chat(model)
    system = model.requests[0].options["system"]
    assert "refid is a component's unique number" in system
    assert "id is a data-binding key" in system


def test_all_nine_tools_are_offered_and_only_reads_where_the_user_is_just_asking() -> None:
    model = Script(use(call("removeComponentByRefid", refid=21)), say("네"))
    assert ops(chat(model)) != []
    assert len(model.requests[0].tools) == 9
    asking = Script(use(call("removeComponentByRefid", refid=21)), say("네"))
    reply = chat(asking, can_edit=False)
    assert {tool.effect.value for tool in asking.requests[0].tools} == {"read"}
    assert reply.patch is None
    assert reply.tool_usages is not None
    assert "error" in reply.tool_usages[0]["result"]


def test_writes_are_queued_in_the_order_of_the_calls_and_the_board_stays() -> None:
    board = wall()
    model = Script(
        use(call("addComponent", type="rect", left=1), call("modifyBoard", patch={"name": "x"})),
        use(call("removeComponentByRefid", refid=21.0)),
        say("다 했어요"),
    )
    reply = chat(model, board)
    assert ops(reply) == [
        {"op": "add", "component": {"type": "rect", "left": 1}},
        {"op": "modifyBoard", "patch": {"name": "x"}},
        {"op": "remove", "refid": 21},
    ]
    assert reply.patch is not None
    assert (reply.reply, reply.patch.summary, reply.patch.confidence) == ("다 했어요", "다 했어요", 0.9)
    assert results(model, 1) == [{"ok": True, "data": {"queued": True}}] * 2
    assert dumped(board) == dumped(wall())


def test_reads_see_the_writes_queued_before_them_and_not_those_after() -> None:
    model = Script(
        use(
            call("getComponentByRefid", refid=21),
            call("modifyComponentByRefid", refid=21, patch={"left": 999}),
            call("getComponentByRefid", refid=21),
            call("removeComponentByRefid", refid=21),
            call("getComponentByRefid", refid=21),
        ),
        say("네"),
    )
    chat(model, selected_refids=(21,))
    first, _, second, _, third = results(model, 1)
    assert first["data"]["component"]["left"] == 40
    assert second["data"]["component"]["left"] == 999
    assert "not found" in third["error"]


def test_an_added_component_is_found_and_edited_by_the_refid_it_got() -> None:
    model = Script(
        use(call("addComponent", type="rect", name="new")),
        use(call("findComponents", namePattern="new")),
        use(call("modifyComponentByRefid", refid=27, patch={"left": 5}), call("getComponentByRefid", refid=27)),
        say("네"),
    )
    reply = chat(model)
    assert results(model, 2)[0]["data"]["components"][0]["refid"] == 27
    assert results(model, 3)[1]["data"]["component"]["left"] == 5
    assert len(ops(reply)) == 2


def test_each_round_adds_the_calls_and_one_message_of_results() -> None:
    meta = {"signature": "abc"}
    with_meta = ToolCall(id="a", name="getSelection", arguments={}, provider_meta=meta)
    without = ToolCall(id="b", name="modifyBoard", arguments={"patch": {}})
    model = Script(use(with_meta, without, text="볼게요"), use(call("getAtmosphereGuide")), say("네"))
    chat(model)
    assistant, results_message = model.requests[1].messages[-2:]
    assert assistant.role == "assistant"
    assert assistant.parts == (
        TextPart(text="볼게요"),
        ToolUsePart(id="a", name="getSelection", arguments={}, provider_meta=meta),
        ToolUsePart(id="b", name="modifyBoard", arguments={"patch": {}}, provider_meta=None),
    )
    assert results_message.role == "user"
    assert [part.tool_use_id for part in results_message.parts if isinstance(part, ToolResultPart)] == ["a", "b"]
    assert len(model.requests[2].messages) == len(model.requests[1].messages) + 2


def test_no_more_than_eight_replies_are_asked_for_and_the_calls_of_the_eighth_are_not_run() -> None:
    model = Mover()
    reply = BoardAssistant(model).chat(ASK, wall())
    assert model.asked == 8
    assert [op["patch"]["left"] for op in ops(reply)] == [1, 2, 3, 4, 5, 6, 7]
    assert "cut" in reply.reply
    assert reply.tool_usages is not None
    assert len(reply.tool_usages) == 7
    assert "멈췄" in BoardAssistant(Mover(), language="ko").chat(ASK, wall()).reply


def test_an_eighth_reply_in_words_is_the_answer() -> None:
    moves = [use(call("modifyComponentByRefid", refid=21, patch={"left": n})) for n in range(7)]
    model = Script(*moves, say("끝"))
    reply = chat(model)
    assert (reply.reply, len(ops(reply)), len(model.requests)) == ("끝", 7, 8)


def test_identical_writes_count_once() -> None:
    added, moved = call("addComponent", type="rect"), call("modifyComponentByRefid", refid=21, patch={"left": 1})
    model = Script(use(added, added, moved, moved), use(added, call("getSelection")), say("네"))
    reply = chat(model)
    assert [op["op"] for op in ops(reply)] == ["add", "modify"]
    assert reply.tool_usages is not None
    assert [usage["result"] for usage in reply.tool_usages[:5]] == [{"queued": True}] * 5


def test_a_write_that_takes_effect_again_counts_again() -> None:
    moves = [call("modifyComponentByRefid", refid=21, patch={"left": left}) for left in (1, 2, 1)]
    assert [op["patch"]["left"] for op in ops(chat(Script(use(*moves), say("네"))))] == [1, 2, 1]


def test_a_model_that_repeats_itself_is_stopped_and_its_edits_stay() -> None:
    model = Script(use(call("removeComponentByRefid", refid=21)))
    reply = chat(model)
    assert len(model.requests) == 2
    assert ops(reply) == [{"op": "remove", "refid": 21}]
    assert "repeated" in reply.reply


def test_a_write_that_cannot_be_used_is_an_error_and_is_not_queued() -> None:
    model = Script(
        use(
            call("addComponent", left=1),
            call("removeComponentByRefid", refid=True),
            call("modifyComponentByRefid", refid=21, patch=[]),
            call("modifyBoard"),
            call("replaceBoard", components={}),
        ),
        say(""),
    )
    reply = chat(model)
    assert reply.patch is None
    assert all("required" in result["error"] for result in results(model, 1))
    parts = model.requests[1].messages[-1].parts
    assert all(isinstance(part, ToolResultPart) and part.is_error for part in parts)


def test_a_write_that_the_board_refuses_is_queued_with_a_warning() -> None:
    model = Script(use(call("removeComponentByRefid", refid=99)), say("네"))
    reply = chat(model)
    assert ops(reply) == [{"op": "remove", "refid": 99}]
    (result,) = results(model, 1)
    assert result["data"]["queued"] is True
    assert "99" in result["data"]["warning"]


def test_tool_usages_are_none_without_tools() -> None:
    assert chat(Script(say("안녕하세요"))).tool_usages is None


def test_tool_usages_tell_name_kind_arguments_and_shortened_result_in_order() -> None:
    board = wall()
    board["components"][0]["text"] = "x" * 500
    model = Script(
        use(
            call("getComponentByRefid", refid=21),
            call("modifyBoard", patch={"name": "x"}),
            call("removeComponent", refid=21),
            call("launchRocket"),
        ),
        say("네"),
    )
    usages = chat(model, board).tool_usages
    assert usages is not None
    assert [(usage["name"], usage["kind"]) for usage in usages] == [
        ("getComponentByRefid", "read"),
        ("modifyBoard", "write"),
        ("removeComponent", "unknown"),
        ("launchRocket", "unknown"),
    ]
    assert [usage["arguments"] for usage in usages] == [{"refid": 21}, {"patch": {"name": "x"}}, {"refid": 21}, {}]
    assert usages[0]["result"]["component"]["text"] == "x" * 200 + "…[+300 chars]"
    assert usages[1]["result"] == {"queued": True}
    assert usages[3]["result"] == {"error": "unknown tool launchRocket"}
    assert set(usages[0]) == {"name", "kind", "arguments", "result"}


@pytest.mark.parametrize(("asked", "most"), [(None, 2048), (5000, 5000), (10**6, 8192)])
def test_what_the_model_receives_is_bounded_and_valid(asked: int | None, most: int) -> None:
    board = {"components": [{"refid": n, "type": "text", "text": "가" * 100} for n in range(300)]}
    model = Script(use(call("findComponents"), call("getAtmosphereGuide")), say("네"))
    chat(model, board, **({} if asked is None else {"result_bytes": asked}))
    for part in model.requests[1].messages[-1].parts:
        assert isinstance(part, ToolResultPart)
        assert len(part.content.encode()) <= most
        assert json.loads(part.content)["ok"] is True
    assert "findComponents" not in results(model, 1)[0]
    assert "type, id" in results(model, 1)[0]["hint"]


def test_edits_without_words_get_the_fixed_sentence() -> None:
    replies = (use(call("removeComponentByRefid", refid=21)), say(""))
    assert chat(Script(*replies)).reply == CHANGED.en
    assert BoardAssistant(Script(*replies), language="ko").chat(ASK, wall()).reply == CHANGED.ko


def test_a_question_is_never_a_follow_up() -> None:
    assert chat(Script(say("어느 게이지요？"))).follow_up is None


def test_an_answer_that_was_too_long_says_so() -> None:
    reply = chat(Script(say("그러니까", stop_reason="length")))
    assert reply.reply.startswith("그러니까\n\n")
    assert "cut" in reply.reply


def test_a_stopped_turn_keeps_what_was_queued() -> None:
    model = Script(use(call("removeComponentByRefid", refid=21)), say("", stop_reason="cancelled"))
    reply = chat(model)
    assert len(ops(reply)) == 1
    assert reply.reply == "Stopped."


def test_a_small_models_rough_call_becomes_the_edit_that_was_asked_for() -> None:
    model = Small(use(call("modifyComponentByRefid", refid=25, patch={"left": 7})))
    asked = (Message(role="user", content="물 게이지를 하나 추가해줘"),)
    added = BoardAssistant(Small(use(call("addComponent", type="text")))).chat(asked, wall(), habits=[(5, "물 마시기")])
    assert [(op["op"], op["component"]["type"], op["component"]["id"]) for op in ops(added)] == [
        ("add", "gauge-circle", "habit:5")
    ]
    asked = (Message(role="user", content="make this red"),)
    reply = BoardAssistant(model).chat(asked, wall(), selected_refids=[26])
    assert ops(reply) == [{"op": "modify", "refid": 26, "patch": {"fillStyle": "red"}}]
    assert reply.reply == CHANGED.en


def test_where_a_small_model_would_have_to_guess_the_user_is_asked_and_nothing_is_proposed() -> None:
    model = Small(use(call("removeComponentByRefid", refid=21)))
    reply = BoardAssistant(model, language="ko").chat((Message(role="user", content="게이지 지워줘"),), wall())
    assert reply.patch is None
    assert "#21" in reply.reply
    assert "#22" in reply.reply
    assert len(model.requests) == 1
