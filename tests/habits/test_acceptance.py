"""AC-1 to AC-12 of the habit design, and what the tools promise beyond them."""

import json
from pathlib import Path
from typing import Any

import pytest

from gemma_app.agent.tool import Effect, ToolFunction
from gemma_app.app import App, call_tool
from gemma_app.clock import Clock
from gemma_app.habits import tools
from gemma_app.language import Language
from tests.habits.day import START, Day, add, add_data, asked_by, call, log


def test_ac_1_search_catalog_gives_summaries_of_at_most_60_characters(app: App) -> None:
    data = call(app, "search_catalog", {"category": "nutrition", "keyword": "meal", "limit": 10})["data"]
    assert 0 < len(data["items"]) <= 10
    assert all(item.keys() == {"id", "title", "type", "summary"} for item in data["items"])
    assert all(len(item["summary"]) <= 60 for item in data["items"])
    assert call(app, "search_catalog", {})["data"]["total"] == 59


@pytest.mark.parametrize("language", ["ko", "en"])
def test_ac_2_query_protocol_gives_every_field_of_every_entry_uncut(tmp_path: Path, language: Language) -> None:
    app = App.open(tmp_path, language=language)
    for entry in app.habits.catalog().entries:
        envelope = call(app, "query_protocol", {"id": entry.id})
        assert "truncated" not in envelope
        assert entry.as_json().items() <= envelope["data"].items()
    app.close()


@pytest.mark.parametrize("name", ["p-reading", "b-news", "d-water"])
def test_ac_2_an_entry_of_any_type_is_found_by_id_and_title(app: App, name: str) -> None:
    entry = app.habits.catalog().find(name)
    assert entry is not None
    for words in (entry.id, entry.title_ko, entry.title_en):
        assert call(app, "query_protocol", {"id": words})["data"]["id"] == name


def test_ac_3_add_habit_passes_the_confirmation(app: App) -> None:
    assert add_data(app, "p-reading") == {
        "habit_id": 1,
        "title": "Reading",
        "type": "protocol",
        "active_count": 1,
        "limit": 3,
    }


def test_ac_3_a_refused_addition_is_cancelled_and_leaves_no_row(app: App) -> None:
    arguments = dict(app.habits.complete_add({"protocol_id": "p-reading"}))
    assert call(app, "add_habit", arguments, yes=False) == {"cancelled": True}
    assert app.habits.active() == ()


def test_ac_4_list_active_habits_gives_the_list_itself(app: App) -> None:
    add(app, "p-reading")
    add(app, "d-water")
    assert call(app, "list_active_habits", {})["data"] == [
        {"id": 1, "title": "Reading", "type": "protocol", "protocol_id": "p-reading"},
        {"id": 2, "title": "Drink water", "type": "diet", "protocol_id": "d-water"},
    ]


@pytest.mark.parametrize("value", ["skip", "yes", "", None, 1, True])
def test_ac_5_a_check_in_takes_done_or_blank_only(app: App, value: object) -> None:
    add(app, "p-reading")
    assert call(app, "log_tracker_entry", {"habit_id": 1, "value": value})["error"] == "validation"


def test_ac_5_done_and_blank_are_recorded(app: App, day: Day) -> None:
    add(app, "p-reading")
    assert log(app, "reading")["data"] == {"entry_id": 1, "replaced": False, "date": START.isoformat(), "streak": 1}
    day.pass_days(1)
    assert log(app, 1, "blank")["data"]["entry_id"] == 2


def test_ac_6_a_streak_tells_missing_from_blank(app: App, day: Day) -> None:
    add(app, "p-reading")
    log(app, 1)
    day.pass_days(2)
    log(app, 1, "blank", "yesterday")
    day.pass_days(1)
    data = call(app, "get_streak", {"habit_id": 1})["data"]
    assert (data["done"], data["blank"], data["missing"]) == (1, 1, 1)
    assert data["fillable"] == ["2026-03-11"]
    assert data["today"] == "pending"
    assert data["provisional"] is True


def test_ac_7_every_violation_gives_an_error_and_a_reason(app: App) -> None:
    refused = call(app, "add_habit", {"protocol_id": "p-reading", "frame_level": "L1", "framed_text": "Read 50 books"})
    assert refused["error"] == "r3_frame_level"
    assert isinstance(refused["reason"], str)


def test_ac_8_reads_never_ask_and_the_confirmed_tool_always_does(app: App) -> None:
    effects = {tool.name: tool.effect for tool in app.registry}
    assert effects["add_habit"] is Effect.CONFIRM
    assert asked_by(app, "search_catalog", {}) == []
    assert asked_by(app, "list_active_habits", {}) == []
    assert len(asked_by(app, "add_habit", dict(app.habits.complete_add({"protocol_id": "p-reading"})))) == 1


