"""What the children of the tests do."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gemma_app.errors import AppError
from gemma_app.language import Phrase


@contextmanager
def doubling(factor: int) -> Iterator[Callable[[int], int]]:
    """Answer a number times ``factor``; 0 is too little, and a negative number ends the process."""

    def answer(number: int) -> int:
        if not number:
            raise AppError(Phrase(ko="너무 작아요.", en="Too little."))
        if number < 0:
            os._exit(3)
        return factor * number

    yield answer


@contextmanager
def refusing(word: str) -> Iterator[Callable[[int], int]]:
    """Begin only for one word."""
    if word != "please":
        raise AppError(Phrase(ko="시작할 수 없어요.", en="Cannot begin."))
    yield lambda number: number
