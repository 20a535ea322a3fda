"""Whether the calls of a small model name something that is there, and hold what was said."""

import itertools
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import regex

from gemma_app.agent.grounding import Ground, Said
from gemma_app.agent.model import ToolCall
from gemma_app.errors import BadCall
from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.day_words import find_day
from gemma_app.habits.meant import LIKELY, SURE, entry_meant
from gemma_app.habits.mentions import only_mention
from gemma_app.habits.said import amount_of, count_of, listed_item, own_anchor, own_sentence
from gemma_app.habits.service import Habits
from gemma_app.habits.sought import LONGEST_KEYWORD, entry_sought
from gemma_app.habits.titles import title_key
from gemma_app.habits.topics import topic_of
from gemma_app.language import Phrase

_SHORTEST_NAME = 2
_NEIGHBOURS = 3
_FRAME = ("frame_level", "framed_text")
_NUMBER = regex.compile(
    r"(?:\bhabit|습관)\s*(?:#|no\.?|number)?\s*(\d{1,18}+)(?!\d|\s*(?:개|가지|일|번째))|(?<!\d)(\d{1,18})\s*번\s*습관",
    regex.IGNORECASE,
)
_RATHER_THAN = "말고"
_ID = regex.compile(r"\b[pbd]-[a-z][a-z-]+|\bu-\d+", regex.ASCII)
_HANGUL = regex.compile(r"\p{Hangul}")
_LATIN = regex.compile(r"[a-z]{3,}", regex.IGNORECASE)
_BEGINNING = 4
# Syllables of endings, particles and "today": they join any two sentences.
_COMMON = frozenset("가고과기나는늘다도들라로를만보서습시안았어에오와요으은을이인자지체크하한할해했")
_WHICH = Phrase(ko="어떤 습관을 말씀하시는지 이름으로 알려 주세요.", en="Which habit do you mean? Tell me its name.")

FindHabit = Callable[[int | str], Hashable]
FindNamed = Callable[[str], Hashable]


def habit_ground(habits: Habits) -> Ground:
    """Return what looks at calls as long as ``habits`` are what they are."""

    def ground(call: ToolCall, said: Said) -> ToolCall | Phrase:
        catalog = habits.catalog()
        return ground_call(
            call,
            said,
            today=habits.today,
            active={habit.entry_id: habit.id for habit in habits.active()},
            find_habit=lambda words: habits.find(words).id,
            catalog=catalog,
        )

    return ground


def ground_call(
    call: ToolCall, said: Said, *, today: date, active: Mapping[str, int], find_habit: FindHabit, catalog: Catalog
) -> ToolCall | Phrase:
    """Return ``call``, or what to say where it names no habit or several; a search where it adds what is not there.

    What was said counts more than the call: what it alone mentions is meant, and what it gives with certainty is
    taken.

    Args:
        call: A call of a tool of habits; any other is returned as it is.
        said: What it answers.
        today: The logical day.
        active: The active habits by the id of their entry; where there is one only, it need not be named.
        find_habit: Finds an active habit by number or words; raises ``BadCall``.
        catalog: Every entry that can be added.
    """
    titles = [title for entry in catalog.entries for title in (entry.title_ko, entry.title_en)]
    entries = _Things(find=lambda words: catalog.resolve(words).id, by_entry=_by_id(catalog), titles=titles)
    try:
        match call.name:
            case "log_tracker_entry" | "get_streak":
                named = _named(call, "habit_id", said, _Things(find=find_habit, by_entry=active, titles=titles))
                find_habit(named.arguments["habit_id"])
                if len(active) != 1 and _is_guessed(named.arguments["habit_id"], said):
                    return _WHICH
                return _dated(named, said, today) if call.name == "log_tracker_entry" else named
            case "add_habit":
                named = _named(call, "protocol_id", said, entries)
                entry = catalog.resolve(named.arguments["protocol_id"])
                if named == call and _is_guessed(call.arguments["protocol_id"], said):
                    return _sought(call, said.text, catalog)
                return _filled(_without(named, _FRAME) if said.text else named, _of_addition(said.text, entry))
            case "query_protocol":
                named = _named(call, "id", said, entries)
                catalog.resolve(named.arguments["id"])
                return named
            case "search_catalog":
                return _aimed(call, said.text, catalog)
    except BadCall as error:
        if error.code == "unknown_protocol" and call.name == "add_habit":
            keyword = str(call.arguments["protocol_id"])[:LONGEST_KEYWORD]
            return replace(call, name="search_catalog", arguments={"keyword": keyword})
        return error.reason
    return call


@dataclass(frozen=True, kw_only=True)
class _Things:
    """What a name can stand for.

    Args:
        find: Returns what words name; raises ``BadCall``.
        by_entry: What to call each thing by the id of its entry.
        titles: Every title that may have been told before.
    """

    find: FindNamed
    by_entry: Mapping[str, int | str]
    titles: Collection[str]


def _named(call: ToolCall, argument: str, said: Said, things: _Things) -> ToolCall:
    """Put what was said in the place of words that are not in it, or that name nothing."""
    words = call.arguments[argument]
    if argument == "habit_id" and (number := _NUMBER.search(said.text)):
        return _with(call, argument, int(number[1] or number[2]))
    if not isinstance(words, str):
        return call
    if picked := listed_item(said.text, said.earlier, things.titles) or _ID.search(said.text):
        return _with(call, argument, picked if isinstance(picked, str) else picked[0])
    wanted = said.text.rpartition(_RATHER_THAN)[2]
    copied = title_key(words) in title_key(wanted)
    if copied and _names(words, things.find):  # one thing, or several that must be asked about
        wider = None if _names_one(words, things.find) else _wider(words, wanted, things)
        return _with(call, argument, wider) if wider else call
    found: int | str | None = _of_entry(wanted, SURE, things.by_entry)
    found = found or (_beginning(words, things.find) if copied else None) or only_mention(wanted, things.find)
    found = found or _of_entry(wanted, LIKELY, things.by_entry) or only_mention(said.earlier, things.find)
    return _with(call, argument, found) if found else call


