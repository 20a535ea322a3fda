"""Training examples for the adapter, made from hand-written phrasings and slot data; the same seed gives the same file.

Usage: ``python -m models.generate OUT.jsonl --seed 1 --copies 4``
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gemma_app.language import Language
from models.phrasing import SLOT, fill_value, fill_words, roughen, slot_names
from models.scene import Scene

BANKS = Path(__file__).parent / "banks"
_BOARD_TOOLS = frozenset(
    {
        "addComponent",
        "findComponents",
        "getAtmosphereGuide",
        "getComponentByRefid",
        "getSelection",
        "modifyBoard",
        "modifyComponentByRefid",
        "removeComponentByRefid",
        "replaceBoard",
    }
)
_MAY_BE_ABSENT = frozenset({"log_done", "log_blank", "streak"})
_ABSENT = 0.07
_BESIDE_A_BOARD = 0.1
_ROUGH = 0.4
_TRIES = 4

Example = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Phrasing:
    """One hand-written line of a bank.

    Args:
        intent: What is wanted, the bank's name.
        language: Of the words.
        utterance: What the user says, with slots.
        calls: What the model answers with, with slots; none where it should talk.
        history: What was said before, each turn after ``user: `` or ``assistant: ``, or the name of such turns.
        kind: What the situation must be like, or which sort of talk it is.
        reply: What the model says where it calls nothing; ``{"fixed": …}`` stands for a text of the app.
    """

    intent: str
    language: Literal["ko", "en", "mixed"]
    utterance: str
    calls: Sequence[Mapping[str, Any]]
    history: Sequence[str] = ()
    kind: str = ""
    reply: str | Mapping[str, str] | None = None


def load_phrasings(folder: Path = BANKS) -> list[Phrasing]:
    """Read every bank, in the order of their names."""
    found = []
    for path in sorted(folder.glob("*.*.jsonl")):
        intent, language, _ = path.name.split(".")
        for line in path.read_text(encoding="utf-8").splitlines():
            given = json.loads(line)
            found.append(
                Phrasing(
                    intent=intent,
                    language=language,  # type: ignore[arg-type]  # the files are named after the three languages
                    utterance=given["u"],
                    calls=given["a"],
                    history=given.get("h", ()),
                    kind=given.get("k", ""),
                    reply=given.get("r"),
                )
            )
    return found


def load_slots(folder: Path = BANKS) -> dict[str, Any]:
    """Read the slot data."""
    data: dict[str, Any] = json.loads((folder / "slots.json").read_text(encoding="utf-8"))
    return data


def generate(
    phrasings: Sequence[Phrasing], data: Mapping[str, Any], *, seed: int, copies: int = 4
) -> Iterator[Example]:
    """Give up to ``copies`` different examples of each phrasing, some as written and some as typed in haste."""
    chance = random.Random(seed)  # noqa: S311
    seen: set[str] = set()
    for phrasing in phrasings:
        for _ in range(copies):
            for _ in range(_TRIES):
                example = build_example(phrasing, data, chance, rough=chance.random() < _ROUGH)
                key = json.dumps({**example, "today": "", "lang": ""}, ensure_ascii=False, sort_keys=True)
                if key not in seen:
                    seen.add(key)
                    yield example
                    break


def build_example(
    phrasing: Phrasing, data: Mapping[str, Any], chance: random.Random, *, rough: bool = False
) -> Example:
    """Put one phrasing into a situation drawn at random."""
    mixed = phrasing.language == "mixed"
    language: Language = chance.choice(("ko", "en")) if phrasing.language == "mixed" else phrasing.language
    scene = Scene(data=data, chance=chance, language=language, any_language=mixed, kind=phrasing.kind)
    turns = _turns(phrasing, scene)
    _fill(scene, phrasing, turns)
    utterance = phrasing.utterance
    if rough and phrasing.kind != "injected":
        noise = "en" if phrasing.language == "en" else "ko"
        utterance = roughen(utterance, data["typos"][noise], data["tails"][noise], chance)
    reply = fill_words(phrasing.reply, scene.fillers) if isinstance(phrasing.reply, str) else phrasing.reply
    return {
        "lang": phrasing.language,
        "today": scene.today.isoformat(),
        "habits": [{"id": item.id, "title": item.title, "protocol_id": item.protocol_id} for item in scene.habits],
        "board": scene.board,
        "selection": scene.selection,
        "history": [{"role": role, "content": fill_words(text, scene.fillers)} for role, text in turns],
        "utterance": fill_words(utterance, scene.fillers),
        "calls": [fill_value(dict(call), scene.fillers) for call in phrasing.calls],
        "reply": reply,
    }


def _fill(scene: Scene, phrasing: Phrasing, turns: Sequence[tuple[str, str]]) -> None:
    """Draw what the phrasing names, and around it what else the user has."""
    spoken = slot_names(phrasing.utterance)
    names = spoken | slot_names([text for _, text in turns]) | slot_names(phrasing.reply)
    names |= slot_names([dict(call) for call in phrasing.calls])
    absent = (
        phrasing.intent in _MAY_BE_ABSENT
        and not phrasing.kind
        and "habit" in spoken
        and scene.chance.random() < _ABSENT
    )
    scene.fill_habits(names, spoken, absent=absent)
    scene.fill_titles(names, spoken)
    if _needs_board(phrasing, names) or (not phrasing.calls and scene.chance.random() < _BESIDE_A_BOARD):
        scene.fill_board(names)
    scene.fill_words(names)


def _needs_board(phrasing: Phrasing, names: set[str]) -> bool:
    calls_board = any(call["name"] in _BOARD_TOOLS for call in phrasing.calls)
    return calls_board or phrasing.kind == "noselection" or bool(names & {"ref", "comp"})


def _turns(phrasing: Phrasing, scene: Scene) -> list[tuple[str, str]]:
    """Return what was said before as (role, text); a turn that is one slot stands for several ready ones."""
    texts: list[str] = []
    for text in phrasing.history:
        whole = SLOT.fullmatch(text)
        texts += scene.chance.choice(scene.data["histories"][whole[1]][scene.language]) if whole else [text]
    turns = [text.partition(": ") for text in texts]
    return [(role, said) for role, _, said in turns]


def main() -> None:
    """Write the examples to a file, one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copies", type=int, default=4)
    given = parser.parse_args()
    examples = generate(load_phrasings(), load_slots(), seed=given.seed, copies=given.copies)
    lines = (json.dumps(example, ensure_ascii=False) + "\n" for example in examples)
    with given.out.open("w", encoding="utf-8") as file:
        file.writelines(lines)


if __name__ == "__main__":
    main()
