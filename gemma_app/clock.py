"""What time it is, as a value that tests and demos can set."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

DAY_STARTS_AT = time(4)
"""The logical day of a person awake after midnight is still yesterday's until this local time."""


def _system_now() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The time and the day.

    Args:
        fixed_today: The logical day to report instead of the real one.
        now: Gives the aware local time.
    """

    fixed_today: date | None = None
    now: Callable[[], datetime] = _system_now

    def today(self) -> date:
        """Return the logical day: it starts at 04:00 local time."""
        if self.fixed_today is not None:
            return self.fixed_today
        start = timedelta(hours=DAY_STARTS_AT.hour, minutes=DAY_STARTS_AT.minute)
        return (self.now() - start).date()
