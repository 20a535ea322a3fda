"""What this app is built to reach, and how a measurement stands against it."""

from collections.abc import Iterator
from dataclasses import dataclass

from gemma_app.bench.figures import Spread
from gemma_app.bench.results import Summary
from gemma_app.language import Phrase

_MEMORY_OVER_FILE = 200_000_000
_MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Aim:
    """A figure and what it should be.

    Args:
        name: What it is.
        value: The figure.
        bound: What it should be at most, or at least.
        at_least: Whether more is better.
        unit: Unit of both, empty for a ratio.
    """

    name: Phrase
    value: float
    bound: float
    at_least: bool = False
    unit: str = ""

    @property
    def is_met(self) -> bool:
        """Whether the figure is what it should be."""
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def aims(summary: Summary) -> tuple[Aim, ...]:
    """Return every aim whose figure was measured."""
    return (*_time_aims(summary), *_speed_aims(summary), *_comfort_aims(summary))


def _time_aims(summary: Summary) -> Iterator[Aim]:
    """Compare typical times until there is something to see."""
    ratios = summary.ratios
    compared: tuple[tuple[Phrase, Spread | None, float], ...] = (
        (
            Phrase(ko="두 번째 말의 시간 ÷ 기본 방식", en="second turn, time ÷ stock"),
            ratios.first_visible_effect.warm,
            0.2,
        ),
        (Phrase(ko="두 번째 말의 시간 ÷ 같은 파일", en="second turn, time ÷ same file"), ratios.same_file.warm, 0.5),
        (
            Phrase(ko="켠 뒤 첫 말의 시간 ÷ 기본 방식", en="first turn, time ÷ stock"),
            ratios.first_visible_effect.cold,
            0.1,
        ),
    )
    for name, share, bound in compared:
        if share is not None:
            yield Aim(name=name, value=share.p50, bound=bound)


def _speed_aims(summary: Summary) -> Iterator[Aim]:
    ratios = summary.ratios
    compared = (
        (Phrase(ko="읽는 속도 ÷ llama-bench", en="reading speed ÷ llama-bench"), ratios.prefill, 0.97),
        (Phrase(ko="쓰는 속도 ÷ llama-bench", en="writing speed ÷ llama-bench"), ratios.decode, 0.97),
        (
            Phrase(ko="쓰는 속도 ÷ 원본 파일의 llama-bench", en="writing speed ÷ llama-bench on the stock file"),
            ratios.decode_stock,
            2.2,
        ),
    )
    for name, ratio, bound in compared:
        if ratio is not None:
            yield Aim(name=name, value=ratio, bound=bound, at_least=True)


def _comfort_aims(summary: Summary) -> Iterator[Aim]:
    if "app" in summary.peak_memory:
        yield Aim(
            name=Phrase(ko="가장 많을 때의 메모리", en="memory at most"),
            value=summary.peak_memory["app"] / _MB,
            bound=(summary.machine.model_bytes + _MEMORY_OVER_FILE) / _MB,
            unit="MB",
        )
    if summary.cancel:
        slowest = max(wait.p95 for wait in summary.cancel.values())
        yield Aim(name=Phrase(ko="멈추는 데", en="stopping takes"), value=1_000 * slowest, bound=50, unit="ms")
    if summary.tick_late:
        late = Phrase(ko="화면이 늦는 정도", en="the window is late by")
        yield Aim(name=late, value=1_000 * summary.tick_late.p95, bound=16, unit="ms")
