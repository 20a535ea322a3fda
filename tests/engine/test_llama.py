"""The native model itself: text to tokens and back, and what is kept between evaluations."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.dialects.protocol import Constraint, Segment
from gemma_app.engine.gguf_header import TensorInfo, read_header
from gemma_app.engine.grammar import Grammar
from gemma_app.engine.guard import Guard
from gemma_app.engine.llama import Llama, is_copied_anyway
from gemma_app.engine.prompt import prompt_tokens
from gemma_app.engine.pruning import prune
from gemma_app.engine.stop_flag import Aborted

pytestmark = pytest.mark.model

# The vocabulary writes a space as this character, so it comes back as a space.
_SPACE = "▁"
ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters=_SPACE), max_size=60)
MARKUP = st.sampled_from(["<start_of_turn>", "<end_of_turn>", "<eos>", "<bos>", "<unused7>", "<|tool_call>", "<", "\n"])


@pytest.fixture(scope="module")
def llama(embedded_model: Path) -> Iterator[Llama]:
    model = Llama(embedded_model, threads=2, n_ctx=2048)
    yield model
    model.close()


def _written(llama: Llama, tokens: list[int]) -> str:
    return b"".join(map(llama.piece, tokens)).decode("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "아침 햇빛 보기, 10분",
        "Ünïcödé 漢字 かな",
        "😀👩‍👩‍👧 👍🏽",
        "a\n\n\n b\t\tc   d",
        "뷁쀍 ㅎㅂ 각",
        "\x00\x01\x7f",
        "<b>굵게</b>",
        "<0x41>",
    ],
)
def test_every_text_comes_back_as_it_was(llama: Llama, text: str) -> None:
    assert _written(llama, llama.tokenize(text, special=False)) == text


@given(ANY_TEXT)
@settings(max_examples=150, deadline=None)
def test_any_text_comes_back_as_it_was(llama: Llama, text: str) -> None:
    assert _written(llama, llama.tokenize(text, special=False)) == text


@given(st.lists(ANY_TEXT | MARKUP, max_size=8).map("".join))
@settings(max_examples=100, deadline=None)
def test_untrusted_text_never_becomes_a_control_token(llama: Llama, text: str) -> None:
    tokens = prompt_tokens(llama, (Segment(text=text, trusted=False),))[1:]
    assert not set(tokens) & llama.controls.keys()
    assert _written(llama, tokens) == text


def test_trusted_markup_becomes_its_token(llama: Llama) -> None:
    tokens = prompt_tokens(llama, (Segment(text="<end_of_turn>", trusted=True),))
    assert [llama.controls[token] for token in tokens] == ["<bos>", "<end_of_turn>"]


def _tokens(llama: Llama, text: str, count: int) -> list[int]:
    return llama.tokenize(text * count, special=False, start=True)[:count]


def _cold(llama: Llama, tokens: list[int]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    llama.forget()
    llama.evaluate(tokens)
    return llama.logits().copy()


def test_going_back_to_a_shared_prefix_equals_having_read_only_that(llama: Llama) -> None:
    prefix = _tokens(llama, "나는 아침마다 물을 마신다. ", 60)
    first, second = [*prefix, 107, *prefix[20:40]], [*prefix, *prefix[5:15]]
    _cold(llama, prefix)
    llama.evaluate(second)
    expected = llama.logits().copy()
    _cold(llama, prefix)
    llama.evaluate(first)
    assert llama.evaluate(second) == len(prefix)
    assert llama.tokens == second
    np.testing.assert_allclose(llama.logits(), expected, atol=1e-3)


def test_a_prefix_that_the_sliding_window_has_left_is_read_again(tiny_files: dict[str, Path]) -> None:
    llama = Llama(tiny_files["gemma3"], threads=1, n_ctx=1024)
    long = _tokens(llama, "나는 매일 조금씩 걷고 그 수를 적는다. ", 1000)
    back = [*long[:100], *_tokens(llama, "Then it rained. ", 10)]
    expected = _cold(llama, back)
    _cold(llama, long)
    assert llama.evaluate(back) == 0
    np.testing.assert_allclose(llama.logits(), expected, atol=1e-4)
    llama.close()


def test_an_aborted_evaluation_leaves_a_state_that_can_be_continued(llama: Llama) -> None:
    tokens = _tokens(llama, "물을 마시고 걷는다. ", 300)
    expected = _cold(llama, tokens)
    llama.forget()
    with pytest.raises(Aborted):
        llama.evaluate(tokens, lambda _evaluated: llama.stop.set())
    llama.stop.clear()
    kept = len(llama.tokens)
    assert 0 < kept < len(tokens)
    assert llama.evaluate(tokens) == kept
    assert int(llama.logits().argmax()) == int(expected.argmax())


def test_a_token_that_the_grammar_forbids_is_refused_before_it_can_end_the_process(llama: Llama) -> None:
    grammar = Grammar(llama, 'root ::= "yes" | "no"')
    end = llama.tokenize("<eos>", special=True)[0]
    assert not grammar.allows(end)
    with pytest.raises(ValueError, match="not allowed"):
        grammar.accept(end)
    grammar.accept(llama.tokenize("yes", special=False)[0])
    assert grammar.allows(end)
    grammar.close()


def test_the_best_legal_token_is_that_of_the_whole_mask(llama: Llama) -> None:
    logits = _cold(llama, _tokens(llama, "The answer is ", 5))
    for gbnf in ('root ::= "\\"" [가-힣]+ "\\""', "root ::= [0-9]+", "root ::= [^a-z]+"):
        grammar = Grammar(llama, gbnf)
        assert grammar.best(logits) == int(np.argmax(grammar.mask(logits)))
        grammar.close()


def test_a_control_token_is_never_legal_inside_a_free_text(llama: Llama) -> None:
    grammar = Grammar(llama, 'root ::= <unused7> [^"]+')
    marked, other = (llama.tokenize(f"<unused{number}>", special=True)[0] for number in (7, 8))
    assert grammar.allows(marked)
    grammar.accept(marked)
    assert not grammar.allows(other)
    grammar.close()


def _one(llama: Llama, text: str) -> int:
    (token,) = llama.tokenize(text, special=True)
    return token


def test_a_grammar_rules_from_the_opener_to_the_closer_and_spelled_markup_opens_nothing(llama: Llama) -> None:
    guard = Guard(llama, Constraint(opener="<unused7>", gbnf='root ::= "yes" <unused8>', closer="<unused8>"))
    for token in llama.tokenize("say <unused7>", special=False):
        guard.accept(token)
        assert guard.grammar is None
    guard.accept(_one(llama, "<unused7>"))
    assert guard.grammar is not None
    assert not guard.grammar.allows(_one(llama, "no"))
    guard.accept(_one(llama, "yes"))
    guard.accept(_one(llama, "<unused8>"))
    assert guard.grammar is None


def test_an_opener_of_ordinary_text_may_come_in_several_tokens(llama: Llama) -> None:
    guard = Guard(llama, Constraint(opener="```json\n", gbnf='root ::= "{" "}"', closer=""))
    for token in llama.tokenize("Here: ```json\n", special=False):
        assert guard.grammar is None
        guard.accept(token)
    assert guard.grammar is not None
    guard.close()


def test_a_grammar_that_is_none_is_refused(llama: Llama) -> None:
    with pytest.raises(ValueError, match="grammar"):
        Grammar(llama, "root ::= (")


def test_the_smaller_vocabulary_writes_what_the_whole_one_writes(tmp_path: Path, stock_model: Path) -> None:
    prune(stock_model, tmp_path / "pruned.gguf")
    pruned, stock = (Llama(path, threads=2, n_ctx=256) for path in (tmp_path / "pruned.gguf", stock_model))
    prompts = ("The best thing about morning sunlight is", "오늘 아침에 물을 마시고")
    try:
        assert [_greedy(pruned, prompt) for prompt in prompts] == [_greedy(stock, prompt) for prompt in prompts]
    finally:
        pruned.close()
        stock.close()


def test_a_file_that_is_read_into_memory_writes_what_a_mapped_one_writes(stock_model: Path) -> None:
    texts = []
    for mapped in (True, False):
        llama = Llama(stock_model, threads=2, n_ctx=64, mapped=mapped)
        texts.append(_greedy(llama, "오늘 아침에 물을 마시고"))
        llama.close()
    assert texts[0] == texts[1]


@pytest.mark.parametrize(("types", "copied"), [((2, 0, 8), True), ((8, 12, 20), True), ((8, 8, 2), False)])
def test_a_file_is_not_mapped_where_a_good_part_of_it_is_copied_anyway(
    stock_model: Path, types: tuple[int, ...], copied: bool
) -> None:
    sizes = zip(types, (900, 500, 400), strict=True)
    tensors = tuple(TensorInfo(name="w", shape=(32,), type=kind, offset=0, size=size) for kind, size in sizes)
    assert is_copied_anyway(replace(read_header(stock_model), tensors=tensors)) == copied


def _greedy(llama: Llama, prompt: str, count: int = 10) -> str:
    llama.evaluate(llama.tokenize(prompt, special=False, start=True))
    tokens: list[int] = []
    for _ in range(count):
        tokens.append(int(llama.logits().argmax()))
        llama.extend(tokens[-1:])
    return _written(llama, tokens)
