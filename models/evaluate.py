"""Scores a model file on a suite through the app's own path: prompt, constrained decoding, parser, resolvers.

Usage: ``python -m models.evaluate SUITE.jsonl --model MODEL.gguf``
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from gemma_app.agent.grounding import grounded
from gemma_app.agent.model import ModelReply
from gemma_app.agent.tool import Tool
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools
from gemma_app.clock import Clock
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.evaluation.asking import request_of
from gemma_app.evaluation.outcome import Outcome
from gemma_app.evaluation.report import Rate, Report, Totals, evaluate
from gemma_app.evaluation.resolving import grounder, resolver
from gemma_app.evaluation.suite import Item, load_suite
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.rules import Limits
from gemma_app.habits.service import Habits
from gemma_app.habits.tools import habit_tools
from gemma_app.language import Language
from gemma_app.storage.database import Database

_RATES = ("right_tool", "fully_right", "false_call", "missed_call", "invalid")


def score(model: GemmaModel, items: tuple[Item, ...], habit_tools: tuple[Tool, ...]) -> tuple[Report, list[ModelReply]]:
    """Put the items to the model; return the verdicts, and the replies as they came."""
    board_tools = tuple(build_board_edit_tools(COMPONENT_TYPES))
    catalog = Catalog.load()
    replies: list[ModelReply] = []

    def ask(item: Item) -> ModelReply:
        request = request_of(item, habit_tools=habit_tools, board_tools=board_tools)
        reply = model.generate(request)
        language: Language = "en" if item.lang == "en" else "ko"
        replies.append(grounded(reply, request, grounder(item, catalog), language))
        return replies[-1]

    return evaluate(items, ask=ask, resolve=resolver((*habit_tools, *board_tools), catalog)), replies


def _line(name: str, totals: Totals) -> str:
    return f"{name:10} " + "  ".join(_rate(rate, getattr(totals, rate)) for rate in _RATES)


def _rate(name: str, rate: Rate) -> str:
    low, high = rate.interval
    return f"{name} {rate.count}/{rate.of} {100 * rate.value:.0f} % [{100 * low:.0f}–{100 * high:.0f}]"


def _failure(outcome: Outcome, reply: ModelReply) -> str:
    said = [{"name": call.name, "arguments": dict(call.arguments)} for call in outcome.calls] or reply.text
    wanted = [[(call.name, dict(call.arguments)) for call in option] for option in outcome.item.expect]
    got, right = (json.dumps(value, ensure_ascii=False)[:300] for value in (said, wanted))
    return f"{outcome.item.id} {outcome.item.utterance!r}\n    got    {got} {reply.error or ''}\n    wanted {right}"


def _times(replies: list[ModelReply]) -> str:
    totals = [reply.timings["prefill_s"] + reply.timings["decode_s"] for reply in replies]
    generated = sum(reply.timings["generated_tokens"] for reply in replies)
    pace = generated / sum(reply.timings["decode_s"] for reply in replies)
    cuts = quantiles(totals, n=20)
    turn = f"turn p50 {cuts[9]:.2f} s, p95 {cuts[18]:.2f} s"
    return f"{turn}; {pace:.0f} tokens/s decoded; {generated / len(replies):.1f} tokens a turn"


def main() -> None:
    """Print the scores of a suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="take every so manieth item")
    parser.add_argument("--failures", action="store_true")
    given = parser.parse_args()
    started = time.monotonic()
    items = load_suite(given.suite)[given.first :: given.step]
    with tempfile.TemporaryDirectory() as folder:
        database = Database.open(Path(folder), now=Clock().now)
        habits = Habits(database, clock=Clock(), limits=Limits, language=lambda: "ko")
        model = GemmaModel.load(given.model, dialect=EmbeddedDialect())
        report, replies = score(model, items, habit_tools(habits))
        model.close()
        database.close()
    lines = [_line("all", report.totals)]
    lines += [_line(name, totals) for name, totals in (report.by_category | report.by_lang).items()]
    if given.failures:
        lines += [_failure(o, r) for o, r in zip(report.outcomes, replies, strict=True) if not o.fully_right]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines += [_times(replies), f"peak memory {peak:.0f} MB; {time.monotonic() - started:.0f} s in all"]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
