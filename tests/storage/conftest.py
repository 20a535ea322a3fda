from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.storage.database import Database
from tests.storage.shelves import open_shelves


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    """An open database with shelves, books and labels."""
    database = open_shelves(tmp_path)
    yield database
    database.close()
