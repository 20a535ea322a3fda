"""Sums of measurements: percentiles, and how two sides compare."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, kw_only=True)
class Spread:
    """The middle and the slow end of some measurements."""

    p50: float
    p95: float

    def to_json(self) -> dict[str, float]:
        """Return it as a JSON object."""
        return {"p50": self.p50, "p95": self.p95}

    def over(self, other: "Spread") -> "Spread | None":
        """Return this as a share of ``other``, None where that is nothing."""
        if not (other.p50 and other.p95):
            return None
        return Spread(p50=self.p50 / other.p50, p95=self.p95 / other.p95)


def spread(values: Sequence[float]) -> Spread | None:
    """Return the spread of ``values``, between neighbours in proportion; None where there are none."""
    if not values:
        return None
    p50, p95 = np.percentile(np.asarray(values, dtype=float), [50, 95])
    return Spread(p50=float(p50), p95=float(p95))


def middle_ratio(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the median of the ratios of measurements made one after the other, so that noise hits both sides."""
    ratios = [ours / theirs for ours, theirs in pairs if theirs]
    found = spread(ratios)
    return found.p50 if found else None
