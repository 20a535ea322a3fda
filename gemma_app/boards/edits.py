"""Edits of a board as plain JSON operations: read from calls and replies, checked, applied, and taken back."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gemma_app.agent.model import ToolCall
from gemma_app.boards.document import Board, number_of, refid_of
from gemma_app.boards.staging import RESTORE, StagedBoard
from gemma_app.errors import Rejected
from gemma_app.language import Language, Phrase

Op = dict[str, Any]

CHANGED = Phrase(
    ko="보드를 이렇게 바꾸려고 해요. 확인하고 적용해 주세요.",
    en="This is how the board would be changed. Accept it to apply the changes.",
)
_CALL_CONFIDENCE = 0.9
_DEFAULT_CONFIDENCE = 0.5


@dataclass(frozen=True, kw_only=True)
class Patch:
    """Edits that belong together.

    Args:
        ops: Valid operations in the order in which they are applied.
        summary: What they do, in words.
        confidence: How sure the model is, from 0 to 1.
    """

    ops: list[Op]
    summary: str
    confidence: float


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What the user reads after a turn, and the edits that it proposes.

    Args:
        reply: The words.
        patch: The proposed edits, None where there are none.
        follow_up: A question back to the user, where the model gave one apart from its words.
        tool_usages: What was called, as ``{name, kind, arguments, result}``; None where nothing was.
    """

    reply: str
    patch: Patch | None = None
    follow_up: str | None = None
    tool_usages: list[dict[str, Any]] | None = None


def edit_from_tool_call(call: ToolCall) -> Op | None:
    """Return the operation that a call of a write tool means; None for any other call or unusable arguments."""
    arguments = getattr(call, "arguments", None)
    given = dict(arguments) if isinstance(arguments, Mapping) else {}
    refid = refid_of(given.get("refid"))
    op: Op
    match getattr(call, "name", None):
        case "addComponent":
            op = {"op": "add", "component": given}
        case "removeComponentByRefid":
            op = {"op": "remove", "refid": refid}
        case "modifyComponentByRefid":
            op = {"op": "modify", "refid": refid, "patch": given.get("patch")}
        case "modifyBoard":
            op = {"op": "modifyBoard", "patch": given.get("patch")}
        case "replaceBoard":
            op = {"op": "replace", "board": given}
        case _:
            return None
    return op if is_valid_edit(op) else None


def is_valid_edit(value: object) -> bool:
    """Tell whether ``value`` is an operation that may be tried; an empty patch or list of components is one."""
    if not isinstance(value, dict):
        return False
    match value.get("op"):
        case "add":
            component = value.get("component")
            return isinstance(component, dict) and _is_type(component.get("type"))
        case "remove":
            return refid_of(value.get("refid")) is not None
        case "modify":
            return refid_of(value.get("refid")) is not None and isinstance(value.get("patch"), dict)
        case "modifyBoard":
            return isinstance(value.get("patch"), dict)
        case "replace":
            board = value.get("board")
            return isinstance(board, dict) and isinstance(board.get("components"), list)
        case _:
            return False


def normalize_reply(raw: object) -> Reply:
    """Read the reply of a model that answers in JSON, keeping what is usable of it."""
    given = raw if isinstance(raw, dict) else {}
    text = given.get("reply")
    questions = (given.get(key) for key in ("followUp", "follow_up"))
    return Reply(
        reply=text if isinstance(text, str) else "",
        patch=_patch_of(given.get("patch")),
        follow_up=next((question for question in questions if isinstance(question, str) and question.strip()), None),
    )


def reply_from_tool_result(result: object, *, language: Language = "en") -> Reply:
    """Read ``{"text", "tool_calls", "stop_reason"}``, the outcome of a generation with native calls.

    A question at the end of the text is part of it: ``follow_up`` is always None.
    """
    given = result if isinstance(result, Mapping) else {}
    calls = given.get("tool_calls")
    edits = (edit_from_tool_call(call) for call in calls) if isinstance(calls, list | tuple) else ()
    return reply_with_ops(given.get("text"), [op for op in edits if op is not None], language=language)


