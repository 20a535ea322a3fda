from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from gemma_app.storage.retention import to_keep

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_a_year_of_daily_backups_leaves_seven_days_four_weeks_and_twelve_months() -> None:
    made = [NOW - timedelta(days=days) for days in range(400)]
    kept = sorted(to_keep(made, NOW), reverse=True)
    assert [each.date().isoformat() for each in kept] == [
        "2026-11-30",
        "2026-11-29",
        "2026-11-28",
        "2026-11-27",
        "2026-11-26",
        "2026-11-25",
        "2026-11-24",
        "2026-11-22",
        "2026-11-15",
        "2026-10-31",
        "2026-09-30",
        "2026-08-31",
        "2026-07-31",
        "2026-06-30",
        "2026-05-31",
        "2026-04-30",
        "2026-03-31",
        "2026-02-28",
        "2026-01-31",
        "2025-12-31",
    ]


def test_days_without_a_backup_do_not_count() -> None:
    made = [NOW - timedelta(days=100 * number) for number in range(5)]
    assert to_keep(made, NOW) == set(made)


def test_every_backup_of_the_last_day_stays() -> None:
    made = [NOW - timedelta(hours=hours) for hours in range(48)]
    assert set(made[:24]) <= to_keep(made, NOW)
    assert len(to_keep(made, NOW)) == 25


def test_a_day_is_that_of_the_user_and_not_of_utc() -> None:
    seoul = timezone(timedelta(hours=9))
    evening, morning = datetime(2026, 11, 20, 20, tzinfo=seoul), datetime(2026, 11, 21, 8, tzinfo=seoul)
    made = [evening.astimezone(UTC), morning.astimezone(UTC)]
    assert made[0].date() == made[1].date()
    assert to_keep(made, NOW.astimezone(seoul)) == set(made)


@given(st.lists(st.datetimes(min_value=datetime(2020, 1, 1), timezones=st.just(UTC)), max_size=40))  # noqa: DTZ001
def test_thinning_out_keeps_the_newest_and_is_stable(made: list[datetime]) -> None:
    kept = to_keep(made, NOW)
    assert kept <= set(made)
    assert not made or max(made) in kept
    assert to_keep(kept, NOW) == kept
