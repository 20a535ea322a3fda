"""Any file is loaded as what it is, or refused in words; one that kills its loader kills no more than a child."""

import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gemma_app.engine import loading
from gemma_app.engine.loading import load_model, record_path
from gemma_app.errors import AppError
from tests.engine.tiny import FUNCTIONGEMMA_TOKENS, write_tiny

pytestmark = pytest.mark.model


def _killed(path: Path) -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def _never(path: Path) -> None:
    raise AssertionError("a file that is known is not tried")


@pytest.fixture
def file(tmp_path: Path, embedded_model: Path) -> Path:
    return write_tiny(tmp_path / "model.gguf", "gemma3", embedded_model)


def test_a_file_is_loaded_as_the_generation_that_its_vocabulary_tells(tmp_path: Path, embedded_model: Path) -> None:
    path = write_tiny(tmp_path / "any.gguf", "gemma3", embedded_model, renamed=FUNCTIONGEMMA_TOKENS)
    loaded = load_model(path, threads=1, n_ctx=256)
    loaded.model.close()
    assert (loaded.model.dialect, loaded.notice) == ("functiongemma", None)
    assert json.loads(record_path(path).read_text(encoding="utf-8"))["verdict"] == "sound"


def test_a_file_that_was_sound_is_not_tried_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_model(file, threads=1, n_ctx=256).model.close()
    monkeypatch.setattr(loading, "_try_loading", _never)
    load_model(file, threads=1, n_ctx=256).model.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="ends a process as POSIX does")
def test_a_file_whose_loading_died_is_refused_and_not_tried_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_try_loading", _killed)
    with pytest.raises(AppError, match="crashes the loader"):
        load_model(file)
    monkeypatch.undo()
    with pytest.raises(AppError, match="crashes the loader"):
        load_model(file)
    load_model(file, threads=1, n_ctx=256, retry=True).model.close()


def test_a_file_that_lacks_a_tensor_is_refused_in_words_and_may_be_tried_again(
    tmp_path: Path, embedded_model: Path
) -> None:
    path = write_tiny(tmp_path / "part.gguf", "gemma3", embedded_model, without=["blk.1.attn_q.weight"])
    with pytest.raises(AppError, match="lacks a part"):
        load_model(path)
    assert not record_path(path).exists()


def test_a_template_that_is_not_known_is_mentioned(tmp_path: Path, embedded_model: Path) -> None:
    path = write_tiny(tmp_path / "odd.gguf", "gemma3", embedded_model, tokenizer__chat_template="{{ messages }}")
    loaded = load_model(path, threads=1, n_ctx=256)
    loaded.model.close()
    assert loaded.notice is not None


def test_loading_prints_nothing_where_nobody_listens_to_the_log(file: Path) -> None:
    code = f"from gemma_app.engine.llama import Llama; Llama(Path({str(file)!r}), threads=1, n_ctx=64).close()"
    run = subprocess.run(
        [sys.executable, "-c", f"from pathlib import Path; {code}"], capture_output=True, text=True, check=True
    )
    assert (run.stdout, run.stderr) == ("", "")


def _noise(content: bytes) -> bytes:
    return Random(1).randbytes(4096)


def _half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _other_magic(content: bytes) -> bytes:
    return b"GGML" + content[4:]


def _huge_counts(content: bytes) -> bytes:
    return content[:8] + struct.pack("<QQ", 1 << 62, 1 << 61) + content[24:]


def _noise_in_the_header(content: bytes) -> bytes:
    random, damaged = Random(2), bytearray(content)
    for _ in range(2000):
        damaged[random.randrange(8, 500_000)] = random.randrange(256)
    return bytes(damaged)


@pytest.mark.parametrize("damage", [_noise, _half, _other_magic, _huge_counts, _noise_in_the_header])
def test_a_malformed_file_is_refused_in_words_within_five_seconds(file: Path, damage: Callable[[bytes], bytes]) -> None:
    file.write_bytes(damage(file.read_bytes()))
    started = time.process_time()
    with pytest.raises(AppError, match=r"model\.gguf"):
        load_model(file)
    assert time.process_time() - started < 5
    assert not record_path(file).exists()
