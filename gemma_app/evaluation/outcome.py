"""What came of one item: the model's first reply, judged against the alternatives."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gemma_app.agent.model import ModelReply, ToolCall
from gemma_app.errors import BadCall, CallError
from gemma_app.evaluation.matching import alternative_matches, tools_match
from gemma_app.evaluation.suite import Item

Ask = Callable[[Item], ModelReply]
Resolve = Callable[[ToolCall, Item], ToolCall]

_INVALID_CODES = frozenset({"validation", "unknown_tool"})


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The verdict on one item.

    Args:
        item: What was asked.
        calls: The calls of the reply, with titles and dates resolved as far as they resolve.
        right_tool: The tools called are, in order, those of one alternative (no call: one alternative is empty).
        fully_right: One alternative matches, and nothing is invalid.
        false_call: There is a call though every alternative is empty.
        missed_call: There is no call though no alternative is empty.
        invalid: The output could not be read as text and calls, in which case nothing about it is right; or a call
            names no tool, or its arguments do not fit the tool.
    """

    item: Item
    calls: tuple[ToolCall, ...]
    right_tool: bool
    fully_right: bool
    false_call: bool
    missed_call: bool
    invalid: bool

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as a JSON object."""
        return {
            "id": self.item.id,
            "right_tool": self.right_tool,
            "fully_right": self.fully_right,
            "false_call": self.false_call,
            "missed_call": self.missed_call,
            "invalid": self.invalid,
            "calls": [{"name": call.name, "arguments": dict(call.arguments)} for call in self.calls],
        }


def judge(item: Item, reply: ModelReply, resolve: Resolve) -> Outcome:
    """Judge ``reply``, the first one to the utterance of ``item``.

    Args:
        item: What was asked.
        reply: What the model gave; its calls have not been carried out.
        resolve: Checks a call and puts ids and ISO dates in the place of titles and words. Where it raises
            ``CallError`` the call stays as the model made it, and it is invalid where the code says that the call
            itself is malformed (``validation``, ``unknown_tool``).
    """
    resolved = [_resolved(call, item, resolve) for call in reply.tool_calls]
    calls = tuple(call for call, _ in resolved)
    readable = reply.error is None
    valid = readable and all(well_formed for _, well_formed in resolved)
    return Outcome(
        item=item,
        calls=calls,
        right_tool=readable and any(tools_match(alternative, calls) for alternative in item.expect),
        fully_right=valid and any(alternative_matches(option, calls, today=item.today) for option in item.expect),
        false_call=bool(calls) and item.wants_none,
        missed_call=not calls and item.wants_call,
        invalid=not valid,
    )


def _resolved(call: ToolCall, item: Item, resolve: Resolve) -> tuple[ToolCall, bool]:
    """Return the call as far as it resolves, and whether it is well-formed."""
    try:
        return resolve(call, item), True
    except CallError as error:
        return call, not (isinstance(error, BadCall) and error.code in _INVALID_CODES)
