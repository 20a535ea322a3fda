"""What a command tells before anything is opened, and that it waits for nothing that it does not need."""

import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import typer

from gemma_app.cli.evaluating import verdict_on
from gemma_app.cli.main import COMMANDS
from gemma_app.language import Language
from tests.cli.test_commands import run

_HEAVY = ("PySide6", "alembic", "gemma_app.bench.measuring", "gguf", "llama_cpp", "numpy")


def loaded_by(*arguments: str) -> set[str]:
    """Run ``gemma-app`` and return which modules are there afterwards."""
    code = "import sys; from gemma_app.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, check=True, timeout=120, encoding="utf-8"
    )
    return set(done.stderr.splitlines()[-1].split())


def test_help_waits_for_neither_the_data_nor_the_model() -> None:
    assert loaded_by("--help").isdisjoint({*_HEAVY, "gemma_app.app", "sqlalchemy"})


@pytest.mark.parametrize(
    "command", [["habit", "list"], ["tool", "call", "get_streak", '{"habit_id": 1}'], ["undo", "--list"]]
)
def test_a_command_without_a_model_does_not_wait_for_one(tmp_path: Path, command: list[str]) -> None:
    arguments = (*command, "--data-dir", str(tmp_path))
    loaded_by(*arguments)  # a new folder needs the migrations
    loaded = loaded_by(*arguments)
    assert loaded.isdisjoint({*_HEAVY, "gemma_app.chats", "gemma_app.cli.talk"})
    assert "gemma_app.storage.database" in loaded


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_itself(name: str) -> None:
    place, summary = COMMANDS[name]
    found: Any = resolve_name(f"gemma_app.cli.{place}")
    if name in {"bench", "self-test"}:
        found = found(lambda _: None)
    own = found.info.help if isinstance(found, typer.Typer) else found.__doc__
    assert str(own).startswith(summary)


def test_the_dialect_is_marked_as_required() -> None:
    help_ = run("parse", "--help", data_dir=Path())
    assert "required without --batch" in " ".join(" ".join(help_).replace("│", " ").split())


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_few_items_are_too_few_to_judge(language: Language) -> None:
    few = {verdict_on(19, standing).say(language) for standing in ("good", "low")}
    assert len(few) == 1
    assert "19" in few.pop()
    assert len({verdict_on(20, standing) for standing in ("good", "low")}) == 2
