"""The assistant of a board: one turn in which a model looks at the board and queues edits for a proposal."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from gemma_app.agent.arguments import call_digest
from gemma_app.agent.dispatcher import Asks, Done, TurnState
from gemma_app.agent.envelope import MAX_BYTES, encode
from gemma_app.agent.grounding import GroundedModel
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatModel, ToolCall, traits_of
from gemma_app.agent.turn import MAX_MODEL_CALLS, Answered, Stopped, Turn, TurnEnd, TurnEvent
from gemma_app.boards.context import binding_context, board_context
from gemma_app.boards.difference import same_json
from gemma_app.boards.document import COMPONENT_TYPES, Board, refids_of
from gemma_app.boards.edits import Op, Reply, apply_one, edit_from_tool_call, reply_with_ops
from gemma_app.boards.grounding import board_ground
from gemma_app.boards.staging import StagedBoard
from gemma_app.boards.summary import summarize_board, summarize_tool_result
from gemma_app.boards.telling import tell_result
from gemma_app.boards.tools import build_board_edit_tools, execute_read_tool, is_read_tool, is_write_tool
from gemma_app.errors import Rejected
from gemma_app.language import Language, Phrase

MAX_RESULT_BYTES = 8192

Kind = Literal["read", "write", "unknown"]

_SYSTEM = """You help the user with a board: a canvas of components described as JSON.
- refid is a component's unique number and the only way to name a component in an edit.
- id is a data-binding key such as "habit:3". Several components may share one id: search by it, never edit by it.
- The order of components is the drawing order; the last is on top. Rotation is in radians.
- Look before you edit where the summary is cut, and change only what the user asked for.
- Edits are queued as a proposal that the user accepts or discards; do not say that they are done.
Answer briefly, in the user's language."""
_READ_ONLY = "\nThe user is only asking: nothing can be edited in this turn."
_NEEDS = {
    "addComponent": "type (string) is required",
    "removeComponentByRefid": "refid (number) is required",
    "modifyComponentByRefid": "refid (number) and patch (object) are required",
    "modifyBoard": "patch (object) is required",
    "replaceBoard": "components (array) is required",
}
_HINTS = {
    "findComponents": "The result was cut. Narrow it with type, id, namePattern or region.",
    "getSelection": "The result was cut. Read one component with getComponentByRefid.",
}
_NOTES: dict[str, Phrase] = {
    "limit": Phrase(
        ko=f"단계가 {MAX_MODEL_CALLS}번을 넘어 여기서 멈췄어요. 그때까지의 편집은 남아 있어요.",
        en=f"The run was cut after {MAX_MODEL_CALLS} steps; the edits until then are kept.",
    ),
    "repeated": Phrase(ko="같은 일이 되풀이되어 여기서 멈췄어요.", en="The run was cut: the same step was repeated."),
    "length": Phrase(ko="답이 너무 길어 잘렸어요.", en="The answer was too long and was cut."),
    "unreadable": Phrase(ko="모델이 하려던 일을 알아볼 수 없었어요.", en="What the model wanted could not be read."),
    "cancelled": Phrase(ko="멈췄어요.", en="Stopped."),
}


