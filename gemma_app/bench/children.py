"""Processes of their own, so that each side starts cold and its memory is its own."""

import multiprocessing
import signal
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection
from typing import Any, Self

from gemma_app.errors import AppError
from gemma_app.language import Phrase

_PATIENCE_SECONDS = 600.0
_END_SECONDS = 3.0

Serve = Callable[..., AbstractContextManager[Callable[[Any], Any]]]
"""Makes what answers, in the child; must be importable by name."""


class Child:
    """A process that answers one order after the other.

    Args:
        serve: Makes what answers.
        *arguments: What ``serve`` gets.

    Attributes:
        ready_after: Seconds from the start of the process until it could answer.

    Raises:
        AppError: The child could not begin.
    """

    def __init__(self, serve: Serve, *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(theirs, serve, arguments), name="bench")
        begun = time.perf_counter()
        self._process.start()
        theirs.close()
        try:
            self._receive()
        except BaseException:
            self.close()
            raise
        self.ready_after = time.perf_counter() - begun

    def ask(self, order: Any) -> Any:
        """Return what the child answers.

        Raises:
            AppError: It cannot, or it died.
        """
        self._connection.send(order)
        return self._receive()

    def close(self) -> None:
        """End the process."""
        with suppress(OSError):  # it may be gone already
            self._connection.send(None)
        self._process.join(_END_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _receive(self) -> Any:
        try:
            if not self._connection.poll(_PATIENCE_SECONDS):
                raise _died()
            answer = self._connection.recv()
        except (EOFError, OSError) as error:
            raise _died() from error
        if isinstance(answer, Phrase):
            raise AppError(answer)
        return answer


def _run(connection: Connection, serve: Serve, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the parent, which ends its children
    try:
        with serve(*arguments) as answer:
            connection.send(True)  # noqa: FBT003
            while (order := connection.recv()) is not None:
                connection.send(answer(order))
    except AppError as error:
        connection.send(error.message)
    except (EOFError, BrokenPipeError):
        return  # the parent is gone


def _died() -> AppError:
    return AppError(
        Phrase(
            ko="측정하던 프로그램이 도중에 끝났어요. 메모리가 모자라지 않은지 보고 다시 해 주세요.",
            en="A process that was measuring ended early. See whether there is enough memory, and try again.",
        )
    )
