"""Whether the calls of a small model name something that is there."""

from collections.abc import Callable
from dataclasses import replace

from gemma_app.agent.model import ToolCall
from gemma_app.errors import BadCall
from gemma_app.language import Phrase

_LONGEST_KEYWORD = 50


def ground_call(
    call: ToolCall, *, find_habit: Callable[[int | str], object], find_entry: Callable[[str], object]
) -> ToolCall | Phrase:
    """Return ``call``, or what to say where it names no habit or several; a search where it adds what is not there.

    Args:
        call: A call of a tool of habits; any other is returned as it is.
        find_habit: Finds an active habit by number or words.
        find_entry: Finds a catalog entry by id or words.
            Both raise ``BadCall``.
    """
    try:
        match call.name, dict(call.arguments):
            case (("log_tracker_entry" | "get_streak"), {"habit_id": int() | str() as words}):
                find_habit(words)
            case "add_habit", {"protocol_id": str() as words}:
                find_entry(words)
    except BadCall as error:
        if error.code == "unknown_protocol":
            keyword = str(call.arguments["protocol_id"])[:_LONGEST_KEYWORD]
            return replace(call, name="search_catalog", arguments={"keyword": keyword})
        return error.reason
    return call
