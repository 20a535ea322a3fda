"""Files that grow by a line of JSON at a time; a line that a crash cut off costs no other."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from gemma_app.errors import AppError
from gemma_app.language import Phrase

_T = TypeVar("_T")


def add_line(path: Path, value: Mapping[str, Any]) -> None:
    """Add ``value`` to the file ``path``, which is made where it is not there.

    Raises:
        AppError: The disk refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
            begins = "" if file.read(1) in (b"", b"\n") else "\n"
            file.write(f"{begins}{json.dumps(value, ensure_ascii=False)}\n".encode())
    except OSError as error:
        raise AppError(
            Phrase(
                ko=f"테스트 결과를 저장하지 못했어요: {error.strerror}. 디스크의 공간과 권한을 확인해 주세요.",
                en=f"The test was not saved: {error.strerror}. Check the space and the rights on the disk.",
            )
        ) from error


def read_lines(path: Path, kind: TypeAdapter[_T]) -> Iterator[_T]:
    """Give what the lines of ``path`` hold, those left out that hold nothing of ``kind``; nothing without a file."""
    raw = path.read_bytes() if path.exists() else b""
    for line in raw.split(b"\n"):
        with suppress(ValidationError):
            yield kind.validate_json(line, strict=True)
