"""Writes the embedded model without its adapter, which is what the adapter is trained on.

Usage: ``python -m models.base gemma-3-270m-pruned.gguf``
"""

import sys
import tempfile
from pathlib import Path

from gemma_app.engine.assembly import ensure_stock
from gemma_app.engine.pruning import prune


def main() -> None:
    """Prune the package's model."""
    with tempfile.TemporaryDirectory() as folder:
        prune(ensure_stock(Path(folder)), Path(sys.argv[1]))


if __name__ == "__main__":
    main()
