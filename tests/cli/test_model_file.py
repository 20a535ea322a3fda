"""A model file of the user's own, named on the command line."""

from pathlib import Path

import pytest

from tests.cli.test_commands import run


@pytest.mark.parametrize("command", [["ask", "hello"], ["chat"]])
def test_a_file_that_is_no_model_ends_the_command_in_words(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "notes.gguf"
    file.write_text("no model", encoding="utf-8")
    assert run(*command, "--model", str(file), data_dir=tmp_path / "data", code=1) == []
