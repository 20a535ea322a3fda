from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.fold import StoredSummary
from gemma_app.conversation.llm_history import build_llm_history
from gemma_app.conversation.messages import StoredMessage

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def human(text: str, sender: str | None = "p1", name: str | None = "Kim", **fields: Any) -> StoredMessage:
    return StoredMessage(
        id=f"u {text}", role="user", content=text, created_at=NOW, sender_id=sender, sender_name=name, **fields
    )


def assistant(text: str, **fields: Any) -> StoredMessage:
    return StoredMessage(id=f"a {text}", role="assistant", content=text, created_at=NOW, **fields)


def contents(*rows: StoredMessage, **options: Any) -> list[str]:
    return [entry["content"] for entry in build_llm_history(rows, **options)]


def numbered(count: int) -> list[StoredMessage]:
    return [StoredMessage(id=f"m{n}", role="user", content=f"text {n}", sender_id="p1") for n in range(1, count + 1)]


@pytest.mark.parametrize("addressee", ["assistant", "room"])
def test_an_addressee_is_always_told_even_to_a_person_who_is_alone(addressee: str) -> None:
    assert contents(human("hello", addressee=addressee)) == [f"[Kim → {addressee}] hello"]


def test_a_person_who_is_alone_is_not_named() -> None:
    assert contents(human("hello"), assistant("hi"), human("again")) == ["hello", "hi", "again"]


def test_two_people_are_both_named_and_no_addressee_is_invented() -> None:
    assert contents(human("hello"), human("hey", "p2", "Lee")) == ["[Kim] hello", "[Lee] hey"]


def test_people_are_told_apart_by_id_and_not_by_name() -> None:
    assert contents(human("one", "p1", "Kim"), human("two", "p1", "Kim J.")) == ["one", "two"]
    assert contents(human("one", "p1", "Kim"), human("two", "p2", "Kim")) == ["[Kim] one", "[Kim] two"]


@pytest.mark.parametrize("name", [None, "", "  "])
def test_an_unknown_name_becomes_participant(name: str | None) -> None:
    assert contents(human("hello", name=name, addressee="room")) == ["[participant → room] hello"]
    assert contents(human("a", name=name), human("b", "p2", "Lee")) == ["[participant] a", "[Lee] b"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("kim@example.com", "kim"),
        ("민지@회사.한국", "민지"),
        ("Kim <kim@example.com>", "Kim <kim>"),
        ("A@b.c x", "A x"),
    ],
)
def test_an_e_mail_address_is_never_shown(name: str, shown: str) -> None:
    assert contents(human("hello", name=name, addressee="room")) == [f"[{shown} → room] hello"]


def test_the_assistant_is_sent_as_it_is() -> None:
    rows = [assistant("**bold** [x]")]
    assert build_llm_history(rows) == [{"role": "assistant", "content": "**bold** [x]"}]


def test_a_record_of_the_app_is_said_by_the_user_side_and_is_no_sender() -> None:
    record = StoredMessage(id="s", role="system", content="Refused.", sender_id="p2", sender_name="Lee")
    assert build_llm_history([human("hello"), record]) == [
        {"role": "user", "content": "hello"},
        {"role": "user", "content": "[system] Refused."},
    ]


def test_a_tool_row_names_its_tool_and_is_bounded() -> None:
    call = assistant("", tool_calls=(ToolCall(id="c1", name="search_catalog", arguments={}),))
    result = StoredMessage(
        id="t", role="tool", content="", tool_results=(ToolResultPart(tool_use_id="c1", content="x" * 9000),)
    )
    entry = build_llm_history([call, result])[1]
    assert entry["role"] == "user"
    assert entry["content"].startswith("[tool search_catalog] xxx")
    assert entry["content"].endswith("[truncated]")
    assert len(entry["content"]) <= 2048


