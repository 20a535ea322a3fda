"""Trains the classifiers of letter sequences; runs in the environment of ``make -C models setup``.

Usage: ``python -m models.train_router EXAMPLES.jsonl gemma_app/dialects/router.npz``
"""

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from gemma_app.boards.context import board_context
from gemma_app.habits.catalog import Catalog
from gemma_app.letters import BUCKETS, SHARPNESS, Kind, buckets_of, stored
from models.entries_said import entries_said
from models.generate import load_phrasings, load_slots
from models.phrasing import Filler, fill_words, slot_names

_BATCH = 256
_RATE = 0.01
_SMOOTHING = 0.02
_SEED = 1
_NAMED = {"category"}
_REPEATS = 3


def read(example: Mapping[str, Any]) -> tuple[list[int], Kind]:
    """Return the buckets of an example and its kind."""
    history, board = example["history"], example["board"]
    earlier = history[-1]["content"] if history else ""
    line = board_context(board, example["selection"]) if board else ""
    return buckets_of(example["utterance"], earlier, board=line), tuple(call["name"] for call in example["calls"])


def values_of(examples: Iterable[Mapping[str, Any]], tool: str, argument: str) -> Iterator[tuple[list[int], Kind]]:
    """Give the buckets of each example that calls ``tool`` alone, and the value of its ``argument``."""
    for example in examples:
        match example["calls"]:
            case [{"name": name, "arguments": {**arguments}}] if name == tool and argument in arguments:
                yield read(example)[0], (arguments[argument],)


def categories() -> Iterator[tuple[list[int], Kind]]:
    """Give requests for each category in the catalog's own words, in the frames of the banks."""
    chance = random.Random(_SEED)  # noqa: S311
    frames = [frame for frame in load_phrasings() if frame.intent == "search" and slot_names(frame.utterance) == _NAMED]
    for language in ("ko", "en"):
        fitting = [frame.utterance for frame in frames if frame.language in (language, "mixed")]
        said = [(slot["said"], slot["value"]) for slot in load_slots()["slots"]["category"][language]] * _REPEATS
        for entry in Catalog.load().entries:
            tags = entry.tags_ko if language == "ko" else entry.tags_en
            said += [(tag, entry.category) for tag in (*tags, entry.title.say(language))] * _REPEATS
        for entry in Catalog.load().entries:
            steps = entry.steps_ko if language == "ko" else entry.steps_en
            for text in (entry.summary.say(language), *steps):
                yield buckets_of(text), (entry.category,)
        for words, category in said:
            filler = Filler(said=words, value=category)
            yield buckets_of(fill_words(chance.choice(fitting), {"category": filler})), (category,)


def scores(weights: nn.EmbeddingBag, rows: list[list[int]]) -> Tensor:
    """Return the scores of every kind, as ``Classifier.shares`` computes them."""
    sizes = torch.tensor([len(row) for row in rows])
    starts = torch.cat([torch.zeros(1, dtype=torch.int64), sizes.cumsum(0)[:-1]])
    flat = torch.tensor([bucket for row in rows for bucket in row])
    return weights(flat, starts) * SHARPNESS / sizes.clamp(min=1).sqrt().unsqueeze(1)


def train(rows: list[list[int]], targets: Tensor, kinds: int, *, epochs: int, decay: float) -> np.ndarray:
    """Return the weights."""
    weights = nn.EmbeddingBag(BUCKETS, kinds, mode="sum")
    nn.init.zeros_(weights.weight)
    optimizer = torch.optim.AdamW(weights.parameters(), lr=_RATE, weight_decay=decay)
    order = list(range(len(rows)))
    for epoch in range(epochs):
        random.Random(epoch).shuffle(order)  # noqa: S311
        for start in range(0, len(order), _BATCH):
            part = order[start : start + _BATCH]
            found = scores(weights, [rows[at] for at in part])
            loss = nn.functional.cross_entropy(found, targets[part], label_smoothing=_SMOOTHING)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return weights.weight.detach().numpy()


def main() -> None:
    """Train, and write the file that the app loads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--argument", nargs=2, metavar=("TOOL", "NAME"), help="learn its values instead of the calls")
    parser.add_argument("--entries", action="store_true", help="learn which entry is meant; EXAMPLES are not read")
    given = parser.parse_args()
    torch.set_num_threads(1)
    if given.entries:
        examples = [(buckets_of(said), kind) for said, kind in entries_said(random.Random(_SEED))]  # noqa: S311
    else:
        found = map(json.loads, given.examples.read_text(encoding="utf-8").splitlines())
        examples = list(values_of(found, *given.argument) if given.argument else map(read, found))
    if given.argument == ["search_catalog", "category"]:
        examples += categories()
    kinds = sorted({kind for _, kind in examples})
    targets = torch.tensor([kinds.index(kind) for _, kind in examples])
    weights = train([row for row, _ in examples], targets, len(kinds), epochs=given.epochs, decay=given.decay)
    np.savez_compressed(given.out, **stored(weights, kinds))


if __name__ == "__main__":
    main()
