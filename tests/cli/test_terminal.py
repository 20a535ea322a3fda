"""Questions where nobody sits at a terminal."""

import io
import json
import sys
from pathlib import Path

import pytest

from gemma_app.app import App, call_tool
from gemma_app.cli.terminal import answerer
from gemma_app.language import Language
from tests.cli.test_commands import ADD


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_question_that_nobody_can_answer_is_shown_and_declined(
    tmp_path: Path, language: Language, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    app = App.open(tmp_path, language=language)
    ask = answerer(yes=False, no=False, language=language)
    done = call_tool(app, "add_habit", ADD, approve=lambda asks: ask(asks.question))
    app.close()
    assert json.loads(done.envelope) == {"cancelled": True}
    said = capsys.readouterr()
    assert said.out == ""
    assert "양치를 마친 뒤" in said.err
    assert "--yes" in said.err


def test_an_answer_given_beforehand_asks_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = App.open(tmp_path)
    ask = answerer(yes=False, no=True, language="en")
    call_tool(app, "add_habit", ADD, approve=lambda asks: ask(asks.question))
    app.close()
    assert capsys.readouterr().err == ""
