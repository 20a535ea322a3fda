"""What came out of a measurement, in the form in which it is kept and shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from gemma_app.bench.figures import Spread, middle_ratio, spread
from gemma_app.bench.machine import Machine
from gemma_app.bench.runs import Answer, Cancelled, Run


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How one side did in one situation, in seconds.

    Args:
        turns: How many turns were measured.
        calls: In how many of them something was called.
        first_effect: Until there was something to see.
        first_token: Until the first token of whatever came.
        end: Until the end.
        since_start: From the start of the process to the first effect, where one was started.
        tokens_per_second: While writing.
    """

    turns: int
    calls: int
    first_effect: Spread
    first_token: Spread
    end: Spread
    since_start: Spread | None
    tokens_per_second: float | None


@dataclass(frozen=True, kw_only=True)
class Compared:
    """This app's time as a share of another's, on a running and on a new process."""

    warm: Spread | None
    cold: Spread | None


@dataclass(frozen=True, kw_only=True)
class Ratios:
    """This app over the others: shares of time in turns, shares of speed in ``prefill`` and ``decode``.

    Args:
        first_visible_effect: Over llama-cpp-python on the package's file.
        same_file: Over llama-cpp-python on the file that the app loads.
        server: Over ``llama-server`` on that file.
        pasted: As ``first_visible_effect``, where the words were there at once.
        pasted_same_file: As ``same_file``, where the words were there at once.
        long_prefix: The first token after a long list of tools, over llama-cpp-python on the same file.
        prefill: Reading 512 tokens, over ``llama-bench`` on the same file.
        decode: Writing 64 tokens, over ``llama-bench`` on the same file.
        decode_stock: Writing 64 tokens, over ``llama-bench`` on the package's file.
    """

    first_visible_effect: Compared
    same_file: Compared
    server: Compared
    pasted: Compared
    pasted_same_file: Compared
    long_prefix: Compared
    prefill: float | None
    decode: float | None
    decode_stock: float | None