def test_ac_9_every_result_stays_within_two_kilobytes(app: App) -> None:
    for name, arguments in (
        ("search_catalog", {"limit": 10}),
        ("query_protocol", {"id": "p-cyclic-sigh"}),
        ("query_protocol", {"id": "walk"}),
        ("get_streak", {"habit_id": "x" * 100}),
    ):
        assert len(call_tool(app, name, arguments, approve=lambda _: True).envelope.encode()) <= 2048


def test_ac_11_the_tools_of_a_domain_stand_in_their_own_module(app: App) -> None:
    defined = [value.name for value in vars(tools).values() if isinstance(value, ToolFunction)]
    assert [tool.name for tool in app.registry] == defined
    assert len(defined) == 6


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("search_catalog", '{"limit": 3.0}'),
        ("search_catalog", '{"limit": "3"}'),
        ("search_catalog", '{"limit": true}'),
        ("search_catalog", '{"limit": 0}'),
        ("search_catalog", '{"limit": 11}'),
        ("search_catalog", '{"category": "cooking"}'),
        ("search_catalog", json.dumps({"keyword": "가" * 51})),
        ("search_catalog", '{"keyword": "a", "keyword": "b"}'),
        ("search_catalog", '{"keyword": "a"'),
        ("search_catalog", "[]"),
        ("search_catalog", "NaN"),
        ("search_catalog", '{"limit": NaN}'),
        ("search_catalog", '{"keyword": "a\\u0000b"}'),
        ("search_catalog", '{"keyword": "a\\nb"}'),
        ("search_catalog", '{"keyword": "a\\u0085b"}'),
        ("search_catalog", '{"keyword": "a\\u2028b"}'),
        ("get_streak", '{"habit_id": "read\\u2029ing"}'),
        ("search_catalog", '{"keyword": "\\ud800"}'),
        ("search_catalog", json.dumps({"keyword": "x" * 1_000_000})),
        ("search_catalog", "[" * 100_000),
        ("search_catalog", '{"limit": ' + "9" * 6000 + "}"),
        ("query_protocol", "{}"),
        ("query_protocol", '{"id": 7}'),
        ("query_protocol", '{"id": ""}'),
        ("query_protocol", '{"id": "p-reading", "more": 1}'),
        ("add_habit", '{"protocol_id": "p-reading"}'),
        ("add_habit", '{"protocol_id": "p-reading", "frame_level": "L9", "framed_text": "I am a reader"}'),
        ("add_habit", '{"protocol_id": "p-reading", "frame_level": null, "framed_text": "I am a reader"}'),
        ("add_habit", '{"protocol_id": "p-reading", "frame_level": 7, "framed_text": "I am a reader"}'),
        ("add_habit", json.dumps({"protocol_id": "p-reading", "frame_level": "L3", "framed_text": "a" * 201})),
        ("log_tracker_entry", '{"habit_id": 1.0, "value": "done"}'),
        ("log_tracker_entry", '{"habit_id": true, "value": "done"}'),
        ("get_streak", '{"habit_id": null}'),
    ],
)
def test_ac_12_wrong_arguments_give_a_validation_error(app: App, name: str, arguments: str) -> None:
    add(app, "p-reading")
    envelope = call(app, name, arguments)
    assert envelope["error"] == "validation"
    assert envelope["reason"]


def test_ac_12_an_unclear_date_is_a_validation_error(app: App) -> None:
    add(app, "p-reading")
    assert log(app, 1, date="sometime around easter")["error"] == "validation"


REFUSALS: list[tuple[str, list[str], dict[str, Any], str, str | None]] = [
    ("the fourth protocol", ["p-reading", "p-stretch", "p-floss"], {"protocol_id": "p-sauna"}, "r1_quota", None),
    ("the second break", ["b-news"], {"protocol_id": "b-snooze"}, "r2_quota", None),
    ("the second diet", ["d-water"], {"protocol_id": "d-fish"}, "r2_quota", None),
    ("the same entry twice", ["p-reading"], {"protocol_id": "Reading"}, "r8_xor", "duplicate"),
    ("two of one group", ["p-box-breath"], {"protocol_id": "p-cyclic-sigh"}, "r8_xor", "group"),
    ("an L3 text called L2", [], {"protocol_id": "p-reading", "framed_text": "I am a reader"}, "r3_frame_level", None),
    ("an avoiding text", [], {"protocol_id": "p-reading", "framed_text": "나는 폰을 안 본다"}, "r7_avoidance", None),
    ("a dose too large", [], {"protocol_id": "p-reading", "dose": 500}, "r10_dose", None),
    ("a dose of another unit", [], {"protocol_id": "p-reading", "dose": "20 minutes"}, "r10_dose", None),
    ("an unknown entry", [], {"protocol_id": "qwertyuiop"}, "unknown_protocol", None),
    ("an ambiguous entry", [], {"protocol_id": "걷기"}, "ambiguous", None),
]


