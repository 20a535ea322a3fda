"""A process that dies while an answer streams, a question waits or a conversation is folded leaves all of it whole."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from tests.conversation.test_chat import says
from tests.habits.day import START

MESSAGES = 200
_STREAMING = """
import itertools, sys
from pathlib import Path
from gemma_app.agent.model import TextDelta
from gemma_app.app import App

class Endless:
    id = "endless"
    def generate(self, request, *, on_event=None, cancel=None):
        for number in itertools.count():
            on_event(TextDelta(text=f"{number} "))

def show(event):
    if isinstance(event, TextDelta):
        print(event.text, end="", flush=True)
        if "5 " in event.text:
            print("\\nNOW", flush=True)

app = App.open(Path(sys.argv[1]), language="ko")
app.model.put(Endless())
app.chat.send(app.conversations.create_session(1).id, "이야기해 줘", on_event=show)
"""
_FOLDING = """
import sys
from pathlib import Path
from gemma_app.agent.model import ModelReply, Traits
from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.transcript import Transcript

class Writer:
    id = "writer"
    traits = Traits(context_tokens=100_000)
    asked = 0
    def generate(self, request, *, on_event=None, cancel=None):
        self.asked += 1
        if self.asked == int(sys.argv[2]):
            print("NOW", flush=True)
        return ModelReply(text=f"SUMMARY {self.asked}", tool_calls=(), stop_reason="stop")

app = App.open(Path(sys.argv[1]), language="ko")
rows = tuple(
    StoredMessage(id=f"m{n:04}", role="assistant" if n % 2 else "user", content=f"이야기 {n} " + "가" * 400)
    for n in range(200)
)
session_id = app.conversations.import_transcript(1, Transcript(title="", messages=rows)).id
app.model.put(Writer())
while True:
    app.tidying.rebuild(session_id, 1)
"""
_WAITING = """
import signal, sys
from pathlib import Path
from gemma_app.app import App
from gemma_app.clock import Clock
from tests.conversation.test_chat import ADD, ask_to_add, session_with
from tests.habits.day import START

app = App.open(Path(sys.argv[1]), clock=Clock(fixed_today=START), language="ko")
session_id, _ = session_with(app, ADD)
ask_to_add(app, session_id)
print("NOW", flush=True)
signal.pause()
"""


def kill_at_now(code: str, data_dir: Path, *arguments: str) -> str:
    """Run ``code``, kill it where it says NOW, and return what it said before."""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(data_dir), *arguments], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as child:
        assert child.stdout is not None
        said = ""
        while (line := child.stdout.readline()) != "NOW\n":
            assert line, "the child ended by itself"
            said += line
        os.kill(child.pid, signal.SIGKILL)
    return said


def test_an_answer_that_was_being_written_is_kept_and_marked_as_interrupted(tmp_path: Path) -> None:
    shown = kill_at_now(_STREAMING, tmp_path).strip()
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    (info,) = app.reader.sessions()
    question, answer = app.reader.page(info.id, limit=10)
    assert question.content == "이야기해 줘"
    assert answer.status == "interrupted"
    assert answer.content.startswith(shown)
    assert app.database.check() == []
    app.close()


def test_a_question_that_waited_has_approved_nothing_and_can_still_be_answered(tmp_path: Path) -> None:
    kill_at_now(_WAITING, tmp_path)
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    (info,) = app.reader.sessions()
    asked, called = app.reader.page(info.id, limit=10)
    assert (asked.role, called.role, called.status) == ("user", "assistant", "finished")
    assert [call.name for call in called.tool_calls] == ["add_habit"]
    assert app.habits.active() == ()
    assert app.database.check() == []
    (waiting,) = app.reader.waiting(info.id)
    app.model.put(ScriptedModel([says("추가했어요.")]))
    app.chat.answer(waiting, approved=True)
    assert len(app.habits.active()) == 1
    assert [row.role for row in app.reader.page(info.id, limit=10)] == ["user", "assistant", "tool", "assistant"]
    app.close()


@pytest.mark.parametrize("at", [1, 4])
def test_a_conversation_that_was_being_folded_is_whole_and_folding_goes_on(tmp_path: Path, at: int) -> None:
    kill_at_now(_FOLDING, tmp_path, str(at))
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    (info,) = app.reader.sessions()
    rows = list(app.conversations.all_messages(info.id))
    assert [row.content.split()[1] for row in rows] == [str(number) for number in range(MESSAGES)]
    history = app.chat.history(info.id, frozenset())
    assert history.raw + history.summarised + history.pending == MESSAGES
    assert app.database.check() == []
    app.tidying.fold(info.id, DEFAULT_PROFILE)
    history = app.chat.history(info.id, frozenset())
    assert history.pending < 10
    assert history.raw + history.summarised + history.pending == MESSAGES
    app.close()
