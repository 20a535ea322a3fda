"""How late the window's own timer is while the model works."""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, QTimer

from gemma_app.bench.ticking import TICK_SECONDS


def qt_ticks(work: Callable[[], None]) -> list[float]:
    """Run ``work`` on another thread and tick in Qt's event loop on this one, as ``Ticker``."""
    application = QCoreApplication.instance() or QCoreApplication([])
    thread = threading.Thread(target=work, name="ticked")
    late: list[float] = []
    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, singleShot=True)
    due = 0.0

    def begin() -> None:
        nonlocal due
        due = time.perf_counter() + TICK_SECONDS
        timer.start(round(1_000 * TICK_SECONDS))

    def tick() -> None:
        late.append(max(0.0, time.perf_counter() - due))
        if thread.is_alive():
            begin()
        else:
            application.quit()

    timer.timeout.connect(tick)
    thread.start()
    begin()
    application.exec()
    return late
