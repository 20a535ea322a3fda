"""What every test may share."""

from pathlib import Path

import pytest
from hypothesis import settings

from gemma_app.engine.assembly import ensure_embedded, ensure_stock

# A shared machine is slow at times; what is slow has a benchmark.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

_CACHE = Path(__file__).parent.parent / ".cache" / "models"


@pytest.fixture(scope="session")
def embedded_model() -> Path:
    """The file of the embedded model, built once and kept between test runs."""
    return ensure_embedded(_CACHE)


@pytest.fixture(scope="session")
def stock_model() -> Path:
    """The package's model file with its whole vocabulary."""
    return ensure_stock(_CACHE)
