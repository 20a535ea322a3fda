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

from gemma_app.agent.model import ModelReply
from gemma_app.app import App
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools
from gemma_app.dialects.adapted import AdaptedDialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.evaluation.asking import request_of
from gemma_app.evaluation.outcome import Outcome
from gemma_app.evaluation.report import Report, Totals, evaluate
from gemma_app.evaluation.resolving import resolver
from gemma_app.evaluation.suite import Item, load_suite
from gemma_app.habits.catalog import Catalog

_RATES = ("right_tool", "fully_right", "false_call", "missed_call", "invalid")


def score(model: GemmaModel, items: tuple[Item, ...], app: App, *, limit: int) -> tuple[Report, list[ModelReply]]:
    """Put the items to the model; return the verdicts, and the replies as they came."""
    habit_tools = tuple(app.registry)
    board_tools = tuple(build_board_edit_tools(COMPONENT_TYPES))
    replies: list[ModelReply] = []

    def ask(item: Item) -> ModelReply:
        replies.append(model.generate(request_of(item, habit_tools=habit_tools, board_tools=board_tools)))
        return replies[-1]

    resolve = resolver((*habit_tools, *board_tools), Catalog.load())
    return evaluate(items[:limit], ask=ask, resolve=resolve), replies


def _line(name: str, totals: Totals) -> str:
    rates = [(rate, getattr(totals, rate)) for rate in _RATES]
    shown = [
        f"{rate} {r.count}/{r.of} {100 * r.value:.0f}% [{100 * r.interval[0]:.0f}–{100 * r.interval[1]:.0f}]"
        for rate, r in rates
    ]
    return f"{name:10} " + "  ".join(shown)


def _failure(outcome: Outcome, reply: ModelReply) -> str:
    said = [{"name": call.name, "arguments": dict(call.arguments)} for call in outcome.calls] or reply.text
    wanted = [[(call.name, dict(call.arguments)) for call in option] for option in outcome.item.expect]
    return f"{outcome.item.id} {outcome.item.utterance!r}\n    got    {json.dumps(said, ensure_ascii=False)} {reply.error or ''}\n    wanted {json.dumps(wanted, ensure_ascii=False)[:300]}"


def _times(replies: list[ModelReply]) -> str:
    totals = [reply.timings["prefill_s"] + reply.timings["decode_s"] for reply in replies]
    generated = sum(reply.timings["generated_tokens"] for reply in replies)
    pace = generated / sum(reply.timings["decode_s"] for reply in replies)
    cuts = quantiles(totals, n=20)
    return f"turn p50 {cuts[9]:.2f} s, p95 {cuts[18]:.2f} s; {pace:.0f} tokens/s decoded; {generated / len(replies):.1f} tokens a turn"


def main() -> None:
    """Print the scores of a suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=100_000)
    parser.add_argument("--failures", action="store_true")
    given = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        app = App.open(Path(folder))
        model = GemmaModel.load(given.model, dialect=AdaptedDialect())
        report, replies = score(model, load_suite(given.suite), app, limit=given.limit)
        model.close()
        app.close()
    lines = [_line("all", report.totals)]
    lines += [_line(name, totals) for name, totals in (report.by_category | report.by_lang).items()]
    if given.failures:
        lines += [_failure(o, r) for o, r in zip(report.outcomes, replies, strict=True) if not o.fully_right]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines += [_times(replies), f"peak memory {peak:.0f} MB; {time.monotonic() - started:.0f} s in all"]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
