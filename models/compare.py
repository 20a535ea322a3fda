"""Compares the app's model file with what was trained: the tokens of texts, and the answers to prompts.

A few answers may differ: the changed tensors of the file are rounded, which decides where two tokens are about equally
likely.

Usage: ``python -m models.compare ANSWERS.json MODELS_DIR``, the answers being those of ``models.torch_answers``
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gemma_app.engine.assembly import ensure_embedded
from gemma_app.engine.llama import Llama

_CONTEXT = 512


def greedy(llama: Llama, prompt: Sequence[int], count: int) -> list[int]:
    """Return the ``count`` likeliest tokens one after the other."""
    llama.evaluate(prompt)
    answer: list[int] = []
    while len(answer) < count:
        answer.append(int(llama.logits().argmax()))
        llama.append(answer[-1])
    return answer


def comparison(given: dict[str, Any], llama: Llama) -> str:
    """Return what is the same and what is not, in words."""
    differing = [
        item["text"] for item in given["texts"] if llama.tokenize(item["text"], special=False) != item["tokens"]
    ]
    lines = [f"{len(given['texts']) - len(differing)} of {len(given['texts'])} texts have the same tokens"]
    lines += [f"  {text!r}" for text in differing]
    pairs = [(item["answer"], greedy(llama, item["prompt"], len(item["answer"]))) for item in given["answers"]]
    lines.append(f"{sum(one == other for one, other in pairs)} of {len(pairs)} answers are the same")
    lines += [f"  trained {_text(llama, one)!r}, app {_text(llama, other)!r}" for one, other in pairs if one != other]
    return "\n".join(lines)


def _text(llama: Llama, tokens: Sequence[int]) -> str:
    return b"".join(map(llama.piece, tokens)).decode("utf-8", "replace")


def main() -> None:
    """Print the comparison."""
    llama = Llama(ensure_embedded(Path(sys.argv[2])), threads=2, n_ctx=_CONTEXT)
    print(comparison(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), llama))  # noqa: T201
    llama.close()


if __name__ == "__main__":
    main()
