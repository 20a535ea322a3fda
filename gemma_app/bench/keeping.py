"""Keeps what the last measurement gave in the data folder, for the window to show."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from gemma_app.bench.results import SUMMARY, Results, Summary
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.paths import write_whole

FOLDER = "bench"
_LAST = "last.json"


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """Say in words that the disk refuses.

    Raises:
        AppError: It does.
    """
    try:
        yield
    except OSError as error:
        raise AppError(
            Phrase(
                ko=f"측정에 쓰는 파일을 저장하지 못했어요: {error.strerror}. 디스크의 공간과 권한을 확인해 주세요.",
                en=f"The measurement was not saved: {error.strerror}. Check the space and the rights on the disk.",
            )
        ) from error


def keep(data_dir: Path, results: Results) -> None:
    """Keep ``results`` in the place of those before.

    Raises:
        AppError: The disk refuses.
    """
    path = data_dir / FOLDER / _LAST
    with refusals_in_words():
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(results.to_json(), ensure_ascii=False).encode("utf-8"))


def kept(data_dir: Path) -> Summary | None:
    """Return what the last measurement gave, None where there is none or it is of another version."""
    try:
        return SUMMARY.validate_json((data_dir / FOLDER / _LAST).read_bytes())
    except (OSError, ValidationError):
        return None
