"""What the adapter is trained on is what the app asks and can read."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.protocol import Call, Text
from gemma_app.engine.llama import Llama
from models.generate import generate, load_phrasings, load_slots
from models.prepare import all_tools, answer_of, tokens_of

pytestmark = pytest.mark.model

CHOSEN: Final = random.Random(5).sample(load_phrasings(), 400)
EXAMPLES: Final = list(generate(CHOSEN, load_slots(), seed=5, copies=1))
TOOLS: Final = all_tools()


@pytest.fixture(scope="module")
def llama(embedded_model: Path) -> Iterator[Llama]:
    loaded = Llama(embedded_model, threads=1, n_ctx=64)
    yield loaded
    loaded.close()


def text_of(llama: Llama, tokens: list[int]) -> str:
    return b"".join(map(llama.piece, tokens)).decode("utf-8")


def test_every_prompt_and_every_answer_comes_back_from_its_tokens(llama: Llama) -> None:
    for example in EXAMPLES:
        prompt, answer = tokens_of(example, llama, TOOLS)
        said = " ".join(example["utterance"].split())
        assert text_of(llama, prompt[1:]).endswith(f"\nUser: {said}\nApp:")
        assert text_of(llama, answer) == f" {answer_of(example, TOOLS)}\n"


def test_no_word_of_a_user_becomes_a_control_token(llama: Llama) -> None:
    for example in EXAMPLES:
        prompt, answer = tokens_of(example, llama, TOOLS)
        assert llama.controls.keys().isdisjoint([*prompt[1:], *answer]), example["utterance"]


def test_the_app_reads_every_answer_as_it_was_meant() -> None:
    for example in EXAMPLES:
        parser = EmbeddedDialect().parser(list(TOOLS.values()))
        events = parser.feed(f" {answer_of(example, TOOLS)}\n")
        calls = [event for event in events if isinstance(event, Call)]
        assert [{"name": call.name, "arguments": call.arguments} for call in calls] == example["calls"], example
        assert any(isinstance(event, Text) for event in events) != bool(calls)
