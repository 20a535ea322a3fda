"""Puts a suite to a model through the app's own path; what was answered before is not asked again."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import TypeAdapter

from gemma_app.agent.action import digest
from gemma_app.agent.grounding import grounded
from gemma_app.agent.model import ChatModel, ModelReply, StopReason, ToolCall, traits_of
from gemma_app.agent.tool import Tool
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools
from gemma_app.evaluation.asking import request_of
from gemma_app.evaluation.lines import add_line, read_lines
from gemma_app.evaluation.outcome import Ask, Outcome
from gemma_app.evaluation.report import Report, evaluate
from gemma_app.evaluation.resolving import grounder, resolver
from gemma_app.evaluation.scores import FOLDER, Score, Scores
from gemma_app.evaluation.suite import Item, load_suite
from gemma_app.habits.catalog import Catalog
from gemma_app.language import Language

SUITES = Path(__file__).parent / "suites"
DEFAULT_SUITE = SUITES / "second.jsonl"


@dataclass(frozen=True, kw_only=True)
class _Kept:
    """The reply to an item, as a line of a file keeps it."""

    id: str
    text: str
    calls: tuple[ToolCall, ...]
    stop_reason: StopReason
    error: str | None

    @classmethod
    def of(cls, item: Item, reply: ModelReply) -> "_Kept":
        return cls(
            id=item.id, text=reply.text, calls=reply.tool_calls, stop_reason=reply.stop_reason, error=reply.error
        )

    def reply(self) -> ModelReply:
        return ModelReply(text=self.text, tool_calls=self.calls, stop_reason=self.stop_reason, error=self.error)


_KEPT = TypeAdapter(_Kept)


class Ended(Exception):
    """The run was ended before all was asked; the next one goes on from there."""


def run_suite(
    model: ChatModel,
    suite: Path,
    *,
    habit_tools: tuple[Tool, ...],
    data_dir: Path,
    today: date,
    on_outcome: Callable[[Outcome, int], None] = lambda _outcome, _items: None,
    cancel: threading.Event | None = None,
) -> Report:
    """Put a suite to a model, judge its first replies and keep its score; no call is carried out.

    Replies are kept while it runs, so that a run that was ended goes on where it was.

    Args:
        model: The model.
        suite: The file of the suite.
        habit_tools: The tools of habits; the board's are added.
        data_dir: The data folder, which keeps the score.
        today: The day of the score.
        on_outcome: Told of each outcome as it comes, and of how many there will be.
        cancel: Ends the run soon after it is set.

    Raises:
        AppError: The suite cannot be read, or the disk refuses.
        Ended: ``cancel`` was set.
    """
    items, folder = load_suite(suite), data_dir / FOLDER
    answers = _answers_file(folder, model, items)
    tools = (*habit_tools, *build_board_edit_tools(COMPONENT_TYPES))
    report = evaluate(
        items,
        ask=_remembering(_asker(model, habit_tools, cancel), answers),
        resolve=resolver(tools, Catalog.load()),
        on_outcome=lambda outcome: on_outcome(outcome, len(items)),
    )
    totals, by_category = report.totals, report.by_category
    score = Score(model=model.id, suite=suite.stem, tested_on=today, totals=totals, by_category=by_category)
    Scores(folder).add(score)
    answers.unlink()
    return report


def _answers_file(folder: Path, model: ChatModel, items: Sequence[Item]) -> Path:
    """Return where the replies of this model to this suite are kept."""
    suite = digest([[item.id, item.utterance, item.today.isoformat()] for item in items])
    return folder / f"{digest(model.id)[:16]}-{suite[:16]}.jsonl"


def _asker(model: ChatModel, habit_tools: tuple[Tool, ...], cancel: threading.Event | None) -> Ask:
    board_tools = tuple(build_board_edit_tools(COMPONENT_TYPES))
    catalog = Catalog.load()

    def ask(item: Item) -> ModelReply:
        request = request_of(item, habit_tools=habit_tools, board_tools=board_tools)
        reply = model.generate(request, cancel=cancel)
        if reply.stop_reason == "cancelled":
            raise Ended
        if not traits_of(model).speaks_through_the_app:
            return reply
        language: Language = "en" if item.lang == "en" else "ko"
        return grounded(reply, request, grounder(item, catalog), language)

    return ask


def _remembering(ask: Ask, path: Path) -> Ask:
    known = {kept.id: kept.reply() for kept in read_lines(path, _KEPT)}

    def ask_once(item: Item) -> ModelReply:
        if item.id not in known:
            known[item.id] = ask(item)
            add_line(path, _KEPT.dump_python(_Kept.of(item, known[item.id]), mode="json"))
        return known[item.id]

    return ask_once
