"""What the app is given to read before Enter is what its window would read."""

import pytest

from gemma_app.bench import writing
from gemma_app.bench.writing import KEY_SECONDS, THINKING_SECONDS, paste, write
from gemma_app.ui import reading_ahead


def _written(text: str) -> tuple[list[str], list[float]]:
    read: list[str] = []
    waits: list[float] = []
    write(text, read.append, waits.append)
    return read, waits


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("물 오늘 했어", ["", "물 오", "물 오늘", "물 오늘 ", "물 오늘 했", "물 오늘 했어"]),
        ("네", ["", "네"]),
        ("", [""]),
    ],
)
def test_the_last_keys_are_seen_one_by_one_after_the_answer_before(text: str, seen: list[str]) -> None:
    assert _written(text)[0] == seen


def test_enter_comes_one_key_after_the_last() -> None:
    waits = _written("물 오늘 했어")[1]
    assert waits[0] == THINKING_SECONDS
    assert sum(waits[1:]) == pytest.approx(5 * KEY_SECONDS)
    assert sum(waits[-2:]) == pytest.approx(KEY_SECONDS)


def test_words_that_are_pasted_are_not_seen_before_enter() -> None:
    read: list[str] = []
    paste(read.append, lambda _: None)
    assert read == [""]


def test_the_window_waits_as_long_as_is_measured() -> None:
    assert pytest.approx(writing.PAUSE_SECONDS * 1_000) == reading_ahead.PAUSE_MS
