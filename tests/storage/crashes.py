"""What the processes do that the crash tests kill."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

from gemma_app.storage import schema
from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, NOON, Shelf

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload([__name__, "pytest.__main__"])

_STEPS = frozenset({"execute", "commit", "fsync", "rename", "unlink"})


def add_shelves(data_dir: Path, acknowledge: Connection) -> None:
    """Add shelves numbered from the first missing one, for ever, and acknowledge each after its commit."""
    db = Database.open(data_dir, now=lambda: NOON)
    with db.read() as session:
        number = session.query(Shelf).count()
    while True:
        with db.change(BY_HAND) as change:
            change.session.add(Shelf(id=number, title=f"shelf {number} " + "." * 3000))
        acknowledge.send(number)
        number += 1


def open_and_die(data_dir: Path, scripts: Path, step: int, report: Connection) -> None:
    """Open the data with the given migrations, and die at the given step; report the number of steps if it lives."""
    schema.SCRIPTS = scripts
    taken = 0

    def count(_: FrameType, what: str, called: object) -> None:
        nonlocal taken
        if what == "c_call" and getattr(called, "__name__", "") in _STEPS:
            taken += 1
            if taken == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    db = Database.open(data_dir, now=lambda: NOON)
    sys.setprofile(None)
    db.close()
    report.send(taken)
