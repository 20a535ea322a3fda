import itertools
from datetime import date
from typing import Any

import pytest

from gemma_app.agent.grounding import GroundedModel, Said
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest, ModelEvent, ModelReply, TextDelta, ToolCall
from gemma_app.errors import BadCall
from gemma_app.habits.catalog import Catalog
from gemma_app.habits.grounding import ground_call
from gemma_app.habits.said import amount_of
from gemma_app.language import Phrase

UNKNOWN = Phrase(ko="그런 습관이 없어요.", en="There is no such habit.")


def _find_habit(words: int | str) -> str:
    if words not in ("걷기", 3):
        raise BadCall("unknown_habit", UNKNOWN)
    return "habit"


CATALOG = Catalog.load()


def _call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall(id="1", name=name, arguments=arguments)


def _ground(call: ToolCall, said: Said | str = "") -> ToolCall | Phrase:
    given = Said(text=said) if isinstance(said, str) else said
    return ground_call(call, given, today=date(2026, 3, 18), active={}, find_habit=_find_habit, catalog=CATALOG)


@pytest.mark.parametrize(
    "call",
    [
        _call("log_tracker_entry", habit_id="걷기", value="done"),
        _call("get_streak", habit_id=3),
        _call("add_habit", protocol_id="책 읽기"),
        _call("list_active_habits"),
        _call("removeComponentByRefid", refid=9),
    ],
)
def test_a_call_that_names_what_is_there_stays(call: ToolCall) -> None:
    assert _ground(call) == call


def _parts(title: str) -> list[str]:
    words = title.split()
    ends = itertools.combinations(range(len(words) + 1), 2)
    return [" ".join(words[start:end]) for start, end in ends]


def _is_ambiguous(words: str) -> bool:
    try:
        CATALOG.resolve(words)
    except BadCall as error:
        return error.code == "ambiguous"
    return False


@pytest.mark.parametrize(
    ("said", "part", "entry"),
    [
        (sentence.format(title), part, entry.id)
        for entry in CATALOG.entries
        for title, sentence in ((entry.title_ko, "{} 습관 추가해줘"), (entry.title_en, "please add {} to my habits"))
        for part in _parts(title)
        if _is_ambiguous(part)
    ],
)
def test_a_part_of_a_title_that_was_said_whole_is_no_question(said: str, part: str, entry: str) -> None:
    found = _ground(_call("add_habit", protocol_id=part), said)
    assert isinstance(found, ToolCall)
    assert CATALOG.resolve(found.arguments["protocol_id"]).id == entry


def test_a_part_of_several_titles_without_more_is_asked_about() -> None:
    assert _is_ambiguous("햇빛")
    assert isinstance(_ground(_call("add_habit", protocol_id="햇빛"), "햇빛 추가해줘"), Phrase)


def test_a_habit_that_is_not_there_is_asked_about() -> None:
    assert _ground(_call("get_streak", habit_id="요가")) == UNKNOWN
    assert isinstance(_ground(_call("add_habit", protocol_id="걷기")), Phrase)


def test_what_the_words_mention_counts_more_than_what_the_model_wrote() -> None:
    found = _ground(_call("query_protocol", id="사우나"), "책 읽기 자세히")
    assert isinstance(found, ToolCall)
    assert CATALOG.resolve(found.arguments["id"]).id == "p-reading"
    assert _ground(_call("query_protocol", id="사우나"), "그거 자세히") == _call("query_protocol", id="사우나")


def test_details_of_what_is_not_there_are_talked_about() -> None:
    assert isinstance(_ground(_call("query_protocol", id="17"), "17 곱하기 3"), Phrase)


def test_what_cannot_be_added_is_searched_for() -> None:
    found = _ground(_call("add_habit", protocol_id="토익 " * 30, dose="3"))
    assert isinstance(found, ToolCall)
    assert (found.name, found.arguments) == ("search_catalog", {"keyword": ("토익 " * 30)[:50]})


@pytest.mark.parametrize(
    ("said", "given", "day"),
    [
        ("어제 걷기 했어", None, "어제"),
        ("어제 걷기 했어", "언젠가", "어제"),
        ("어제 걷기 했어", "그저께", "어제"),
        ("걷기 했어", "그저께", None),
        ("오늘 걷기 했어", None, None),
        ("걷기 10분 했어", None, None),
    ],
)
def test_a_check_in_takes_the_day_from_the_words_where_it_names_none(
    said: str, given: str | None, day: str | None
) -> None:
    arguments = {"habit_id": "걷기", "value": "done"} | ({"date": given} if given else {})
    found = _ground(_call("log_tracker_entry", **arguments), said)
    assert isinstance(found, ToolCall)
    assert found.arguments.get("date") == day


