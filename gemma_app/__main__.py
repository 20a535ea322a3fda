"""``python -m gemma_app`` and ``gemma-app``: the command line, and the window that it opens.

A child process imports this module again, so what is heavy is imported only where it is needed.
"""

import gc
import multiprocessing
from collections.abc import Callable
from pathlib import Path

from gemma_app.clock import Clock
from gemma_app.language import Language

_NEW_OBJECTS = 20_000
"""How many new objects are looked through for garbage at once. What a start imports stays, and looking through it after
every 700, as Python does, is a tenth of a start."""


def main() -> None:
    """Run the command line; in a packaged app also a child process."""
    multiprocessing.freeze_support()
    gc.set_threshold(_NEW_OBJECTS)
    from gemma_app.cli.main import build

    try:
        build(open_window=_open_window, check_window=_check_window, ticker=_tick)()
    finally:
        gc.freeze()  # what is left goes with the process; looking through it once more costs a tenth of a second


def _open_window(data_dir: Path, clock: Clock, language: Language) -> int:
    """Open the window; Qt is imported only here, so that the commands work without it."""
    from gemma_app.ui.start import open_window

    return open_window(data_dir, clock=clock, language=language)


def _check_window(data_dir: Path) -> None:
    """Open the window without a display and close it again."""
    from gemma_app.ui.start import check_window

    check_window(data_dir)


def _tick(work: Callable[[], None]) -> list[float]:
    """Tick as the window does, or without it where Qt is not installed."""
    try:
        from gemma_app.ui.ticking import qt_ticks
    except ImportError:
        from gemma_app.bench.ticking import plain_ticks

        return plain_ticks(work)
    return qt_ticks(work)


if __name__ == "__main__":
    main()