@dataclass(frozen=True, kw_only=True)
class Round:
    """Tokens a second by shape, measured one after the other; empty where the program is not there."""

    ours: Mapping[str, float]
    same_file: Mapping[str, float]
    stock: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The figures of a measurement.

    Args:
        machine: On what.
        paces: By situation and side.
        ratios: Against the others.
        cancel: Seconds from cancelling to the end of the turn, by what the model was doing.
        tick_late: Seconds by which a timer of 8 ms was late while the model worked.
        peak_memory: Bytes at most after all turns, by side.
        speeds: Tokens a second by program and shape, the middle of all rounds.
        decode_bound: Share of the memory bandwidth that writing uses, 1 being the limit of the machine.
    """

    machine: Machine
    paces: Mapping[str, Mapping[str, Pace]]
    ratios: Ratios
    cancel: Mapping[str, Spread]
    tick_late: Spread | None
    peak_memory: Mapping[str, int]
    speeds: Mapping[str, Mapping[str, float]]
    decode_bound: float | None


SUMMARY: TypeAdapter[Summary] = TypeAdapter(Summary)


@dataclass(frozen=True, kw_only=True)
class Results:
    """Everything that was measured."""

    machine: Machine
    runs: Sequence[Run]
    cancelled: Sequence[Cancelled]
    late: Sequence[float]
    rounds: Sequence[Round]

    def to_json(self) -> dict[str, Any]:
        """Return everything as a JSON object, each run included."""
        summary = SUMMARY.dump_python(self.summary(), mode="json")
        raw = {
            "runs": [run.to_json() for run in self.runs],
            "cancelled": [each.to_json() for each in self.cancelled],
            "rounds": TypeAdapter(list[Round]).dump_python(list(self.rounds), mode="json"),
        }
        return {**summary, **raw}

    def summary(self) -> Summary:
        """Return the figures."""
        phases = dict.fromkeys(each.phase for each in self.cancelled)
        waits = {phase: spread([each.seconds for each in self.cancelled if each.phase == phase]) for phase in phases}
        speeds = self._speeds()
        written = speeds["ours"].get("tg64", 0.0) * self.machine.model_bytes
        return Summary(
            machine=self.machine,
            paces=self._paces(),
            ratios=self._ratios(),
            cancel={phase: wait for phase, wait in waits.items() if wait},
            tick_late=spread(self.late),
            peak_memory=self._peaks(),
            speeds=speeds,
            decode_bound=written / self.machine.bandwidth if written and self.machine.bandwidth else None,
        )

    def _paces(self) -> dict[str, dict[str, Pace]]:
        paces: dict[str, dict[str, Pace]] = {}
        for scenario, side in dict.fromkeys((run.scenario, run.side) for run in self.runs):
            of = [run for run in self.runs if (run.scenario, run.side) == (scenario, side)]
            paces.setdefault(scenario, {})[side] = _pace(of)
        return paces

    def _ratios(self) -> Ratios:
        token = _first_token
        return Ratios(
            first_visible_effect=self._compared("app", "stock"),
            same_file=self._compared("app", "same_file"),
            server=self._compared("app", "server"),
            pasted=self._compared("pasted", "stock"),
            pasted_same_file=self._compared("pasted", "same_file"),
            long_prefix=Compared(
                warm=self._ratio("long_prefix_warm", "app", "stock", token),
                cold=self._ratio("long_prefix_cold", "app", "stock", token),
            ),
            prefill=middle_ratio([_pair(each.ours, each.same_file, "pp512") for each in self.rounds]),
            decode=middle_ratio([_pair(each.ours, each.same_file, "tg64") for each in self.rounds]),
            decode_stock=middle_ratio([_pair(each.ours, each.stock, "tg64") for each in self.rounds]),
        )

    def _compared(self, ours: str, theirs: str) -> Compared:
        return Compared(
            warm=self._ratio("warm", ours, theirs, _first_effect), cold=self._ratio("cold", ours, theirs, _first_effect)
        )

    def _ratio(self, scenario: str, ours: str, theirs: str, of: "Callable[[Answer], float]") -> Spread | None:
        """Compare the turns of a situation in which the app called something, where it did at all."""
        runs = [run for run in self.runs if run.scenario == scenario]
        acted = {run.number for run in runs if run.side == "app" and run.answer.calls}
        counted = [run for run in runs if not acted or run.number in acted]
        mine = spread([of(run.answer) for run in counted if run.side == ours])
        other = spread([of(run.answer) for run in counted if run.side == theirs])
        return mine.over(other) if mine and other else None

    def _peaks(self) -> dict[str, int]:
        peaks: dict[str, int] = {}
        for run in self.runs:
            if not run.scenario.startswith("long_prefix") and "peak" in run.answer.memory and run.side != "server":
                peaks[run.side] = max(peaks.get(run.side, 0), run.answer.memory["peak"])
        return peaks

    def _speeds(self) -> dict[str, dict[str, float]]:
        def middle(side: "Callable[[Round], Mapping[str, float]]") -> dict[str, float]:
            shapes = dict.fromkeys(name for each in self.rounds for name in side(each))
            found = {name: spread([side(each)[name] for each in self.rounds if name in side(each)]) for name in shapes}
            return {name: value.p50 for name, value in found.items() if value}

        return {
            "ours": middle(lambda each: each.ours),
            "llama_bench": middle(lambda each: each.same_file),
            "llama_bench_stock": middle(lambda each: each.stock),
        }


def _first_effect(answer: Answer) -> float:
    return answer.first_effect


def _first_token(answer: Answer) -> float:
    return answer.first_token


def _pair(ours: Mapping[str, float], theirs: Mapping[str, float], shape: str) -> tuple[float, float]:
    return ours.get(shape, 0.0), theirs.get(shape, 0.0)


def _pace(runs: Sequence[Run]) -> Pace:
    answers = [run.answer for run in runs]
    rates = spread([answer.decode_rate for answer in answers if answer.decode_rate])
    return Pace(
        turns=len(runs),
        calls=sum(bool(answer.calls) or "t4" in answer.stamps for answer in answers),
        first_effect=_known([answer.first_effect for answer in answers]),
        first_token=_known([answer.first_token for answer in answers]),
        end=_known([answer.stamps["t8"] for answer in answers]),
        since_start=spread([run.since_start for run in runs if run.since_start is not None]),
        tokens_per_second=rates.p50 if rates else None,
    )


def _known(values: Sequence[float]) -> Spread:
    found = spread(values)
    assert found is not None
    return found
