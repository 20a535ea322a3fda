import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.doors import DoorGate, Given, doors_for_answer, passes_row, redact_by_doors
from gemma_app.conversation.messages import Attachment, StoredMessage
from gemma_app.language import Phrase

DOORS: dict[str, tuple[str, ...]] = {
    "streak": ("habits.read", "tracker.read"),
    "board": ("boards.read", "habits.read"),
    "clock": (),
}


def test_the_doors_of_an_answer_are_an_ordered_union_without_duplicates() -> None:
    assert doors_for_answer(["streak", "board", "streak"], DOORS.get) == ("habits.read", "tracker.read", "boards.read")


def test_an_unknown_tool_leaves_a_door_that_names_it() -> None:
    assert doors_for_answer(["streak", "ghost"], DOORS.get) == ("habits.read", "tracker.read", "unresolved:ghost")


def test_a_known_tool_without_doors_and_no_tool_at_all_let_anyone_read() -> None:
    assert doors_for_answer(["clock"], DOORS.get) == ()
    assert doors_for_answer([], DOORS.get) == ()
    assert passes_row((), DoorGate(lambda door: False))


def test_a_gate_asks_once_per_door() -> None:
    asked: list[str] = []

    def check(door: str) -> bool:
        asked.append(door)
        return door == "a"

    gate = DoorGate(check)
    assert [gate("a"), gate("b"), gate("a"), gate("b")] == [True, False, True, False]
    assert asked == ["a", "b"]


def test_an_unresolved_door_is_closed_whatever_the_check_says() -> None:
    assert not DoorGate(lambda door: True)("unresolved:ghost")


def test_a_row_passes_only_if_all_its_doors_are_open() -> None:
    gate = DoorGate(lambda door: door != "boards.read")
    assert passes_row(("habits.read",), gate)
    assert not passes_row(("habits.read", "boards.read"), gate)


SECRET = StoredMessage(
    id="m",
    role="assistant",
    content="secret",
    doors=("habits.read",),
    extra={"secret": 1},
    proposals=["secret"],
    patch_entry_id="secret",
    tool_calls=(ToolCall(id="c", name="secret", arguments={"secret": 1}),),
    tool_results=(ToolResultPart(tool_use_id="c", content="secret"),),
    attachments=(Attachment("file", "secret"),),
)


def test_a_row_behind_a_closed_door_loses_everything_that_could_hold_a_value() -> None:
    def notice(doors: Sequence[str]) -> str:
        return f"needs {', '.join(doors)}"

    (row,) = redact_by_doors([SECRET], DoorGate(lambda door: False), notice)
    assert row == StoredMessage(
        id="m", role="assistant", content="needs habits.read", doors=("habits.read",), redacted=True
    )
    assert "secret" not in repr(row)


@given(st.lists(st.lists(st.sampled_from(["a", "b", "unresolved:x"]), max_size=3), max_size=6), st.booleans())
def test_a_row_that_passes_is_the_same_object(all_doors: list[list[str]], opens: bool) -> None:
    rows = [StoredMessage(id=str(n), role="user", content="x", doors=tuple(d)) for n, d in enumerate(all_doors)]
    shown = redact_by_doors(rows, DoorGate(lambda door: opens and door == "a"), lambda doors: "closed")
    for before, after in zip(rows, shown, strict=True):
        passes = all(opens and door == "a" for door in before.doors)
        assert (after is before) == passes
        assert after.redacted == (not passes)


HABITS = Given(
    doors=("habits.read",),
    items=(
        Phrase(ko="물 한 잔 마시기", en="Drink a glass of water"),
        Phrase(ko="아침 햇빛 보기", en="Morning sunlight"),
    ),
    called=Phrase(ko="습관", en="habit"),
)


@pytest.mark.parametrize(
    "text",
    [
        "햇빛은 오늘 보셨나요?",
        "물을 더 마셔요.",
        "GLASS, twice",
        "You have two habits.",
        "Sunlight!",
        "습관이 하나예요",
    ],
)
def test_a_text_with_a_word_of_what_goes_along_passes_its_doors(text: str) -> None:
    assert HABITS.doors_in(text) == ("habits.read",)


@pytest.mark.parametrize("text", ["", "안녕하세요! 선물은 뭐가 좋을까요?", "Hello, a good day to you.", "123"])
def test_a_text_without_one_passes_none(text: str) -> None:
    assert HABITS.doors_in(text) == ()


def test_where_nothing_goes_along_no_text_passes_a_door() -> None:
    assert Given().doors_in("습관 habit") == ()


def test_a_word_counts_however_it_is_encoded() -> None:
    assert HABITS.doors_in(unicodedata.normalize("NFD", "햇빛")) == ("habits.read",)
