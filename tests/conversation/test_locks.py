"""A locked door is closed everywhere: each way on which something behind it could come out is tried."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemma_app.agent.action import Provenance
from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, TextDelta, Traits
from gemma_app.agent.turn import Answered, Waiting
from gemma_app.app import App, call_tool
from gemma_app.clock import Clock
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.transcript import Transcript
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.errors import AppError, Rejected
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.language import Language, same
from tests.conversation.test_chat import call, says, session_with
from tests.habits.day import START, add_data

SECRET = "아침 햇빛"
DOOR = "habits.read"
ANSWER = f"지금 하는 습관은 {SECRET} 보기예요."


class Cut:
    """A model that fails in the middle of its answer."""

    id = "cut"

    def generate(
        self, request: ChatRequest, *, on_event: OnModelEvent | None = None, cancel: threading.Event | None = None
    ) -> ModelReply:
        assert on_event is not None
        for text in ("지금 하는 습관은 ", SECRET):
            on_event(TextDelta(text=text))
        raise AppError(same("broken"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    app = App.open(tmp_path, clock=Clock(fixed_today=START), language="ko")
    add_data(app, "p-morning-light")
    yield app
    app.close()


@pytest.fixture(params=["a tool was called", "the title goes along with every request"])
def told(app: App, request: pytest.FixtureRequest) -> str:
    """A conversation in which the assistant told of a habit."""
    reads = [call("list_active_habits")] if request.param == "a tool was called" else []
    session_id, _ = session_with(app, *reads, says(ANSWER))
    app.chat.send(session_id, "뭐 하고 있지?")
    return session_id


def lock(app: App, *doors: str) -> None:
    app.choices.lock_doors(DEFAULT_PROFILE, doors or (DOOR,))


def test_what_is_not_locked_can_be_read(app: App, told: str) -> None:
    assert SECRET in app.reader.export(told, "json")
    assert [hit.snippet for hit in app.reader.search(SECRET)]
    assert SECRET in json.dumps(app.reader.hand_off(told), ensure_ascii=False)


def test_messages_and_tool_cards_are_emptied(app: App) -> None:
    session_id, _ = session_with(app, call("list_active_habits"), says(ANSWER))
    app.chat.send(session_id, "뭐 하고 있지?")
    lock(app)
    rows = app.reader.page(session_id, limit=60)
    assert SECRET not in str(rows)
    assert [row.role for row in rows] == ["user", "assistant", "tool", "assistant"]
    assert [row.redacted for row in rows] == [False, True, True, True]
    assert rows[3].content == "잠긴 내용이에요 (습관)."
    assert all(not (row.tool_calls or row.tool_results or row.extra) for row in rows)


def test_nothing_is_lost_and_unlocking_brings_it_back(app: App, told: str) -> None:
    before = app.reader.page(told, limit=60)
    lock(app)
    app.reader.page(told, limit=60)
    app.choices.lock_doors(DEFAULT_PROFILE, ())
    assert app.reader.page(told, limit=60) == before


def test_messages_around_a_hit_are_emptied_too(app: App, told: str) -> None:
    first = app.reader.page(told, limit=60)[0]
    lock(app)
    assert SECRET not in str(app.reader.around(told, first.id, limit=10))


def test_search_does_not_find_it(app: App, told: str) -> None:
    lock(app)
    assert app.reader.search(SECRET) == []
    assert app.reader.search("하고") != []


def test_search_looks_past_what_is_locked(app: App, told: str) -> None:
    app.conversations.append(told, StoredMessage(id="old", role="user", content="걷기 이야기"))
    for number in range(60):
        hidden = StoredMessage(id=f"h{number}", role="assistant", content="걷기 기록", doors=(DOOR,))
        app.conversations.append(told, hidden)
    lock(app)
    assert [hit.message_id for hit in app.reader.search("걷기")] == ["old"]


def test_a_summary_of_it_cannot_be_read_or_edited(app: App, told: str) -> None:
    summarize(app, told)
    lock(app)
    shown = app.reader.summary(told)
    assert (shown.text, shown.is_closed) == (None, True)
    with pytest.raises(Rejected) as refused:
        app.reader.edit_summary(told, "mine")
    assert refused.value.code == "locked"
    app.choices.lock_doors(DEFAULT_PROFILE, ())
    assert app.reader.summary(told).text == f"SUMMARY of {SECRET}"


def summarize(app: App, session_id: str) -> None:
    last = app.conversations.page(session_id)[-1]
    patch = {
        "last_summary": f"SUMMARY of {SECRET}",
        "summary_up_to_message_id": last.id,
        "summary_doors": last.doors,
    }
    assert Summaries(app.database).save_summary(session_id, expected_mark=None, patch=patch)


@pytest.mark.parametrize("form", ["md", "json"])
def test_an_export_does_not_hold_it(app: App, told: str, form: str) -> None:
    lock(app)
    assert SECRET not in app.reader.export(told, form)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["md", "json"])
def test_a_scope_that_is_switched_off_is_not_exported_though_it_is_not_locked(app: App, told: str, form: str) -> None:
    assert app.reader.doors(told) == (DOOR,)
    assert SECRET not in app.reader.export(told, form, closed={DOOR})  # type: ignore[arg-type]


def test_the_dialog_of_scopes_does_not_offer_what_is_locked(app: App, told: str) -> None:
    lock(app)
    assert app.reader.doors(told) == ()


def test_what_folding_makes_of_it_is_behind_the_same_door(app: App, told: str) -> None:
    for number in range(60):
        app.conversations.append(told, StoredMessage(id=f"f{number}", role="user", content=f"이야기 {number}"))
    app.model.put(None)
    app.tidying.fold(told, DEFAULT_PROFILE)
    assert SECRET in (app.reader.summary(told).text or "")
    lock(app)
    assert app.reader.summary(told).is_closed


def test_a_greeting_stays_readable_though_the_titles_went_along(app: App) -> None:
    session_id, model = session_with(app, says("안녕하세요! 반가워요."))
    app.chat.send(session_id, "안녕")
    assert SECRET in str(model.requests[0].options)
    lock(app)
    assert app.reader.page(session_id, limit=9)[1].content == "안녕하세요! 반가워요."


def test_an_answer_in_view_of_what_was_read_before_is_closed_with_it(app: App) -> None:
    session_id, _ = session_with(app, call("list_active_habits"), says(ANSWER), says("아까 말한 그거예요."))
    app.chat.send(session_id, "뭐 하고 있지?")
    app.chat.send(session_id, "뭐라고?")
    lock(app)
    assert app.reader.page(session_id, limit=9)[-1].redacted
    session_id, _ = session_with(app, says("네."))
    app.chat.send(session_id, "다른 이야기")
    assert app.reader.page(session_id, limit=9)[-1].doors == ()


def test_an_answer_that_was_cut_off_is_closed_too(app: App) -> None:
    session_id, _ = session_with(app)
    app.model.put(Cut())
    with pytest.raises(AppError):
        app.chat.send(session_id, "뭐 하고 있지?")
    lock(app)
    assert SECRET not in str(app.reader.page(session_id, limit=9))
    assert app.reader.search(SECRET) == []


def test_a_call_that_names_it_is_closed_too(app: App) -> None:
    session_id, _ = session_with(app, call("search_catalog", keyword=SECRET), says("찾아봤어요."))
    app.chat.send(session_id, "비슷한 거 찾아줘")
    lock(app)
    (asked,) = [row for row in app.reader.page(session_id, limit=9) if row.role == "assistant"][:1]
    assert SECRET not in str(asked)


def test_a_hand_off_does_not_hold_it(app: App, told: str) -> None:
    assert SECRET not in str(app.reader.hand_off(told, closed={DOOR}))
    lock(app)
    handed = app.reader.hand_off(told)
    assert SECRET not in str(handed)
    assert "cannot be shown" in str(handed)


def test_a_shared_copy_does_not_hold_it_and_keeps_its_doors(app: App, told: str) -> None:
    guest = app.profiles.add("손님")
    whole = app.reader.share(told, guest.id)
    part = app.reader.share(told, guest.id, closed={DOOR})
    app.choices.change(profile=guest.id)
    assert SECRET in app.reader.export(whole.id, "json")
    assert SECRET not in app.reader.export(part.id, "json")
    app.choices.lock_doors(guest.id, (DOOR,))
    assert SECRET not in app.reader.export(whole.id, "json")


def test_the_title_that_the_list_and_the_window_show_is_never_made_of_it(app: App) -> None:
    hidden = StoredMessage(id="a", role="user", content=f"{SECRET} 비밀", doors=(DOOR,))
    plain = StoredMessage(id="b", role="user", content="다른 이야기")
    made = app.conversations.import_transcript(DEFAULT_PROFILE, Transcript(title="", messages=(hidden, plain)))
    lock(app)
    assert made.title == "다른 이야기"
    assert SECRET not in str(app.reader.sessions())


def test_the_model_is_not_told_of_it(app: App, told: str) -> None:
    summarize(app, told)
    lock(app)
    model = ScriptedModel([says("네.")])
    app.model.put(model)
    app.chat.send(told, "그리고?")
    (request,) = model.requests
    assert SECRET not in str([message for message in request.messages if isinstance(message, Message)])
    assert SECRET not in str(request.options)
    assert "list_active_habits" not in [tool.name for tool in request.tools]


class Small(ScriptedModel):
    """A model that cannot word a result."""

    traits = Traits(speaks_through_the_app=True)


@pytest.mark.parametrize(
    "asked",
    [
        call("list_active_habits"),
        call("get_streak", habit_id="햇빛"),
        call("get_streak", habit_id=1),
        call("log_tracker_entry", habit_id="햇빛", value="done"),
        call("add_habit", protocol_id="햇빛"),
    ],
    ids=lambda reply: str(reply.tool_calls[0].name),
)
@pytest.mark.parametrize(
    ("language", "said", "advice"),
    [("ko", "잠겨 있어요: 습관", "‘프로필과 잠금’"), ("en", "Locked for this profile: habits", "‘Profiles and locks’")],
)
def test_who_asks_for_it_is_told_what_is_locked_and_where_to_change_it(
    app: App, asked: ModelReply, language: Language, said: str, advice: str
) -> None:
    add_data(app, "p-afternoon-light")
    lock(app, "habits.read", "tracker.read")
    app.choices.override_language(language)
    app.model.put(Small([asked]))
    session_id = app.conversations.create_session(DEFAULT_PROFILE).id
    seen: list[object] = []
    end = app.chat.send(session_id, "그거 며칠째야?", on_event=seen.append)
    assert isinstance(end, Answered)
    assert said in end.reply
    assert advice in end.reply
    rows = app.reader.page(session_id, limit=60)
    assert rows[-1].content == end.reply
    for title in ("아침", "오후", "Morning", "afternoon"):
        assert title not in f"{end}{seen}{rows}"


def test_only_the_scope_that_is_locked_is_named(app: App) -> None:
    lock(app, "tracker.read")
    app.model.put(Small([call("get_streak", habit_id="햇빛")]))
    end = app.chat.send(app.conversations.create_session(DEFAULT_PROFILE).id, "햇빛 며칠째야?")
    assert isinstance(end, Answered)
    assert "잠겨 있어요: 기록." in end.reply


def test_a_model_that_words_its_answers_is_told_what_is_locked_and_where(app: App) -> None:
    session_id, model = session_with(app, says("네."), says("네."))
    app.chat.send(session_id, "뭐 하고 있지?")
    lock(app)
    app.chat.send(session_id, "뭐 하고 있지?")
    before, after = (str(request.options["context"]) for request in model.requests)
    assert "잠겨" not in before
    assert "잠겨 있어요: 습관." in after
    assert "‘프로필과 잠금’" in after


def test_no_tool_reads_it_whoever_calls(app: App) -> None:
    lock(app)
    done = call_tool(app, "list_active_habits", {}, approve=lambda asked: True)
    assert json.loads(done.envelope)["error"] == "locked"
    assert SECRET not in done.envelope + done.text


def test_a_waiting_question_about_it_is_neither_shown_nor_answered(app: App) -> None:
    session_id, _ = session_with(app, call("add_habit", protocol_id="p-reading"), says("네."))
    end = app.chat.send(session_id, "추가해줘")
    assert isinstance(end, Waiting)
    (waiting,) = app.reader.waiting(session_id)
    lock(app)
    assert app.reader.waiting(session_id) == []
    app.chat.answer(waiting, approved=True)
    assert len(app.habits.active()) == 1


def test_the_receipt_of_a_change_behind_it_is_not_shown(app: App) -> None:
    session_id, _ = session_with(app, call("log_tracker_entry", habit_id="햇빛", value="done"), says("기록했어요."))
    app.chat.send(session_id, "했어")
    lock(app, "tracker.read")
    assert SECRET not in str(app.reader.page(session_id, limit=60))
    assert app.habits.day()[0].value == "done"


def test_a_conversation_of_somebody_else_is_not_there(app: App, told: str) -> None:
    summarize(app, told)
    guest = app.profiles.add("손님")
    first = app.conversations.page(told)[0]
    app.choices.change(profile=guest.id)
    assert app.reader.sessions() == []
    assert app.reader.search(SECRET) == []
    assert app.habits.active() == ()
    for read in (
        lambda: app.reader.session(told),
        lambda: app.reader.page(told, limit=9),
        lambda: app.reader.around(told, first.id, limit=9),
        lambda: app.reader.waiting(told),
        lambda: app.reader.summary(told),
        lambda: app.reader.doors(told),
        lambda: app.reader.export(told, "md"),
        lambda: app.reader.hand_off(told),
        lambda: app.reader.share(told, guest.id),
        lambda: app.reader.edit_summary(told, "mine"),
    ):
        with pytest.raises(Rejected) as refused:
            read()
        assert refused.value.code == "no_such_session"


def test_deleting_says_nothing_of_it(app: App, told: str) -> None:
    lock(app)
    receipt = app.conversations.delete_session(told, Provenance(actor="window", tool="delete_session"))
    assert SECRET not in receipt.text.ko


def test_a_door_of_an_unknown_tool_stays_closed_for_everybody(app: App, told: str) -> None:
    ghost = StoredMessage(id="g", role="assistant", content="유령의 말", doors=("unresolved:ghost",))
    app.conversations.append(told, ghost)
    assert "유령의 말" not in app.reader.export(told, "json")
    assert app.reader.search("유령의") == []
