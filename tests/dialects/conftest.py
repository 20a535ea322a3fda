"""Real vocabularies, each loaded once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dialects.vendored import GEMMA4_VOCABULARY, vendored
from tests.dialects.vocabulary import Vocabulary


@pytest.fixture(scope="session")
def gemma4_vocabulary() -> Iterator[Vocabulary]:
    vocabulary = Vocabulary(vendored(GEMMA4_VOCABULARY))
    yield vocabulary
    vocabulary.close()


@pytest.fixture(scope="session")
def gemma3_vocabulary(stock_model: Path) -> Iterator[Vocabulary]:
    vocabulary = Vocabulary(stock_model)
    yield vocabulary
    vocabulary.close()
