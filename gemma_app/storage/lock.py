"""Lets one process at a time use a data folder, and tells the next one who has it."""

import fcntl
import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Self

from gemma_app.errors import AppError
from gemma_app.language import Phrase

LOCK_NAME = "app.lock"


class InstanceLock:
    """An exclusive lock on a data folder, gone with the process that holds it.

    The file stays after release: deleting it would let two processes lock two different files.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def take(cls, data_dir: Path, now: datetime) -> Self:
        """Lock ``data_dir``.

        Raises:
            AppError: Another process has the folder; the message names it.
        """
        file = (data_dir / LOCK_NAME).open("a+b", buffering=0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            words = _in_use_by(file.read())
            file.close()
            raise AppError(words) from error
        owner = {"pid": os.getpid(), "program": Path(sys.argv[0]).name, "since": now.isoformat(timespec="seconds")}
        file.truncate(0)
        file.write(json.dumps(owner).encode())
        return cls(file)

    def release(self) -> None:
        """Let the next process in; releasing twice is once."""
        self._file.close()


def _in_use_by(owner: bytes) -> Phrase:
    try:
        about = json.loads(owner)
        who = f"{about['program']}, PID {about['pid']}, {about['since']}"
    except (ValueError, KeyError, TypeError):
        return Phrase(
            ko="다른 프로그램이 이 데이터 폴더를 쓰고 있어요. 그 프로그램을 먼저 닫아 주세요.",
            en="Another program is using this data folder. Close it first.",
        )
    return Phrase(
        ko=f"다른 창이나 프로그램이 이 데이터 폴더를 쓰고 있어요({who}). 먼저 닫아 주세요.",
        en=f"This data folder is already in use by another process ({who}). Close it first.",
    )
