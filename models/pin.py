"""Writes down the sum and the size of the file that the app builds with the present adapter.

Usage: ``python -m models.pin gemma-3-270m-pruned.gguf``
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path

from gemma_app.engine import assembly, catalogue
from gemma_app.engine.merging import merge

_ENGINE = Path(catalogue.__file__).parent


def pin(pruned: Path, adapter: Path, entries: Path) -> None:
    """Merge ``adapter`` into ``pruned`` and put what comes of it into the catalogue ``entries``."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / assembly.EMBEDDED_NAME
        merge(pruned, adapter, made)
        with made.open("rb") as file:
            found = {"sha256": hashlib.file_digest(file, "sha256").hexdigest(), "size": made.stat().st_size}
    known = json.loads(entries.read_text(encoding="utf-8"))
    pinned = [{**entry, **found} if entry["file"] == assembly.EMBEDDED_NAME else entry for entry in known]
    entries.write_text(json.dumps(pinned, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Pin the app's own adapter."""
    pin(Path(sys.argv[1]), _ENGINE / assembly.ADAPTER_NAME, _ENGINE / catalogue.FILE)


if __name__ == "__main__":
    main()
