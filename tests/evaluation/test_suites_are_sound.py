"""The suites in the repository ask for nothing that the app does not have."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

from rapidfuzz import fuzz

from gemma_app.evaluation.outcome import judge
from gemma_app.evaluation.suite import ExpectedCall, Item, load_suite
from tests.evaluation.examples import as_it_is, call, reply

ROOT: Final = Path(__file__).parents[2]
SUITES: Final = {
    path.stem: load_suite(path) for path in sorted((ROOT / "gemma_app" / "evaluation" / "suites").glob("*.jsonl"))
}
ITEMS: Final = [item for suite in SUITES.values() for item in suite]
CATALOG: Final[dict[str, dict[str, Any]]] = {
    entry["id"]: entry
    for entry in json.loads((ROOT / "gemma_app" / "habits" / "catalog.json").read_text(encoding="utf-8"))
}
ANY_NAME: Final = None
ARGUMENTS: Final[dict[str, frozenset[str] | None]] = {
    "search_catalog": frozenset({"category", "keyword", "limit"}),
    "query_protocol": frozenset({"id"}),
    "add_habit": frozenset({"protocol_id", "frame_level", "framed_text", "anchor", "dose"}),
    "list_active_habits": frozenset(),
    "log_tracker_entry": frozenset({"habit_id", "value", "date"}),
    "get_streak": frozenset({"habit_id"}),
    "addComponent": ANY_NAME,
    "findComponents": frozenset({"type", "namePattern", "region", "id"}),
    "getAtmosphereGuide": frozenset(),
    "getComponentByRefid": frozenset({"refid"}),
    "getSelection": frozenset(),
    "modifyBoard": frozenset({"patch"}),
    "modifyComponentByRefid": frozenset({"refid", "patch"}),
    "removeComponentByRefid": frozenset({"refid"}),
    "replaceBoard": ANY_NAME,
}
COMPONENT_TYPES: Final = {
    "rect", "circle", "ellipse", "text", "line", "polyline", "image", "gauge-circle", "gauge-horizon",
    "progress-horizontal", "progress-circle", "group",
}  # fmt: skip
LEAST_SHARE_OF_NONE: Final = 0.2
NEAR: Final = 85


def calls(item: Item) -> list[ExpectedCall]:
    return [wanted for alternative in item.expect for wanted in alternative]


CALLS: Final = [(item, wanted) for item in ITEMS for wanted in calls(item)]


def choices(wanted: ExpectedCall, argument: str) -> Iterator[Any]:
    """Every plain value that the expected call accepts for ``argument``."""
    value = wanted.arguments.get(argument)
    match value:
        case None | {"contains": _}:
            return
        case {"any": list(several)}:
            yield from several
        case _:
            yield value


def plainly(value: Any) -> Any:
    """One value that ``value`` accepts."""
    match value:
        case {"any": [first, *_]}:
            return plainly(first)
        case {"contains": fragment}:
            return f"… {fragment}!"
        case dict():
            return {name: plainly(part) for name, part in value.items()}
        case _:
            return value


def known_protocols(item: Item) -> set[str]:
    return CATALOG.keys() | {habit.protocol_id for habit in item.habits}


def test_there_are_suites() -> None:
    assert {name: len(suite) for name, suite in SUITES.items()} == {
        "dev": 110,
        "second": 220,
        "third": 220,
        "boards": 20,
    }


def test_ids_are_unique_over_all_suites() -> None:
    assert [name for name, count in Counter(item.id for item in ITEMS).items() if count > 1] == []


def values_fit(item: Item, wanted: ExpectedCall) -> bool:
    allowed: dict[str, set[Any]] = {
        "category": {entry["category"] for entry in CATALOG.values()},
        "limit": set(range(1, 11)),
        "frame_level": {"L2", "L3"},
        "value": {"done", "blank"},
        "type": COMPONENT_TYPES,
        "protocol_id": known_protocols(item),
        "habit_id": {habit.id for habit in item.habits},
    }
    if wanted.name == "query_protocol":
        allowed["id"] = known_protocols(item)
    return all(set(choices(wanted, name)) <= values for name, values in allowed.items())


def test_tools_and_arguments_exist() -> None:
    unknown = [
        (item.id, wanted.name)
        for item, wanted in CALLS
        if (names := ARGUMENTS[wanted.name]) is not ANY_NAME and not wanted.arguments.keys() <= names
    ]
    assert unknown == []


def test_values_lie_in_what_the_tools_take() -> None:
    assert [item.id for item, wanted in CALLS if not values_fit(item, wanted)] == []


def test_a_check_in_ahead_of_today_is_right_only_where_talking_is_too() -> None:
    ahead = [
        item.id
        for item, wanted in CALLS
        for day in choices(wanted, "date")
        if date.fromisoformat(day) > item.today and item.wants_call
    ]
    assert ahead == []


def test_habits_are_catalog_entries_by_their_own_title_or_the_users_own() -> None:
    strange = [
        (item.id, habit.title)
        for item in ITEMS
        for habit in item.habits
        if not habit.protocol_id.startswith("u-")
        and habit.title not in {CATALOG[habit.protocol_id][f"title_{lang}"] for lang in ("ko", "en")}
    ]
    assert strange == []
    assert [item.id for item in ITEMS if len({habit.id for habit in item.habits}) < len(item.habits)] == []


def test_no_user_has_two_habits_that_exclude_each_other() -> None:
    for item in ITEMS:
        entries = [CATALOG[habit.protocol_id] for habit in item.habits if habit.protocol_id in CATALOG]
        groups = [entry["exclusive_group"] or entry["id"] for entry in entries]
        assert len(set(groups)) == len(groups), item.id


def test_components_that_are_named_lie_on_the_board() -> None:
    for item in ITEMS:
        components = item.board["components"] if item.board else []
        refids = [component["refid"] for component in components]
        named = {refid for wanted in calls(item) for refid in choices(wanted, "refid")}
        assert len(set(refids)) == len(refids), item.id
        assert set(item.selection) | named <= set(refids), item.id
        assert {component["type"] for component in components} <= COMPONENT_TYPES, item.id


def test_a_history_takes_turns_and_ends_with_the_assistant() -> None:
    for item in ITEMS:
        roles = [message.role for message in item.history]
        assert roles == ["user", "assistant"] * (len(roles) // 2), item.id


def test_no_alternative_comes_twice() -> None:
    for item in ITEMS:
        told = [
            json.dumps([[wanted.name, wanted.arguments] for wanted in option], sort_keys=True) for option in item.expect
        ]
        assert len(set(told)) == len(told), item.id


def test_an_answer_built_from_any_alternative_is_fully_right() -> None:
    for item in ITEMS:
        for option in item.expect:
            made = [call(wanted.name, **plainly(dict(wanted.arguments))) for wanted in option]
            assert judge(item, reply(*made), as_it_is).fully_right, item.id


def test_no_two_utterances_are_alike() -> None:
    plain = [(item.id, "".join(filter(str.isalnum, item.utterance.casefold()))) for item in ITEMS]
    alike = [
        (first, second)
        for (first, one), (second, other) in itertools.combinations(plain, 2)
        if fuzz.ratio(one, other) >= NEAR
    ]
    assert alike == []


def test_the_second_suite_covers_languages_and_silence_as_it_means_to() -> None:
    suite = SUITES["second"]
    langs = Counter(item.lang for item in suite)
    assert langs == {"ko": 121, "en": 77, "mixed": 22}
    assert sum(item.wants_none for item in suite) >= LEAST_SHARE_OF_NONE * len(suite)
    assert {item.category for item in suite} == {item.category for item in SUITES["dev"]}
