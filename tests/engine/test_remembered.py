"""A small file of facts that may be lost, but never half written."""

from pathlib import Path

import pytest

from gemma_app.engine.remembered import Remembered


def test_what_was_written_is_read_in_another_run(tmp_path: Path) -> None:
    Remembered(tmp_path / "new" / "facts.json").write({"one": [1, 2]})
    assert Remembered(tmp_path / "new" / "facts.json").read() == {"one": [1, 2]}


def test_a_write_that_fails_keeps_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = Remembered(tmp_path / "facts.json")
    facts.write({"one": 1})

    def fail(path: Path, text: str, **_: str) -> None:
        path.write_bytes(text[:3].encode())
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "write_text", fail)
    facts.write({"two": 2})
    assert facts.read() == {"one": 1}
