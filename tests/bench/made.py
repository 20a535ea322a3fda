"""Measurements made up for the tests."""

from gemma_app.bench.machine import Machine
from gemma_app.bench.results import Results, Round
from gemma_app.bench.runs import Answer, Cancelled, Prompt, Run, Side, Stamp

MACHINE = Machine(
    processor="A processor",
    cores=4,
    threads=3,
    bandwidth=10e9,
    model="model.gguf",
    model_bytes=100_000_000,
    stock_bytes=250_000_000,
    llama_cpp="0.0.0",
    turns=2,
    measured_at="2026-11-30T12:00:00+00:00",
)
PROMPT = Prompt(text="User: 안녕\nApp:", grammar='root ::= "x"', stop="\n", max_tokens=8)


def acted(seconds: float, *, side: Side = "app") -> Answer:
    """An answer with a call: the app's is carried out, another's only written."""
    stamps: dict[Stamp, float] = {"first": seconds / 4, "t3": seconds / 4, "t4": seconds, "t8": 2 * seconds}
    carried_out = side in ("app", "pasted")
    if carried_out:
        stamps |= {"t4": seconds / 2, "t5": seconds}
    return Answer(
        started=100.0,
        stamps=stamps,
        counts={"generated": 11},
        memory={"peak": round(seconds * 1e9)},
        calls=("get_streak",) if carried_out else (),
        prompt=PROMPT,
    )


def talked(seconds: float) -> Answer:
    """An answer without a call."""
    return Answer(started=5.0, stamps={"first": seconds, "t7": seconds, "t8": 3 * seconds}, prompt=PROMPT)


def turn(scenario: str, side: Side, number: int, seconds: float) -> Run:
    """A run with a call."""
    return Run(scenario=scenario, side=side, number=number, answer=acted(seconds, side=side))


def results(*runs: Run, rounds: tuple[Round, ...] = (), late: tuple[float, ...] = ()) -> Results:
    """The results of a few runs, and of one cancelled turn."""
    return Results(
        machine=MACHINE, runs=runs, cancelled=[Cancelled(phase="decode", seconds=0.02)], late=late, rounds=rounds
    )
