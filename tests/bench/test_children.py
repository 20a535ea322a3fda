"""Processes that answer."""

import pytest

from gemma_app.bench.children import Child
from gemma_app.errors import AppError
from tests.bench.serving import doubling, refusing


def test_a_child_answers_one_order_after_the_other() -> None:
    with Child(doubling, 3) as child:
        assert [child.ask(1), child.ask(5)] == [3, 15]
        assert child.ready_after > 0


def test_what_a_child_cannot_do_is_said_in_its_words() -> None:
    with Child(doubling, 3) as child, pytest.raises(AppError) as refused:
        child.ask(0)
    assert refused.value.message.ko == "너무 작아요."


def test_a_child_that_dies_is_told_of_in_a_sentence() -> None:
    with Child(doubling, 3) as child, pytest.raises(AppError) as died:
        child.ask(-1)
    assert "ended early" in died.value.message.en


def test_a_child_that_cannot_begin_says_why() -> None:
    with pytest.raises(AppError) as refused:
        Child(refusing, "now")
    assert refused.value.message.en == "Cannot begin."
