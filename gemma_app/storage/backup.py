"""Verified copies of the data file: made, listed, thinned out and brought back."""

import filecmp
import os
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.storage import schema
from gemma_app.storage.connections import (
    DATABASE_NAME,
    SHARED_MEMORY_SUFFIX,
    WAL_SUFFIX,
    beside,
    connect,
    connect_unchanged,
)
from gemma_app.storage.failures import files_in_words, is_damage
from gemma_app.storage.lock import InstanceLock
from gemma_app.storage.retention import to_keep
from gemma_app.storage.soundness import has_header, problems, row_counts

if TYPE_CHECKING:
    from gemma_app.storage.database import Database

Reason = Literal["daily", "migration", "import", "delete", "manual"]

FOLDER_NAME = "backups"
_PART_SUFFIX = ".part"
_TIME = "%Y%m%dT%H%M%S%fZ"
_NAME = re.compile(r"app-(?P<time>\d{8}T\d{12}Z)-(?P<reason>[a-z]+)(-(?P<number>\d+))?\.db")


@dataclass(frozen=True, kw_only=True)
class Backup:
    """A copy of the whole data file.

    Args:
        path: The file.
        made_at: When it was made, in UTC.
        reason: Why it was made.
    """

    path: Path
    made_at: datetime
    reason: str

    def row_counts(self) -> dict[str, int]:
        """Return how many rows each table of the copy has."""
        with files_in_words(), closing(connect_unchanged(self.path)) as connection:
            return row_counts(connection)


def back_up(db: "Database", reason: Reason) -> Path:
    """Copy the data as it is now, check the copy, and remove the backups that retention gives up.

    Readers and the writer go on meanwhile.

    Raises:
        AppError: The disk refuses, or the copy is not sound; no file is left.
    """
    with files_in_words():
        return write_backup(db.data_dir, reason, db.now())


def back_up_if_due(db: "Database") -> Path | None:
    """Make the daily backup unless today has one or nothing changed since the newest."""
    now = db.now()
    newest = next(iter(list_backups(db.data_dir)), None)
    if newest is None:
        return back_up(db, "daily")
    if newest.made_at.astimezone(now.tzinfo).date() >= now.date():
        return None
    with files_in_words():
        part = _copy(db.data_dir)
        if filecmp.cmp(part, newest.path, shallow=False):
            part.unlink()
            return None
        return _keep(part, "daily", now)


def write_backup(data_dir: Path, reason: Reason, now: datetime) -> Path:
    """Do what ``back_up`` does for a folder whose database need not be open."""
    return _keep(_copy(data_dir), reason, now)


def list_backups(data_dir: Path) -> list[Backup]:
    """Return the backups of a data folder, newest first."""
    found: list[tuple[datetime, int, Backup]] = []
    for path in (data_dir / FOLDER_NAME).glob("*.db"):
        match = _NAME.fullmatch(path.name)
        if match:
            made_at = datetime.strptime(match["time"], _TIME).replace(tzinfo=UTC)
            backup = Backup(path=path, made_at=made_at, reason=match["reason"])
            found.append((made_at, int(match["number"] or 1), backup))
    found.sort(key=itemgetter(0, 1), reverse=True)
    return [backup for *_, backup in found]


def newest_sound(data_dir: Path) -> Backup | None:
    """Return the newest backup that is whole."""
    return next((each for each in list_backups(data_dir) if is_sound(each.path, thorough=True)), None)


def is_sound(path: Path, *, thorough: bool) -> bool:
    """Tell whether the data file at ``path`` exists and is whole; it is not written to."""
    if not path.exists() or not has_header(path):
        return False
    try:
        with closing(connect_unchanged(path)) as connection:
            return not problems(connection, thorough=thorough)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def restore(data_dir: Path, backup: Path, *, now: datetime) -> Path:
    """Put a backup in the place of the data file of a folder that no process has open.

    Args:
        data_dir: The data folder.
        backup: The file to bring back; it stays where it is.
        now: Names the folder that the present data moves to.

    Returns:
        The folder that holds the data that was replaced.

    Raises:
        AppError: The folder is in use, the backup is damaged or from a newer version; nothing was changed.
    """
    with files_in_words():
        lock = InstanceLock.take(data_dir, now)
        try:
            if not is_sound(backup, thorough=True):
                raise AppError(
                    Phrase(
                        ko="이 백업은 손상되어 되살릴 수 없어요. 지금 데이터는 그대로 있어요.",
                        en="This backup is damaged and cannot be restored. The present data is untouched.",
                    )
                )
            with closing(connect_unchanged(backup)) as connection:
                schema.standing(connection)
            return replace_data(data_dir, backup, aside=f"replaced-{now.astimezone(UTC):{_TIME}}")
        finally:
            lock.release()


def replace_data(data_dir: Path, source: Path | None, *, aside: str) -> Path:
    """Move the data file and what SQLite keeps beside it to the folder ``aside``, and a copy of ``source`` in place.

    The order of the steps leaves, wherever it stops, either the old file, or the new one without the old log.
    """
    path = data_dir / DATABASE_NAME
    part = beside(path, _PART_SUFFIX)
    if source is not None:
        shutil.copyfile(source, part)
        _sync(part)
    folder = _free(data_dir / aside)
    folder.mkdir(mode=0o700)
    if path.exists():
        os.link(path, folder / path.name)
    for suffix in (WAL_SUFFIX, SHARED_MEMORY_SUFFIX):
        if beside(path, suffix).exists():
            beside(path, suffix).rename(beside(folder / path.name, suffix))
    _sync(folder)
    if source is not None:
        part.replace(path)
    else:
        path.unlink(missing_ok=True)
    _sync(data_dir)
    return folder


def _copy(data_dir: Path) -> Path:
    folder = data_dir / FOLDER_NAME
    folder.mkdir(mode=0o700, exist_ok=True)
    part = folder / f"{DATABASE_NAME}{_PART_SUFFIX}"
    part.unlink(missing_ok=True)
    try:
        with closing(connect(data_dir / DATABASE_NAME, "ro")) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        if not is_sound(part, thorough=True):
            raise AppError(
                Phrase(
                    ko="백업을 확인해 보니 온전하지 않아 지웠어요. 디스크를 확인해 주세요.",
                    en="The backup did not pass its check and was thrown away. Check the disk.",
                )
            )
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _keep(part: Path, reason: Reason, now: datetime) -> Path:
    _sync(part)
    path = part.rename(_free(part.with_name(f"app-{now.astimezone(UTC):{_TIME}}-{reason}.db")))
    _sync(path.parent)
    backups = list_backups(path.parent.parent)
    kept = to_keep((each.made_at for each in backups), now)
    for each in backups:
        if each.made_at not in kept and each.path != path:
            each.path.unlink()
    return path


def _free(path: Path) -> Path:
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return candidate


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