def test_a_call_id_that_is_used_again_names_the_latest_tool() -> None:
    rows = []
    for name in ("first", "second"):
        rows.append(assistant("", tool_calls=(ToolCall(id="c1", name=name, arguments={}),)))
        part = ToolResultPart(tool_use_id="c1", content="{}")
        rows.append(StoredMessage(id=f"t {name}", role="tool", content="", tool_results=(part,)))
    assert [text for text in contents(*rows) if text] == ["[tool first] {}", "[tool second] {}"]


def test_the_tool_of_a_kept_result_is_known_though_its_call_was_dropped() -> None:
    call = assistant("", tool_calls=(ToolCall(id="c1", name="search_catalog", arguments={}),))
    part = ToolResultPart(tool_use_id="c1", content="{}")
    result = StoredMessage(id="t", role="tool", content="{}", tool_results=(part,))
    assert contents(call, result, max_turns=1)[1] == "[tool search_catalog] {}"


def test_what_was_left_out_without_a_summary_is_counted() -> None:
    history = build_llm_history(numbered(5), max_turns=2)
    assert history == [
        {
            "role": "user",
            "content": "[system] The first 3 message(s) of this conversation were left out because of the length "
            "limit. Ask the person again if you need them.",
        },
        {"role": "user", "content": "text 4"},
        {"role": "user", "content": "text 5"},
    ]


REPLACED = (
    "[system] The first {0} message(s) of this conversation were replaced by the summary below because of the length "
    "limit. It is a summary, not the original — ask the person about anything it does not say."
)


def test_a_summary_of_everything_that_was_dropped_stands_in_its_place() -> None:
    assert contents(*numbered(5), max_turns=2, summary=StoredSummary("SUM", "m3"))[0] == REPLACED.format(3) + "\nSUM"


def test_what_the_summary_does_not_cover_yet_is_counted_apart() -> None:
    notice = contents(*numbered(9), max_turns=2, summary=StoredSummary("SUM", "m4"))[0]
    assert notice == REPLACED.format(4) + " 3 message(s) after it are not in the summary yet.\nSUM"


def test_a_summary_that_reaches_into_the_kept_messages_leaves_nothing_pending() -> None:
    notice = contents(*numbered(5), max_turns=3, summary=StoredSummary("SUM", "m4"))[0]
    assert notice == REPLACED.format(2) + "\nSUM"


@pytest.mark.parametrize("summary", [None, StoredSummary(None, None), StoredSummary(" ", "m1")])
def test_under_the_cap_there_is_no_notice_and_a_blank_summary_is_none(summary: StoredSummary | None) -> None:
    assert contents(*numbered(2), max_turns=2, summary=StoredSummary("SUM", "m1")) == ["text 1", "text 2"]
    assert "left out" in contents(*numbered(3), max_turns=2, summary=summary)[0]


def test_pinned_messages_stay_word_for_word_and_are_not_counted_as_dropped() -> None:
    rows = numbered(5)
    rows[1] = StoredMessage(id="m2", role="user", content="never nuts", sender_id="p1", pinned=True)
    notice, *rest = contents(*rows, max_turns=2)
    assert "The first 2 message(s)" in notice
    assert rest == ["never nuts", "text 4", "text 5"]


@given(count=st.integers(0, 40), cap=st.integers(0, 45), mark=st.integers(-1, 45), pins=st.sets(st.integers(0, 39)))
def test_every_message_is_exactly_one_of_raw_summarised_or_pending(
    count: int, cap: int, mark: int, pins: set[int]
) -> None:
    rows = [
        StoredMessage(id=f"m{n}", role="user", content=f"text {n}", sender_id="p", pinned=n in pins)
        for n in range(count)
    ]
    history = contents(*rows, max_turns=cap, summary=StoredSummary("SUM", f"m{mark}"))
    notice = history.pop(0) if history and history[0].startswith("[system]") else ""
    numbers = [int(word) for word in notice.replace("\n", " ").split() if word.isdigit()]
    assert len(history) + sum(numbers) == count
    assert history[len(history) - min(cap, count) :] == [f"text {n}" for n in range(max(0, count - cap), count)]
