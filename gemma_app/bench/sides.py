"""Who is measured: the app, and whoever gets the same prompts, each in a process of its own."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from gemma_app.app import MODELS_FOLDER
from gemma_app.bench.children import Child
from gemma_app.bench.keeping import refusals_in_words
from gemma_app.bench.product import embedded, own_model
from gemma_app.bench.raw import SHAPES, engine
from gemma_app.bench.runs import Side
from gemma_app.bench.stock import stock
from gemma_app.bench.tools import Server, bench_rates, found_tool

APP_SIDES: tuple[Side, ...] = ("app", "pasted")


class Asked(Protocol):
    """Whoever answers; ``ready_after`` is how many seconds it took from its start."""

    ready_after: float

    def ask(self, order: Any, /) -> Any:
        """Answer an order, or a prompt."""
        ...

    def close(self) -> None:
        """End."""
        ...


@dataclass(frozen=True, kw_only=True)
class Sides:
    """What the sides are made of.

    Args:
        folder: Where each app gets a data folder of its own.
        embedded: The file that the app loads.
        stock: The package's file; None to measure the app alone.
        adapter: The adapter that is merged into ``embedded``.
        threads: Threads that compute, on every side.
        tools: Where ``llama-bench`` and ``llama-server`` are, if they are.
    """

    folder: Path
    embedded: Path
    stock: Path | None
    adapter: Path
    threads: int
    tools: Path

    @property
    def names(self) -> tuple[Side, ...]:
        """Who answers prompts of the embedded model, in this order."""
        return APP_SIDES if self.stock is None else ("app", "stock", "pasted", "same_file", *self._server())

    @property
    def long_names(self) -> tuple[Side, ...]:
        """Who answers the long prompts of a model that the user brought."""
        return () if self.stock is None else ("app", "stock", *self._server())

    def start(self, side: Side) -> Asked:
        """Start one of ``names`` on the embedded model, ``stock`` on the package's file with the adapter.

        Raises:
            AppError: It does not start.
        """
        match side:
            case "app" | "pasted":
                return Child(embedded, self.data_folder(side))
            case "stock":
                return Child(stock, self._package, self.adapter, self.threads)
            case "same_file":
                return Child(stock, self.embedded, None, self.threads)
            case "server":
                return self._started_server(self.embedded)

    def start_long(self, side: Side) -> Asked:
        """Start one of ``long_names`` on the package's file, as if it were a model that the user brought.

        Raises:
            AppError: It does not start.
        """
        match side:
            case "app":
                folder = self.data_folder("own")
                return Child(own_model, folder, folder / MODELS_FOLDER / self._package.name)
            case "server":
                return self._started_server(self._package)
            case _:
                return Child(stock, self._package, None, self.threads)

    def start_engine(self) -> Asked:
        """Start the app's engine alone on the embedded model; it answers names of ``SHAPES``.

        Raises:
            AppError: It does not start.
        """
        return Child(engine, self.embedded, self.threads)

    def llama_bench(self) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return what ``llama-bench`` reaches on the embedded model and on the package's file, nothing without it.

        Raises:
            AppError: It fails.
        """
        program = found_tool("llama-bench", self.tools)
        if program is None or self.stock is None:
            return {}, {}
        same, other = (bench_rates(program, file, self.threads, SHAPES) for file in (self.embedded, self.stock))
        return same, other

    def data_folder(self, name: str) -> Path:
        """Return a data folder that has the model files already.

        Raises:
            AppError: The disk refuses.
        """
        models = self.folder / name / MODELS_FOLDER
        if not models.exists():
            with refusals_in_words():
                models.mkdir(parents=True)
                for model in filter(None, (self.embedded, self.stock)):
                    for file in model.parent.glob(f"{model.stem}.*"):
                        _link(file, models / file.name)
        return self.folder / name

    @property
    def _package(self) -> Path:
        if self.stock is None:
            raise ValueError("nothing to compare with")
        return self.stock

    def _server(self) -> tuple[Side, ...]:
        return ("server",) if found_tool("llama-server", self.tools) else ()

    def _started_server(self, model: Path) -> Server:
        program = found_tool("llama-server", self.tools)
        assert program is not None
        return Server(program, model, self.threads)


@contextmanager
def running(started: Iterator[tuple[Side, Asked]]) -> Iterator[dict[Side, Asked]]:
    """Keep sides that are started one by one, and end them all."""
    with ExitStack() as stack:
        sides: dict[Side, Asked] = {}
        for name, side in started:
            stack.callback(side.close)
            sides[name] = side
        yield sides


def _link(file: Path, to: Path) -> None:
    """Have a file in another place, without copying it where the system can."""
    try:
        os.link(file, to)
    except OSError:
        shutil.copy2(file, to)
