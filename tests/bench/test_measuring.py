"""The order of a measurement, with sides that only pretend."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gemma_app.bench import measuring
from gemma_app.bench.measuring import Bench, Unwanted, measure
from gemma_app.bench.plan import conversations
from gemma_app.bench.product import Cut, Say, Tick
from gemma_app.bench.runs import Cancelled, Prompt, Side
from gemma_app.bench.sides import Asked, Sides
from gemma_app.bench.ticking import plain_ticks
from gemma_app.errors import AppError
from tests.bench.made import PROMPT, acted


class Pretended:
    """Answers at once and keeps what it was asked."""

    ready_after = 2.0

    def __init__(self, name: str, made: "list[Pretended]") -> None:
        self.name = name
        self.orders: list[Any] = []
        self.closed = False
        made.append(self)

    def ask(self, order: Any, /) -> Any:
        self.orders.append(order)
        match order:
            case Say():
                return acted(0.1)
            case Cut(phase=phase, after=after):
                return Cancelled(phase=phase, seconds=after)
            case Tick():
                return [0.001]
            case Prompt():
                return acted(1.0, side="stock")
            case _:
                return 50.0

    def close(self) -> None:
        self.closed = True


class PretendedSides(Sides):
    """Sides that measure nothing."""

    def start(self, side: Side) -> Asked:
        return Pretended(side, MADE)

    def start_long(self, side: Side) -> Asked:
        return Pretended(f"long {side}", MADE)

    def start_engine(self) -> Asked:
        return Pretended("engine", MADE)

    def llama_bench(self) -> tuple[Mapping[str, float], Mapping[str, float]]:
        return {"pp512": 50.0, "tg64": 50.0}, {"tg64": 25.0}


MADE: list[Pretended] = []


def bench(turns: int, *, stop_after: float = 2.0, alone: bool = False) -> tuple[Bench, list[float]]:
    MADE.clear()
    shares: list[float] = []
    nowhere = Path("nowhere")
    sides = PretendedSides(
        folder=nowhere, embedded=nowhere, stock=None if alone else nowhere, adapter=nowhere, threads=1, tools=nowhere
    )
    made = Bench(
        sides=sides,
        turns=turns,
        ticker=plain_ticks,
        on_progress=shares.append,
        stopped=lambda: shares[-1] >= stop_after,
        pause=lambda _seconds: None,
    )
    return made, shares


@pytest.mark.parametrize("turns", [1, 2, 9])
def test_every_situation_is_measured_as_often_as_asked_for_on_every_side(turns: int) -> None:
    made, shares = bench(turns)
    made.run()
    counted: dict[str, int] = {}
    for run in made.runs:
        counted[run.side] = counted.get(run.side, 0) + 1
    talks, long = turns + sum(1 for _ in conversations(turns)), 2 * max(1, turns // 4)
    assert counted == {
        "app": talks + long,
        "stock": talks + long,
        "pasted": talks,
        "same_file": 2 * turns,
    }
    assert len(made.cancelled) == 4 * turns
    assert made.late == [0.001]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_alone_the_app_is_measured_without_anybody_else() -> None:
    made, shares = bench(2, alone=True)
    made.run()
    assert {run.side for run in made.runs} == {"app", "pasted"}
    assert {side.name for side in MADE} == {"engine", "app", "pasted"}
    assert len(made.cancelled) == 4
    assert shares[-1] == 1.0


def test_the_others_get_the_prompt_that_the_app_made_and_the_words_are_typed_or_pasted() -> None:
    made, _ = bench(1)
    made.run()
    for side in MADE:
        if side.name in ("stock", "same_file", "long stock"):
            assert set(side.orders) == {PROMPT}
        comes = [order.comes for order in side.orders if isinstance(order, Say) and order.talk == "warm-0"]
        assert comes == {"pasted": ["at once", "pasted"], "app": ["at once", "typed"]}.get(side.name, []) or not comes


def test_a_first_turn_is_timed_from_the_start_of_its_process_too() -> None:
    made, _ = bench(1)
    made.run()
    first = next(run for run in made.runs if run.scenario == "cold" and run.side == "app")
    assert first.since_start == pytest.approx(2.1)


def test_whoever_stops_a_measurement_gets_every_process_ended() -> None:
    made, _ = bench(4, stop_after=0.5)
    with pytest.raises(Unwanted):
        made.run()
    assert MADE
    assert all(side.closed for side in MADE)
    assert not made.late


def test_a_data_folder_that_takes_no_work_is_told_of_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "ensure_embedded", lambda models: models / "model.gguf")
    (tmp_path / "bench").write_text("a file", encoding="utf-8")
    with pytest.raises(AppError, match="was not saved"):
        measure(tmp_path, turns=1, alone=True)


def test_a_disk_that_has_no_room_for_a_side_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"weights")
    (tmp_path / "work").write_text("a file", encoding="utf-8")
    sides = Sides(folder=tmp_path / "work", embedded=model, stock=None, adapter=model, threads=1, tools=tmp_path)
    with pytest.raises(AppError, match="was not saved"):
        sides.data_folder("app")
