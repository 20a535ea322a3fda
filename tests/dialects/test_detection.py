"""Which dialect a file speaks, from its vocabulary alone."""

import pytest

from gemma_app.dialects.detection import detect
from gemma_app.dialects.markup import FUNCTIONGEMMA, GEMMA4
from gemma_app.dialects.registry import get_dialect
from gemma_app.errors import AppError
from tests.dialects.vendored import GEMMA4_TEMPLATE, vendored
from tests.dialects.vocabulary import Vocabulary

_GEMMA3 = {"<start_of_turn>", "<end_of_turn>", "<eos>", "<bos>"}


@pytest.mark.parametrize(
    ("architecture", "tokens", "dialect"),
    [
        ("gemma3", _GEMMA3, "gemma3"),
        ("gemma3n", _GEMMA3, "gemma3"),
        ("gemma3", _GEMMA3 | FUNCTIONGEMMA.literals, "functiongemma"),
        ("gemma4", GEMMA4.literals, "gemma4"),
        ("gemma4", GEMMA4.literals | _GEMMA3, "gemma4"),
    ],
)
def test_the_vocabulary_decides(architecture: str, tokens: set[str], dialect: str) -> None:
    detected = detect(architecture, tokens.__contains__, None)
    assert (detected.dialect, detected.notice) == (dialect, None)
    assert get_dialect(detected.dialect).name == dialect


@pytest.mark.parametrize(("architecture", "tokens"), [("llama", _GEMMA3), ("gemma3", {"<eos>"}), ("", set())])
def test_another_kind_of_model_is_refused_in_words(architecture: str, tokens: set[str]) -> None:
    with pytest.raises(AppError) as refused:
        detect(architecture, tokens.__contains__, None)
    assert "Gemma 4" in refused.value.message.ko
    assert "Gemma 4" in refused.value.message.en


def test_the_reference_template_is_known_and_a_strange_or_old_one_is_mentioned() -> None:
    template = vendored(GEMMA4_TEMPLATE).read_text(encoding="utf-8")
    for text, known in ((template, True), ("{{ messages }}", False), (template.replace("tool_call_id", "id"), False)):
        assert (detect("gemma4", GEMMA4.literals.__contains__, text).notice is None) == known


@pytest.mark.model
def test_real_vocabularies_are_recognized(gemma3_vocabulary: Vocabulary, gemma4_vocabulary: Vocabulary) -> None:
    assert detect("gemma3", gemma3_vocabulary.markup.__contains__, None).dialect == "gemma3"
    assert detect("gemma4", gemma4_vocabulary.markup.__contains__, None).dialect == "gemma4"
