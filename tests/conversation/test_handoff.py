import random
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.messages import Role, ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.handoff import BULKY_TOOLS, build_handoff_messages, build_handoff_messages_for_bridge
from gemma_app.conversation.messages import Attachment, StoredMessage

TITLE = "[Compact prior conversation context]"
_ids = iter(range(10**9))


def row(role: Role, content: str = "", **fields: Any) -> StoredMessage:
    return StoredMessage(id=f"m{next(_ids)}", role=role, content=content, **fields)


def calling(name: str, call_id: str = "c1", content: str = "", **arguments: Any) -> StoredMessage:
    return row("assistant", content, tool_calls=(ToolCall(id=call_id, name=name, arguments=arguments),))


def giving(content: str, call_id: str = "c1", *, failed: bool = False) -> StoredMessage:
    return row("tool", tool_results=(ToolResultPart(tool_use_id=call_id, content=content, is_error=failed),))


def filler(count: int = 6) -> list[StoredMessage]:
    """Messages that fill the raw window and say nothing."""
    return [row("user" if n % 2 else "assistant", f"raw {n}") for n in range(count)]


def background(messages: list[StoredMessage]) -> str:
    """What is said about messages that lie before the raw window."""
    first = build_handoff_messages([*messages, *filler()])[0]["content"]
    return first if first.startswith(TITLE) else ""


def lines(messages: list[StoredMessage], label: str) -> list[str]:
    return [line.removeprefix(label) for line in background(messages).splitlines() if line.startswith(label)]


def requests(messages: list[StoredMessage]) -> list[str]:
    return lines(messages, "User request: ")


def test_no_messages_give_nothing_and_the_bridge_says_none() -> None:
    assert build_handoff_messages([]) == []
    assert build_handoff_messages_for_bridge([], "s") is None


def test_the_bridge_ignores_the_session() -> None:
    rows = [row("user", "Use ssh2"), *filler()]
    assert build_handoff_messages_for_bridge(rows, "a") == build_handoff_messages(rows)
    assert build_handoff_messages_for_bridge(rows, "b") == build_handoff_messages(rows)


def test_the_tail_starts_at_the_hundredth_user_message_from_the_end() -> None:
    rows = [row("user", "outside, must stay")]
    rows += [each for n in range(100) for each in (row("user", f"must {n}"), calling("t"), giving(f"{n}"))]
    text = build_handoff_messages(rows)[0]["content"]
    assert "outside" not in text
    assert "outside" in background([row("user", "outside, must stay"), *(row("user", "ok") for _ in range(96))])


def test_what_comes_before_the_first_of_exactly_a_hundred_turns_is_outside() -> None:
    turns = [row("user", f"must {n}") for n in range(100)]
    assert "Welcome" not in build_handoff_messages([row("assistant", "Welcome, must see"), *turns])[0]["content"]
    assert "Welcome" in build_handoff_messages([row("assistant", "Welcome, must see"), *turns[1:]])[0]["content"]


def test_a_call_before_the_tail_gives_no_provenance() -> None:
    rows = [row("user", "old"), calling("lost"), *(row("user", "ok") for _ in range(99)), giving("x")]
    assert build_handoff_messages([*rows, row("user", "now")])[-2]["content"] == "Tool result (c1): x"


def test_a_reused_call_id_resolves_to_the_latest_call_before_each_result() -> None:
    rows = [calling("one"), giving("1"), calling("two"), giving("2"), giving("again")]
    assert [each["content"] for each in build_handoff_messages(rows)] == [
        "Tool call: one({})",
        "Tool result [from one({})] (c1): 1",
        "Tool call: two({})",
        "Tool result [from two({})] (c1): 2",
        "Tool result [from two({})] (c1): again",
    ]


def test_the_last_six_messages_are_handed_on_raw() -> None:
    rows = [row("user", "before"), *filler(6)]
    handed = build_handoff_messages(rows)
    assert [each["content"] for each in handed[1:]] == [f"raw {n}" for n in range(6)]
    assert [each["role"] for each in handed[1:]] == ["assistant", "user"] * 3
    assert build_handoff_messages(filler(6))[0]["content"] == "raw 0"


