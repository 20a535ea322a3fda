"""Trains the LoRA adapter on prepared tokens; runs in the environment of ``make -C models setup``.

One process a core computes part of each batch: on few cores that is faster than threads that wait for each other at
every operation. The loss counts the tokens of the answer alone, over the whole vocabulary. A run that was stopped
goes on with ``--resume``.

Usage: ``python -m models.train TOKENS.jsonl OUT_DIR --model gemma-3-270m-embedded.gguf --minutes 30``
"""

import argparse
import json
import math
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.distributed as dist
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoModelForCausalLM
from transformers.utils import logging

from models.adapter import ADAPTER, adapt, adapter_state

STATE = "state.pt"
_WARMUP = 0.04
_LAST_RATE = 0.05
_BUCKET = 50
_REPORT_EVERY = 20
# What is done counts more than how talk goes on, which has many right forms.
_DECISION_WEIGHT, _TALK_WEIGHT = 2.0, 0.2


@dataclass(frozen=True, kw_only=True)
class Example:
    """The tokens of a prompt and its answer, and whether the answer is free talk."""

    prompt: list[int]
    answer: list[int]
    talks: bool

    def __len__(self) -> int:
        return len(self.prompt) + len(self.answer)

    @property
    def weights(self) -> list[float]:
        """What each token of the answer counts."""
        return [_DECISION_WEIGHT] + [_TALK_WEIGHT if self.talks else 1.0] * (len(self.answer) - 1)


