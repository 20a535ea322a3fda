"""Checks a call and puts ids and days in the place of words, as the app does before it acts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gemma_app.agent.grounding import Ground, Said
from gemma_app.agent.model import ToolCall
from gemma_app.agent.tool import Tool
from gemma_app.boards.document import refids_of
from gemma_app.boards.grounding import board_ground
from gemma_app.errors import BadCall
from gemma_app.evaluation.suite import ActiveHabit, Item
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.grounding import ground_call
from gemma_app.habits.titles import Candidate, resolve_title
from gemma_app.language import Phrase


def resolver(tools: Sequence[Tool], catalog: Catalog) -> Callable[[ToolCall, Item], ToolCall]:
    """Return what ``gemma_app.evaluation.outcome.judge`` resolves calls with.

    Args:
        tools: Every tool of the app; ``complete`` of each may need no more than the catalog.
        catalog: The catalog.
    """
    by_name = {tool.name: tool for tool in tools}

    def resolve(call: ToolCall, item: Item) -> ToolCall:
        tool = by_name.get(call.name)
        if tool is None:
            raise BadCall("unknown_tool", Phrase(ko="그런 도구가 없어요.", en="There is no such tool."))
        completed = tool.complete(call.arguments) if tool.complete else call.arguments
        checked = tool.check(completed)
        if tool.arguments is None:
            return call
        return ToolCall(id=call.id, name=call.name, arguments=_resolved(checked, item, catalog))

    return resolve


def grounder(item: Item, catalog: Catalog) -> Ground:
    """Return what checks the calls of a reply to ``item``, as in the app."""
    if item.board is not None:
        habits = [(habit.id, habit.title) for habit in item.habits]
        return board_ground(dict(item.board), refids_of(list(item.selection)), habits)

    def ground(call: ToolCall, said: Said) -> ToolCall | Phrase:
        return ground_call(
            call,
            said,
            today=item.today,
            active={habit.protocol_id: habit.id for habit in item.habits},
            find_habit=lambda words: _habit(words, item.habits, catalog),
            catalog=catalog,
        )

    return ground


def _resolved(arguments: Mapping[str, Any], item: Item, catalog: Catalog) -> dict[str, Any]:
    found = dict(arguments)
    for name, value in arguments.items():
        match name:
            case "habit_id":
                found[name] = _habit(value, item.habits, catalog)
            case "protocol_id" | "id":
                found[name] = catalog.resolve(value).id
            case "date":
                found[name] = resolve_date(value, item.today).isoformat()
    return found


def _habit(words: int | str, habits: Sequence[ActiveHabit], catalog: Catalog) -> str | int:
    candidates = [_candidate(habit, catalog) for habit in habits]
    return resolve_title(words, candidates, unknown="unknown_habit").id


def _candidate(habit: ActiveHabit, catalog: Catalog) -> Candidate:
    entry = catalog.find(habit.protocol_id)
    if entry is None:
        return Candidate(id=habit.id, title_ko=habit.title, title_en=habit.title)
    return Candidate(id=habit.id, title_ko=entry.title_ko, title_en=entry.title_en)