def test_raw_calls_and_results_are_put_into_words() -> None:
    rows = [
        row("user", "Look"),
        calling("search", "c7", "Looking.", q="걷기"),
        giving('{"ok":true}', "c7"),
        giving("unknown", "c8", failed=True),
    ]
    assert build_handoff_messages(rows) == [
        {"role": "user", "content": "Look"},
        {"role": "assistant", "content": 'Looking.\nTool call: search({"q": "걷기"})'},
        {"role": "assistant", "content": 'Tool result [from search({"q": "걷기"})] (c7): {"ok":true}'},
        {"role": "assistant", "content": "Tool error (c8): unknown"},
    ]


def test_a_long_raw_text_does_not_push_out_the_call_or_the_attachment_beside_it() -> None:
    called = build_handoff_messages([calling("search", content="x" * 9000, q="y" * 9000)])[0]["content"]
    assert "Tool call: search(" in called
    assert len(called) <= 2000
    user = build_handoff_messages([row("user", "x" * 9000, attachments=(Attachment("image", "a.png"),))])[0]["content"]
    assert "a.png" in user
    assert len(user) <= 2000


def test_attachments_become_placeholders() -> None:
    attachments = (
        Attachment("selection", "run.log", text="first line password=hunter2\nsecond\nthird"),
        Attachment("image", "cat.png", media_type="image/png", size=12),
        Attachment("file", "notes.txt", text="the whole text of the file"),
    )
    (item,) = build_handoff_messages([row("user", "See", attachments=attachments)])
    assert item["content"].splitlines() == [
        "See",
        "[Historical terminal selection omitted from replay: run.log, 3 lines, preview: first line password=[masked]]",
        "[Historical image omitted from replay: cat.png, image/png, 12 bytes]",
        "[Historical file omitted from replay: notes.txt]",
    ]


def test_older_requests_and_answers_become_one_leading_user_message() -> None:
    handed = build_handoff_messages([row("user", "Use ssh2"), row("assistant", "It is set up."), *filler()])
    assert handed[0]["role"] == "user"
    text = handed[0]["content"]
    assert text.startswith(TITLE + "\n")
    assert "background" in text
    assert "current request wins" in text
    assert "User request: Use ssh2" in text
    assert "Assistant context: It is set up." in text


def test_there_is_no_leading_message_where_nothing_is_worth_saying() -> None:
    assert background([row("user", "ok"), row("assistant", "You're welcome!"), row("user", "")]) == ""


FILLERS = (
    "ok|OK!|continue|thanks|Thank you.|ack|got it|继续|好的|收到|明白|네|고마워|계속|네, 고마워요!|"
    "ok, thanks 👍|好的，谢谢|"
    "계속해 주세요|ㅋㅋㅋ|Okay. Please continue."
)
SUBSTANCE = (
    "Use ssh2|中文输出|rebase instead|no|네트워크|계속 실패해|어제|好的方案|next week|아니|다음 주|"
    "와인|ok use 3|continue from step 2|"
    "고마워 근데 취소해|어제 걸었어|yes to all"
)


@pytest.mark.parametrize("text", FILLERS.split("|"))
def test_a_filler_of_the_user_is_dropped(text: str) -> None:
    assert requests([row("user", text)]) == []


@pytest.mark.parametrize("text", SUBSTANCE.split("|"))
def test_short_messages_of_substance_survive(text: str) -> None:
    assert requests([row("user", text)]) == [text]


@pytest.mark.parametrize("text", ["Sure!", "好的，不客气", "네, 계속하겠습니다.", "Let me know if you need anything."])
def test_a_filler_of_the_assistant_is_dropped(text: str) -> None:
    assert lines([row("assistant", text)], "Assistant context: ") == []


def test_a_phrase_that_is_filler_for_the_assistant_is_substance_for_the_user() -> None:
    assert requests([row("user", "Let me know")]) == ["Let me know"]


PRIOR = (
    "하지 마|가지 마세요|A 말고 B|먼저 씻어|안 돼|꼭 해줘|그대로 둬|최소 3번|절대로 안 해|반드시|"
    "유지해|쓰지 말아 주세요|금지야"
)
PRIOR_FOREIGN = "never at night|必须用中文|不要删除|keep it|my cli|the pr|We decided|오류가 나"
PLAIN = "approach|the client|아버지 마음|동안 돼지|hello there|안녕하세요|你来了"


@pytest.mark.parametrize("text", [*PRIOR.split("|"), *PRIOR_FOREIGN.split("|")])
def test_important_and_constraining_words_take_precedence_over_newer_text(text: str) -> None:
    newer = [row("user", f"{n} plain words ".ljust(280, "x")) for n in range(8)]
    assert text in requests([row("user", text), *newer])


