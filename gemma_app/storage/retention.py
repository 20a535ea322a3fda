"""Which backups to keep: 7 daily, 4 weekly, 12 monthly, and all of the last day."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

_RECENT = timedelta(days=1)
_RULES: tuple[tuple[int, Callable[[datetime], object]], ...] = (
    (7, datetime.date),
    (4, lambda made: made.isocalendar()[:2]),
    (12, lambda made: (made.year, made.month)),
)


def to_keep(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return those of ``times`` whose backups stay.

    The newest of each of the last 7 days, 4 weeks and 12 months that have a backup stays, and so does every backup
    younger than a day, so that one made before an import outlives the daily one. Days, weeks and months are those of
    the time zone of ``now``.
    """
    newest_first = sorted((made.astimezone(now.tzinfo) for made in times), reverse=True)
    kept = {made for made in newest_first if now - made < _RECENT}
    for count, period_of in _RULES:
        newest_of_period: dict[object, datetime] = {}
        for made in newest_first:
            newest_of_period.setdefault(period_of(made), made)
        kept.update(list(newest_of_period.values())[:count])
    return kept
