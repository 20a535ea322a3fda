"""A small file of facts that take time to work out, and are worked out again where it is lost."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any


class Remembered:
    """Facts by name; a file that is damaged counts as empty, one that cannot be written stays as it is.

    Args:
        path: The file; its folder is made when something is written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Any]:
        """Return all facts."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, facts: Mapping[str, Any]) -> None:
        """Keep ``facts`` in the place of those before; a crash leaves either the old file or the new one."""
        part = self._path.with_name(f"{self._path.name}.part")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(facts), encoding="utf-8")
            part.replace(self._path)