@pytest.mark.parametrize("text", PLAIN.split("|"))
def test_words_inside_other_words_give_no_precedence(text: str) -> None:
    newer = [row("user", f"{n} plain words ".ljust(280, "x")) for n in range(4)]
    padded = f"{text} ".ljust(280, "y")
    assert padded not in requests([row("user", padded), *newer])


def test_durable_lines_are_the_newest_that_fit_and_stand_in_the_order_of_the_conversation() -> None:
    rows = [row("user", f"{n:03} wish ".ljust(200, "x")) for n in range(50)]
    numbers = [int(text[:3]) for text in requests(rows)]
    assert numbers == list(range(50 - len(numbers), 50))
    assert len(numbers) == 1400 // (200 + len("User request: ") + 1)


def test_a_repeated_request_is_printed_once() -> None:
    assert requests([row("user", "Use ssh2"), row("assistant", "x"), row("user", "Use   ssh2")]) == ["Use ssh2"]


def test_lines_are_cut_to_their_limits_without_counting_the_label() -> None:
    rows = [row("user", "must " * 100), row("assistant", "must " * 100), calling("t"), giving("y" * 900)]
    (request,), (answer,) = requests(rows), lines(rows, "Assistant context: ")
    assert (len(request), len(answer)) == (280, 360)
    assert request.endswith("[truncated]")
    (result,) = lines(rows, "Tool result [from t({})] (c1): ")
    assert len(result) == 500


def test_nothing_of_the_raw_window_is_repeated() -> None:
    rows = [row("user", "must be blue"), row("user", "must be red"), *filler(5), row("user", "must be blue")]
    text = build_handoff_messages(rows)[0]["content"]
    assert "red" in text
    assert "blue" not in text


def test_recent_results_and_important_text_come_from_the_last_twenty_messages_before_the_raw_window() -> None:
    inside = [calling("t"), giving("inside"), *(row("user", "ok") for _ in range(18))]
    assert "inside" in background(inside)
    assert "inside" not in background([*inside, row("user", "ok"), row("user", "ok")])


def test_important_text_that_found_no_durable_room_is_among_the_recent_lines_once() -> None:
    rows = [row("user", f"must {n} ".ljust(280, "x")) for n in range(8)]
    numbers = [int(text.split()[1]) for text in requests(rows)]
    assert len(numbers) == len(set(numbers)) > 1400 // 295


def test_at_least_one_result_is_printed_however_full_the_other_sections_are() -> None:
    rows = [row("user", f"must {n} ".ljust(270, "x")) for n in range(30)]
    rows += [row("assistant", f"must {n} ".ljust(350, "x")) for n in range(10)]
    rows += [calling("search", q="z" * 500), giving("y" * 900), *(row("user", f"must {n}") for n in range(15))]
    text = background(rows)
    assert "Tool result [from search(" in text
    assert len(text) <= 3000


def exec_rows(output: str, command: str = "make all", name: str = "terminal_exec") -> list[StoredMessage]:
    return [calling(name, command=command), giving(output)]


@pytest.mark.parametrize("name", sorted(BULKY_TOOLS))
def test_output_of_bulky_tools_is_replayed_as_bounded_evidence(name: str) -> None:
    output = "HEAD" + "x" * 50_000 + "TAIL"
    item = build_handoff_messages(exec_rows(output, name=name))[1]["content"]
    header = (
        "[Historical terminal output omitted from replay: toolCallId=c1, command=make all, outputChars=50008, "
        "status=ok; already completed, do not execute again]"
    )
    assert header + "\nHEAD" in item
    assert item.endswith("TAIL")
    assert "[truncated]" in item
    assert 1950 <= len(item) <= 2000


def test_short_output_of_a_bulky_tool_is_shown_whole_under_its_header() -> None:
    item = build_handoff_messages([calling("terminal"), giving("done", failed=True)])[1]["content"]
    assert "outputChars=4, status=error;" in item
    assert item.endswith("]\ndone")


def test_evidence_in_a_recent_line_keeps_header_and_both_ends_within_its_limit() -> None:
    (line,) = lines(
        exec_rows("HEAD" + "x" * 9000 + "TAIL"), 'Tool result [from terminal_exec({"command": "make all"})] (c1): '
    )
    assert line.startswith("[Historical terminal output omitted")
    assert "HEAD" in line
    assert line.endswith("TAIL")
    assert len(line) <= 500


