"""Reading ahead: what is typed next continues it, and a request neither waits for it nor reads it again."""

import itertools
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gemma_app.agent.messages import Message, ToolUsePart
from gemma_app.agent.model import ChatRequest, ModelEvent, ModelReply, ReadsAhead, TextDelta
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.ahead import answer_ahead, known_prompt, read_ahead
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import read_prompt
from gemma_app.engine.reading import PromptReader
from gemma_app.engine.stop_flag import Aborted
from tests.engine.test_gemma import TOOLS

pytestmark = pytest.mark.model

_EARLIER = (Message(role="user", content="안녕"), Message(role="assistant", content="안녕하세요! 무엇을 도울까요?"))


def _request(text: str) -> ChatRequest:
    messages = (*_EARLIER, Message(role="user", content=text))
    return ChatRequest(messages=messages, tools=TOOLS, options={"brief": "아침 햇빛 보기, 책 읽기"})


@pytest.fixture(scope="module")
def gemma(embedded_model: Path) -> Iterator[GemmaModel]:
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect())
    yield model
    model.close()


@pytest.fixture
def llama(gemma: GemmaModel) -> Llama:
    _wait_for_the_thread(gemma)  # no other may touch the native model meanwhile
    gemma._llama.stop.clear()  # the end of a request may set it; the worker, which is passed by here, clears it
    gemma._llama.forget()
    return gemma._llama


def _never() -> bool:
    return False


def _wait_for_the_thread(gemma: GemmaModel) -> None:
    """Wait until what is done ahead is over."""
    gemma._worker._pool.submit(lambda: None).result(60)


@pytest.mark.parametrize("dialect", ["embedded", "gemma3"])
@pytest.mark.parametrize("typed", ["", "아침", "아침 햇", "Add the mor", "2", "  ", "오늘 \n"])
def test_what_is_known_while_typing_begins_the_prompt_however_it_goes_on(
    llama: Llama, dialect: str, typed: str
) -> None:
    form = EmbeddedDialect() if dialect == "embedded" else get_dialect(dialect)
    known = known_prompt(llama, form, _request(typed)).tokens
    before = read_prompt(llama, form, ChatRequest(messages=_EARLIER, tools=TOOLS, options=_request("").options)).tokens
    assert len(known) > len(before) - 4
    for more in ("빛 오늘 했어", " breathing habit", "5분", "?"):
        whole = list(read_prompt(llama, form, _request(typed + more)).tokens)
        kept = next((at for at, (one, other) in enumerate(zip(known, whole, strict=False)) if one != other), len(known))
        assert kept >= len(known) - 2


def test_a_call_that_waits_ends_what_is_read(llama: Llama) -> None:
    call = Message(role="assistant", content=(ToolUsePart(id="1", name="get_streak", arguments={"habit_id": "물"}),))
    request = ChatRequest(messages=(*_request("물 며칠째야?").messages, call), tools=TOOLS)
    dialect = get_dialect("gemma3")
    assert known_prompt(llama, dialect, request) == read_prompt(llama, dialect, request)


def test_a_request_reads_only_what_was_not_read_ahead(gemma: GemmaModel, llama: Llama) -> None:
    read_ahead(llama, gemma._reader, EmbeddedDialect(), _request("아침 햇빛 오늘"), _never)
    ahead = len(llama.tokens)
    prepared = gemma.generate(_request("아침 햇빛 오늘 했어"))
    assert prepared.timings["reused_tokens"] >= ahead - 2
    assert prepared.timings["prefilled_tokens"] < 10
    llama.forget()
    cold = gemma.generate(_request("아침 햇빛 오늘 했어"))
    assert _calls(prepared) == _calls(cold)


def _calls(reply: ModelReply) -> list[tuple[str, dict[str, object]]]:
    return [(call.name, dict(call.arguments)) for call in reply.tool_calls]


def test_what_was_read_ahead_is_not_read_twice(gemma: GemmaModel, llama: Llama) -> None:
    read_ahead(llama, gemma._reader, EmbeddedDialect(), _request("아침"), _never)
    evaluated: list[object] = []
    extend = llama._decode
    llama._decode = evaluated.append  # type: ignore[method-assign,assignment]
    read_ahead(llama, gemma._reader, EmbeddedDialect(), _request("아침"), _never)
    llama._decode = extend  # type: ignore[method-assign]
    assert evaluated == []


def test_reading_ahead_ends_where_the_model_is_wanted_and_what_was_read_stays(llama: Llama) -> None:
    request = _request("나는 아침마다 물을 마시고 걷는다. " * 10)
    with pytest.raises(Aborted):
        read_ahead(llama, PromptReader(llama, None), EmbeddedDialect(), request, lambda: True)
    assert 0 < len(llama.tokens) < len(known_prompt(llama, EmbeddedDialect(), request).tokens)


def test_a_prompt_longer_than_the_context_is_not_read_ahead(embedded_model: Path) -> None:
    llama = Llama(embedded_model, threads=1, n_ctx=256)
    read_ahead(llama, PromptReader(llama, None), get_dialect("gemma3"), _request("긴 말 " * 400), _never)
    assert llama.tokens == []
    llama.close()


