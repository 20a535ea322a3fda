"""Turns what the disk and SQLite refuse into words for the user, once, at the edge of the storage."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from gemma_app.errors import AppError
from gemma_app.language import Phrase

_FULL = Phrase(
    ko="디스크에 남은 공간이 없어 저장하지 못했어요. 공간을 비운 뒤 다시 해 주세요.",
    en="The disk is full, so nothing was saved. Free some space and try again.",
)
_DENIED = Phrase(
    ko="데이터 폴더에 쓸 권한이 없어 저장하지 못했어요. 폴더의 권한을 확인해 주세요.",
    en="The data folder cannot be written to, so nothing was saved. Check the permissions of the folder.",
)
_UNREADABLE = Phrase(
    ko="데이터 파일을 읽거나 쓰는 중에 디스크 오류가 났어요. 디스크를 확인하고 앱을 다시 시작해 주세요.",
    en="The disk failed while the data file was read or written. Check the disk and start the app again.",
)
_DAMAGED = Phrase(
    ko="데이터 파일이 손상되었어요. 앱을 다시 시작하면 백업에서 되살릴 수 있어요.",
    en="The data file is damaged. Start the app again to bring back a backup.",
)
_NO_FOLDER = Phrase(
    ko="데이터 폴더를 만들거나 쓸 수 없어요. 그 자리에 다른 것이 있거나 이름이 너무 길어요. 다른 폴더를 골라 주세요.",
    en="The data folder cannot be made or used: something else is in its place, or its name is too long. "
    "Choose another folder.",
)
_BY_SQLITE_CODE = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _DENIED,
    sqlite3.SQLITE_PERM: _DENIED,
    sqlite3.SQLITE_CANTOPEN: _DENIED,
    sqlite3.SQLITE_IOERR: _UNREADABLE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_BY_ERRNO = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _DENIED,
    errno.EIO: _UNREADABLE,
    errno.EEXIST: _NO_FOLDER,
    errno.ENOENT: _NO_FOLDER,
    errno.ENOTDIR: _NO_FOLDER,
    errno.EISDIR: _NO_FOLDER,
    errno.ELOOP: _NO_FOLDER,
    errno.ENAMETOOLONG: _NO_FOLDER,
}
_PRIMARY_CODE = 0xFF


def sqlite_code(error: BaseException | None) -> int | None:
    """Return the primary result code of an SQLite error, None of any other error."""
    if isinstance(error, DBAPIError):
        error = error.orig
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY_CODE


def is_damage(error: BaseException) -> bool:
    """Tell whether ``error`` says that the file itself is broken."""
    return sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def database_in_words(*, reading: bool = False) -> Iterator[None]:
    """Raise ``AppError`` where SQLite meets a full disk, missing rights or a failing disk; let all else through.

    Args:
        reading: True where nothing may be written, so that an attempt is a bug and no matter of rights.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        words = _BY_SQLITE_CODE.get(sqlite_code(error) or 0)
        if words is None or (reading and words is _DENIED):
            raise
        raise AppError(words) from error


@contextmanager
def files_in_words() -> Iterator[None]:
    """Raise ``AppError`` where SQLite or a file operation meets the same; let all else through."""
    try:
        with database_in_words():
            yield
    except OSError as error:
        words = _BY_ERRNO.get(error.errno or 0)
        if words is None:
            raise
        raise AppError(words) from error