@pytest.mark.parametrize(
    ("said", "added"),
    [
        ("물 마시기 하루 8잔으로 추가", {"dose": 8}),
        ("물 마시기 추가, 앵커는 '양치한 뒤'", {"anchor": "양치한 뒤"}),
        ("물 마시기를 정체성 문장으로 추가", {"frame_level": "L3"}),
        (
            "'나는 물로 하루를 여는 사람이다'로 물 마시기",
            {"frame_level": "L3", "framed_text": "나는 물로 하루를 여는 사람이다"},
        ),
        ("물 마시기 추가", {}),
    ],
)
def test_an_addition_takes_what_the_words_give_with_it(said: str, added: dict[str, Any]) -> None:
    found = _ground(_call("add_habit", protocol_id="물 마시기"), said)
    assert isinstance(found, ToolCall)
    assert found.arguments == {"protocol_id": "물 마시기", **added}


def test_a_search_takes_the_count_and_a_number_picks_from_a_list() -> None:
    assert _ground(_call("search_catalog", category="sleep"), "수면 쪽 세 개만") == _call(
        "search_catalog", category="sleep", limit=3
    )
    said = Said(text="두 번째 거 자세히", earlier="1. 책 읽기 2. 물 마시기")
    assert _ground(_call("query_protocol", id="책 읽기"), said) == _call("query_protocol", id="물 마시기")


def test_words_that_run_on_are_cut_to_what_they_name() -> None:
    call = _call("log_tracker_entry", habit_id="걷기했는데", value="done")
    assert _ground(call, "걷기했는데 깜빡") == _call("log_tracker_entry", habit_id="걷기", value="done")


def test_a_habit_that_nothing_said_points_to_is_asked_about() -> None:
    assert isinstance(_ground(_call("get_streak", habit_id="걷기"), "요가 며칠째야"), Phrase)
    follow_up = Said(text="며칠째야", earlier="걷기를 기록했어요.")
    assert _ground(_call("get_streak", habit_id="걷기"), follow_up) == _call("get_streak", habit_id="걷기")


def test_words_that_name_no_day_are_asked_about() -> None:
    found = _ground(_call("log_tracker_entry", habit_id="걷기", value="done", date="언젠가"), "언젠가 걷기 했어")
    assert isinstance(found, Phrase)


def test_what_is_rather_meant_counts_and_an_id_is_a_name() -> None:
    found = _ground(_call("query_protocol", id="책 읽기"), "책 읽기 말고 사우나 설명")
    assert isinstance(found, ToolCall)
    assert CATALOG.resolve(found.arguments["id"]).id == "p-sauna"
    assert _ground(_call("query_protocol", id="책"), "p-sauna 이거 뭐야") == _call("query_protocol", id="p-sauna")


@pytest.mark.parametrize("said", ["habit 3 done", "습관 3 체크", "3번 습관 했어"])
def test_a_habit_may_be_named_by_its_number(said: str) -> None:
    found = _ground(_call("log_tracker_entry", habit_id="걷기", value="done"), said)
    assert isinstance(found, ToolCall)
    assert found.arguments["habit_id"] == 3


def test_a_sentence_that_was_not_said_is_no_sentence_of_the_users() -> None:
    call = _call("add_habit", protocol_id="물 마시기", frame_level="L3", framed_text="물 마시기")
    assert _ground(call, "물 마시기 추가") == _call("add_habit", protocol_id="물 마시기")


@pytest.mark.parametrize(
    ("given", "said", "searched"),
    [
        ({"category": "sleep"}, "담배 끊는 데 좋은 거", {"category": "substance", "keyword": "끊는 데"}),
        ({"category": "sleep"}, "담배 쪽으로 좋은 거", {"category": "substance"}),
        ({"keyword": "호흡"}, "호흡 관련된 거", {"keyword": "호흡"}),
        ({"keyword": "어쩌고"}, "수면 쪽으로 어쩌고", {"category": "sleep"}),
        ({"category": "mind"}, "아무거나 추천", {"category": "mind"}),
        ({"category": "mind", "limit": 2}, "something for my focus", {"category": "focus", "limit": 2}),
    ],
)
def test_a_search_is_aimed_at_what_was_said(given: dict[str, Any], said: str, searched: dict[str, Any]) -> None:
    found = _ground(_call("search_catalog", **given), said)
    assert isinstance(found, ToolCall)
    assert found.arguments == searched