def test_which_tools_are_bulky_can_be_chosen() -> None:
    rows = [calling("dump"), giving("x")]
    assert "omitted" not in build_handoff_messages(rows)[1]["content"]
    assert "omitted" in build_handoff_messages(rows, bulky_tools={"dump"})[1]["content"]


PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIhunter2\n-----END RSA PRIVATE KEY-----"
SECRETS = (
    "sk-hunter2hunter2",
    "ghp_hunter2hunter2",
    "hf_hunter2hunter2",
    "AKIAHUNTER2HUNTER2AB",
    "Authorization: Bearer hunter2.hunter2",
    "password=hunter2",
    "PASSWORD: 'hunter2 hunter2'",
    '{"password": "hunter2 \\" hunter2"}',
    "비밀번호: hunter2",
    "비밀번호는 hunter2",
    "DB_PASSWORD=hunter2",
    "--password hunter2",
    "https://me:hunter2@example.com",
    PEM,
)


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_masked_in_content_commands_and_outputs(secret: str) -> None:
    rows = [
        row("user", f"must use {secret}"),
        row("assistant", f"must use {secret}"),
        *exec_rows(f"{secret} " * 400, command=secret),
        giving(secret, "c2"),
    ]
    for messages in (rows, [*rows, *filler()]):
        text = repr(build_handoff_messages(messages)).lower()
        assert "[masked]" in text
        assert "hunter2" not in text


@pytest.mark.parametrize("offset", range(0, 60, 3))
def test_a_secret_on_a_cut_is_masked_before_it(offset: int) -> None:
    text = "x" * (2000 - offset) + " sk-hunter2hunter2hunter2 " + "y" * 100
    assert "hunter" not in build_handoff_messages([row("user", text)])[0]["content"]


PIECES = ["ok", "must ", "x" * 200, "👩‍👩‍👧", "각", "é", "🇰🇷", "\n", "password=hunter2 ", "plain words ", "계속"]


def mixed(seed: int) -> list[StoredMessage]:
    chance = random.Random(seed)
    rows = []
    for _ in range(chance.randint(0, 40)):
        role: Role = chance.choice(["user", "assistant", "tool", "system"])
        content = "".join(chance.choices(PIECES, k=chance.choice([1, 4, 30])))
        ids = chance.sample(["c1", "c2", "c" * 300], chance.randint(0, 3))
        name = chance.choice(["search", "terminal", "n" * 300])
        calls = tuple(ToolCall(id=each, name=name, arguments={"command": content}) for each in ids)
        results = tuple(ToolResultPart(tool_use_id=each, content=content) for each in ids)
        rows.append(
            row(
                role,
                content,
                tool_calls=calls if role == "assistant" else (),
                tool_results=results if role in {"tool", "assistant"} else (),
                attachments=(Attachment("selection", content, text=content),) if chance.random() < 0.2 else (),
            )
        )
    return rows


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32).map(mixed))
def test_budgets_hold_after_assembly_whatever_the_conversation(messages: list[StoredMessage]) -> None:
    handed = build_handoff_messages(messages)
    leading = handed[:1] if handed and handed[0]["content"].startswith(TITLE) else []
    raw = handed[len(leading) :]
    assert len(raw) <= 6
    assert all(len(each["content"]) <= 3000 for each in leading)
    assert all(0 < len(each["content"]) <= 2000 for each in raw)
    assert "hunter2" not in repr(handed)
    for each in leading:
        _, *sections = each["content"].split("\n\n")
        rooms = {"Earlier requests:": 1400, "Earlier answers:": 900, "Shortly before:": 3000}
        for section in sections:
            heading, printed = section.split("\n", 1)
            assert len(printed) <= rooms.pop(heading)
            assert len(printed.split("\n")) == len(set(printed.split("\n")))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 300), st.sampled_from(["👩‍👩‍👧", "🇰🇷 🇺🇸 ", "각", "e\u0301"]))
def test_no_cut_splits_what_a_reader_sees_as_one_character(shift: int, piece: str) -> None:
    whole = "a" * shift + piece * 500
    clusters = set(regex.findall(r"\X", whole))
    for messages in ([row("user", whole)], exec_rows(whole)):
        shown = build_handoff_messages(messages)[-1]["content"]
        body = shown.split("again]\n")[-1]
        assert set(regex.findall(r"\X", body.replace("[truncated]", "").replace("\n", ""))) <= clusters
