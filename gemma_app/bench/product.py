"""The app's side: whole turns through the product's own path, on a data folder made for the purpose."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from gemma_app.agent.model import ChatModel
from gemma_app.agent.turn import Stopped, Waiting
from gemma_app.app import App, call_tool, load_embedded
from gemma_app.bench.memory import memory_now
from gemma_app.bench.runs import Answer, Cancelled, Phase
from gemma_app.bench.ticking import Ticker
from gemma_app.bench.watching import LONGEST_ANSWER, Moments, Watched
from gemma_app.bench.words import HABITS
from gemma_app.bench.writing import paste, write
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.loading import load_model
from gemma_app.language import Language

_LOCK = "catalog.read"
_TURNS_A_TALK = 4


@dataclass(frozen=True, kw_only=True)
class Say:
    """One turn.

    Args:
        text: What the user says.
        talk: Which conversation; a name that was not there before begins one.
        language: The app's language.
        comes: How the words come: ``typed`` key by key, ``pasted`` after a moment of thought, or ``at once``.
        locked: Leave out the tools that read the catalog.
    """

    text: str
    talk: str
    language: Language
    comes: Literal["typed", "pasted", "at once"] = "at once"
    locked: bool = False


@dataclass(frozen=True, kw_only=True)
class Cut:
    """One turn that is cancelled ``after`` seconds of reading the prompt, or of writing."""

    text: str
    talk: str
    phase: Phase
    after: float


@dataclass(frozen=True, kw_only=True)
class Tick:
    """Some turns that are typed and sent without a pause, with a timer going on in the thread of a window."""

    texts: tuple[str, ...]
    language: Language
    ticker: Ticker


class Product:
    """The app on ``folder`` with a model that is watched.

    Args:
        app: The app.
        model: Its model.
    """

    def __init__(self, app: App, model: Watched) -> None:
        self._app = app
        self._model = model
        self._talks: dict[str, str] = {}
        app.model.put(model)
        if not app.habits.active():
            for entry in HABITS:
                given = app.habits.complete_add({"protocol_id": entry})
                call_tool(app, "add_habit", given, approve=lambda _: True)

    def answer(self, order: Say | Cut | Tick) -> Answer | Cancelled | list[float] | None:
        """Carry out ``order``; None where a turn was over before it was cancelled."""
        match order:
            case Say():
                return self._say(order)
            case Cut():
                return self._cut(order)
            case Tick():
                return self._tick(order)

    def _say(self, order: Say) -> Answer:
        app = self._app
        app.choices.override_language(order.language)
        app.choices.lock_doors(app.choices.profile(), [_LOCK] if order.locked else [])
        talk = self._talk(order.talk)
        self._model.forget()
        match order.comes:
            case "typed":
                write(order.text, partial(app.chat.prepare, talk), time.sleep)
            case "pasted":
                paste(partial(app.chat.prepare, talk), time.sleep)
            case "at once":
                pass
        moments = Moments()
        end = app.chat.send(talk, order.text, on_event=moments.on_event)
        if isinstance(end, Waiting):
            moments.mark("t5")
        moments.mark("t8")
        moments.mark_model(self._model)
        return Answer(
            started=moments.started,
            stamps=moments.stamps,
            counts=self._model.counts(),
            memory=memory_now(),
            calls=tuple(moments.calls),
            text=moments.text,
            prompt=self._model.prompt(),
        )

    def _cut(self, order: Cut) -> Cancelled | None:
        cancel, begun = threading.Event(), threading.Event()
        at: list[float] = []

        def stop() -> None:
            at.append(time.perf_counter())
            cancel.set()

        def begin() -> None:
            if not begun.is_set():
                begun.set()
                timer.start()

        timer = threading.Timer(order.after, stop)
        if order.phase == "prefill":
            self._model.on_asked = begin
        else:
            self._model.on_written = begin
        end = self._app.chat.send(self._talk(order.talk), order.text, cancel=cancel)
        over = time.perf_counter()
        timer.cancel()
        self._model.on_asked = self._model.on_written = lambda: None
        if not (at and isinstance(end, Stopped) and end.reason == "cancelled"):
            return None
        return Cancelled(phase=order.phase, seconds=over - at[0])

    def _tick(self, order: Tick) -> list[float]:
        def work() -> None:
            for number, text in enumerate(order.texts):
                talk = f"ticked-{number // _TURNS_A_TALK}"
                write(text, partial(self._app.chat.prepare, self._talk(talk)), lambda _: None)  # faster than anybody
                self._say(Say(text=text, talk=talk, language=order.language))

        return order.ticker(work)

    def _talk(self, name: str) -> str:
        if name not in self._talks:
            self._talks[name] = self._app.conversations.create_session(self._app.choices.profile()).id
        return self._talks[name]


@contextmanager
def embedded(folder: Path) -> Iterator[Callable[[Say | Cut | Tick], Any]]:
    """Answer with the embedded model, loaded as the app does."""
    with _opened(folder, {"max_tokens": LONGEST_ANSWER}, lambda: load_embedded(folder)) as answer:
        yield answer


@contextmanager
def own_model(folder: Path, file: Path) -> Iterator[Callable[[Say | Cut | Tick], Any]]:
    """Answer with a model that the user brought, which gets the whole list of tools to read."""
    options = {"max_tokens": LONGEST_ANSWER, "temperature": 0.0}
    with _opened(folder, options, lambda: load_model(file, keep_in=folder).model) as answer:
        yield answer


@contextmanager
def _opened(
    folder: Path, options: dict[str, Any], load: Callable[[], ChatModel]
) -> Iterator[Callable[[Say | Cut | Tick], Any]]:
    app = App.open(folder)
    try:
        model = load()
        assert isinstance(model, GemmaModel)
        yield Product(app, Watched(model, options)).answer
    finally:
        app.close()
