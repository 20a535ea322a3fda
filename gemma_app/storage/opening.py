"""What happens to the data file before it is opened: looked at without a write, then backed up and migrated."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from gemma_app.storage import schema
from gemma_app.storage.backup import is_sound, write_backup
from gemma_app.storage.connections import DATABASE_NAME, WAL_SUFFIX, beside, connect_unchanged
from gemma_app.storage.failures import is_damage
from gemma_app.storage.recovery import CorruptDatabase

CHECKED_AT_ONCE = 16 * 2**20
"""Bytes of a data file that is checked before it is opened; a larger one would be waited for at every start."""


def prepare(data_dir: Path, now: datetime) -> bool:
    """Make the data file of a locked folder ready to be opened.

    Returns:
        Whether the file was checked; a large one is to be checked while it is in use.

    Raises:
        CorruptDatabase: The file is damaged and was left as it is.
        AppError: The file is from a newer version, or not ours, and was left as it is.
    """
    path = data_dir / DATABASE_NAME
    standing: schema.Standing = "empty"
    is_large = path.exists() and path.stat().st_size > CHECKED_AT_ONCE
    if path.exists() or beside(path, WAL_SUFFIX).exists():
        if not is_large and not is_sound(path, thorough=False):
            raise CorruptDatabase(data_dir)
        standing = _standing(data_dir, path)
    if standing == "older":
        write_backup(data_dir, "migration", now)
    if standing != "current":
        schema.upgrade(path)
    return not is_large


def _standing(data_dir: Path, path: Path) -> schema.Standing:
    try:
        with closing(connect_unchanged(path)) as connection:
            return schema.standing(connection)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise CorruptDatabase(data_dir) from error
        raise
