"""Small models of random weights over real vocabularies, one of each generation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel
from tests.dialects.vendored import GEMMA4_VOCABULARY, vendored
from tests.engine.forced import Forced
from tests.engine.tiny import FUNCTIONGEMMA_TOKENS, write_tiny


@pytest.fixture(scope="session")
def tiny_files(tmp_path_factory: pytest.TempPathFactory, embedded_model: Path) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("tiny")
    return {
        "gemma3": write_tiny(folder / "gemma3.gguf", "gemma3", embedded_model),
        "functiongemma": write_tiny(
            folder / "functiongemma.gguf", "gemma3", embedded_model, renamed=FUNCTIONGEMMA_TOKENS
        ),
        "gemma4": write_tiny(folder / "gemma4.gguf", "gemma4", vendored(GEMMA4_VOCABULARY)),
    }


@pytest.fixture(scope="session", params=["gemma3", "functiongemma", "gemma4"])
def tiny(request: pytest.FixtureRequest, tiny_files: dict[str, Path]) -> Iterator[GemmaModel]:
    model = GemmaModel.load(
        tiny_files[request.param], dialect=Forced(get_dialect(request.param)), threads=1, n_ctx=2048
    )
    yield model
    model.close()
