from contextlib import suppress
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.errors import BadCall
from gemma_app.habits.dates import resolve_date

TUESDAY = date(2027, 1, 5)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("2026-12-31", "2026-12-31"), ("2027.1.4", "2027-01-04"), ("20270104", "2027-01-04"),
        ("2027-01-05T08:00:00", "2027-01-05"), ("2026년 12월 31일", "2026-12-31"), ("26년 12월 31일", "2026-12-31"),
        ("오늘", "2027-01-05"), ("방금", "2027-01-05"), ("아까", "2027-01-05"), ("오늘 아침에", "2027-01-05"),
        ("어제", "2027-01-04"), ("어제 것", "2027-01-04"), ("어젯밤", "2027-01-04"), ("어제 저녁", "2027-01-04"),
        ("그저께", "2027-01-03"), ("그제", "2027-01-03"), ("엊그제", "2027-01-03"), ("그끄저께", "2027-01-02"),
        ("3일 전", "2027-01-02"), ("3일전", "2027-01-02"), ("사흘 전", "2027-01-02"), ("이틀 전에", "2027-01-03"),
        ("하루 전", "2027-01-04"), ("삼일 전", "2027-01-02"), ("일주일 전", "2026-12-29"), ("열흘 전", "2026-12-26"),
        ("토요일", "2027-01-02"), ("화요일", "2027-01-05"), ("월요일에", "2027-01-04"),
        ("지난 토요일", "2027-01-02"), ("지난 화요일", "2026-12-29"), ("지난주 토요일", "2027-01-02"),
        ("지난주 월요일", "2026-12-28"), ("이번 주 월요일", "2027-01-04"), ("이번 주 토요일", "2027-01-09"),
        ("지지난주 월요일", "2026-12-21"), ("다음 주 월요일", "2027-01-11"),
        ("11월 28일", "2026-11-28"), ("12월31일", "2026-12-31"), ("1월 6일", "2027-01-06"), ("11/28", "2026-11-28"),
        ("28/11", "2026-11-28"), ("28일", "2026-12-28"), ("지난달 28일", "2026-12-28"), ("작년 12월 1일", "2026-12-01"),
        ("12월 31일 (목)", "2026-12-31"), ("12월 31일 목요일", "2026-12-31"), ("2월 29일", "2028-02-29"),
        ("내일", "2027-01-06"), ("모레", "2027-01-07"), ("3일 후", "2027-01-08"),
        ("Today", "2027-01-05"), ("just now", "2027-01-05"), ("this morning", "2027-01-05"),
        ("YESTERDAY", "2027-01-04"), ("yesterday's", "2027-01-04"), ("last night", "2027-01-04"),
        ("the day before yesterday", "2027-01-03"), ("two days ago", "2027-01-03"), ("3 days ago", "2027-01-02"),
        ("a week ago", "2026-12-29"), ("Saturday", "2027-01-02"), ("on Saturday", "2027-01-02"),
        ("last Saturday", "2027-01-02"), ("last Tuesday", "2026-12-29"), ("this Saturday", "2027-01-09"),
        ("Monday last week", "2026-12-28"), ("Nov 28", "2026-11-28"), ("28 Nov", "2026-11-28"),
        ("November 28th", "2026-11-28"), ("the 28th of November", "2026-11-28"), ("Nov 28, 2025", "2025-11-28"),
        ("Thursday, December 31", "2026-12-31"), ("the 4th", "2027-01-04"), ("tomorrow", "2027-01-06"),
        ("next Monday", "2027-01-11"), ("in 3 days", "2027-01-08"),
        ("토욜", "2027-01-02"), ("지난 토욜", "2027-01-02"), ("지지난 토요일", "2026-12-26"),
        ("어제\u200b", "2027-01-04"),
        ("2027-01-04 10:00", "2027-01-04"), ("27-01-04", "2027-01-04"), ("26.12.31", "2026-12-31"),
        ("31/12/2026", "2026-12-31"), ("12/31/2026", "2026-12-31"), ("31.12.2026", "2026-12-31"),
        ("2 nights ago", "2027-01-03"),
    ],
)  # fmt: skip
def test_words_name_a_day(words: str, day: str) -> None:
    assert resolve_date(words, TUESDAY) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "words",
    ["", "언젠가", "지난번", "아무 때나", "지난 주말", "last week", "soon", "next", "2026-13-01", "2025-02-29",
     "Feb 30", "13월 1일", "0월 1일", "32일", "12월 31일 (금)", "03/04/2026",
     "999999 days ago", "99999999일 전", "어제 오늘", "two"],
)  # fmt: skip
def test_what_names_no_day_is_refused(words: str) -> None:
    with pytest.raises(BadCall) as refusal:
        resolve_date(words, TUESDAY)
    assert refusal.value.code == "validation"


@given(st.dates(), st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 1, 1)))
def test_an_iso_date_is_itself(day: date, today: date) -> None:
    if day.year >= 1900 and day.year < 2100:
        assert resolve_date(day.isoformat(), today) == day


@given(st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 1, 1)), st.integers(1, 60))
def test_counting_back_is_the_same_in_words_and_in_the_calendar(today: date, count: int) -> None:
    day = today - timedelta(days=count)
    for words in (f"{count}일 전", f"{count} days ago", f"{day.month}월 {day.day}일", f"{day:%B} {day.day}"):
        assert resolve_date(words, today) == day


@given(st.text(max_size=20))
def test_any_words_are_a_day_or_refused(words: str) -> None:
    with suppress(BadCall):
        assert resolve_date(words, TUESDAY).year > 0
