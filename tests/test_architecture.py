"""What may be imported where."""

import subprocess
import sys

import pytest

_BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"PySide6", "shiboken6", "llama_cpp"}:
            raise ImportError(f"blocked: {name}")
sys.meta_path.insert(0, Blocker())
"""


@pytest.mark.parametrize(
    "module",
    [
        "gemma_app",
        "gemma_app.agent.turn",
        "gemma_app.app",
        "gemma_app.boards",
        "gemma_app.boards.assistant",
        "gemma_app.cli.main",
        "gemma_app.conversation.chat",
        "gemma_app.dialects.parse",
        "gemma_app.evaluation",
        "gemma_app.habits",
        "gemma_app.habits.tools",
        "gemma_app.storage.database",
    ],
)
def test_everything_but_the_window_and_the_engine_works_without_qt_and_llama(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"{_BLOCKED}\nimport {module}"], check=True, timeout=120)