@pytest.mark.parametrize(
    ("present", "wanted", "code", "detail"), [row[1:] for row in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_what_a_rule_refuses_is_never_asked(
    app: App, present: list[str], wanted: dict[str, Any], code: str, detail: str | None
) -> None:
    for entry in present:
        add_data(app, entry)
    arguments = {"frame_level": "L2", "framed_text": "After dinner I read ten pages", **wanted}
    assert asked_by(app, "add_habit", arguments) == []
    envelope = call(app, "add_habit", arguments)
    assert envelope["error"] == code
    assert envelope.get("detail") == detail
    assert len(app.habits.active()) == len(present)


@pytest.mark.parametrize(
    ("moved", "date", "detail"),
    [(0, "tomorrow", "future"), (1, "2026-03-08", "before_start"), (5, "4 days ago", "too_old")],
)
def test_r5_says_why_a_day_cannot_be_recorded(app: App, day: Day, moved: int, date: str, detail: str) -> None:
    add(app, "p-reading")
    day.pass_days(moved)
    envelope = log(app, 1, date=date)
    assert (envelope["error"], envelope["detail"]) == ("r5_checkin", detail)


def test_r5_an_archived_habit_takes_no_check_in(app: App) -> None:
    add(app, "p-reading")
    app.habits.perform(app.habits.prepare_archive(1), "archive_habit")
    envelope = log(app, "reading")
    assert (envelope["error"], envelope["detail"]) == ("r5_checkin", "inactive")


def test_r5_an_identical_check_in_replaces_without_a_question(app: App) -> None:
    add(app, "p-reading")
    log(app, 1)
    assert asked_by(app, "log_tracker_entry", {"habit_id": 1, "value": "done"}) == []
    assert log(app, 1)["data"]["replaced"] is True


def test_r5_overwriting_another_value_asks_first(app: App) -> None:
    add(app, "p-reading")
    log(app, 1)
    assert log(app, 1, "blank", yes=False) == {"cancelled": True}
    assert call(app, "get_streak", {"habit_id": 1})["data"]["done"] == 1
    assert log(app, 1, "blank")["data"]["replaced"] is True
    assert call(app, "get_streak", {"habit_id": 1})["data"]["blank"] == 1


def test_r6_a_reward_is_issued_once_by_the_system(app: App, day: Day) -> None:
    add(app, "p-reading")
    for _ in range(8):
        log(app, 1)
        day.pass_days(1)
    assert app.habits.day()[0].rewards == (7,)


def test_r9_and_r10_the_dose_becomes_the_standard_variant(app: App) -> None:
    add_data(app, "p-reading", dose="20 pages")
    variants = app.habits.active()[0].variants
    assert [(each.tier, each.value, each.is_default) for each in variants] == [
        ("minimum", 2.0, False),
        ("standard", 20.0, True),
        ("stretch", 40.0, False),
    ]


def test_an_unknown_habit_names_the_candidates(app: App) -> None:
    add(app, "p-reading")
    envelope = call(app, "get_streak", {"habit_id": 99})
    assert envelope["error"] == "unknown_habit"
    assert envelope["candidates"] == [{"id": 1, "title": "Reading"}]


@pytest.mark.parametrize("number", [0, -1, 2**63, -(2**63) - 1, 10**400])
@pytest.mark.parametrize(("name", "more"), [("get_streak", {}), ("log_tracker_entry", {"value": "done"})])
def test_a_number_that_no_habit_has_is_unknown_however_large(
    app: App, name: str, more: dict[str, Any], number: int
) -> None:
    add(app, "p-reading")
    assert call(app, name, {"habit_id": number, **more})["error"] == "unknown_habit"


def test_the_dialog_shows_the_real_values(app: App) -> None:
    add(app, "p-stretch")
    (asks,) = asked_by(app, "add_habit", dict(app.habits.complete_add({"protocol_id": "아침 햇빛", "dose": "15분"})))
    question = asks.question
    assert question.headline.ko == "프로토콜 '아침 햇빛 보기'를 L2 프레임으로 새 습관 추가"
    shown = {row.label.en: row.value for row in question.details}
    assert shown["Entry"].en == "Morning sunlight"
    assert shown["Afterwards"].en == "2 of 3 build habits"
    assert "15" in shown["Dose"].ko
    assert shown["Caution"].ko
    assert question.act.ko == "습관 추가"


def test_the_titles_follow_the_language_of_the_app(tmp_path: Path) -> None:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    add(app, "p-reading")
    assert call(app, "list_active_habits", {})["data"][0]["title"] == "책 읽기"
    app.choices.change(language="en")
    assert call(app, "list_active_habits", {})["data"][0]["title"] == "Reading"
    app.close()


@pytest.mark.parametrize("value", [{1}, b"x", object(), float("nan")])
def test_ac_12_arguments_that_json_cannot_say_are_a_validation_error(app: App, value: object) -> None:
    assert call(app, "search_catalog", {"keyword": value})["error"] == "validation"