def load_examples(path: Path) -> list[Example]:
    """Read a file of tokens."""
    return [Example(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def batches(examples: list[Example], size: int, chance: random.Random) -> Iterator[list[Example]]:
    """Give the examples in random order, those of like length together, one epoch after the other."""
    while True:
        order = chance.sample(examples, len(examples))
        for start in range(0, len(order), size * _BUCKET):
            bucket = sorted(order[start : start + size * _BUCKET], key=len)
            groups = [bucket[at : at + size] for at in range(0, len(bucket), size)]
            chance.shuffle(groups)
            yield from groups


def loss_of(model: nn.Module, batch: list[Example]) -> Tensor:
    """Return the weighted mean loss of the answers' tokens."""
    width = max(map(len, batch))
    rows = [(example.prompt + example.answer + [0] * width)[:width] for example in batch]
    hidden = model.model(input_ids=torch.tensor(rows), use_cache=False).last_hidden_state
    # Right padding needs no mask: attention looks back only, and nothing is predicted from padding.
    where = torch.tensor(
        [(row, at) for row, example in enumerate(batch) for at in range(len(example.prompt) - 1, len(example) - 1)]
    )
    logits = functional.linear(hidden[where[:, 0], where[:, 1]], model.get_output_embeddings().weight)
    targets = torch.tensor([token for example in batch for token in example.answer])
    weights = torch.tensor([weight for example in batch for weight in example.weights])
    return (functional.cross_entropy(logits, targets, reduction="none") * weights).sum() / weights.sum()


def load_model(gguf: Path, first_layer: int, adapter: Path | None, rounded: bool) -> nn.Module:
    """Load the model with a new adapter, or with the one in ``adapter``; with ``rounded``, as the app's file rounds."""
    model = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.float32)
    model.requires_grad_(requires_grad=False)
    adapt(model, first_layer, rounded)
    if adapter:
        model.load_state_dict(load_file(adapter / ADAPTER), strict=False)
    return model


def rate_at(done: float, peak: float) -> float:
    """Return the learning rate when the share ``done`` of the run is over: a short rise, then half a cosine."""
    if done < _WARMUP:
        return peak * (done + 1e-3) / _WARMUP
    fall = 0.5 * (1 + math.cos(math.pi * (done - _WARMUP) / (1 - _WARMUP)))
    return peak * (_LAST_RATE + (1 - _LAST_RATE) * fall)


class Run:
    """One process's part of a training run."""

    def __init__(self, given: argparse.Namespace, rank: int) -> None:
        self._given = given
        self._rank = rank
        torch.manual_seed(given.seed)
        self._examples = load_examples(given.tokens)
        start = given.out if given.resume else given.start
        self._model = load_model(given.model, given.first_layer, start, given.rounded)
        self._model.train()
        self._weights = [weight for weight in self._model.parameters() if weight.requires_grad]
        self._optimizer = torch.optim.AdamW(self._weights, lr=given.rate, weight_decay=0.0, betas=(0.9, 0.98))
        self._seen, self._spent = 0, 0.0
        if given.resume:
            state = torch.load(given.out / STATE)
            self._optimizer.load_state_dict(state["optimizer"])
            self._seen, self._spent = state["seen"], state["spent"]

    def train(self) -> None:
        """Train until the examples or the minutes are used up, saving the adapter on the way."""
        given = self._given
        stream = batches(self._examples, given.batch, random.Random(given.seed))  # noqa: S311
        passed = 0
        while passed < self._seen:
            passed += len(next(stream))
        started = saved = time.monotonic()
        before, losses = self._spent, []
        while (done := self._done()) < 1:
            losses.append(self._step(next(stream), rate_at(done, given.rate)))
            self._spent = before + time.monotonic() - started
            if self._rank == 0 and len(losses) == _REPORT_EVERY:
                self._report(sum(losses) / len(losses))
                losses = []
            if time.monotonic() - saved > 60 * given.save_minutes:
                saved = time.monotonic()
                self._save()
        self._save()

    def _done(self) -> float:
        """Return the share of the run that is over, the same in every process."""
        given = self._given
        share = torch.tensor(max(self._seen / (given.epochs * len(self._examples)), self._spent / (60 * given.minutes)))
        dist.broadcast(share, 0)
        return float(share)

    def _step(self, batch: list[Example], rate: float) -> float:
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        # Each process takes every so manieth example, so that all have about the same to do.
        part = sorted(batch, key=len)[self._rank :: self._given.processes]
        loss = loss_of(self._model, part)
        loss.backward()
        flat = torch.cat([weight.grad.flatten() for weight in self._weights])
        dist.all_reduce(flat)
        flat /= self._given.processes
        flat *= min(1.0, 1.0 / (float(flat.norm()) + 1e-6))
        for weight, grad in zip(self._weights, flat.split([w.numel() for w in self._weights]), strict=True):
            weight.grad.copy_(grad.view_as(weight))
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        self._seen += len(batch)
        return float(loss)

    def _report(self, loss: float) -> None:
        total = int(self._given.epochs * len(self._examples))
        minutes, pace = self._spent / 60, self._seen / self._spent
        print(f"{self._seen}/{total} examples, {minutes:.1f} min, {pace:.2f}/s, loss {loss:.4f}", flush=True)  # noqa: T201

    def _save(self) -> None:
        if self._rank == 0:
            out: Path = self._given.out
            state = {"optimizer": self._optimizer.state_dict(), "seen": self._seen, "spent": self._spent}
            save_file(adapter_state(self._model), out / f"{ADAPTER}.part")
            torch.save(state, out / f"{STATE}.part")
            for name in (ADAPTER, STATE):
                (out / f"{name}.part").replace(out / name)


def work(rank: int, given: argparse.Namespace) -> None:
    """Train as process ``rank``."""
    torch.set_num_threads(1)
    logging.disable_progress_bar()
    dist.init_process_group("gloo", init_method=f"file://{given.meeting}", rank=rank, world_size=given.processes)
    Run(given, rank).train()
    dist.destroy_process_group()


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokens", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="the embedded model without an adapter")
    parser.add_argument("--minutes", type=float, default=120.0, help="time budget")
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--first-layer", type=int, default=0, help="layers below keep their weights")
    parser.add_argument("--rounded", action="store_true", help="compute with weights as the app's file rounds them")
    parser.add_argument("--start", type=Path, help="begin with this adapter")
    parser.add_argument("--resume", action="store_true", help="go on with the run in OUT")
    parser.add_argument("--save-minutes", type=float, default=4.0)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    given.meeting = given.out.resolve() / f"meeting-{os.getpid()}"
    try:
        torch.multiprocessing.spawn(work, args=(given,), nprocs=given.processes)
    finally:
        given.meeting.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
