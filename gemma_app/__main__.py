"""``python -m gemma_app`` and ``gemma-app``: the command line, and the window that it opens."""

import multiprocessing
from pathlib import Path

from gemma_app.cli.main import build
from gemma_app.clock import Clock
from gemma_app.language import Language


def main() -> None:
    """Run the command line; in a packaged app also the child that tries a new model file."""
    multiprocessing.freeze_support()
    build(open_window=_open_window, check_window=_check_window)()


def _open_window(data_dir: Path, clock: Clock, language: Language) -> int:
    """Open the window; Qt is imported only here, so that the commands work without it."""
    from gemma_app.ui.start import open_window

    return open_window(data_dir, clock=clock, language=language)


def _check_window(data_dir: Path) -> None:
    """Open the window without a display and close it again."""
    from gemma_app.ui.start import check_window

    check_window(data_dir)


if __name__ == "__main__":
    main()
