"""Where the app keeps its files, and how a whole file is written so that nothing is lost."""

import errno
import secrets
import shutil
from os import fsync, strerror
from pathlib import Path

import platformdirs

from gemma_app.errors import AppError
from gemma_app.language import Phrase

APP_NAME = "gemma-app"

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def default_data_dir() -> Path:
    """Return the user's data folder as the platform has it; it need not exist."""
    return Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a crash or a full disk leaves either what was there or all that is new.

    A file that is replaced keeps its mode, a link stays a link. What is no file, such as a pipe, is written to.

    Raises:
        AppError: The disk refuses; what was there stays.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except RuntimeError as error:  # a loop of links
        raise AppError(_refusal(path, OSError(errno.ELOOP, strerror(errno.ELOOP)))) from error
    except OSError as error:
        raise AppError(_refusal(path, error)) from error


def _replace(path: Path, data: bytes) -> None:
    # The name is short and random: the longest name that a disk allows leaves no room for an ending.
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            if path.exists():
                shutil.copymode(path, part)
            file.write(data)
            file.flush()
            fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _refusal(path: Path, error: OSError) -> Phrase:
    name, folder = path.name, path.absolute().parent
    if error.errno in _FULL:
        return Phrase(
            ko=f"디스크에 남은 공간이 없어 {name} 파일을 저장하지 못했어요. 공간을 비운 뒤 다시 해 주세요.",
            en=f"The disk is full, so {name} was not saved. Free some space and try again.",
        )
    if error.errno in _DENIED:
        return Phrase(
            ko=f"{folder} 폴더에 쓸 권한이 없어 {name} 파일을 저장하지 못했어요. "
            "폴더의 권한을 확인하거나 다른 폴더를 골라 주세요.",
            en=f"{name} was not saved, since the folder {folder} cannot be written to. "
            "Check its permissions or choose another folder.",
        )
    return Phrase(
        ko=f"{name} 파일을 저장하지 못했어요: {error.strerror}. 파일 이름과 폴더를 확인해 주세요.",
        en=f"{name} was not saved: {error.strerror}. Check the name of the file and its folder.",
    )
