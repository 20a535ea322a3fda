"""The SHA-256 of a model file, computed once: a big file takes seconds to read."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from gemma_app.engine.remembered import Remembered

_CACHE = "models.json"
_BLOCK = 1 << 22


class ModelDigest:
    """The SHA-256 of one file as it is now, remembered for as long as its size, time and inode are the same.

    Args:
        path: The file.
        folder: Holds the small file with what is remembered.

    Raises:
        OSError: There is no such file.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self._path = path.resolve()
        self._cache = Remembered(folder / _CACHE)
        self._facts = self._facts_now()
        self._known: str | None = None

    def known(self) -> str | None:
        """Return the digest where that takes no time, else None."""
        if self._known is None:
            entry = self._cache.read().get(str(self._path))
            if isinstance(entry, dict) and entry.get("file") == self._facts:
                self._known = str(entry.get("sha256"))
        return self._known

    def compute(self, is_stopped: Callable[[], bool] = lambda: False) -> str | None:
        """Return the digest, reading the whole file where it must; None where it is another file by now.

        Args:
            is_stopped: Asked from time to time; None is returned once it says so.

        Raises:
            OSError: The file cannot be read.
        """
        if (known := self.known()) is not None:
            return known
        digest = hashlib.sha256()
        with self._path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                if is_stopped():
                    return None
        found = digest.hexdigest()
        if self._facts_now() != self._facts:
            return None
        self._known = found
        others = {name: entry for name, entry in self._cache.read().items() if Path(name).exists()}
        self._cache.write(others | {str(self._path): {"file": self._facts, "sha256": found}})
        return found

    def _facts_now(self) -> list[int]:
        found = self._path.stat()
        return [found.st_size, found.st_mtime_ns, found.st_ino]
