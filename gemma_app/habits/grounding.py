"""Whether the calls of a small model name something that is there."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from gemma_app.agent.model import ToolCall
from gemma_app.errors import BadCall
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.day_words import find_day
from gemma_app.language import Phrase

_LONGEST_KEYWORD = 50


def ground_call(
    call: ToolCall,
    said: str,
    *,
    today: date,
    find_habit: Callable[[int | str], object],
    find_entry: Callable[[str], object],
) -> ToolCall | Phrase:
    """Return ``call``, or what to say where it names no habit or several; a search where it adds what is not there.

    Args:
        call: A call of a tool of habits; any other is returned as it is.
        said: The words it answers; a check-in that names no day takes the one in them.
        today: The logical day.
        find_habit: Finds an active habit by number or words.
        find_entry: Finds a catalog entry by id or words.
            Both raise ``BadCall``.
    """
    try:
        match call.name, dict(call.arguments):
            case (("log_tracker_entry" | "get_streak"), {"habit_id": int() | str() as words}):
                find_habit(words)
                return _dated(call, said, today) if call.name == "log_tracker_entry" else call
            case "add_habit", {"protocol_id": str() as words}:
                find_entry(words)
    except BadCall as error:
        if error.code == "unknown_protocol":
            keyword = str(call.arguments["protocol_id"])[:_LONGEST_KEYWORD]
            return replace(call, name="search_catalog", arguments={"keyword": keyword})
        return error.reason
    return call


def _dated(call: ToolCall, said: str, today: date) -> ToolCall:
    day = find_day(said, today)
    if day is None or _is_day(call.arguments.get("date"), today):
        return call
    return replace(call, arguments={**call.arguments, "date": day})


def _is_day(words: object, today: date) -> bool:
    try:
        return isinstance(words, str) and resolve_date(words, today) is not None
    except BadCall:
        return False
