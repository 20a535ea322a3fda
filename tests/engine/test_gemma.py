"""The embedded model as a chat model, with the tools of habits."""

import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gemma_app.agent.messages import Message
from gemma_app.agent.model import CallStarted, ChatRequest, ModelEvent, ModelReply, Progress, TextDelta
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.protocol import Constraint, Segment
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.guard import Guard
from gemma_app.errors import AppError
from gemma_app.habits import tools as habits

pytestmark = pytest.mark.model

TOOLS = (
    habits.search_catalog.bind(None),
    habits.query_protocol.bind(None),
    habits.add_habit.bind(None, fills=("frame_level", "framed_text")),
    habits.list_active_habits.bind(None),
    habits.log_tracker_entry.bind(None),
    habits.get_streak.bind(None),
)


BRIEF = "아침 햇빛 보기, 마음챙김 명상, 책 읽기"


class Unbound(EmbeddedDialect):
    """Reads a prompt of any length and writes for as long as it is let."""

    def render(self, request: ChatRequest) -> tuple[Segment, ...]:
        return (Segment(text=request.messages[-1].text, trusted=True),)

    def constraint(self, request: ChatRequest) -> Constraint:
        return Constraint(opener="", gbnf='root ::= " say " [가-힣 ]+', closer="")


@pytest.fixture(scope="module")
def gemma(embedded_model: Path) -> Iterator[GemmaModel]:
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect())
    yield model
    model.close()


@pytest.fixture(scope="module")
def reader(embedded_model: Path) -> Iterator[GemmaModel]:
    model = GemmaModel.load(embedded_model, dialect=Unbound())
    yield model
    model.close()


def _request(text: str, **options: Any) -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", content=text),), tools=TOOLS, options={"brief": BRIEF, **options})


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("아침 햇빛 보기 습관 추가해줘", "add_habit", {"protocol_id": "아침 햇빛 보기"}),
        ("아침 햇빛 오늘 했어", "log_tracker_entry", {"habit_id": "아침 햇빛", "value": "done"}),
        ("아침 햇빛 며칠째야?", "get_streak", {"habit_id": "아침 햇빛"}),
        ("Add the morning sunlight habit", "add_habit", {"protocol_id": "morning sunlight"}),
        ("I did box breathing today", "log_tracker_entry", {"habit_id": "box breathing", "value": "done"}),
        ("What is my box breathing streak?", "get_streak", {"habit_id": "box breathing"}),
        ("어제 명상 못 했어", "log_tracker_entry", {"habit_id": "명상", "value": "blank"}),
        ("수면 관련 습관 찾아줘", "search_catalog", {}),
        ("내 습관 목록 보여줘", "list_active_habits", {}),
    ],
)
def test_a_plain_request_becomes_its_call(
    gemma: GemmaModel, said: str, tool: str, arguments: Mapping[str, str]
) -> None:
    events: list[ModelEvent] = []
    reply = gemma.generate(_request(said), on_event=events.append)
    (call,) = reply.tool_calls
    assert call.name == tool
    assert all(value in call.arguments[name] for name, value in arguments.items())
    assert (reply.stop_reason, reply.error, reply.text) == ("tool_use", None, "")
    assert CallStarted(name=tool) in events


@pytest.mark.parametrize("said", ["안녕!", "고마워", "Hello!"])
def test_talk_is_answered_in_words(gemma: GemmaModel, said: str) -> None:
    events: list[ModelEvent] = []
    reply = gemma.generate(_request(said, max_tokens=40), on_event=events.append)
    assert reply.tool_calls == ()
    assert reply.text
    assert "".join(event.text for event in events if isinstance(event, TextDelta)).strip() == reply.text


def test_the_same_request_gives_the_same_reply_whatever_came_before(gemma: GemmaModel) -> None:
    first = gemma.generate(_request("계단 오르기 추가해줘"))
    gemma.generate(_request("고마워"))
    second = gemma.generate(_request("계단 오르기 추가해줘"))
    again = gemma.generate(_request("계단 오르기 추가해줘"))
    calls = [[(call.name, call.arguments) for call in reply.tool_calls] for reply in (first, second, again)]
    assert calls[0] == calls[1] == calls[2]
    assert again.timings["reused_tokens"] >= again.timings["prompt_tokens"] - 1


