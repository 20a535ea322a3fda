"""Carries the whole measurement out; the sides take turns, so that noise hits all alike."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from gemma_app.app import MODELS_FOLDER
from gemma_app.bench.bandwidth import memory_bandwidth
from gemma_app.bench.keeping import FOLDER, refusals_in_words
from gemma_app.bench.machine import Machine, processor_name, usable_cores
from gemma_app.bench.plan import (
    LANGUAGES,
    LONG,
    Planned,
    Scenario,
    conversations,
    first_turns,
    languages_of,
    second_turns,
)
from gemma_app.bench.product import Cut, Say, Tick
from gemma_app.bench.raw import SHAPES
from gemma_app.bench.results import Results, Round
from gemma_app.bench.runs import Answer, Cancelled, Phase, Prompt, Run, Side
from gemma_app.bench.sides import APP_SIDES, Asked, Sides, running
from gemma_app.bench.ticking import Ticker, plain_ticks
from gemma_app.bench.tools import BUILT
from gemma_app.bench.words import ACTING, long_text, said
from gemma_app.engine.assembly import ADAPTER_NAME, ensure_embedded, ensure_stock
from gemma_app.engine.gemma import default_threads

_LATEST_CUT: dict[Phase, float] = {"prefill": 0.3, "decode": 0.1}
# What takes long and is noisy little is done once for so many turns.
_TURNS_A_ROUND = 4
# Sides that are measured only where they are compared with.
_COMPARED: dict[Side, tuple[Scenario, ...]] = {"same_file": ("cold", "warm"), "server": ("cold", "warm", *LONG)}
_SETTLE_SECONDS = 4.0
_WORK_PREFIX = ".run-"
_STALE_SECONDS = 24 * 3_600


class Unwanted(Exception):
    """The measurement is no longer wanted."""


@dataclass(kw_only=True)
class Bench:
    """One measurement.

    Args:
        sides: Who is measured.
        turns: Turns in each situation.
        ticker: What ticks while the model works.
        on_progress: Takes the done share, 0 to 1.
        stopped: Asked between turns.
        pause: Waits for so many seconds.
    """

    sides: Sides
    turns: int
    ticker: Ticker
    on_progress: Callable[[float], None]
    stopped: Callable[[], bool]
    pause: Callable[[float], None] = time.sleep
    runs: list[Run] = field(default_factory=list)
    cancelled: list[Cancelled] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    _steps: int = 0

    def run(self) -> None:
        """Measure everything.

        Raises:
            AppError: A side cannot start, or died.
            Unwanted: ``stopped`` said so.
        """
        self._measure_speeds()
        self._measure_first(first_turns(self.turns, "cold"), self.sides.names, self.sides.start)
        self._measure_talks()
        self._measure_long()
        self._measure_ticks()

    @property
    def _all_steps(self) -> int:
        alone = self._rounds + self.turns + sum(1 for _ in conversations(self.turns)) + 2 * self.turns + 1
        return alone + (2 * self._rounds + 2 * self.turns if self.sides.long_names else 0)

    @property
    def _rounds(self) -> int:
        return max(1, self.turns // _TURNS_A_ROUND)

    def _step(self) -> None:
        """Count a step as done, and stop where nobody wants the rest."""
        self._steps += 1
        self.on_progress(min(1.0, self._steps / self._all_steps))
        if self.stopped():
            raise Unwanted

    def _measure_speeds(self) -> None:
        with closing(self.sides.start_engine()) as engine:
            for _ in range(self._rounds):
                ours = {name: engine.ask(name) for name in SHAPES}
                same_file, stock = self.sides.llama_bench()
                self.rounds.append(Round(ours=ours, same_file=same_file, stock=stock))
                self._step()

    def _measure_first(self, plan: Iterable[Planned], names: Iterable[Side], start: Callable[[Side], Asked]) -> None:
        """Measure first turns, each in a new process of each side."""
        for name in names:
            if name in APP_SIDES:
                self._start_before(start, name)
        for planned in plan:
            said_by_app: Answer | None = None
            for name in names:
                with closing(start(name)) as side:
                    answer = _ask(side, name, planned, said_by_app)
                    ready = side.ready_after
                if answer is None:
                    continue
                said_by_app = said_by_app or answer
                self._note(planned, name, answer, since_start=ready + answer.first_effect)
            self._step()

    def _start_before(self, start: Callable[[Side], Asked], name: Side) -> None:
        """Use the app once, as its users do: before the first words it finds out which threads are fastest here."""
        with closing(start(name)) as side:
            self.pause(_SETTLE_SECONDS)
            side.ask(Say(text=said(ACTING, "ko", 0), talk="before", language="ko"))

    def _measure_talks(self) -> None:
        started = ((name, self.sides.start(name)) for name in self.sides.names)
        with running(started) as sides:
            for planned in conversations(self.turns):
                self._measure(planned, sides)
                self._step()
            self._measure_cancelling(sides["app"])

    def _measure_long(self) -> None:
        """Measure a model that the user brought, which reads the whole list of tools first."""
        names, start = self.sides.long_names, self.sides.start_long
        if not names:
            return
        self._measure_first(first_turns(self._rounds, "long_prefix_cold"), names, start)
        with running((name, start(name)) for name in names) as sides:
            for planned in second_turns(self._rounds, "long_prefix_warm"):
                self._measure(planned, sides)
                self._step()
            self._measure_cancelling(sides["app"])

    def _measure_cancelling(self, app: Asked) -> None:
        phases: tuple[Phase, ...] = ("prefill", "decode")
        for phase in phases:
            for number, language in enumerate(languages_of(self.turns)):
                text = long_text(number, language) if phase == "prefill" else said(ACTING, language, number)
                after = _LATEST_CUT[phase] * (number + 1) / self.turns
                cut = app.ask(Cut(text=text, talk=f"cut-{phase}-{number}", phase=phase, after=after))
                if cut is not None:
                    self.cancelled.append(cut)
                self._step()

    def _measure_ticks(self) -> None:
        language = LANGUAGES[0]
        texts = tuple(said(ACTING, language, number) for number in range(self.turns))
        with closing(self.sides.start("app")) as app:
            self.late += app.ask(Tick(texts=texts, language=language, ticker=self.ticker))
        self._step()

    def _measure(self, planned: Planned, running_sides: dict[Side, Asked]) -> None:
        """Measure one turn of a running conversation on every side that is compared in it."""
        everywhere = (planned.scenario,)
        sides = {
            name: side for name, side in running_sides.items() if planned.scenario in _COMPARED.get(name, everywhere)
        }
        before: Answer | None = None
        for text in planned.before:
            for name in APP_SIDES:
                if name in sides:
                    answer = sides[name].ask(Say(text=text, talk=planned.talk, language=planned.language))
                    before = answer if name == "app" else before
        for name, side in sides.items():
            if name not in APP_SIDES and before is not None and before.prompt is not None:
                side.ask(before.prompt)
        said_by_app: Answer | None = None
        for name, side in sides.items():
            answer = _ask(side, name, planned, said_by_app)
            if answer is not None:
                said_by_app = said_by_app or answer
                self._note(planned, name, answer)

    def _note(self, planned: Planned, name: Side, answer: Answer, since_start: float | None = None) -> None:
        self.runs.append(
            Run(scenario=planned.scenario, side=name, number=planned.number, answer=answer, since_start=since_start)
        )


def measure(
    data_dir: Path,
    *,
    turns: int,
    alone: bool = False,
    tools: Path = BUILT,
    ticker: Ticker = plain_ticks,
    on_progress: Callable[[float], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Results:
    """Measure this machine with the embedded model; the user's own data stays as it is.

    Args:
        data_dir: The data folder, for its model files.
        turns: Turns in each situation.
        alone: Measure this app and nothing else, which takes a tenth of the time.
        tools: Where ``llama-bench`` and ``llama-server`` are, if they are.
        ticker: What ticks while the model works.
        on_progress: Takes the done share, 0 to 1.
        stopped: Asked between turns.

    Raises:
        AppError: A model cannot be built or loaded, a process died, or the disk refuses.
        Unwanted: ``stopped`` said so.
    """
    models, kept = data_dir / MODELS_FOLDER, data_dir / FOLDER
    loaded = ensure_embedded(models)
    package = None if alone else ensure_stock(models)
    packed = resources.files("gemma_app.engine") / ADAPTER_NAME
    with _work_folder(kept) as folder, resources.as_file(packed) as adapter:
        sides = Sides(
            folder=folder,
            embedded=loaded,
            stock=package,
            adapter=adapter,
            threads=default_threads(),
            tools=tools,
        )
        bench = Bench(sides=sides, turns=turns, ticker=ticker, on_progress=on_progress, stopped=stopped)
        bench.run()
    return Results(
        machine=_machine(sides, turns),
        runs=bench.runs,
        cancelled=bench.cancelled,
        late=bench.late,
        rounds=bench.rounds,
    )


@contextmanager
def _work_folder(kept: Path) -> Iterator[Path]:
    with refusals_in_words():
        kept.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(kept)
        made = tempfile.TemporaryDirectory(prefix=_WORK_PREFIX, dir=kept)
    with made as folder:
        yield Path(folder)


def _remove_leftovers(kept: Path) -> None:
    """Remove what a measurement that was killed left behind, but not the work of one that may still be running."""
    for work in kept.glob(f"{_WORK_PREFIX}*"):
        if time.time() - work.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(work, ignore_errors=True)


def _ask(side: Asked, name: Side, planned: Planned, by_app: Answer | None) -> Answer | None:
    """Put a turn to a side: the app is told the words, the others get the prompt that the app made of them."""
    order: Say | Prompt | None = by_app.prompt if by_app else None
    if name in APP_SIDES:
        order = Say(
            text=planned.text,
            talk=planned.talk,
            language=planned.language,
            comes="pasted" if name == "pasted" else "typed",
            locked=planned.locked,
        )
    answer: Answer | None = None if order is None else side.ask(order)
    return answer


def _machine(sides: Sides, turns: int) -> Machine:
    return Machine(
        processor=processor_name(),
        cores=usable_cores(),
        threads=sides.threads,
        bandwidth=memory_bandwidth(sides.threads),
        model=sides.embedded.name,
        model_bytes=sides.embedded.stat().st_size,
        stock_bytes=sides.stock.stat().st_size if sides.stock else None,
        llama_cpp=version("llama-cpp-python"),
        turns=turns,
        measured_at=datetime.now().astimezone().isoformat(timespec="seconds"),
    )
