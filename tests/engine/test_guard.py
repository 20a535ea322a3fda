"""What a grammar leaves no choice about is known beforehand, in the tokens that the model would write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.dialects.protocol import Constraint
from gemma_app.engine.guard import Guard, settled
from gemma_app.engine.llama import Llama

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def llama(embedded_model: Path) -> Iterator[Llama]:
    model = Llama(embedded_model, threads=1, n_ctx=64)
    yield model
    model.close()


def _forced(llama: Llama, gbnf: str, written: str = "") -> str:
    """Return what is forced behind ``written``; an end token is written as ``<eos>``."""
    guard = Guard(llama, Constraint(opener="", gbnf=gbnf, closer=""))
    try:
        for token in llama.tokenize(written, special=True):
            guard.accept(token)
        pieces = ["<eos>" if llama.is_end(token) else llama.piece(token).decode("utf-8") for token in guard.forced()]
        return "".join(pieces)
    finally:
        guard.close()


@pytest.mark.parametrize(
    ("gbnf", "written", "forced"),
    [
        ('root ::= " log [" ("1" | "2") "]"', "", " log ["),
        ('root ::= " log [" ("1" | "2") "]"', " log [1", "]<eos>"),
        ('root ::= "a" "b"? "c"', "", "a"),
        ('root ::= "ab" [0-9]*', "", "ab"),
        ('root ::= "물" ("마" | "을")', "", "물"),
        ('root ::= "물" | "몰"', "", ""),
        ('root ::= "done" | "do"', "", "do"),
        ('root ::= <unused7> "yes" <unused8> ("a" | "b")', "", "<unused7>yes<unused8>"),
        ('root ::= "yes" (<unused7> | "b")', "", "yes"),
        ("root ::= [^a]", "", ""),
    ],
)
def test_text_is_forced_up_to_the_first_choice(llama: Llama, gbnf: str, written: str, forced: str) -> None:
    assert _forced(llama, gbnf, written) == forced


def test_a_long_forced_text_comes_in_several_parts(llama: Llama) -> None:
    part = _forced(llama, f'root ::= "{"ab " * 200}"')
    assert len(part) > 100
    assert ("ab " * 200).startswith(part)


def test_forced_text_is_tokenized_as_the_model_would_write_it(llama: Llama) -> None:
    guard = Guard(llama, Constraint(opener="", gbnf='root ::= " log [\\"done\\"]" [a-z]', closer=""))
    assert guard.forced() == llama.tokenize(' log ["done"]', special=False)
    guard.close()


def test_spelled_markup_is_never_forced_as_its_token(llama: Llama) -> None:
    guard = Guard(llama, Constraint(opener="", gbnf='root ::= "a <unused7>" [a-z]', closer=""))
    assert not set(guard.forced()) & llama.controls.keys()
    guard.close()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (' log ["', " log"),
        (" log", ""),
        ("", ""),
        ('{"date":"', '{"date'),
        (' log ["done', ' log ["'),
        ("a<unused7>", "a<unused7>"),
        ("<unused7>b", "<unused7>"),
    ],
)
def test_the_end_of_forced_text_is_left_to_the_model_where_a_token_could_go_on(
    llama: Llama, text: str, kept: str
) -> None:
    tokens = settled(llama, llama.tokenize(text, special=True))
    assert b"".join(map(llama.piece, tokens)).decode("utf-8") == kept