def test_a_request_comes_before_what_is_read_ahead(gemma: GemmaModel) -> None:
    assert isinstance(gemma, ReadsAhead)
    long = _request("나는 아침마다 물을 마시고 걷는다. " * 20)
    replies: list[ModelReply] = []
    gemma.prepare(long)
    asking = threading.Thread(target=lambda: replies.append(gemma.generate(_request("내 습관 목록 보여줘"))))
    asking.start()
    gemma.prepare(long)
    asking.join(60)
    assert _calls(replies[0]) == [("list_active_habits", {})]


def _answer_ahead(gemma: GemmaModel, text: str, *, tokens: int = 1_000) -> None:
    """Answer ``text`` ahead until so many tokens are there."""
    left = itertools.count(tokens, -1)
    answer_ahead(gemma._llama, gemma._reader, gemma._dialect, _request(text), lambda: next(left) <= 0, gemma._foreseen)


def _cold(gemma: GemmaModel, text: str) -> ModelReply:
    gemma._llama.forget()
    return gemma.generate(_request(text))


@pytest.mark.parametrize("text", ["아침 햇빛 오늘 했어", "what does my reading streak look like", "고마워 덕분이야"])
def test_what_was_answered_ahead_needs_no_evaluation_and_is_what_a_cold_run_answers(
    gemma: GemmaModel, llama: Llama, text: str
) -> None:
    told: list[ModelEvent] = []
    _answer_ahead(gemma, text)
    evaluated: list[object] = []
    decode, llama._decode = llama._decode, evaluated.append  # type: ignore[method-assign,assignment]
    ahead = gemma.generate(_request(text), on_event=told.append)
    llama._decode = decode  # type: ignore[method-assign]
    assert evaluated == []
    assert ahead.timings["foreseen_tokens"] == ahead.timings["generated_tokens"] > 0
    cold = _cold(gemma, text)
    assert (_calls(ahead), ahead.text, ahead.stop_reason) == (_calls(cold), cold.text, cold.stop_reason)
    assert "".join(event.text for event in told if isinstance(event, TextDelta)).strip() == cold.text
    assert cold.timings["foreseen_tokens"] == 0


@pytest.mark.usefixtures("llama")
@pytest.mark.parametrize("tokens", range(12))
@pytest.mark.parametrize("text", ["물 마시기 어제는 못 했다고 적어줘", "put three lines of gratitude on my habits"])
def test_an_answer_that_was_begun_ahead_goes_on_as_a_cold_run_does(gemma: GemmaModel, text: str, tokens: int) -> None:
    _answer_ahead(gemma, text, tokens=tokens)
    begun = gemma.generate(_request(text))
    cold = _cold(gemma, text)
    assert begun.timings["foreseen_tokens"] == min(tokens, begun.timings["generated_tokens"])
    assert (_meant(begun), begun.text) == (_meant(cold), cold.text)


def _meant(reply: ModelReply) -> list[tuple[str, object]]:
    """What is called and about what; how the rest is worded can turn on the rounding of another split of the prompt."""
    return [(call.name, next(iter(call.arguments.values()), None)) for call in reply.tool_calls]


def test_another_request_than_was_answered_ahead_is_answered_by_itself(gemma: GemmaModel, llama: Llama) -> None:
    _answer_ahead(gemma, "아침 햇빛 오늘 했어")
    other = gemma.generate(_request("아침 햇빛 오늘 못 했어"))
    assert other.timings["foreseen_tokens"] == 0
    (call,) = other.tool_calls
    assert (call.name, call.arguments["value"]) == ("log_tracker_entry", "blank")
    assert gemma.generate(_request("아침 햇빛 오늘 했어")).timings["foreseen_tokens"] == 0  # only for what comes next
    fewer = replace(_request("아침 햇빛 오늘 했어"), tools=TOOLS[:1])
    _answer_ahead(gemma, "아침 햇빛 오늘 했어")
    assert gemma.generate(fewer).timings["foreseen_tokens"] == 0


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_is_answered_before_anything_is_written(gemma: GemmaModel, llama: Llama, text: str) -> None:
    _answer_ahead(gemma, text)
    assert llama.tokens == []


def test_preparing_answers_what_stands_in_the_input_field(gemma: GemmaModel, llama: Llama) -> None:
    gemma.prepare(_request("책 읽기 연속 기록이 궁금해"))
    _wait_for_the_thread(gemma)
    reply = gemma.generate(_request("책 읽기 연속 기록이 궁금해"))
    assert reply.timings["foreseen_tokens"] == reply.timings["generated_tokens"]
    assert [call.name for call in reply.tool_calls] == ["get_streak"]


def test_a_model_whose_answers_vary_answers_nothing_ahead(tiny: GemmaModel) -> None:
    tiny.prepare(_request("오늘 했어"))
    _wait_for_the_thread(tiny)
    prompt = known_prompt(tiny._llama, tiny._dialect, _request("오늘 했어")).tokens
    assert tiny._llama.tokens == list(prompt)


def test_a_model_that_is_closed_ignores_what_it_is_given_to_read(embedded_model: Path) -> None:
    model = GemmaModel.load(embedded_model, dialect=EmbeddedDialect(), n_ctx=256)
    model.prepare(_request("아침"))
    model.close()
    model.prepare(_request("아침"))
