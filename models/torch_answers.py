"""What the trained model answers in PyTorch, for ``models.compare``.

Runs in the environment of ``make -C models setup``. The adapter is read from the file that the app ships, so that its
export is compared, too.

Usage: ``python -m models.torch_answers EXAMPLES.jsonl TOKENS.jsonl OUT.json --model PRUNED.gguf --adapter FILE.gguf``
"""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import torch
from gguf import GGUFReader
from torch import Tensor, nn
from transformers import AutoTokenizer

from models.export import NAMES
from models.train import load_examples, load_model

_MOST_TOKENS = 60
_PROMPTS = 12
_TEXTS = 1_000
_TENSOR = re.compile(r"blk\.(\d+)\.(\w+)\.weight\.(lora_[ab])")
_PLACES = {file_name: name for name, file_name in NAMES.items()}

Item = TypeVar("Item")


def adapter_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights of an adapter file under the names that ``models.adapter.adapt`` gives them."""
    found = {}
    for tensor in GGUFReader(path).tensors:
        match = _TENSOR.fullmatch(tensor.name)
        if match is None:
            raise ValueError(f"{path}: {tensor.name} is no part of an adapter")
        place = _PLACES[match[2]]
        holder = "self_attn" if match[2].startswith("attn") else "mlp"
        found[f"model.layers.{match[1]}.{holder}.{place}.{match[3]}"] = torch.from_numpy(tensor.data.copy()).float()
    return found


def load_trained(model: Path, adapter: Path) -> nn.Module:
    """Load the model with the adapter of a file, the adapted projections rounded as in the app's file.

    Raises:
        ValueError: The adapter does not fit the model.
    """
    weights = adapter_weights(adapter)
    first = min(int(name.split(".")[2]) for name in weights)
    trained = load_model(model, first, None, rounded=True)
    unknown = trained.load_state_dict(weights, strict=False).unexpected_keys
    if unknown:
        raise ValueError(f"the adapter does not fit: {unknown}")
    return trained.eval()


@torch.inference_mode()
def greedy(model: nn.Module, prompt: list[int], end: int) -> list[int]:
    """Return the likeliest tokens one after the other, up to ``end``."""
    answer: list[int] = []
    while len(answer) < _MOST_TOKENS and end not in answer:
        logits = model(input_ids=torch.tensor([prompt + answer]), use_cache=False, logits_to_keep=1).logits
        answer.append(int(logits[0, -1].argmax()))
    return answer


def _some(items: Sequence[Item], count: int) -> Sequence[Item]:
    """Return about ``count`` of the items, from everywhere."""
    return items[:: max(1, len(items) // count)]


def main() -> None:
    """Answer some prompts, and tokenize some texts with the tokenizer that PyTorch models use."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, help="whose words are tokenized")
    parser.add_argument("tokens", type=Path, help="whose prompts are answered")
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="the embedded model without its adapter")
    parser.add_argument("--adapter", type=Path, required=True)
    given = parser.parse_args()
    torch.set_num_threads(1)
    asked = _some(load_examples(given.tokens), _PROMPTS)
    model = load_trained(given.model, given.adapter)
    answers: list[dict[str, Any]] = [
        {"prompt": example.prompt, "answer": greedy(model, example.prompt, example.answer[-1])} for example in asked
    ]
    tokenizer = AutoTokenizer.from_pretrained(given.model.parent, gguf_file=given.model.name)
    said = [json.loads(line)["utterance"] for line in given.examples.read_text(encoding="utf-8").splitlines()]
    texts = [{"text": text, "tokens": tokenizer.encode(text, add_special_tokens=False)} for text in _some(said, _TEXTS)]
    given.out.write_text(json.dumps({"answers": answers, "texts": texts}, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
