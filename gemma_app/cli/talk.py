"""``gemma-app ask`` and ``gemma-app chat``: conversations without a window, on the real model."""

import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from gemma_app.agent.dispatcher import Done
from gemma_app.agent.model import ChatModel, ModelReply, TextDelta
from gemma_app.agent.question import Question
from gemma_app.agent.turn import Answered, Called, Stopped, TurnEnd, TurnEvent
from gemma_app.app import App, load_embedded
from gemma_app.cli.options import AsJson, DataDir, Lang, No, Today, Yes, opened
from gemma_app.cli.terminal import answerer
from gemma_app.conversation.chat import Chat, waiting_after
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.text import visible

_LOADING = Phrase(ko="모델을 준비하고 있어요…", en="Preparing the model…")
_SUGGESTS = {
    "low": Phrase(
        ko="이 모델은 테스트에서 도구를 충분히 잘 쓰지 못했어요. 바꾸는 일은 제안만 하고, 할지는 직접 정해요.",
        en="In its test this model did not call the tools well enough. It only suggests changes; you decide.",
    ),
    "untested": Phrase(
        ko="아직 테스트하지 않은 모델이에요. 바꾸는 일은 제안만 해요. "
        "'gemma-app eval run --model 파일'로 테스트해 보세요.",
        en="This model is not tested yet. It only suggests changes; test it with 'gemma-app eval run --model FILE'.",
    ),
}
_GOODBYE = Phrase(ko="안녕히 가세요.", en="Goodbye.")
_CONTEXT_LIMIT = 200_000

ModelFile = Annotated[
    Path | None,
    typer.Option("--model", metavar="FILE", help="Talk with this Gemma GGUF file instead of the embedded model."),
]

Session = Annotated[str | None, typer.Option("--session", metavar="ID", help="Go on with this conversation.")]
ContextFile = Annotated[
    Path | None,
    typer.Option("--context", metavar="FILE", help="Text that the message is about; every change is asked."),
]


@dataclass(kw_only=True)
class _Printer:
    """Shows a turn: as text for a person, or one JSON event a line."""

    as_json: bool
    started: float = field(default_factory=time.monotonic)
    streamed: str = ""
    timings: dict[str, float] = field(default_factory=dict)

    def show(self, event: TurnEvent) -> None:
        """Print one event."""
        match event:
            case TextDelta(text=text):
                self.streamed += text
                self._print(text, {"type": "text", "text": text})
            case Called(call=call):
                self.streamed = ""
                self._print("", {"type": "call", "name": call.name, "arguments": dict(call.arguments)})
            case Done(call=call, envelope=envelope):
                self._print("", {"type": "result", "name": call.name, "content": envelope})
            case ModelReply(timings=timings):
                for name, value in timings.items():
                    self.timings[name] = self.timings.get(name, 0) + value
            case _:
                pass

    def question(self, question: Question) -> None:
        """Print that something waits for an answer."""
        self._print("", {"type": "question", **json.loads(question.to_json())})

    def end(self, reply: str) -> None:
        """Print what is left of the reply, and in JSON that the turn is over."""
        if rest := reply.removeprefix(self.streamed):
            self._print(rest, {"type": "text", "text": rest})
        timings = {**self.timings, "total_s": time.monotonic() - self.started}
        if self.as_json:
            self._print("", {"type": "done", "reply": reply, "timings": timings})
        else:
            typer.echo("")

    def _print(self, text: str, event: dict[str, Any]) -> None:
        if self.as_json:
            typer.echo(json.dumps(event, ensure_ascii=False))
        elif text:
            typer.echo(visible(text), nl=False)
        sys.stdout.flush()


