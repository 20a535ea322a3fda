"""A process that dies at any moment loses no check-in that it has acknowledged."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from gemma_app.app import App
from gemma_app.clock import Clock
from tests.habits.day import START, add_data

LOOPS = 25
_CHILD = """
import sys
from datetime import timedelta
from pathlib import Path
from gemma_app.app import App
from gemma_app.clock import Clock
from tests.habits.day import START

app = App.open(Path(sys.argv[1]), clock=Clock(fixed_today=START + timedelta(days=2)))
print("open", flush=True)
for number in range(10_000):
    on = START + timedelta(days=number % 3)
    value = "done" if number // 3 % 2 else "blank"
    app.habits.perform(app.habits.prepare_check_in(1, value, on), "log")
    print(f"{on.isoformat()} {value}", flush=True)
"""


def kill_after(data_dir: Path, acknowledged: int) -> dict[str, str]:
    """Kill a child in the middle of its check-ins and return the last value that it acknowledged for each day."""
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(data_dir)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        lines = [child.stdout.readline() for _ in range(acknowledged)]
        os.kill(child.pid, signal.SIGKILL)
        lines += child.stdout.readlines()
    return dict(line.split() for line in lines if line.endswith("\n"))


def test_no_acknowledged_check_in_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    app = App.open(tmp_path, clock=Clock(fixed_today=START))
    add_data(app, "p-reading")
    app.close()
    chance = random.Random(7)
    for _ in range(LOOPS):
        acknowledged = kill_after(tmp_path, chance.randint(1, 9))
        with sqlite3.connect(tmp_path / "app.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            stored = dict(connection.execute("SELECT date, value FROM tracker_entries"))
        connection.close()
        assert acknowledged.keys() <= stored.keys()
        # The one change after the last acknowledged one may have been committed too.
        differing = [day for day, value in acknowledged.items() if stored[day] != value]
        assert len(differing) <= 1
    app = App.open(tmp_path, clock=Clock(fixed_today=START))
    assert app.database.check() == []
    app.close()
