"""Loads any Gemma file: finds out which dialect it speaks, and lets a file that kills its loader kill a child only."""

import json
import logging
import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import llama_cpp

from gemma_app.dialects.detection import detect
from gemma_app.dialects.markup import MARKUP_LITERALS
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import DEFAULT_CONTEXT, GemmaModel, fingerprint
from gemma_app.engine.gguf_header import check_model
from gemma_app.engine.llama import Llama
from gemma_app.engine.vocabulary import held_texts
from gemma_app.errors import AppError
from gemma_app.language import Phrase

_PATIENCE_SECONDS = 600.0
_TRIAL_CONTEXT = 64
# How a child ends where Python itself told what is wrong; any other end is that of native code.
_REFUSED = 65
_UNCAUGHT = 1

Verdict = Literal["sound", "died"]


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A model that can be used.

    Args:
        model: The model.
        notice: A sentence for the user where something about the file is unusual.
    """

    model: GemmaModel
    notice: Phrase | None


def load_model(
    path: Path,
    *,
    threads: int | None = None,
    n_ctx: int = DEFAULT_CONTEXT,
    on_progress: Callable[[float], None] | None = None,
    keep_in: Path | None = None,
    retry: bool = False,
) -> Loaded:
    """Load the Gemma file ``path``, whatever its generation; blocks until it can be used.

    A file that is new is loaded in a child process first, and what came of it is kept in a small file beside it.

    Args:
        path: The GGUF file.
        threads: Threads that compute, as in ``GemmaModel.load``.
        n_ctx: Longest prompt and answer together, in tokens.
        on_progress: Takes the loaded share, 0 to 1, on another thread.
        keep_in: Folder of what the next start can use, as in ``GemmaModel.load``.
        retry: Try even a file whose loading died before.

    Raises:
        AppError: The file cannot be used; the message says why and what to do.
    """
    header = check_model(path)
    held = held_texts(path, header, MARKUP_LITERALS)
    detected = detect(header.architecture, held.__contains__, header.template)
    _make_sure(path, retry=retry)
    options = {"empty_thought": True} if detected.dialect == "gemma4" and not header.has_layer_inputs else {}
    model = GemmaModel.load(
        path,
        dialect=get_dialect(detected.dialect),
        threads=threads,
        n_ctx=n_ctx,
        on_progress=on_progress,
        options=options,
        keep_in=keep_in,
    )
    return Loaded(model=model, notice=detected.notice)


def record_path(path: Path) -> Path:
    """Return the small file beside the model ``path`` that says how loading it went."""
    return path.with_name(f"{path.name}.load.json")


def _make_sure(path: Path, *, retry: bool) -> None:
    """Return where loading ``path`` is known not to end the process."""
    key = f"{fingerprint(path)} {llama_cpp.__version__}"
    known = _recorded(path, key)
    if known == "sound":
        return
    if known == "died" and not retry:
        raise _died(path)
    child = multiprocessing.get_context("spawn").Process(target=_try_loading, args=(path,), daemon=True)
    child.start()
    child.join(_PATIENCE_SECONDS)
    if child.exitcode is None:
        child.kill()
        child.join()
    if child.exitcode in (_REFUSED, _UNCAUGHT):
        raise _refused(path)
    _record(path, key, "died" if child.exitcode else "sound")
    if child.exitcode:
        raise _died(path)


def _try_loading(path: Path) -> None:
    """Load the model and evaluate one token; runs in the child."""
    logging.disable()
    try:
        llama = Llama(path, threads=1, n_ctx=_TRIAL_CONTEXT)
    except AppError:
        raise SystemExit(_REFUSED) from None
    llama.evaluate(llama.tokenize("a", special=False, start=True))
    llama.close()


def _recorded(path: Path, key: str) -> Verdict | None:
    try:
        record = json.loads(record_path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(record, dict) or record.get("file") != key:
        return None
    return "sound" if record.get("verdict") == "sound" else "died"


def _record(path: Path, key: str, verdict: Verdict) -> None:
    with suppress(OSError):  # a folder that cannot be written to only costs another trial
        record_path(path).write_text(json.dumps({"file": key, "verdict": verdict}), encoding="utf-8")


def _died(path: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"모델 파일 '{path.name}'을 불러오다가 프로그램이 멈췄어요. 다시 받거나 다른 모델을 골라 주세요. "
            f"그래도 다시 해 보려면 옆에 있는 '{record_path(path).name}' 파일을 지워 주세요.",
            en=f"Loading the model file '{path.name}' crashes the loader. Download it again or choose another model. "
            f"To try it once more all the same, delete '{record_path(path).name}' beside it.",
        )
    )


def _refused(path: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"모델 파일 '{path.name}'에 빠지거나 맞지 않는 부분이 있거나, 메모리가 모자라요. "
            "메모리를 비우거나 다시 받아 주세요.",
            en=f"The model file '{path.name}' lacks a part or does not fit together, or there is too little memory. "
            "Free memory, or download it again.",
        )
    )
