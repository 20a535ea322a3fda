"""How long a conversation of 200,000 messages makes one wait: ``python -m tests.benchmarks.conversations``."""

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from gemma_app.agent.model import ModelReply
from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.queries import append_rows, session_row
from gemma_app.conversation.transcript import Transcript
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.ui.chat.snapshot import Place, read_stored

MESSAGES = 200_000
BATCH = 20_000
TIMES = 15
_ANSWER = ModelReply(text="네.", tool_calls=(), stop_reason="stop")


def fill(app: App) -> str:
    """Store one conversation of ``MESSAGES`` messages and the summary of most of it."""
    session_id = app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="긴 대화", messages=())).id
    for start in range(0, MESSAGES, BATCH):
        rows = [
            StoredMessage(
                id=f"m{n:06}", role="assistant" if n % 2 else "user", content=f"{n}번째 걷기 이야기를 길게 해 볼게요."
            )
            for n in range(start, start + BATCH)
        ]
        with app.database.write() as session:
            append_rows(session, session_row(session, session_id), rows, app.database.now())
    patch = {"last_summary": "요약", "summary_up_to_message_id": f"m{MESSAGES - 60:06}"}
    app.tidying.summaries.save_summary(session_id, expected_mark=None, patch=patch)
    return session_id


def measure(work: Callable[[], object]) -> dict[str, float]:
    """Return the median and the worst time in milliseconds."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        times.append(1_000 * (time.perf_counter() - start))
    return {"p50_ms": round(statistics.median(times), 1), "worst_ms": round(max(times), 1)}


def run(data_dir: Path) -> dict[str, dict[str, float]]:
    """Fill a data folder and measure what a user waits for."""
    app = App.open(data_dir, language="ko")
    try:
        session_id = fill(app)
        app.model.put(ScriptedModel([_ANSWER] * TIMES))
        found = {
            "open": measure(lambda: read_stored(app, session_id, Place(limit=60))),
            "open at a message": measure(lambda: read_stored(app, session_id, Place(limit=60, around="m100000"))),
            "send": measure(lambda: app.chat.send(session_id, "그래서?")),
            "fold": measure(lambda: app.tidying.fold(session_id, DEFAULT_PROFILE)),
            "search, frequent word": measure(lambda: app.reader.search("걷기")),
            "search, rare words": measure(lambda: app.reader.search("123456번째 이야기")),
            "hand-off": measure(lambda: app.reader.hand_off(session_id)),
        }
        app.choices.lock_doors(DEFAULT_PROFILE, ["habits.read"])
        found["search with a lock"] = measure(lambda: app.reader.search("걷기"))
        return found
    finally:
        app.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(Path(folder)), ensure_ascii=False, indent=1))  # noqa: T201
