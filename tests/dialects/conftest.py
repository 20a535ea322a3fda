"""Real vocabularies, each loaded once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dialects.vendored import GEMMA4_VOCABULARY, vendored
from tests.dialects.vocabulary import Vocabulary
from tests.engine.tiny import FUNCTIONGEMMA_TOKENS, write_tiny


@pytest.fixture(scope="session")
def gemma4_vocabulary() -> Iterator[Vocabulary]:
    vocabulary = Vocabulary(vendored(GEMMA4_VOCABULARY))
    yield vocabulary
    vocabulary.close()


@pytest.fixture(scope="session")
def functiongemma_vocabulary(tmp_path_factory: pytest.TempPathFactory, embedded_model: Path) -> Iterator[Vocabulary]:
    path = tmp_path_factory.mktemp("functiongemma") / "model.gguf"
    vocabulary = Vocabulary(write_tiny(path, "gemma3", embedded_model, renamed=FUNCTIONGEMMA_TOKENS))
    yield vocabulary
    vocabulary.close()


@pytest.fixture(scope="session")
def gemma3_vocabulary(stock_model: Path) -> Iterator[Vocabulary]:
    vocabulary = Vocabulary(stock_model)
    yield vocabulary
    vocabulary.close()
