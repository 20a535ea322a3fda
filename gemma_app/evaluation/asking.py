"""What a model is asked in an item of a suite: the same request as in the app."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Tool
from gemma_app.boards.context import binding_context, board_context
from gemma_app.boards.document import refids_of
from gemma_app.evaluation.suite import ActiveHabit, Item
from gemma_app.habits.tools import habit_brief, habit_context


def request_in(
    *,
    today: date,
    habits: Sequence[ActiveHabit],
    board: Mapping[str, Any] | None,
    selection: Sequence[int | float],
    history: Sequence[Message],
    utterance: str,
    habit_tools: tuple[Tool, ...],
    board_tools: tuple[Tool, ...],
) -> ChatRequest:
    """Return the request for ``utterance``: a board brings its own tools, as on its page."""
    said = (*history, Message(role="user", content=utterance))
    if board is None:
        titles = [habit.title for habit in habits]
        options = {"context": habit_context(today, titles), "brief": habit_brief(titles)}
        return ChatRequest(messages=said, tools=habit_tools, options=options)
    options = {
        "brief": binding_context((habit.id, habit.title) for habit in habits),
        "board": board_context(dict(board), refids_of(list(selection))),
    }
    return ChatRequest(messages=(Message(role="user", content=""), *said), tools=board_tools, options=options)


def request_of(item: Item, *, habit_tools: tuple[Tool, ...], board_tools: tuple[Tool, ...]) -> ChatRequest:
    """Return the request for the utterance of ``item``."""
    return request_in(
        today=item.today,
        habits=item.habits,
        board=item.board,
        selection=item.selection,
        history=item.history,
        utterance=item.utterance,
        habit_tools=habit_tools,
        board_tools=board_tools,
    )
