from dataclasses import replace

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.messages import StoredMessage
from gemma_app.ui.chat.timeline import CallCard, ReceiptLine, Words, items_of


def row(key: str, role: str, text: str = "", **more: object) -> StoredMessage:
    return StoredMessage(id=key, role=role, content=text, **more)  # type: ignore[arg-type]


def call_row(text: str = "") -> StoredMessage:
    return row("2", "assistant", text, tool_calls=(ToolCall(id="c", name="add_habit", arguments={"dose": "10분"}),))


def result_row(*, change_id: int | None = 7, text: str = "추가했어요.", code: str = "ok") -> StoredMessage:
    outcome = {"call_id": "c", "text": text, "code": code, "change_id": change_id}
    part = ToolResultPart(tool_use_id="c", content='{"ok":true,"data":{}}')
    return row("3", "tool", tool_results=(part,), extra={"outcomes": [outcome]})


def test_a_change_shows_as_a_call_and_a_receipt() -> None:
    items = items_of([row("1", "user", "추가해줘"), call_row(), result_row()], [])
    assert [type(item) for item in items] == [Words, CallCard, ReceiptLine]
    card = items[1]
    assert isinstance(card, CallCard)
    assert (card.name, card.code, card.has_receipt) == ("add_habit", "ok", True)
    assert '"10분"' in card.arguments
    assert items[2] == ReceiptLine(key="2/c!", text="추가했어요.", change_id=7)


def test_an_answer_that_repeats_the_receipt_is_left_out_but_not_in_a_later_turn() -> None:
    rows = [row("1", "user", "추가해줘"), call_row(), result_row(), row("4", "assistant", "추가했어요.")]
    assert len(items_of(rows, [])) == 3
    later = [*rows, row("5", "user", "뭐라고 했지?"), row("6", "assistant", "추가했어요.")]
    assert items_of(later, [])[-1] == Words(key="6", role="assistant", text="추가했어요.", can_repeat=True)


def test_a_read_has_no_receipt_and_its_answer_stays() -> None:
    rows = [call_row("찾아볼게요."), result_row(change_id=None), row("4", "assistant", "추가했어요.")]
    assert [type(item) for item in items_of(rows, [])] == [Words, CallCard, Words]


def test_a_call_without_a_result_has_no_code_yet() -> None:
    (card,) = items_of([call_row()], [])
    assert isinstance(card, CallCard)
    assert (card.code, card.envelope) == ("", "")


def test_a_message_that_is_being_written_is_left_to_the_live_answer() -> None:
    rows = [row("1", "user", "안녕"), row("2", "assistant", "안", status="writing")]
    assert [item.key for item in items_of(rows, [])] == ["1"]


def test_every_item_has_a_key_of_its_own() -> None:
    rows = [row("1", "user", "추가해줘"), call_row("네."), result_row(), row("4", "assistant", "더 할까요?")]
    keys = [item.key for item in items_of(rows, [])]
    assert len(set(keys)) == len(keys) == 5


def test_an_answer_that_changed_something_is_not_offered_again() -> None:
    rows = [row("1", "user", "추가해줘"), call_row(), result_row(), row("4", "assistant", "다른 말")]
    assert not any(isinstance(item, Words) and item.can_repeat for item in items_of(rows, []))


def test_what_is_locked_is_said_once_for_one_step() -> None:
    rows = [
        row("1", "user", "뭐 하지?"),
        *(replace(row(n, "assistant", "잠긴 내용이에요."), redacted=True) for n in "234"),
    ]
    assert items_of(rows, [])[1:] == (Words(key="2", role="system", text="잠긴 내용이에요."),)


def test_who_speaks_is_said_where_several_do_and_with_every_note() -> None:
    minji = replace(row("1", "user", "나는 걷기"), sender_id="1", sender_name="민지")
    note = replace(row("2", "user", "쪽지"), sender_id="1", sender_name="민지", addressee="room")
    jiwoo = replace(row("3", "user", "나는 독서"), sender_id="2", sender_name="지우")

    def senders(*rows: StoredMessage) -> list[str | None]:
        return [item.sender for item in items_of(rows, []) if isinstance(item, Words)]

    assert senders(minji, note) == [None, "민지"]
    assert senders(minji, note, jiwoo) == ["민지", "민지", "지우"]
