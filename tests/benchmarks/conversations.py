"""How long a conversation of 200,000 messages makes one wait: ``python -m tests.benchmarks.conversations``.

Beside the times stand the messages that were read and the steps of SQLite's machine, in thousands: they stay the same
on any computer, and for any length of a conversation.
"""

import itertools
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, event

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Traits
from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.queries import append_rows, session_row
from gemma_app.conversation.tables import MessageRow
from gemma_app.conversation.transcript import Transcript
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.ui.chat.snapshot import Place, read_stored

LENGTHS = (200, 20_000, 200_000)
BATCH = 20_000
TIMES = 40
FOLDED_AT_ONCE = 16
_STEPS = 1_000

Figures = dict[str, float]


class Prompt:
    """A model that takes no time."""

    id = "prompt"
    traits = Traits(context_tokens=8_192)

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        """Say yes to everything, also as a summary."""
        return ModelReply(text="네.", tool_calls=(), stop_reason="stop")


@dataclass
class Counts:
    """What has been read so far."""

    rows: int = 0
    steps: int = 0

    def step(self) -> int:
        """Count another thousand steps of SQLite's machine and let it go on."""
        self.steps += 1
        return 0


@contextmanager
def counting() -> Iterator[Counts]:
    """Count what is read from now on."""
    counts = Counts()

    def watch(connection: Connection, *_: object) -> None:
        connection.connection.driver_connection.set_progress_handler(counts.step, _STEPS)  # type: ignore[union-attr]

    def read(*_: object) -> None:
        counts.rows += 1

    event.listen(Engine, "before_cursor_execute", watch)
    event.listen(MessageRow, "load", read)
    try:
        yield counts
    finally:
        event.remove(Engine, "before_cursor_execute", watch)
        event.remove(MessageRow, "load", read)


class Conversation:
    """One conversation that grows.

    Args:
        app: Where it is kept.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._number = itertools.count()
        self.length = 0
        self.id = app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="긴 대화", messages=())).id

    def grow(self, count: int) -> None:
        """Add messages at its end."""
        with self._app.database.write() as session:
            rows = [_message(number) for number in itertools.islice(self._number, count)]
            append_rows(session, session_row(session, self.id), rows, self._app.database.now())
        self.length += count

    def grow_to(self, length: int) -> None:
        """Make it as long, and let a summary cover all but the last messages."""
        while self.length < length:
            self.grow(min(BATCH, length - self.length))
        summaries = self._app.tidying.summaries
        state = summaries.get_session(self.id, DEFAULT_PROFILE)
        mark = state.summary_up_to_message_id if state is not None else None
        patch = {"last_summary": "요약", "summary_up_to_message_id": f"m{self.length - 60:06}"}
        summaries.save_summary(self.id, expected_mark=mark, patch=patch)


def _message(number: int) -> StoredMessage:
    words = f"{number}번째 걷기 이야기를 길게 해 볼게요."
    return StoredMessage(id=f"m{number:06}", role="assistant" if number % 2 else "user", content=words)


def measure(work: Callable[[], object], counts: Counts, before: Callable[[], object] = lambda: None) -> Figures:
    """Return median and 95th percentile in milliseconds, and what is read each time."""
    times: list[float] = []
    rows = steps = 0
    for _ in range(TIMES):
        before()
        rows_before, steps_before, start = counts.rows, counts.steps, time.perf_counter()
        work()
        times.append(1_000 * (time.perf_counter() - start))
        rows, steps = max(rows, counts.rows - rows_before), max(steps, counts.steps - steps_before)
    return {
        "p50_ms": round(statistics.median(times), 1),
        "p95_ms": round(statistics.quantiles(times, n=20)[-1], 1),
        "rows": rows,
        "thousand_steps": steps,
    }


def figures_of(app: App, talk: Conversation, counts: Counts) -> dict[str, Figures]:
    """Measure what a user waits for in a conversation as long as it is now."""
    middle = f"m{talk.length // 2:06}"
    found = {
        "open": measure(lambda: read_stored(app, talk.id, Place(limit=60)), counts),
        "open at a message": measure(lambda: read_stored(app, talk.id, Place(limit=60, around=middle)), counts),
        "send": measure(lambda: app.chat.send(talk.id, "그래서?"), counts),
        "fold": measure(
            lambda: app.tidying.fold(talk.id, DEFAULT_PROFILE), counts, before=lambda: talk.grow(FOLDED_AT_ONCE)
        ),
        "search, frequent word": measure(lambda: app.reader.search("걷기"), counts),
        "search, rare words": measure(lambda: app.reader.search(f"{talk.length // 2}번째 이야기"), counts),
        "hand-off": measure(lambda: app.reader.hand_off(talk.id), counts),
    }
    app.choices.lock_doors(DEFAULT_PROFILE, ["habits.read"])
    found["search with a lock"] = measure(lambda: app.reader.search("걷기"), counts)
    app.choices.lock_doors(DEFAULT_PROFILE, [])
    return found


def run(data_dir: Path) -> None:
    """Measure one conversation at each length and print the figures."""
    app = App.open(data_dir, language="ko")
    try:
        app.model.put(Prompt())
        talk = Conversation(app)
        with counting() as counts:
            for length in LENGTHS:
                start = time.perf_counter()
                talk.grow_to(length)
                print(f"{length} messages, filled in {time.perf_counter() - start:.0f} s")  # noqa: T201
                for name, figures in figures_of(app, talk, counts).items():
                    print(f"  {name:24} {json.dumps(figures)}")  # noqa: T201
    finally:
        app.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder))
