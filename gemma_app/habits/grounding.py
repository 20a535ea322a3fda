"""Whether the calls of a small model name something that is there."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import date

from gemma_app.agent.grounding import Ground
from gemma_app.agent.model import ToolCall
from gemma_app.errors import BadCall
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.day_words import find_day
from gemma_app.habits.mentions import only_mention
from gemma_app.habits.service import Habits
from gemma_app.habits.titles import title_key
from gemma_app.language import Phrase

_LONGEST_KEYWORD = 50


def habit_ground(habits: Habits) -> Ground:
    """Return what looks at calls as long as ``habits`` are what they are."""

    def ground(call: ToolCall, said: str) -> ToolCall | Phrase:
        catalog = habits.catalog()
        return ground_call(
            call,
            said,
            today=habits.today,
            find_habit=lambda words: habits.find(words).id,
            find_entry=lambda words: catalog.resolve(words).id,
        )

    return ground


def ground_call(
    call: ToolCall,
    said: str,
    *,
    today: date,
    find_habit: Callable[[int | str], Hashable],
    find_entry: Callable[[str], Hashable],
) -> ToolCall | Phrase:
    """Return ``call``, or what to say where it names no habit or several; a search where it adds what is not there.

    Args:
        call: A call of a tool of habits; any other is returned as it is.
        said: The words it answers. They count more than the call: what they alone mention is meant, and a check-in
            that names no day takes theirs.
        today: The logical day.
        find_habit: Finds an active habit by number or words.
        find_entry: Finds a catalog entry by id or words.
            Both raise ``BadCall``.
    """
    try:
        match call.name, dict(call.arguments):
            case (("log_tracker_entry" | "get_streak"), {"habit_id": int() | str() as words}):
                named = _as_said(call, "habit_id", said, find_habit)
                find_habit(named.arguments["habit_id"])
                return _dated(named, said, today) if call.name == "log_tracker_entry" else named
            case "add_habit", {"protocol_id": str() as words}:
                named = _as_said(call, "protocol_id", said, find_entry)
                find_entry(named.arguments["protocol_id"])
                return named
            case "query_protocol", {"id": str()}:
                return _as_said(call, "id", said, find_entry)
    except BadCall as error:
        if error.code == "unknown_protocol":
            return replace(call, name="search_catalog", arguments={"keyword": str(words)[:_LONGEST_KEYWORD]})
        return error.reason
    return call


def _as_said(call: ToolCall, argument: str, said: str, find: Callable[[str], Hashable]) -> ToolCall:
    """Put what ``said`` mentions in the place of words that are not in it: a small model may write others."""
    words = call.arguments[argument]
    if not isinstance(words, str) or title_key(words) in title_key(said):
        return call
    mentioned = only_mention(said, find)
    return replace(call, arguments={**call.arguments, argument: mentioned}) if mentioned else call


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
