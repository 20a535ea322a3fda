"""The logical day begins at four in the morning."""

from datetime import date, datetime, timedelta, timezone

import pytest

from gemma_app.clock import Clock

SEOUL = timezone(timedelta(hours=9))


@pytest.mark.parametrize(("moment", "day"), [("2026-12-01 03:59:59", "2026-11-30"), ("2026-12-01 04:00", "2026-12-01")])
def test_the_day_begins_at_four_in_the_morning(moment: str, day: str) -> None:
    clock = Clock(now=lambda: datetime.fromisoformat(moment).replace(tzinfo=SEOUL))
    assert clock.today() == date.fromisoformat(day)


def test_a_fixed_day_is_the_day_whatever_the_time() -> None:
    assert Clock(fixed_today=date(2028, 2, 29)).today() == date(2028, 2, 29)
