"""Training examples are the same for the same seed, complete, different, and ask only for what the tools take."""

import itertools
import json
import random
from collections import Counter
from typing import Any, Final

import pytest

from gemma_app.agent.model import ToolCall
from gemma_app.agent.tool import ToolFunction
from gemma_app.boards.edits import edit_from_tool_call, is_valid_edit
from gemma_app.boards.tools import build_board_edit_tools, is_write_tool
from gemma_app.habits import tools as habit_tools
from models.generate import BANKS, Example, Phrasing, build_example, generate, load_phrasings, load_slots
from models.phrasing import roughen, slot_names

DATA: Final = load_slots()
PHRASINGS: Final = load_phrasings()
EXAMPLES: Final = list(generate(PHRASINGS, DATA, seed=7, copies=2))
HABIT_TOOLS: Final = {
    name: function for name, function in vars(habit_tools).items() if isinstance(function, ToolFunction)
}
BOARD_TOOLS: Final = {tool.name: tool for tool in build_board_edit_tools(())}
SUPPLIED_BY_CODE: Final = {"add_habit": {"frame_level": "L2", "framed_text": "나는 아침에 걷는다"}}
WISHES: Final = ("search", "query", "add", "list", "log_done", "log_blank", "correct", "streak", "multi", "board")
INTENTS: Final = (*WISHES, "none", "unclear")
FIXED: Final = ({"fixed": "medical"}, {"fixed": "crisis"})
LEAST: Final = {"ko": 150, "en": 150, "mixed": 40}


def test_the_same_seed_gives_the_same_examples_and_another_seed_others() -> None:
    some = PHRASINGS[::50]
    first, again, other = (list(generate(some, DATA, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_no_two_examples_are_alike() -> None:
    assert len({json.dumps(example, sort_keys=True) for example in EXAMPLES}) == len(EXAMPLES)


def test_there_is_an_example_of_every_phrasing() -> None:
    assert len(EXAMPLES) > len(PHRASINGS)


def test_every_slot_is_filled() -> None:
    known = {*DATA["slots"], "habit", "habit2", "title", "title2", "hid", "ref", "ref2", "comp", "comp2", "dose"}
    for example in EXAMPLES:
        left = slot_names([example["utterance"], example["history"], example["calls"], example["reply"]]) & known
        assert not left, example


def test_every_call_has_the_arguments_that_its_tool_takes() -> None:
    for example in EXAMPLES:
        for call in example["calls"]:
            check_arguments(call["name"], call["arguments"])


def check_arguments(name: str, arguments: dict[str, Any]) -> None:
    if name in HABIT_TOOLS:
        HABIT_TOOLS[name].arguments.model_validate({**SUPPLIED_BY_CODE.get(name, {}), **arguments})
        return
    schema = BOARD_TOOLS[name].parameters
    assert set(schema.get("required", ())) <= set(arguments)
    if is_write_tool(name):
        assert is_valid_edit(edit_from_tool_call(ToolCall(id="1", name=name, arguments=arguments)))
    else:
        assert set(arguments) <= set(schema["properties"])


def test_what_is_edited_is_on_the_board_and_what_is_bound_is_a_habit_of_the_user() -> None:
    for example in EXAMPLES:
        for call in example["calls"]:
            if "refid" in call["arguments"]:
                assert call["arguments"]["refid"] in refids(example)
            patch = call["arguments"].get("patch", call["arguments"])
            if call["name"] in BOARD_TOOLS and "id" in patch:
                assert patch["id"] in {f"habit:{habit['id']}" for habit in example["habits"]}


def refids(example: Example) -> list[int]:
    return [component["refid"] for component in example["board"]["components"]]


def test_habits_and_components_of_one_example_have_different_numbers() -> None:
    for example in EXAMPLES:
        numbers = [habit["id"] for habit in example["habits"]]
        assert len(set(numbers)) == len(numbers) <= 6
        if example["board"]:
            assert len(set(refids(example))) == len(refids(example))
            assert set(example["selection"]) <= set(refids(example))


def test_words_of_a_day_a_dose_or_a_sentence_are_copied_from_what_was_said() -> None:
    for example in EXAMPLES:
        said = example["utterance"] + " ".join(turn["content"] for turn in example["history"])
        for call, name in itertools.product(example["calls"], ("date", "dose", "anchor", "framed_text", "keyword")):
            assert str(call["arguments"].get(name, "")) in said, example


def test_a_named_habit_is_said_or_is_the_title_of_an_active_one() -> None:
    for example in EXAMPLES:
        known = [habit["title"] for habit in example["habits"]] + [str(habit["id"]) for habit in example["habits"]]
        for call in example["calls"]:
            name = call["arguments"].get("habit_id")
            if name and call["name"] != "add_habit" and not any(c["name"] == "add_habit" for c in example["calls"]):
                assert name in known or name in example["utterance"], example


def test_only_talk_has_a_reply_and_all_talk_has_one() -> None:
    for example in EXAMPLES:
        assert bool(example["calls"]) != bool(example["reply"])
        assert isinstance(example["reply"], str | None) or example["reply"] in (
            {"fixed": "medical"},
            {"fixed": "crisis"},
        )


def test_a_few_habits_that_are_named_are_not_active() -> None:
    titles = {entry["title"][language] for entry in DATA["entries"] for language in ("ko", "en")}
    named = [
        call["arguments"]["habit_id"] in [habit["title"] for habit in example["habits"]]
        for example in EXAMPLES
        for call in example["calls"][:1]
        if call["arguments"].get("habit_id") in titles
    ]
    assert 0 < named.count(False) < named.count(True) * 0.2


@pytest.mark.parametrize("intent", INTENTS)
@pytest.mark.parametrize("language", LEAST)
def test_every_bank_holds_enough_different_phrasings(intent: str, language: str) -> None:
    found = [item for item in PHRASINGS if item.intent == intent and item.language == language]
    assert len({(item.utterance, tuple(item.history), item.kind) for item in found}) == len(found) >= LEAST[language]


def test_no_phrasing_with_the_same_history_means_two_things() -> None:
    meanings = Counter(
        (item.utterance, tuple(item.history), item.kind)
        for item in {(p.utterance, tuple(p.history), p.kind, json.dumps([*p.calls])): p for p in PHRASINGS}.values()
    )
    assert [key for key, count in meanings.items() if count > 1] == []


def test_a_particle_fits_the_word_before_it() -> None:
    phrasing = Phrasing(intent="x", language="ko", utterance="{comp:을} {comp:으로}", calls=[{"name": "getSelection"}])
    chance = random.Random(3)
    said = {build_example(phrasing, DATA, chance)["utterance"] for _ in range(60)}
    assert {"메모를 메모로", "제목을 제목으로", "공을 공으로"} <= said


def test_typing_in_haste_leaves_the_slots_whole() -> None:
    chance = random.Random(1)
    rough = {roughen("어제 {habit} 했어 체크해줘", DATA["typos"]["ko"], DATA["tails"]["ko"], chance) for _ in range(50)}
    assert len(rough) > 10
    assert all("{habit}" in text for text in rough)
    assert any("어제{habit}했어체크해줘" in text for text in rough)


def test_the_banks_lie_beside_the_generator() -> None:
    assert {path.suffix for path in BANKS.iterdir()} == {".json", ".jsonl"}