def reply_with_ops(text: object, ops: list[Op], *, language: Language = "en") -> Reply:
    """Return the reply of a model that called its edits: a fixed sentence stands in for missing words."""
    words = text if isinstance(text, str) else ""
    if not ops:
        return Reply(reply=words)
    words = words if words.strip() else CHANGED.say(language)
    return Reply(reply=words, patch=Patch(ops=ops, summary=words, confidence=_CALL_CONFIDENCE))


def apply_edits(
    board: Board, ops: Sequence[Op], *, language: Language = "en"
) -> tuple[Board, list[Op], list[dict[str, Any]]]:
    """Apply operations in order; one that cannot be applied is refused and the others go on.

    Args:
        board: The board, which is left as it is.
        ops: Operations, or an inverse that this function gave.
        language: The language of the reasons.

    Returns:
        The new board; the operations that give ``board`` back exactly, key order and drawing order included; and
        the refusals as ``{"index", "op", "reason"}``, ``op`` being the kind of the refused operation.
    """
    new, inverse, rejected = try_edits(board, ops)
    return (
        new,
        inverse,
        [{"index": at, "op": _kind(ops[at]), "reason": why.say(language)} for at, why in rejected.items()],
    )


def try_edits(board: Board, ops: Sequence[Op]) -> tuple[Board, list[Op], dict[int, Phrase]]:
    """Apply operations as ``apply_edits`` does; the reasons of refusals come by index and in both languages."""
    staged = StagedBoard(board)
    before = staged.board
    rejected: dict[int, Phrase] = {}
    listed = ops if isinstance(ops, list | tuple) else ()
    for index, op in enumerate(listed):
        try:
            apply_one(staged, op)
        except Rejected as refusal:
            rejected[index] = refusal.reason
    inverse = [{"op": RESTORE, "board": before}] if len(rejected) < len(listed) else []
    return staged.board, inverse, rejected


def apply_one(staged: StagedBoard, op: object) -> Op:
    """Apply one operation to a staged board.

    Returns:
        The operation as it was applied, with the refids that were really given or meant.

    Raises:
        Rejected: The operation cannot be applied; the board is as before.
    """
    if isinstance(op, dict) and op.get("op") == RESTORE and isinstance(op.get("board"), dict):
        staged.restore(op["board"])
        return op
    if not isinstance(op, dict) or not is_valid_edit(op):
        raise Rejected("invalid_edit", Phrase(ko="올바른 편집이 아니에요.", en="This is not a valid edit."))
    match op["op"]:
        case "add":
            return {**op, "component": staged.add(op["component"])}
        case "remove":
            return {**op, "refid": staged.remove(op["refid"])}
        case "modify":
            return {**op, "refid": staged.modify(op["refid"], op["patch"])}
        case "modifyBoard":
            staged.modify_board(op["patch"])
            return op
        case _:
            return {**op, "board": staged.replace(op["board"])}


def _patch_of(raw: object) -> Patch | None:
    given = raw if isinstance(raw, dict) else {}
    listed = given.get("ops")
    ops = [copy.copy(op) for op in listed if is_valid_edit(op)] if isinstance(listed, list) else []
    if not ops:
        return None
    for op in ops:
        if "refid" in op and (refid := refid_of(op["refid"])) is not None:
            op["refid"] = refid
    summary, confidence = given.get("summary"), number_of(given.get("confidence"))
    return Patch(
        ops=ops,
        summary=summary if isinstance(summary, str) else "",
        confidence=_DEFAULT_CONFIDENCE if confidence is None else min(max(confidence, 0.0), 1.0),
    )


def _kind(op: object) -> object:
    return op.get("op") if isinstance(op, dict) else None


def _is_type(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
