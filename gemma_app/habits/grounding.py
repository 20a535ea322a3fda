"""Whether the calls of a small model name something that is there, and hold what was said."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import date
from typing import Any

from gemma_app.agent.grounding import Ground, Said
from gemma_app.agent.model import ToolCall
from gemma_app.errors import BadCall
from gemma_app.habits.catalog import CatalogEntry
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.day_words import find_day
from gemma_app.habits.mentions import only_mention
from gemma_app.habits.said import amount_of, count_of, listed_item, own_anchor, own_sentence
from gemma_app.habits.service import Habits
from gemma_app.habits.titles import title_key
from gemma_app.language import Phrase

_LONGEST_KEYWORD = 50
_SHORTEST_NAME = 2

FindHabit = Callable[[int | str], Hashable]
FindEntry = Callable[[str], CatalogEntry]


def habit_ground(habits: Habits) -> Ground:
    """Return what looks at calls as long as ``habits`` are what they are."""

    def ground(call: ToolCall, said: Said) -> ToolCall | Phrase:
        catalog = habits.catalog()
        return ground_call(
            call,
            said,
            today=habits.today,
            find_habit=lambda words: habits.find(words).id,
            find_entry=catalog.resolve,
        )

    return ground


def ground_call(
    call: ToolCall, said: Said, *, today: date, find_habit: FindHabit, find_entry: FindEntry
) -> ToolCall | Phrase:
    """Return ``call``, or what to say where it names no habit or several; a search where it adds what is not there.

    What was said counts more than the call: what it alone mentions is meant, and what it gives with certainty fills
    what the call leaves out.

    Args:
        call: A call of a tool of habits; any other is returned as it is.
        said: What it answers.
        today: The logical day.
        find_habit: Finds an active habit by number or words.
        find_entry: Finds a catalog entry by id or words.
            Both raise ``BadCall``.
    """
    try:
        match call.name:
            case "log_tracker_entry" | "get_streak":
                named = _named(call, "habit_id", said, find_habit)
                find_habit(named.arguments["habit_id"])
                return _dated(named, said, today) if call.name == "log_tracker_entry" else named
            case "add_habit":
                named = _named(call, "protocol_id", said, lambda words: find_entry(words).id)
                return _filled(named, _of_addition(said.text, find_entry(named.arguments["protocol_id"])))
            case "query_protocol":
                return _named(call, "id", said, lambda words: find_entry(words).id)
            case "search_catalog":
                return _filled(call, {"limit": count_of(said.text)})
    except BadCall as error:
        if error.code == "unknown_protocol":
            keyword = str(call.arguments["protocol_id"])[:_LONGEST_KEYWORD]
            return replace(call, name="search_catalog", arguments={"keyword": keyword})
        return error.reason
    return call


def _named(call: ToolCall, argument: str, said: Said, find: Callable[[str], Hashable]) -> ToolCall:
    """Put what was said in the place of words that are not in it, or that name nothing."""
    words = call.arguments[argument]
    if not isinstance(words, str):
        return call
    if picked := listed_item(said.text, said.earlier):
        return _with(call, argument, picked)
    if title_key(words) in title_key(said.text):
        return _with(call, argument, _beginning(words, find))
    mentioned = only_mention(said.text, find)
    return _with(call, argument, mentioned) if mentioned else call


def _beginning(words: str, find: Callable[[str], Hashable]) -> str:
    """Return the longest beginning of ``words`` that names something; all of them where none does."""
    for size in range(len(words), _SHORTEST_NAME - 1, -1):
        try:
            find(words[:size])
        except BadCall as error:
            if error.code == "ambiguous":
                return words
        else:
            return words[:size]
    return words


def _of_addition(said: str, entry: CatalogEntry) -> dict[str, Any]:
    level, sentence = own_sentence(said, entry)
    return {
        "frame_level": level,
        "framed_text": sentence,
        "anchor": own_anchor(said),
        "dose": amount_of(said, entry),
    }


def _filled(call: ToolCall, found: dict[str, Any]) -> ToolCall:
    missing = {name: value for name, value in found.items() if value is not None and name not in call.arguments}
    return replace(call, arguments={**call.arguments, **missing}) if missing else call


def _dated(call: ToolCall, said: Said, today: date) -> ToolCall:
    day = find_day(said.text, today)
    if day is None or _is_day(call.arguments.get("date"), today):
        return call
    return _with(call, "date", day)


def _with(call: ToolCall, argument: str, value: str) -> ToolCall:
    return replace(call, arguments={**call.arguments, argument: value})


def _is_day(words: object, today: date) -> bool:
    try:
        return isinstance(words, str) and resolve_date(words, today) is not None
    except BadCall:
        return False
