"""No sentence that is used for judging the model was used for training it."""

import itertools
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from rapidfuzz import fuzz, process

from models.generate import load_phrasings, load_slots
from models.phrasing import SLOT

ROOT: Final = Path(__file__).parents[2]
SUITES: Final = sorted((ROOT / "gemma_app" / "evaluation" / "suites").glob("*.jsonl"))
NEAR: Final = 90.0
NAMES: Final = frozenset({"habit", "habit2", "title", "title2"})
NUMBERS: Final = frozenset({"hid", "ref", "ref2", "x", "y", "w", "h"})


def normalised(text: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text).casefold())


def words_of_slots(data: Mapping[str, Any]) -> dict[str, set[str]]:
    """What can stand in each slot, apart from names, numbers and days that are counted from today."""
    words = {name: {item["said"] for side in sides.values() for item in side} for name, sides in data["slots"].items()}
    entries = data["entries"]
    words |= {f"{name}2": words[name] for name in ("keyword", "category", "color", "type")}
    words["dose"] = {dose for entry in entries for doses in entry["doses"].values() for dose in doses}
    for level in ("L2", "L3"):
        words[f"own_{level.lower()}"] = {own[level] for entry in entries for own in entry["own"].values()}
    words["comp"] = words["comp2"] = {
        name for side in data["components"].values() for names in side.values() for name in names
    }
    called = {ref["said"] for entry in entries for refs in entry["refs"].values() for ref in refs}
    called |= {name for side in data["user_habits"].values() for names in side for name in names}
    return words | dict.fromkeys(NAMES, called)


def fillers_in(item: Mapping[str, Any], words: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Return for each slot what of it the sentence holds, normalised."""
    sentence = normalised(item["utterance"])
    titles = {normalised(habit["title"]) for habit in item["habits"]}
    said = {name: found | titles if name in NAMES else found for name, found in words.items()}
    numbers = re.findall(r"\d+", item["utterance"])
    found = {name: [word for word in known if word in sentence] for name, known in said.items()}
    return found | dict.fromkeys(NUMBERS, numbers)


def pieces(utterance: str) -> list[str]:
    """Split into normalised words and the names of slots, in turns."""
    names = [match[1] for match in SLOT.finditer(utterance)]
    between = [normalised(part) for part in SLOT.sub("\0", utterance).split("\0")]
    return [piece for pair in itertools.zip_longest(between, names, fillvalue="") for piece in pair][:-1]


def filled(parts: list[str], fillers: Mapping[str, list[str]]) -> Iterator[str]:
    choices = [[part] if at % 2 == 0 else fillers[part] for at, part in enumerate(parts)]
    return map("".join, itertools.product(*choices))


def leaks(items: list[dict[str, Any]], utterances: set[str], data: Mapping[str, Any]) -> set[str]:
    """Return the training sentences that equal one of the items or come near it."""
    known = words_of_slots(data)
    words = {name: {normalised(word) for word in said} for name, said in known.items()}
    parts = {utterance: pieces(utterance) for utterance in sorted(utterances)}
    found = set()
    for item in items:
        fillers = fillers_in(item, words)
        candidates = {
            text: utterance
            for utterance, split in parts.items()
            if all(map(fillers.__getitem__, split[1::2]))
            for text in filled(split, fillers)
        }
        sentence = normalised(item["utterance"])
        near = process.extract(sentence, list(candidates), scorer=fuzz.ratio, score_cutoff=NEAR, limit=None)
        found |= {candidates[text] for text, _, _ in near}
    return found


BANKS: Final = {phrasing.utterance for phrasing in load_phrasings()}


@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.name)
def test_no_sentence_of_a_suite_is_in_the_banks_or_near_one_of_them(suite: Path) -> None:
    items = [json.loads(line) for line in suite.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = leaks(items, BANKS, load_slots())
    assert not found, f"{len(found)} training sentences are too near to {suite.name}: {sorted(found)}"


@pytest.mark.parametrize(
    "utterance", ["물 마시기 했어!!", "What  is box breathing", "추가할수있는 습관 전부 보고싶어요"]
)
def test_a_sentence_of_the_banks_would_be_noticed(utterance: str) -> None:
    known = {"{habit} 했어", "what is {title}?", "추가할 수 있는 습관 전부 보고 싶어요"}
    assert len(leaks([{"utterance": utterance, "habits": []}], known, load_slots())) == 1


def test_another_sentence_is_no_leak() -> None:
    assert not leaks([{"utterance": "물 마시기 며칠째야", "habits": []}], {"{habit} 했어"}, load_slots())
