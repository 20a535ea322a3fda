"""A damaged data file: what the user is told, and the way back to the newest sound backup."""

from datetime import UTC, datetime
from pathlib import Path

from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.storage.backup import Backup, newest_sound, replace_data
from gemma_app.storage.failures import files_in_words
from gemma_app.storage.lock import InstanceLock


class CorruptDatabase(AppError):
    """The data file is damaged; it was left as it is.

    Args:
        data_dir: Its folder.

    Attributes:
        backup: The newest sound backup, None where there is none.
        row_counts: How many rows each table of that backup has.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self.backup = newest_sound(data_dir)
        self.row_counts = self.backup.row_counts() if self.backup else {}
        super().__init__(_in_words(self.backup, self.row_counts))

    def recover(self, *, now: datetime) -> Path:
        """Move the damaged file aside and bring the backup back; without one, the next opening starts empty.

        Nothing is deleted.

        Returns:
            The folder ``corrupt-<time>`` that holds the damaged file and what SQLite kept beside it.

        Raises:
            AppError: Another process has the folder, or the disk refuses.
        """
        with files_in_words():
            lock = InstanceLock.take(self._data_dir, now)
            try:
                source = self.backup.path if self.backup else None
                return replace_data(self._data_dir, source, aside=f"corrupt-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}")
            finally:
                lock.release()


def _in_words(backup: Backup | None, row_counts: dict[str, int]) -> Phrase:
    if backup is None:
        return Phrase(
            ko="데이터 파일이 손상되었고 온전한 백업이 없어요. 손상된 파일은 지우지 않고 옮겨 둘 수 있어요.",
            en="The data file is damaged and there is no sound backup. It can be moved aside, not deleted.",
        )
    made = f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}"
    rows = ", ".join(f"{name} {count}" for name, count in row_counts.items())
    return Phrase(
        ko=f"데이터 파일이 손상되었어요. 가장 최근의 온전한 백업은 {made}에 만든 것이에요({rows}).",
        en=f"The data file is damaged. The newest sound backup is from {made} ({rows}).",
    )
