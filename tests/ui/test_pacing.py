import threading
import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, TextDelta
from gemma_app.agent.turn import TurnEvent
from gemma_app.app import App
from gemma_app.ui.chat.pacing import AT_MOST_EVERY, Pacing
from tests.ui.conftest import Open
from tests.ui.stage import said
from tests.ui.test_chat import chat_of, say, wait_for_the_end

PIECES = st.lists(st.tuples(st.text(min_size=1, max_size=4), st.floats(0, 0.1)), max_size=40)


@given(PIECES)
def test_all_text_arrives_in_order_and_never_twice_within_thirty_milliseconds(pieces: list[tuple[str, float]]) -> None:
    now, handed_on = 0.0, list[tuple[float, TurnEvent]]()
    pacing = Pacing(lambda event: handed_on.append((now, event)), lambda: now)
    for text, pause in pieces:
        now += pause
        pacing.take(TextDelta(text=text))
    streamed = list(handed_on)
    pacing.take(said("end"))
    assert "".join(event.text for _, event in handed_on if isinstance(event, TextDelta)) == "".join(
        text for text, _ in pieces
    )
    assert isinstance(handed_on[-1][1], ModelReply)
    times = [at for at, _ in streamed]
    assert all(later - earlier >= AT_MOST_EVERY for earlier, later in pairwise(times))


class Hasty:
    """Writes a long answer a letter at a time, as fast as it can."""

    id = "hasty"

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        assert on_event is not None
        for _ in range(400):
            on_event(TextDelta(text="가"))
        return said("가" * 400)


def test_an_answer_of_many_tokens_reaches_the_window_in_few_pieces(app: App, open_window: Open, qtbot: QtBot) -> None:
    window = open_window(app, Hasty())
    pieces: list[str] = []
    window.desk.chat.streamed.connect(pieces.append)
    begun = time.monotonic()
    say(qtbot, chat_of(window), "써 줘")
    wait_for_the_end(qtbot, window)
    assert "".join(pieces) == "가" * 400
    assert len(pieces) <= (time.monotonic() - begun) / AT_MOST_EVERY + 2


def test_text_that_comes_slowly_is_not_held_back() -> None:
    now, handed_on = 0.0, list[TurnEvent]()
    pacing = Pacing(handed_on.append, lambda: now)
    for text in "abc":
        pacing.take(TextDelta(text=text))
        now += 0.2
    assert handed_on == [TextDelta(text="a"), TextDelta(text="b"), TextDelta(text="c")]
