"""Korean particles follow the sound of the word before them."""

import pytest

from gemma_app.language import with_particle


@pytest.mark.parametrize(
    ("word", "pair", "result"),
    [
        ("물", "을/를", "물을"),
        ("보기", "을/를", "보기를"),
        ("'아침 햇빛 보기'", "을/를", "'아침 햇빛 보기'를"),
        ("거실", "으로/로", "거실로"),
        ("밖", "으로/로", "밖으로"),
        ("3", "을/를", "3을"),
        ("7", "으로/로", "7로"),
        ("2", "이/가", "2가"),
        ("Box", "을/를", "Box을(를)"),
        ("", "을/를", "을(를)"),
    ],
)
def test_a_particle_fits_its_word(word: str, pair: str, result: str) -> None:
    assert with_particle(word, pair) == result