def test_what_was_spoken_of_before_is_meant_where_the_words_name_nothing() -> None:
    said = Said(text="그거 추가해줘", earlier="'책 읽기'가 있어요. 추가할까요?")
    found = _ground(_call("add_habit", protocol_id="사우나"), said)
    assert isinstance(found, ToolCall)
    assert CATALOG.resolve(found.arguments["protocol_id"]).id == "p-reading"


class _Fixed:
    """A model that always replies the same."""

    id = "fixed"

    def __init__(self, reply: ModelReply) -> None:
        self.reply = reply

    def generate(self, request: ChatRequest, **_: object) -> ModelReply:
        return self.reply


def _generated(*calls: ToolCall) -> tuple[ModelReply, list[ModelEvent]]:
    reply = ModelReply(text="", tool_calls=calls, stop_reason="tool_use")
    model = GroundedModel(_Fixed(reply), _ground, lambda: "ko")
    seen: list[ModelEvent] = []
    return model.generate(ChatRequest(messages=(Message(role="user", content="?"),)), on_event=seen.append), seen


def test_a_reply_whose_only_call_names_nothing_becomes_talk() -> None:
    reply, seen = _generated(_call("get_streak", habit_id="요가"))
    assert (reply.text, reply.tool_calls, reply.stop_reason) == (UNKNOWN.ko, (), "stop")
    assert seen == [TextDelta(text=UNKNOWN.ko)]


def test_the_other_calls_of_a_reply_go_on() -> None:
    good = _call("get_streak", habit_id=3)
    reply, _ = _generated(_call("get_streak", habit_id="요가"), good)
    assert (reply.text, reply.tool_calls, reply.stop_reason) == (UNKNOWN.ko, (good,), "tool_use")
    assert _generated(good)[0] == ModelReply(text="", tool_calls=(good,), stop_reason="tool_use")


def test_an_entry_is_known_by_what_one_does() -> None:
    found = _ground(_call("add_habit", protocol_id="자기 전 휴대폰"), "make it a habit: olive oil, no more butter")
    assert isinstance(found, ToolCall)
    assert found.arguments["protocol_id"] == "d-good-oil"


def test_an_active_habit_is_known_by_what_one_does() -> None:
    call = _call("log_tracker_entry", habit_id="걷기", value="blank")
    found = ground_call(
        call,
        Said(text="took the elevator all day"),
        today=date(2026, 3, 18),
        active={"p-stairs": 3, "d-water": 9},
        find_habit=_find_habit,
        catalog=CATALOG,
    )
    assert isinstance(found, ToolCall)
    assert found.arguments["habit_id"] == 3


@pytest.mark.parametrize(
    ("said", "entry"),
    [("뒤에 거로 할래요", "p-box-breath"), ("앞에거 추가", "p-cyclic-sigh"), ("the former, please", "p-cyclic-sigh")],
)
def test_a_place_in_a_sentence_of_titles_picks_one(said: str, entry: str) -> None:
    first, second = CATALOG.resolve("p-cyclic-sigh").title_ko, CATALOG.resolve("p-box-breath").title_ko
    found = _ground(
        _call("add_habit", protocol_id="사우나"),
        Said(text=said, earlier=f"'{first}'과 '{second}'이 있어요. 어느 쪽을 넣을까요?"),
    )
    assert isinstance(found, ToolCall)
    assert CATALOG.resolve(found.arguments["protocol_id"]).id == entry


@pytest.mark.parametrize(
    ("said", "entry", "dose"),
    [
        ("아침 햇빛 보기 십오 분으로 추가", "p-morning-light", 15),
        ("감사 다섯줄로 넣어줘", "p-gratitude", 5),
        ("스쿼트 열개 추가해줘", "p-bathroom-squat", 10),
        ("whole grains, two meals a day please", "d-whole-grain", 2),
        ("스쿼트 한번 해볼게 추가", "p-bathroom-squat", None),
        ("두 번째 거 추가해줘", "p-bathroom-squat", None),
    ],
)
def test_an_amount_in_words_is_the_dose(said: str, entry: str, dose: int | None) -> None:
    assert amount_of(said, CATALOG.resolve(entry)) == dose


@pytest.mark.parametrize("said", ["습관 12개 중에 걷기 어때", "습관 30일째 걷기 어때", f"습관 {'9' * 5_000} 걷기"])
def test_a_number_that_counts_or_is_far_too_long_is_no_number_of_a_habit(said: str) -> None:
    assert _ground(_call("get_streak", habit_id="걷기"), said) == _call("get_streak", habit_id="걷기")
