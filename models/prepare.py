"""Turns generated examples into token ids, exactly as the app's prompt and the model's answer have them.

Usage: ``python -m models.prepare EXAMPLES.jsonl TOKENS.jsonl --model gemma-3-270m-embedded.gguf``
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, cast

from gemma_app.agent.messages import Message
from gemma_app.agent.tool import Tool
from gemma_app.boards.document import COMPONENT_TYPES
from gemma_app.boards.tools import build_board_edit_tools
from gemma_app.dialects.embedded import TALK, EmbeddedDialect, call_text
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import prompt_tokens
from gemma_app.evaluation.asking import request_in
from gemma_app.evaluation.suite import ActiveHabit
from gemma_app.habits.service import Habits
from gemma_app.habits.tools import habit_tools

_CONTEXT = 64
_SEED = 1
# What the router decides alone needs fewer examples, and so does talk.
_SHARES = {"": 0.6, "list_active_habits": 0.35}
_LONGEST = 140


def tokens_of(example: Mapping[str, Any], llama: Llama, tools: Mapping[str, Tool]) -> tuple[list[int], list[int]]:
    """Return the tokens of the prompt and of the answer."""
    request = request_in(
        today=date.fromisoformat(example["today"]),
        habits=[ActiveHabit(**habit) for habit in example["habits"]],
        board=example["board"],
        selection=example["selection"],
        history=[Message(role=turn["role"], content=turn["content"]) for turn in example["history"]],
        utterance=example["utterance"],
        habit_tools=(),
        board_tools=(),
    )
    prompt = prompt_tokens(llama, EmbeddedDialect().render(request))
    return prompt, llama.tokenize(f" {answer_of(example, tools)}\n", special=False)


def answer_of(example: Mapping[str, Any], tools: Mapping[str, Tool]) -> str:
    """Return the line that the model shall write."""
    if example["calls"]:
        return " ".join(call_text(tools[call["name"]], call["arguments"]) for call in example["calls"])
    reply = example["reply"]
    if isinstance(reply, str):
        return f"{TALK} {' '.join(reply.split())}"
    language = "ko" if any("가" <= char <= "힣" for char in example["utterance"]) else "en"
    return f"{TALK} [{reply['fixed']}:{language}]"


def all_tools() -> dict[str, Tool]:
    """Return every tool by name; those of habits act on nothing."""
    tools = (*habit_tools(cast("Habits", _Nothing())), *build_board_edit_tools(COMPONENT_TYPES))
    return {tool.name: tool for tool in tools}


class _Nothing:
    """Stands where no habits are."""

    def complete_add(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Leave ``arguments`` as they are."""
        return arguments


def prepare(lines: Iterator[str], llama: Llama) -> Iterator[str]:
    """Give one JSON object ``{"prompt": ids, "answer": ids, "talks": bool}`` for the examples that are taken."""
    tools, chance = all_tools(), random.Random(_SEED)  # noqa: S311
    for line in lines:
        example = json.loads(line)
        if chance.random() > _SHARES.get(",".join(call["name"] for call in example["calls"]), 1.0):
            continue
        prompt, answer = tokens_of(example, llama, tools)
        if len(prompt) + len(answer) <= _LONGEST:
            talks = not example["calls"] and isinstance(example["reply"], str)
            yield json.dumps({"prompt": prompt, "answer": answer, "talks": talks}) + "\n"


def main() -> None:
    """Write the tokens of a file of examples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="the embedded model without its adapter")
    given = parser.parse_args()
    llama = Llama(given.model, threads=1, n_ctx=_CONTEXT)
    with given.examples.open(encoding="utf-8") as lines, given.out.open("w", encoding="utf-8") as out:
        out.writelines(prepare(lines, llama))
    llama.close()


if __name__ == "__main__":
    main()
