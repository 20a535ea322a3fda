"""What a start of the app gains from the one before, and what it never takes over."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest, ModelReply
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.llama import Llama
from gemma_app.engine.stop_flag import Aborted
from gemma_app.engine.threads import ThreadRecord, Threads
from tests.engine.forced import Forced
from tests.engine.test_whole_path import NOTE
from tests.engine.tiny import write_tiny

pytestmark = pytest.mark.model

ASKED = ChatRequest(
    messages=(Message(role="user", content="물 한 잔 적어 줘"),),
    tools=(NOTE,),
    options={"system": "Keep notes, and be brief. " * 8, "temperature": 0.0, "max_tokens": 12},
)


def _started(file: Path, folder: Path, request: ChatRequest = ASKED) -> ModelReply:
    """Answer one request in a run of its own that keeps things in ``folder``."""
    dialect = Forced(get_dialect("gemma3"))
    model = GemmaModel.load(file, dialect=dialect, threads=1, n_ctx=1024, keep_in=folder)
    try:
        return model.generate(request)
    finally:
        model.close()


def _states(folder: Path) -> list[Path]:
    return list((folder / "prefix").glob("*.state"))


def test_the_next_start_reads_only_what_was_said_and_answers_the_same(
    tiny_files: dict[str, Path], tmp_path: Path
) -> None:
    file = tiny_files["gemma3"]
    first = _started(file, tmp_path)
    assert len(_states(tmp_path)) == 1
    second = _started(file, tmp_path)
    assert second.timings["restored_tokens"] > 64
    assert second.timings["prefilled_tokens"] < first.timings["prefilled_tokens"] / 2
    assert (second.text, second.tool_calls, second.error) == (first.text, first.tool_calls, first.error)
    other = _started(file, tmp_path, replace(ASKED, messages=(Message(role="user", content="다른 말"),)))
    assert other.timings["restored_tokens"] == second.timings["restored_tokens"]
    assert len(_states(tmp_path)) == 1


def _other_tools(request: ChatRequest) -> ChatRequest:
    return replace(request, tools=(replace(NOTE, description="Another description."),))


def _other_instructions(request: ChatRequest) -> ChatRequest:
    return replace(request, options={**request.options, "system": "Never be brief. " * 10})


@pytest.mark.parametrize("changed", [_other_tools, _other_instructions])
def test_other_tools_or_instructions_are_read_anew(
    tiny_files: dict[str, Path], tmp_path: Path, changed: Callable[[ChatRequest], ChatRequest]
) -> None:
    _started(tiny_files["gemma3"], tmp_path)
    assert _started(tiny_files["gemma3"], tmp_path, changed(ASKED)).timings["restored_tokens"] == 0


def test_other_weights_are_read_anew(embedded_model: Path, tmp_path: Path) -> None:
    file = write_tiny(tmp_path / "model.gguf", "gemma3", embedded_model)
    _started(file, tmp_path)
    content = bytearray(file.read_bytes())
    content[-4] ^= 1
    file.write_bytes(content)
    assert _started(file, tmp_path).timings["restored_tokens"] == 0


def test_a_start_that_keeps_nothing_leaves_nothing(
    tiny_files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "model.gguf"
    file.hardlink_to(tiny_files["gemma3"])
    model = GemmaModel.load(file, dialect=Forced(get_dialect("gemma3")), n_ctx=1024)
    model.generate(ASKED)
    model.close()
    assert list(tmp_path.iterdir()) == [file]


def test_the_threads_that_were_measured_are_used_at_the_next_start(
    tiny_files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load() -> GemmaModel:
        return GemmaModel.load(tiny_files["gemma3"], dialect=get_dialect("gemma3"), n_ctx=256, keep_in=tmp_path)

    monkeypatch.setattr("gemma_app.engine.gemma.is_busy", lambda: False)
    model = load()
    model._worker._pool.submit(lambda: None).result(60)
    model.close()
    record = ThreadRecord(tmp_path, model.id)
    assert record.read() is not None
    record.write(Threads(decode=1, prefill=2))
    monkeypatch.setattr("gemma_app.engine.gemma.measure", lambda *_: pytest.fail("measured again"))
    model = load()
    assert model.threads == Threads(decode=1, prefill=2)
    model.close()


def test_what_the_user_writes_is_read_before_the_threads_are_measured(
    embedded_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemma_app.engine.gemma.is_busy", lambda: False)
    happened: list[str] = []
    begun, written = threading.Event(), threading.Event()

    def measured(_llama: Llama, most: int, is_wanted: Callable[[], bool]) -> Threads:
        begun.set()
        assert written.wait(60)
        if is_wanted():
            raise Aborted
        happened.append("measured")
        return Threads(decode=most, prefill=most)

    monkeypatch.setattr("gemma_app.engine.gemma.measure", measured)
    monkeypatch.setattr("gemma_app.engine.gemma.read_ahead", lambda *_: happened.append("read"))
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect(), keep_in=tmp_path)
    assert begun.wait(60)
    model.prepare(ChatRequest(messages=()))
    written.set()
    model._worker._pool.submit(lambda: None).result(60)
    model.close()
    assert happened == ["read", "measured"]


def test_newer_words_are_read_before_the_threads_that_wait(
    embedded_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemma_app.engine.gemma.is_busy", lambda: False)
    happened: list[str] = []
    reading, written = threading.Event(), threading.Event()

    def measured(_llama: Llama, most: int, is_wanted: Callable[[], bool]) -> Threads:
        if is_wanted():
            raise Aborted
        happened.append("measured")
        return Threads(decode=most, prefill=most)

    def read(*given: object) -> None:
        reading.set()
        assert written.wait(60)
        happened.append(given[3].messages[0].text)  # type: ignore[attr-defined]

    monkeypatch.setattr("gemma_app.engine.gemma.measure", measured)
    monkeypatch.setattr("gemma_app.engine.gemma.read_ahead", read)
    monkeypatch.setattr("gemma_app.engine.gemma.answer_ahead", lambda *_: None)
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect())
    model.prepare(ChatRequest(messages=(Message(role="user", content="one"),)))
    assert reading.wait(60)
    model._measure_threads(ThreadRecord(tmp_path, model.id))
    model.prepare(ChatRequest(messages=(Message(role="user", content="two"),)))
    written.set()
    model._worker._pool.submit(lambda: None).result(60)
    model.close()
    assert happened == ["one", "two", "measured"]
