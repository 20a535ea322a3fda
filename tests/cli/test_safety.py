"""Backups made and brought back from the command line."""

import json
from pathlib import Path

from tests.cli.test_commands import ADD, envelope, run


def test_a_backup_brings_back_what_was_there(tmp_path: Path) -> None:
    envelope("add_habit", ADD, "--yes", data_dir=tmp_path)
    (line,) = run("backup", "--json", data_dir=tmp_path)
    run("habit", "archive", "1", "--yes", data_dir=tmp_path)
    assert json.loads(run("backup", "--list", "--json", data_dir=tmp_path)[0])[0]["file"] == json.loads(line)["file"]
    restored = json.loads(run("restore", "--json", data_dir=tmp_path)[0])
    assert Path(restored["set_aside"]).is_dir()
    assert len(json.loads(run("habit", "list", "--json", data_dir=tmp_path)[0])) == 1


def test_without_a_backup_nothing_is_touched(tmp_path: Path) -> None:
    assert run("restore", data_dir=tmp_path, code=1) == []
