"""A data folder with a few weeks of life in it, and models that say what they are told to."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, TextDelta, ToolCall
from gemma_app.app import App
from gemma_app.clock import Clock
from gemma_app.habits.streak import CheckIn
from gemma_app.language import Language

TODAY = datetime(2026, 11, 13, 12, 0, tzinfo=UTC)
WAIT_MS = 30_000


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime = TODAY) -> None:
        self.moment = moment.astimezone()

    def __call__(self) -> datetime:
        self.moment += timedelta(microseconds=1)
        return self.moment

    def go_back(self, days: int) -> None:
        self.moment = TODAY.astimezone() - timedelta(days=days)


class SlowModel:
    """Writes a piece at a time, each when it is let, and stops when it is cancelled."""

    id = "slow"

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self.may_write = threading.Semaphore(0)
        self.began = threading.Event()

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        self.began.set()
        written = ""
        for piece in self._pieces:
            while not self.may_write.acquire(timeout=0.01):
                if cancel is not None and cancel.is_set():
                    return ModelReply(text=written, tool_calls=(), stop_reason="cancelled")
            written += piece
            if on_event is not None:
                on_event(TextDelta(text=piece))
        return ModelReply(text=written, tool_calls=(), stop_reason="stop")


def said(text: str) -> ModelReply:
    return ModelReply(text=text, tool_calls=(), stop_reason="stop")


def called(name: str, **arguments: object) -> ModelReply:
    call = ToolCall(id=f"call-{name}", name=name, arguments=arguments)
    return ModelReply(text="", tool_calls=(call,), stop_reason="tool_use")


def adds_sunlight(language: Language = "ko") -> ModelReply:
    text = (
        "나는 양치를 마친 뒤 밖에서 10분 햇빛을 본다"
        if language == "ko"
        else "After brushing teeth I look at the morning light outdoors for 10 minutes"
    )
    return called("add_habit", protocol_id="p-morning-light", frame_level="L2", framed_text=text)


def open_app(data_dir: Path, clock: SetClock, language: Language = "ko") -> App:
    app = App.open(data_dir, clock=Clock(now=clock), language=language)
    app.choices.override_language(language)
    return app


def add_habit(app: App, entry_id: str) -> int:
    entry = app.habits.catalog().resolve(entry_id)
    action = app.habits.prepare_add(entry, "L2", entry.frame("L2").say(app.choices.language()))
    return int(app.habits.perform(action, "add_habit", approved=True).data["habit_id"])


def check_in(app: App, habit_id: int, value: CheckIn = "done") -> None:
    app.habits.perform(app.habits.prepare_check_in(habit_id, value), "record_check_in", approved=True)


def live_some_weeks(app: App, clock: SetClock) -> list[int]:
    """Three habits of different age, with gaps; today is still open."""
    clock.go_back(30)
    habits = [add_habit(app, "p-morning-light")]
    for back in range(30, 0, -1):
        clock.go_back(back)
        if back == 12:
            habits.append(add_habit(app, _another(app)))
        if back == 2:
            habits.append(add_habit(app, _another(app, "break")))
        if back not in {2, 9, 17}:
            check_in(app, habits[0])
        if back <= 12 and back not in {1, 3, 5}:
            check_in(app, habits[1], "blank" if back == 4 else "done")
        if back == 1:
            check_in(app, habits[2])
    clock.go_back(0)
    return habits


def _another(app: App, kind: str = "protocol") -> str:
    active = {habit.entry_id for habit in app.habits.active()}
    groups = {habit.entry.exclusive_group for habit in app.habits.active() if habit.entry is not None}
    return next(
        entry.id
        for entry in app.habits.catalog().entries
        if entry.type == kind and entry.id not in active and entry.exclusive_group not in groups - {""}
    )