def ask(
    text: Annotated[str, typer.Argument(help="What you want to say.")],
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    session: Session = None,
    context: ContextFile = None,
    model: ModelFile = None,
    as_json: AsJson = False,
    yes: Yes = False,
    no: No = False,
) -> None:
    """Say one thing and print the answer."""
    with opened(data_dir, today, lang) as app:
        approve = answerer(yes=yes, no=no, language=app.choices.language())
        said = f"{text}\n\n{_read_context(context)}" if context else text
        session_id = session or app.conversations.create_session(app.choices.profile()).id
        app.reader.session(session_id)
        with using_model(app, model):
            talk = app.chat
        tell_standing(app)
        _run_turn(app, talk, session_id, said, approve, as_json=as_json, outside_content=context is not None)


def chat(
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    session: Session = None,
    model: ModelFile = None,
    as_json: AsJson = False,
) -> None:
    """Hold a conversation in the terminal; an empty line or Ctrl+D ends it."""
    with opened(data_dir, today, lang) as app:
        language = app.choices.language()
        approve = answerer(yes=False, no=False, language=language)
        session_id = session or app.conversations.create_session(app.choices.profile()).id
        app.reader.session(session_id)
        with using_model(app, model):
            talk = app.chat
        tell_standing(app)
        talk.prepare(session_id)
        while said := _read_line():
            _run_turn(app, talk, session_id, said, approve, as_json=as_json)
            talk.prepare(session_id)
        typer.echo(_GOODBYE.say(language), err=True)


def _read_line() -> str:
    typer.echo("> ", nl=False, err=True)
    return sys.stdin.readline().strip()


def _read_context(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AppError(
            Phrase(ko=f"{path} 파일을 글로 읽을 수 없어요.", en=f"The file {path} cannot be read as text.")
        ) from error
    if len(text) > _CONTEXT_LIMIT:
        raise AppError(Phrase(ko=f"{path} 파일이 너무 길어요.", en=f"The file {path} is too long."))
    return text


@contextmanager
def using_model(app: App, path: Path | None) -> Iterator[None]:
    """Load the model in ``path``, or the embedded one, on its own thread while the block runs; use it afterwards."""
    language = app.choices.language()
    typer.echo(_LOADING.say(language), err=True)
    load = partial(load_embedded, app.data_dir) if path is None else partial(_loaded, app, path)
    with ThreadPoolExecutor(max_workers=1) as pool:
        loading = pool.submit(load)
        try:
            yield
        finally:
            app.model.put(loading.result())


def _loaded(app: App, path: Path) -> ChatModel:
    """Load a file of the user's; the engine is imported only where llama.cpp is needed."""
    from gemma_app.engine.loading import load_model

    loaded = load_model(path, keep_in=app.data_dir)
    if loaded.notice:
        typer.echo(loaded.notice.say(app.choices.language()), err=True)
    return loaded.model


def tell_standing(app: App) -> None:
    """Say where the model only suggests what it would change."""
    if (standing := app.model.standing) != "good":
        typer.echo(_SUGGESTS[standing].say(app.choices.language()), err=True)


@contextmanager
def _cancelled_by_ctrl_c() -> Iterator[threading.Event]:
    """Give what Ctrl+C sets; what was said until then is kept."""
    cancel = threading.Event()
    before = signal.signal(signal.SIGINT, lambda _number, _frame: cancel.set())
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def _run_turn(
    app: App,
    talk: Chat,
    session_id: str,
    text: str,
    approve: Callable[[Question], bool],
    *,
    as_json: bool,
    outside_content: bool = False,
) -> None:
    printer = _Printer(as_json=as_json)
    with _cancelled_by_ctrl_c() as cancel:
        end: TurnEnd = talk.send(
            session_id, text, on_event=printer.show, cancel=cancel, outside_content=outside_content
        )
        while waiting := waiting_after(end, session_id, app.conversations):
            printer.question(waiting[0].question)
            end = talk.answer(waiting[0], approved=approve(waiting[0].question), on_event=printer.show, cancel=cancel)
    reply = end.reply if isinstance(end, Answered | Stopped) else ""
    printer.end(reply)
    app.tidying.fold(session_id, app.choices.profile())
