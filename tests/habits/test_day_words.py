from datetime import date

import pytest

from gemma_app.habits.dates import resolve_date
from gemma_app.habits.day_words import find_day

TODAY = date(2026, 3, 18)  # a Wednesday


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("어제 폰을 두고 잤어", date(2026, 3, 17)),
        ("그저께것도 해줘", date(2026, 3, 16)),
        ("지난 토요일에 다녀왔어", date(2026, 3, 14)),
        ("3월 2일에 했어요", date(2026, 3, 2)),
        ("사흘 전에 썼는데", date(2026, 3, 15)),
        ("I missed it on Monday, sorry", date(2026, 3, 16)),
        ("done two days ago", date(2026, 3, 16)),
        ("3/9: yes", date(2026, 3, 9)),
        ("2026-03-10 done", date(2026, 3, 10)),
        ("내일 할 거야", date(2026, 3, 19)),
    ],
)
def test_the_words_for_a_day_are_found(sentence: str, day: date) -> None:
    found = find_day(sentence, TODAY)
    assert found is not None
    assert found in sentence
    assert resolve_date(found, TODAY) == day


@pytest.mark.parametrize(
    "sentence",
    [
        "오늘 했어",
        "어제랑 그저께 했어",
        "어제는 못 했고 오늘은 했어",
        "물 8잔 마셨어",
        "3일째 하는 중",
        "30일 챌린지 완료",
        "명상 10분",
        "habit 12 done",
        "sun salutation done",
        "may I log it",
        "",
    ],
)
def test_other_words_and_several_days_are_not_taken_for_a_day(sentence: str) -> None:
    assert find_day(sentence, TODAY) is None
