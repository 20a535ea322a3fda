"""Lets one process at a time use a data folder, and tells the next one who has it."""

import fcntl
import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Self

from gemma_app.errors import AppError
from gemma_app.language import Phrase

LOCK_NAME = "app.lock"


class InstanceLock:
    """An exclusive lock on a data folder, gone with the process that holds it.

    The file stays after release: deleting it would let two processes lock two different files.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, data_dir: Path, now: datetime) -> Self:
        """Lock ``data_dir``.

        Raises:
            AppError: Another process has the folder; the message names it.
        """
        descriptor = os.open(data_dir / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            words = _in_use_by(os.read(descriptor, 4096))
            os.close(descriptor)
            raise AppError(words) from error
        owner = {"pid": os.getpid(), "program": Path(sys.argv[0]).name, "since": now.isoformat(timespec="seconds")}
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(owner).encode(), 0)
        return cls(descriptor)

    def release(self) -> None:
        """Let the next process in."""
        os.close(self._descriptor)


def _in_use_by(owner: bytes) -> Phrase:
    try:
        about = json.loads(owner)
        who = f"{about['program']}, {about['pid']}, {about['since']}"
    except (ValueError, KeyError, TypeError):
        return Phrase(
            ko="다른 프로그램이 이 데이터 폴더를 쓰고 있습니다. 그 프로그램을 먼저 닫아 주세요.",
            en="Another program is using this data folder. Close it first.",
        )
    return Phrase(
        ko=f"다른 창이 이 데이터 폴더를 쓰고 있습니다({who}). 그 창을 먼저 닫아 주세요.",
        en=f"This data folder is already in use by another process ({who}). Close it first.",
    )