def _by_id(catalog: Catalog) -> Mapping[str, str]:
    return {entry.id: entry.id for entry in catalog.entries}


def _names(words: str, find: FindNamed) -> bool:
    try:
        find(words)
    except BadCall as error:
        return error.code == "ambiguous"
    return True


def _names_one(words: str, find: FindNamed) -> bool:
    try:
        find(words)
    except BadCall:
        return False
    return True


def _wider(words: str, said: str, things: _Things) -> str | None:
    """Return what ``words``, which name several things, are a part of: a title that was said, or with words before."""
    part, spoken = title_key(words), title_key(said)
    whole = [title for title in things.titles if part in title_key(title) and title_key(title) in spoken]
    before = said[: max(0, said.casefold().find(words.casefold()))].split()
    longer = (" ".join([*before[-count:], words]) for count in range(1, min(len(before), _NEIGHBOURS) + 1))
    tried = itertools.chain(sorted(whole, key=len, reverse=True), longer)
    return next((each for each in tried if _names_one(each, things.find)), None)


def _of_entry(said: str, least: float, by_entry: Mapping[str, int | str]) -> int | str | None:
    """Return what stands for the entry that ``said`` is about."""
    entry = entry_meant(said, least=least, among=by_entry) if by_entry else None
    return by_entry[entry] if entry else None


def _beginning(words: str, find: FindNamed) -> str | None:
    """Return the longest beginning of ``words`` that names one thing."""
    for size in range(len(words), _SHORTEST_NAME - 1, -1):
        try:
            find(words[:size])
        except BadCall as error:
            if error.code == "ambiguous":
                return None
        else:
            return words[:size]
    return None


def _aimed(call: ToolCall, said: str, catalog: Catalog) -> ToolCall:
    """Search so that what was said comes first: the one entry it is about, or what is like it."""
    aimed, sought = _about(call, said, catalog), entry_sought(said, catalog)
    if sought is None or _first_of(aimed, catalog) == sought.entry:
        return aimed
    fits = aimed.arguments.get("category") == sought.entry.category
    return _with(aimed if fits else _without(aimed, ("category",)), "keyword", sought.keyword)


def _first_of(call: ToolCall, catalog: Catalog) -> CatalogEntry | None:
    keyword, category = (call.arguments.get(name) for name in ("keyword", "category"))
    found, _ = catalog.search(keyword=keyword if isinstance(keyword, str) else None, category=category, limit=1)
    return found[0] if found else None


def _about(call: ToolCall, said: str, catalog: Catalog) -> ToolCall:
    """Search in the category that was said, unless words of it are found."""
    limit = {"limit": call.arguments.get("limit") or count_of(said)}
    keyword = call.arguments.get("keyword")
    if isinstance(keyword, str) and keyword.casefold() in said.casefold() and catalog.search(keyword=keyword)[1]:
        return _filled(_without(call, ("category",)), limit)
    category = topic_of(said, catalog)
    if category is None:
        return _filled(call, limit)
    return _filled(_without(call, ("keyword", "category")), {"category": category, **limit})


def _sought(call: ToolCall, said: str, catalog: Catalog) -> ToolCall | Phrase:
    """Search for what an addition is about that names nothing, or ask for its name."""
    category = topic_of(said, catalog)
    return replace(call, name="search_catalog", arguments={"category": category}) if category else _WHICH


def _is_guessed(name: object, said: Said) -> bool:
    """Whether nothing that was said has anything to do with the name."""
    if not isinstance(name, str) or not said.text or said.earlier:
        return False
    hangul = set(_HANGUL.findall(name)) - _COMMON
    beginnings = {word[:_BEGINNING] for word in _LATIN.findall(name.lower())}
    spoken = {word[:_BEGINNING] for word in _LATIN.findall(said.text.lower())}
    return hangul.isdisjoint(said.text) and beginnings.isdisjoint(spoken)


def _of_addition(said: str, entry: CatalogEntry) -> dict[str, Any]:
    level, sentence = own_sentence(said, entry)
    return {
        "frame_level": level,
        "framed_text": sentence,
        "anchor": own_anchor(said, entry),
        "dose": amount_of(said, entry),
    }


def _filled(call: ToolCall, found: dict[str, Any]) -> ToolCall:
    return replace(
        call, arguments={**call.arguments, **{key: value for key, value in found.items() if value is not None}}
    )


def _dated(call: ToolCall, said: Said, today: date) -> ToolCall:
    """Take the day that was said; a day that was not is none, and words that name no day are asked about."""
    if day := find_day(said.text, today):
        return _with(call, "date", day)
    words = call.arguments.get("date")
    if isinstance(words, str) and said.text and words.casefold() not in said.text.casefold():
        return _without(call, ("date",))
    if isinstance(words, str):
        resolve_date(words, today)
    return call


def _without(call: ToolCall, names: Collection[str]) -> ToolCall:
    return replace(call, arguments={name: value for name, value in call.arguments.items() if name not in names})


def _with(call: ToolCall, argument: str, value: str | int) -> ToolCall:
    return replace(call, arguments={**call.arguments, argument: value})
