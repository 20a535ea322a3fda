"""What happens to the data file before it is opened: looked at without a write, then backed up and migrated."""

from contextlib import closing
from datetime import datetime
from pathlib import Path

from gemma_app.storage import schema
from gemma_app.storage.backup import is_sound, write_backup
from gemma_app.storage.connections import DATABASE_NAME, WAL_SUFFIX, beside, connect_unchanged
from gemma_app.storage.recovery import CorruptDatabase


def prepare(data_dir: Path, now: datetime) -> None:
    """Make the data file of a locked folder ready to be opened.

    Raises:
        CorruptDatabase: The file is damaged and was left as it is.
        AppError: The file is from a newer version, or not ours, and was left as it is.
    """
    path = data_dir / DATABASE_NAME
    standing: schema.Standing = "empty"
    if path.exists() or beside(path, WAL_SUFFIX).exists():
        if not is_sound(path, thorough=False):
            raise CorruptDatabase(data_dir)
        with closing(connect_unchanged(path)) as connection:
            standing = schema.standing(connection)
    if standing == "older":
        write_backup(data_dir, "migration", now)
    if standing != "current":
        schema.upgrade(path)