def test_text_that_is_forced_is_not_computed_token_by_token_and_changes_no_call(
    gemma: GemmaModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("계단 오르기 추가해줘", "아침 햇빛 며칠째야?", "고마워")
    batched = [gemma.generate(_request(text, max_tokens=30)) for text in asked]
    monkeypatch.setattr(Guard, "forced", lambda _self: [])
    single = [gemma.generate(_request(text, max_tokens=30)) for text in asked]
    assert [_calls(reply) for reply in batched] == [_calls(reply) for reply in single]
    assert sum(reply.timings["forced_tokens"] for reply in batched) >= len(asked)
    assert all(reply.timings["forced_tokens"] == 0 for reply in single)


def test_an_answer_without_any_choice_needs_no_evaluation(gemma: GemmaModel, monkeypatch: pytest.MonkeyPatch) -> None:
    only = Constraint(opener="", gbnf='root ::= " list []\\n"', closer="\n")
    monkeypatch.setattr(EmbeddedDialect, "constraint", lambda _self, _request: only)
    reply = gemma.generate(_request("내 습관 목록 보여줘"))
    assert _calls(reply) == [("list_active_habits", {})]
    assert (reply.timings["prefilled_tokens"], reply.stop_reason) == (0, "tool_use")


def test_the_timings_tell_when_a_call_began_and_was_complete(gemma: GemmaModel) -> None:
    timings = gemma.generate(_request("계단 오르기 추가해줘")).timings
    assert 0 < timings["first_token_s"] <= timings["call_begun_s"] <= timings["call_complete_s"]
    assert timings["call_complete_s"] <= timings["prefill_s"] + timings["decode_s"]
    assert timings["prefilled_tokens"] + timings["reused_tokens"] >= timings["prompt_tokens"]
    assert timings["generated_tokens"] > timings["forced_tokens"] + timings["rejected_tokens"]


def _calls(reply: ModelReply) -> list[tuple[str, Mapping[str, Any]]]:
    return [(call.name, call.arguments) for call in reply.tool_calls]


def test_even_wild_sampling_makes_only_calls_that_fit_the_schema(gemma: GemmaModel) -> None:
    by_name = {tool.name: tool for tool in TOOLS}
    for seed in range(4):
        reply = gemma.generate(_request("오늘 물 마시기 했어", temperature=3.0, top_k=0, top_p=1.0, seed=seed))
        assert reply.error is None
        for call in reply.tool_calls:
            filled = dict.fromkeys(by_name[call.name].fills, "L2") | dict(call.arguments)
            assert by_name[call.name].check(filled) == filled


def test_a_length_limit_inside_a_call_is_no_call(gemma: GemmaModel) -> None:
    reply = gemma.generate(_request("계단 오르기 추가해줘", max_tokens=3))
    assert (reply.tool_calls, reply.stop_reason, reply.error) == ((), "length", "truncated")


def test_a_cancelled_request_does_nothing(gemma: GemmaModel) -> None:
    cancel = threading.Event()
    cancel.set()
    reply = gemma.generate(_request("계단 오르기 추가해줘"), cancel=cancel)
    assert (reply.stop_reason, reply.tool_calls) == ("cancelled", ())


def test_a_request_behind_the_end_of_the_model_is_cancelled(tiny_files: dict[str, Path]) -> None:
    model = GemmaModel.load(tiny_files["gemma3"], dialect=Unbound(), threads=1, n_ctx=64)
    model.close()
    assert model.generate(_request("a")).stop_reason == "cancelled"


def test_reading_a_long_prompt_can_be_watched_and_cancelled(reader: GemmaModel) -> None:
    cancel = threading.Event()
    seen: list[ModelEvent] = []
    at = 0.0

    def watch(event: ModelEvent) -> None:
        nonlocal at
        seen.append(event)
        at = time.perf_counter()
        cancel.set()

    reply = reader.generate(_request("나는 아침마다 물을 마시고 걷는다. " * 180), on_event=watch, cancel=cancel)
    assert time.perf_counter() - at < 1.0
    assert reply.stop_reason == "cancelled"
    (progress,) = seen
    assert isinstance(progress, Progress)
    assert 0 < progress.done < progress.total


def test_writing_can_be_cancelled_and_the_text_until_then_is_kept(reader: GemmaModel) -> None:
    cancel = threading.Event()

    def watch(event: ModelEvent) -> None:
        if isinstance(event, TextDelta):
            cancel.set()

    reply = reader.generate(_request("나는 아침마다", max_tokens=800), on_event=watch, cancel=cancel)
    assert reply.stop_reason == "cancelled"
    assert reply.timings["generated_tokens"] < 800


def test_a_listener_that_fails_ends_the_generation_and_not_the_model(gemma: GemmaModel) -> None:
    def fail(event: ModelEvent) -> None:
        raise RuntimeError("the window is gone")

    with pytest.raises(RuntimeError, match="window"):
        gemma.generate(_request("고마워"), on_event=fail)
    assert gemma.generate(_request("내 습관 목록 보여줘")).tool_calls


def test_threads_that_ask_at_once_each_get_their_own_answer(gemma: GemmaModel) -> None:
    asked = ["계단 오르기 추가해줘", "책 읽기 추가해줘", "사우나 추가해줘"]
    got: dict[str, str] = {}

    def ask(text: str) -> None:
        (call,) = gemma.generate(_request(text)).tool_calls
        got[text] = str(call.arguments["protocol_id"])

    threads = [threading.Thread(target=ask, args=(text,)) for text in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert all(got[text] in text for text in asked)
    assert len(set(got.values())) == len(asked)


def test_a_prompt_longer_than_the_context_is_refused_in_words(embedded_model: Path) -> None:
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect(), n_ctx=64)
    try:
        with pytest.raises(AppError, match="longer than the model can read"):
            model.generate(_request("계단 오르기 " * 300 + "추가해줘"))
    finally:
        model.close()


def test_a_file_that_is_no_model_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "not.gguf").write_bytes(b"hello")
    with pytest.raises(AppError, match="not a GGUF model file"):
        GemmaModel.load(tmp_path / "not.gguf", dialect=EmbeddedDialect())


def test_the_id_names_the_model_and_tells_its_weights_apart(gemma: GemmaModel, stock_model: Path) -> None:
    stock = GemmaModel.load(stock_model, dialect=EmbeddedDialect(), n_ctx=64)
    stock.close()
    assert gemma.id.startswith("Gemma 3 270m@")
    assert gemma.id != stock.id