class BoardAssistant:
    """Answers questions about a board and proposes edits.

    Args:
        model: Continues the conversation.
        language: The language of the app's own sentences.
        component_types: The types that the model may draw.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        language: Language = "en",
        component_types: Iterable[str] = COMPONENT_TYPES,
    ) -> None:
        self._model = model
        self._language: Language = language
        self._tools = tuple(build_board_edit_tools(component_types))

    def chat(
        self,
        messages: Sequence[Message],
        board: Board | None,
        *,
        selected_refids: Sequence[int] = (),
        viewport: Mapping[str, Any] | None = None,
        can_edit: bool = True,
        result_bytes: int = MAX_BYTES,
        habits: Iterable[tuple[int, str]] = (),
        on_event: Callable[[TurnEvent], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Reply:
        """Run one turn; the board itself is not changed.

        Args:
            messages: The conversation up to and including the user's message.
            board: The board as it is.
            selected_refids: What the user has selected.
            viewport: What of the board the user sees, as ``{left, top, width, height}``.
            can_edit: Whether tools that edit are offered; False where the user is just asking.
            result_bytes: Limit of what a tool gives to the model, as far as its context has room; 8192 at most.
            habits: Numbers and titles of the habits that a component can be bound to; of several titles of one, the
                first is shown to the model.
            on_event: Told of everything that happens.
            cancel: Ends the turn soon after it is set.

        Returns:
            The words, and the queued edits as a patch for ``board``.
        """
        selected = refids_of(selected_refids)
        tell = _say_nothing if self._words_results else self._tell
        limit = min(result_bytes, MAX_RESULT_BYTES)
        desk = _Desk(board, selected, can_edit=can_edit, result_bytes=limit, tell=tell)
        turn = self._turn(desk, messages, board, selected, viewport, tuple(habits), can_edit=can_edit)
        if on_event:
            turn.on_event = on_event
        if cancel:
            turn.cancel = cancel
        reply = reply_with_ops(self._words(turn.advance()), desk.ops, language=self._language)
        return Reply(reply=reply.reply, patch=reply.patch, tool_usages=desk.usages or None)

    def prepare(
        self,
        messages: Sequence[Message],
        board: Board | None,
        *,
        selected_refids: Sequence[int] = (),
        viewport: Mapping[str, Any] | None = None,
        can_edit: bool = True,
        habits: Iterable[tuple[int, str]] = (),
    ) -> None:
        """Let the model read in the background what ``chat`` with the same arguments would ask it; returns at once."""
        selected = refids_of(selected_refids)
        desk = _Desk(board, selected, can_edit=can_edit, result_bytes=0, tell=_say_nothing)
        self._turn(desk, messages, board, selected, viewport, tuple(habits), can_edit=can_edit).prepare()

    @property
    def _words_results(self) -> bool:
        """Whether the model says itself what came of its calls."""
        return not traits_of(self._model).speaks_through_the_app

    def _tell(self, name: str, result: Mapping[str, Any]) -> str:
        return tell_result(name, result).say(self._language)

    def _turn(
        self,
        desk: "_Desk",
        messages: Sequence[Message],
        board: Board | None,
        selected: Sequence[int],
        viewport: Mapping[str, Any] | None,
        habits: tuple[tuple[int, str], ...],
        *,
        can_edit: bool,
    ) -> Turn:
        grounded = GroundedModel(self._model, board_ground(board, selected, habits), lambda: self._language)
        return Turn(
            model=self._model if self._words_results else grounded,
            executor=desk,
            tools=self._tools if can_edit else tuple(tool for tool in self._tools if is_read_tool(tool.name)),
            messages=[Message(role="user", content=_context(board, selected, viewport)), *messages],
            options={
                "system": _SYSTEM if can_edit else _SYSTEM + _READ_ONLY,
                "brief": binding_context(habits),
                "board": board_context(board, selected, viewport) if isinstance(board, dict) else "",
            },
            continues=self._words_results,
        )

    def _words(self, end: TurnEnd) -> str:
        match end:
            case Answered():
                return end.reply
            case Stopped():
                note = _NOTES[end.reason].say(self._language)
                return f"{end.reply}\n\n{note}" if end.reply.strip() else note
            case _:
                raise TypeError("board tools never wait for an answer")


class _Desk:
    """Carries out the calls of one turn: reads look at the staged board, edits change it and are queued."""

    def __init__(
        self,
        board: Board | None,
        selected: Sequence[int],
        *,
        can_edit: bool,
        result_bytes: int,
        tell: Callable[[str, Mapping[str, Any]], str],
    ) -> None:
        self.ops: list[Op] = []
        self.usages: list[dict[str, Any]] = []
        self._staged = StagedBoard(board)
        self._selected = selected
        self._can_edit = can_edit
        self._result_bytes = result_bytes
        self._tell = tell
        self._queued: set[str] = set()

    def dispatch(self, call: ToolCall, turn: TurnState) -> Done | Asks:  # noqa: ARG002 (named by the protocol)
        """Carry out ``call``."""
        kind, result = self._result(call)
        self.usages.append(
            {
                "name": call.name,
                "kind": kind,
                "arguments": dict(call.arguments),
                "result": summarize_tool_result(result),
            }
        )
        return self._done(call, result)

    def _result(self, call: ToolCall) -> tuple[Kind, dict[str, Any]]:
        if is_write_tool(call.name):
            return "write", self._queue(call)
        kind: Kind = "read" if is_read_tool(call.name) else "unknown"
        return kind, execute_read_tool(call, self._staged.board, self._selected)

    def _queue(self, call: ToolCall) -> dict[str, Any]:
        """Try an edit on the staged board and queue it; an identical one that adds nothing counts once."""
        if not self._can_edit:
            return {"error": "editing is off in this turn"}
        op = edit_from_tool_call(call)
        if op is None:
            return {"error": _NEEDS[call.name]}
        key = call_digest(call.name, call.arguments)
        is_known = key in self._queued
        if is_known and op["op"] == "add":
            return {"queued": True}
        before, warning = self._staged.board, None
        try:
            apply_one(self._staged, op)
        except Rejected as refusal:
            warning = refusal.reason.en
        if not is_known or not same_json(before, self._staged.board):
            self._queued.add(key)
            self.ops.append(op)
        return {"queued": True} if warning is None else {"queued": True, "warning": warning}

    def _done(self, call: ToolCall, result: dict[str, Any]) -> Done:
        envelope = encode(result, hint=_HINTS.get(call.name, ""), max_bytes=self._result_bytes)
        text = self._tell(call.name, result)
        code = "failed" if "error" in result else "ok"
        return Done(call=call, envelope=envelope, text=text, code=code, acted="queued" in result)


def _say_nothing(_name: str, _result: Mapping[str, Any]) -> str:
    return ""


def _context(board: Board | None, selected: Sequence[int], viewport: Mapping[str, Any] | None) -> str:
    """What the model is told of the board before the conversation."""
    summary = summarize_board(board, selected_refids=selected, viewport=viewport)
    shown = json.dumps(summary, ensure_ascii=False, separators=(",", ":"))
    listed = ",".join(str(refid) for refid in selected)
    selection = (
        f"User-selected component refids: [{listed}]. Call getSelection to read them in full."
        if selected
        else "No component is currently selected."
    )
    return f"Board summary:\n{shown}\n\n{selection}"
