"""What the present turn of a stored conversation has done before it waited for the user."""

from collections.abc import Sequence

from gemma_app.agent.arguments import call_digest
from gemma_app.agent.dispatcher import Done
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.messages import StoredMessage


def _turn_so_far(rows: Sequence[StoredMessage]) -> Sequence[StoredMessage]:
    """Return the rows since the newest words of the user."""
    return rows[max((index for index, row in enumerate(rows) if row.role == "user"), default=0) :]


def calls_of_turn(rows: Sequence[StoredMessage]) -> list[ToolCall]:
    """Return the calls of the present turn that are over."""
    finished = {part.tool_use_id for row in _turn_so_far(rows) for part in row.tool_results}
    return [call for row in _turn_so_far(rows) for call in row.tool_calls if call.id in finished]


def finished_in_turn(rows: Sequence[StoredMessage]) -> dict[str, Done]:
    """Return what the calls of the present turn gave, so that an identical one does not run again."""
    results = {part.tool_use_id: part for row in _turn_so_far(rows) for part in row.tool_results}
    return {
        call_digest(call.name, call.arguments): Done(
            call=call, envelope=results[call.id].content, text="", code="failed" if results[call.id].is_error else "ok"
        )
        for call in calls_of_turn(rows)
    }
