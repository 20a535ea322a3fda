"""A conversation that outgrows the context goes on: whole turns are left out, the oldest first."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gemma_app.agent.messages import Message, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.dialects.protocol import Dialect
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import Prompt, fitting_prompt, read_prompt
from gemma_app.errors import AppError
from tests.engine.test_whole_path import NOTE

pytestmark = pytest.mark.model

_NUMBER = re.compile(r"(?:question|body|result|answer)-(\d+)")


# FunctionGemma reads the newest question only, so that nothing of it can be left out.
reads_the_conversation = pytest.mark.parametrize("tiny", ["gemma3", "gemma4"], indirect=True)


def _turn(number: int) -> tuple[Message, ...]:
    call = ToolUsePart(id=f"c{number}", name="note", arguments={"body": f"body-{number} " + "물 한 잔 " * 8})
    result = ToolResultPart(tool_use_id=f"c{number}", content=f'{{"ok":"result-{number} {"잘 적었어요 " * 8}"}}')
    return (
        Message(role="user", content=f"question-{number}"),
        Message(role="assistant", content=(call,)),
        Message(role="user", content=(result,)),
        Message(role="assistant", content=f"answer-{number}"),
    )


def _request(turns: int, *newest: Message, **options: object) -> ChatRequest:
    messages = [message for number in range(turns) for message in _turn(number)]
    newest = newest or (Message(role="user", content=f"question-{turns}"),)
    return ChatRequest(messages=(*messages, *newest), tools=(NOTE,), options={"max_tokens": 40, **options})


def _read(model: GemmaModel, request: ChatRequest) -> tuple[Prompt, str]:
    prompt = fitting_prompt(model._llama, get_dialect(model.dialect), request)
    return prompt, b"".join(map(model._llama.piece, prompt.tokens)).decode("utf-8")


def _numbers(text: str) -> Sequence[int]:
    return [int(found) for found in _NUMBER.findall(text)]


def test_what_fits_is_read_as_a_whole(tiny: GemmaModel) -> None:
    prompt, text = _read(tiny, _request(2))
    assert prompt.left_out == 0
    if tiny.dialect != "functiongemma":  # which reads the newest question only
        assert _numbers(text) == [0, 0, 0, 0, 1, 1, 1, 1, 2]


@reads_the_conversation
def test_the_oldest_turns_are_left_out_whole_and_no_more_than_must_be(tiny: GemmaModel) -> None:
    request = _request(30)
    prompt, text = _read(tiny, request)
    assert prompt.left_out > 0
    assert prompt.left_out % len(_turn(0)) == 0
    first = prompt.left_out // len(_turn(0))
    assert _numbers(text) == [*sorted(list(range(first, 30)) * 4), 30]
    assert len(prompt.tokens) <= tiny.traits.context_tokens - 40
    one_more = replace(request, messages=request.messages[prompt.left_out - len(_turn(0)) :])
    assert _read(tiny, one_more)[0].left_out == len(_turn(0))


@reads_the_conversation
def test_finding_what_fits_reads_few_prompts(tiny: GemmaModel, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[ChatRequest] = []

    def noted(llama: Llama, dialect: Dialect, request: ChatRequest) -> Prompt:
        read.append(request)
        return read_prompt(llama, dialect, request)

    monkeypatch.setattr("gemma_app.engine.prompt.read_prompt", noted)
    prompt, _ = _read(tiny, _request(64))
    assert prompt.left_out > 0
    assert len(read) <= 9


def test_calls_that_pile_up_within_a_turn_push_out_earlier_turns_and_not_their_own_question(tiny: GemmaModel) -> None:
    question, *rest = _turn(7)
    newest = (question, *rest[:2] * 12)
    request = _request(20, *newest)
    prompt, text = _read(tiny, request)
    assert text.count("question-7") == 1
    assert text.count("body-7") == text.count("result-7") == 12
    assert len(prompt.tokens) <= tiny.traits.context_tokens - 40


def test_the_system_s_words_and_what_tells_of_the_board_stay(tiny: GemmaModel) -> None:
    request = _request(30, board="board: 1 title")
    messages = (Message(role="user", content="the-board"), Message(role="system", content="the-rule"))
    prompt, text = _read(tiny, replace(request, messages=(*messages, *request.messages)))
    assert "the-rule" in text
    if tiny.dialect != "functiongemma":
        assert prompt.left_out > 0
        assert "the-board" in text


@reads_the_conversation
def test_the_reply_says_how_much_was_left_out(tiny: GemmaModel) -> None:
    reply = tiny.generate(_request(30))
    assert reply.left_out > 0
    assert reply.timings["prompt_tokens"] + 40 <= tiny.traits.context_tokens


def test_a_turn_that_is_too_long_by_itself_is_refused_in_words(tiny: GemmaModel) -> None:
    with pytest.raises(AppError, match="longer than the model can read"):
        tiny.generate(_request(1, Message(role="user", content="물을 마신다. " * 2_000)))
