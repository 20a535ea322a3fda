"""A process that dies at any moment loses no check-in that it has acknowledged."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.habits.streak import CheckIn
from tests.habits.day import START, add_data

LOOPS = 25
Entries = dict[str, str]
_CHILD = """
import sys
from datetime import timedelta
from pathlib import Path
from gemma_app.app import App
from gemma_app.clock import Clock
from tests.crash.test_kill_while_checking_in import move
from tests.habits.day import START

app = App.open(Path(sys.argv[1]), clock=Clock(fixed_today=START + timedelta(days=2)))
print("open", flush=True)
for number in range(10_000):
    on, value = move(number)
    app.habits.perform(app.habits.prepare_check_in(1, value, on), "log")
    print(on, value, flush=True)
"""


def move(number: int) -> tuple[str, CheckIn]:
    """Return which day the child checks in as its ``number``-th change, and as what."""
    return (START + timedelta(days=number % 3)).isoformat(), "done" if number // 3 % 2 else "blank"


def kill_after(data_dir: Path, acknowledged: int) -> list[tuple[str, str]]:
    """Kill a child in the middle of its check-ins and return all that it acknowledged, in order."""
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(data_dir)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        lines = [child.stdout.readline() for _ in range(acknowledged)]
        os.kill(child.pid, signal.SIGKILL)
        lines += child.stdout.readlines()
    moves = [line.split() for line in lines if line.endswith("\n")]
    return [(on, value) for on, value in moves]


def entries_in(data_dir: Path) -> Entries:
    """Return what is stored, after a look at whether the file is whole."""
    with closing(sqlite3.connect(data_dir / "app.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return dict(connection.execute("SELECT date, value FROM tracker_entries"))


def test_no_acknowledged_check_in_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    app = App.open(tmp_path, clock=Clock(fixed_today=START))
    add_data(app, "p-reading")
    app.close()
    chance = random.Random(7)
    stored: Entries = {}
    for _ in range(LOOPS):
        acknowledged = kill_after(tmp_path, chance.randint(1, 9))
        lasting = stored | dict(acknowledged)
        on, value = move(len(acknowledged))
        stored = entries_in(tmp_path)
        # The one change after the last acknowledged one may have been committed too.
        assert stored in (lasting, lasting | {on: value})
    app = App.open(tmp_path, clock=Clock(fixed_today=START))
    assert app.database.check() == []
    app.close()
