"""Puts a suite to a model through the app's own path; what was answered before is not asked again."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gemma_app.agent.action import digest
from gemma_app.agent.grounding import grounded
from gemma_app.agent.model import ChatModel, ModelReply, ToolCall
from gemma_app.agent.tool import Tool
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools
from gemma_app.evaluation.asking import request_of
from gemma_app.evaluation.outcome import Ask, Outcome
from gemma_app.evaluation.report import Report, evaluate
from gemma_app.evaluation.resolving import grounder, resolver
from gemma_app.evaluation.suite import Item
from gemma_app.habits.catalog import Catalog
from gemma_app.language import Language


def score(
    model: ChatModel,
    items: Sequence[Item],
    habit_tools: tuple[Tool, ...],
    *,
    answers: Path | None = None,
    on_outcome: Callable[[Outcome], None] = lambda _: None,
) -> Report:
    """Put the items to the model and judge its first replies; no call is carried out.

    Args:
        model: The model.
        items: The suite.
        habit_tools: The tools of habits; the board's are added.
        answers: Where replies are kept, so that a run that was ended goes on where it was.
        on_outcome: Told of each outcome as it comes.
    """
    tools = (*habit_tools, *build_board_edit_tools(COMPONENT_TYPES))
    ask = _asker(model, habit_tools)
    if answers is not None:
        ask = _remembering(ask, answers)
    return evaluate(items, ask=ask, resolve=resolver(tools, Catalog.load()), on_outcome=on_outcome)


def answers_file(folder: Path, model: ChatModel, items: Sequence[Item]) -> Path:
    """Return where the replies of this model to this suite are kept."""
    suite = digest([[item.id, item.utterance, item.today.isoformat()] for item in items])
    return folder / f"{digest(model.id)[:16]}-{suite[:16]}.jsonl"


def _asker(model: ChatModel, habit_tools: tuple[Tool, ...]) -> Ask:
    board_tools = tuple(build_board_edit_tools(COMPONENT_TYPES))
    catalog = Catalog.load()

    def ask(item: Item) -> ModelReply:
        request = request_of(item, habit_tools=habit_tools, board_tools=board_tools)
        language: Language = "en" if item.lang == "en" else "ko"
        return grounded(model.generate(request), request, grounder(item, catalog), language)

    return ask


def _remembering(ask: Ask, path: Path) -> Ask:
    known = _read(path)

    def ask_once(item: Item) -> ModelReply:
        if item.id not in known:
            known[item.id] = ask(item)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"id": item.id, **_as_json(known[item.id])}, ensure_ascii=False) + "\n")
        return known[item.id]

    return ask_once


def _read(path: Path) -> dict[str, ModelReply]:
    """Return the replies that are kept; a last line that was cut off is not one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    found = (json.loads(line) for line in lines if line.endswith("}"))
    return {value["id"]: _reply(value) for value in found}


def _as_json(reply: ModelReply) -> dict[str, Any]:
    return {
        "text": reply.text,
        "calls": [{"id": call.id, "name": call.name, "arguments": dict(call.arguments)} for call in reply.tool_calls],
        "stop_reason": reply.stop_reason,
        "error": reply.error,
    }


def _reply(value: dict[str, Any]) -> ModelReply:
    return ModelReply(
        text=value["text"],
        tool_calls=tuple(ToolCall(**call) for call in value["calls"]),
        stop_reason=value["stop_reason"],
        error=value["error"],
    )
