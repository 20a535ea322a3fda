"""Percentiles and ratios."""

import pytest

from gemma_app.bench.figures import Spread, middle_ratio, spread


def test_a_spread_is_the_middle_and_the_slow_end() -> None:
    found = spread([float(number) for number in range(101)])
    assert found == Spread(p50=50.0, p95=95.0)


def test_between_two_values_a_percentile_lies_in_proportion() -> None:
    found = spread([2.0, 1.0])
    assert found is not None
    assert (found.p50, found.p95) == pytest.approx((1.5, 1.95))


def test_nothing_has_no_spread() -> None:
    assert spread([]) is None


def test_a_ratio_compares_middle_with_middle_and_end_with_end() -> None:
    assert Spread(p50=1.0, p95=3.0).over(Spread(p50=2.0, p95=4.0)) == Spread(p50=0.5, p95=0.75)


def test_nothing_is_a_share_of_nothing() -> None:
    assert Spread(p50=1.0, p95=1.0).over(Spread(p50=0.0, p95=0.0)) is None


def test_rounds_are_compared_each_by_itself_so_that_a_noisy_one_counts_once() -> None:
    assert middle_ratio([(10.0, 10.0), (1.0, 1.0), (5.0, 1.0)]) == 1.0
    assert middle_ratio([(10.0, 0.0)]) is None
    assert middle_ratio([]) is None
