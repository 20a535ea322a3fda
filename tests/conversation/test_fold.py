import random
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.agent.messages import Role, ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.fold import (
    FoldCancelled,
    FoldResult,
    StoredSummary,
    Summarize,
    fold_history_summary,
    fold_session_history,
    pending_for_summary,
    split_by_cap,
)
from gemma_app.conversation.messages import StoredMessage

START = datetime(2026, 3, 1, tzinfo=UTC)


def message(number: int, role: Role = "assistant", content: str | None = None, **fields: Any) -> StoredMessage:
    return StoredMessage(
        id=f"m{number:05}",
        role=role,
        content=f"<{number}>" if content is None else content,
        created_at=START + timedelta(seconds=number),
        **fields,
    )


def conversation(count: int, length: int = 0) -> list[StoredMessage]:
    """Messages of a user and an assistant in turn, the user's last."""
    rows = [message(n, "user" if (count - n) % 2 else "assistant") for n in range(count)]
    return [replace(row, content=row.content.ljust(length, ".")) for row in rows]


@dataclass
class Summarizer:
    """Answers with what it is told and remembers what it was given."""

    answer: str = "SUMMARY"
    fails: BaseException | None = None
    texts: list[str] = field(default_factory=list)
    limits: set[tuple[int, float]] = field(default_factory=set)

    def __call__(self, text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:
        self.texts.append(text)
        self.limits.add((max_tokens, temperature))
        if self.fails is not None:
            raise self.fails
        return self.answer


def fold(
    rows: list[StoredMessage],
    summarize: Summarize,
    *,
    stored: StoredSummary | None = None,
    cap: int = 4,
    threshold: int = 1,
    window: bool = False,
) -> FoldResult:
    return fold_history_summary(
        rows=rows,
        stored=stored,
        max_turns=cap,
        threshold=threshold,
        summarize=summarize,
        rows_start_after_summary=window,
    )


def folded_numbers(text: str, count: int) -> list[int]:
    return [n for n in range(count) if f"<{n}>" in text]


@given(st.integers(0, 30), st.one_of(st.none(), st.integers(0, 40)))
def test_the_cap_keeps_the_last_messages_and_drops_the_rest(count: int, cap: int | None) -> None:
    rows = conversation(count)
    split = split_by_cap(rows, cap)
    assert split.dropped + split.kept == rows
    assert len(split.kept) == (count if cap is None else min(cap, count))


def test_pending_are_the_rows_after_the_watermark_or_all_where_it_is_not_found() -> None:
    rows = conversation(5)
    assert pending_for_summary(rows, StoredSummary("S", rows[2].id)) == rows[3:]
    assert pending_for_summary(rows, StoredSummary("S", "gone")) == rows
    assert pending_for_summary(rows, StoredSummary(None, None)) == rows
    assert pending_for_summary(rows, None) == rows


def test_nothing_dropped_calls_no_model() -> None:
    summarizer = Summarizer()
    assert fold(conversation(4), summarizer, cap=4) == FoldResult(None, "nothing-dropped")
    assert summarizer.texts == []


def test_fewer_pending_than_the_threshold_calls_no_model() -> None:
    summarizer = Summarizer()
    rows = conversation(12)
    assert fold(rows, summarizer, cap=4, threshold=9) == FoldResult(None, "below-threshold")
    stored = StoredSummary("S", rows[5].id)
    assert fold(rows, summarizer, cap=4, threshold=3, stored=stored) == FoldResult(None, "below-threshold")
    assert summarizer.texts == []
    assert fold(rows, summarizer, cap=4, threshold=8).skipped is None


def test_the_model_gets_the_old_summary_and_then_only_the_pending_rows() -> None:
    rows, summarizer = conversation(12), Summarizer()
    result = fold(rows, summarizer, cap=4, stored=StoredSummary("OLD SUMMARY", rows[2].id))
    (text,) = summarizer.texts
    assert folded_numbers(text, 12) == [3, 4, 5, 6, 7]
    assert text.index("OLD SUMMARY") < text.index("<3>")
    assert result == FoldResult({"last_summary": "SUMMARY", "summary_up_to_message_id": rows[7].id}, None)
    assert summarizer.limits == {(700, 0.0)}


def test_in_a_window_everything_dropped_is_pending_even_if_the_watermark_is_visible() -> None:
    rows, summarizer = conversation(12), Summarizer()
    fold(rows, summarizer, cap=4, stored=StoredSummary("S", rows[2].id), window=True)
    assert folded_numbers(summarizer.texts[0], 12) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_watermark_in_the_kept_tail_means_that_nothing_is_pending() -> None:
    rows, summarizer = conversation(12), Summarizer()
    result = fold(rows, summarizer, cap=6, stored=StoredSummary("S", rows[8].id))
    assert result == FoldResult(None, "below-threshold")
    assert summarizer.texts == []


def mixed(seed: int) -> list[StoredMessage]:
    """Any mixture of people, answers, calls, results and records, with ids that are used again."""
    chance = random.Random(seed)
    rows: list[StoredMessage] = []
    for number in range(chance.randint(0, 30)):
        role: Role = chance.choice(["user", "assistant", "tool", "system"])
        ids = chance.sample(["c1", "c2"], chance.randint(0, 2))
        rows.append(
            message(
                number,
                role,
                chance.choice(["", "hello", "x" * 4000]),
                sender_id=chance.choice([None, "p1", "p2"]),
                sender_name=chance.choice([None, "Kim"]),
                addressee=chance.choice([None, "room"]),
                tool_calls=tuple(ToolCall(id=each, name="t", arguments={}) for each in ids if role == "assistant"),
                tool_results=tuple(ToolResultPart(tool_use_id=each, content="r") for each in ids if role == "tool"),
                doors=tuple(chance.sample("abc", chance.randint(0, 2))),
                pinned=chance.random() < 0.2,
            )
        )
    return rows


conversations = st.integers(0, 2**32).map(mixed)


@settings(max_examples=30, deadline=None)
@given(conversations, st.integers(-1, 29), st.integers(0, 8), st.integers(0, 3))
def test_a_window_and_a_full_read_give_the_same_text_and_patch(
    rows: list[StoredMessage], mark: int, cap: int, threshold: int
) -> None:
    mark = min(mark, len(rows) - 1)
    stored = StoredSummary("S", rows[mark].id) if mark >= 0 else None
    full, window = Summarizer(), Summarizer()
    one = fold(rows, full, stored=stored, cap=cap, threshold=threshold)
    other = fold(rows[mark + 1 :], window, stored=stored, cap=cap, threshold=threshold, window=True)
    assert full.texts == window.texts
    assert one.patch == other.patch


@settings(max_examples=30, deadline=None)
@given(conversations, st.integers(0, 8))
def test_what_the_model_reads_is_bounded_and_the_watermark_is_a_message_that_it_read(
    rows: list[StoredMessage], cap: int
) -> None:
    summarizer = Summarizer()
    result = fold(rows, summarizer, cap=cap, stored=StoredSummary("S" * 4000, None))
    assert all(len(text) <= 12_000 for text in summarizer.texts)
    assert bool(summarizer.texts) == (result.patch is not None)
    if result.patch is not None:
        places = {row.id: place for place, row in enumerate(rows)}
        mark = places[result.patch["summary_up_to_message_id"]]
        users = [place for place, row in enumerate(rows) if row.role == "user"]
        assert mark < len(rows) - cap
        assert not users or mark < users[-1]
        assert not rows[mark].pinned
        covered = [row for row in rows[: mark + 1] if not row.pinned]
        assert set(result.patch.get("summary_doors", ())) == {door for row in covered for door in row.doors}


@settings(max_examples=30, deadline=None)
@given(conversations, st.integers(0, 8))
def test_a_fold_never_ends_between_a_call_and_its_result(rows: list[StoredMessage], cap: int) -> None:
    result = fold(rows, Summarizer(), cap=cap)
    if result.patch is None:
        return
    mark = next(place for place, row in enumerate(rows) if row.id == result.patch["summary_up_to_message_id"])
    still_open: set[str] = set()
    for row in rows[: mark + 1]:
        still_open |= {call.id for call in row.tool_calls}
        still_open -= {part.tool_use_id for part in row.tool_results}
    for row in rows[mark + 1 :]:
        still_open -= {call.id for call in row.tool_calls}
        given_now = {part.tool_use_id for part in row.tool_results}
        assert row.pinned or not still_open & given_now
        still_open -= given_now


def test_a_call_whose_result_is_kept_waits_until_both_can_go() -> None:
    call = ToolCall(id="c", name="t", arguments={})
    rows = [message(0), message(1, tool_calls=(call,)), message(2, "user")]
    rows.insert(2, message(9, "tool", tool_results=(ToolResultPart(tool_use_id="c", content="r"),)))
    result = fold(rows, Summarizer(), cap=2)
    assert result.patch is not None
    assert result.patch["summary_up_to_message_id"] == rows[0].id


def test_the_newest_user_message_is_not_folded_even_where_the_tail_no_longer_holds_it() -> None:
    rows = [message(0), message(1), message(2, "user"), *(message(n) for n in range(3, 12))]
    summarizer = Summarizer()
    result = fold(rows, summarizer, cap=3)
    assert folded_numbers(summarizer.texts[0], 12) == [0, 1]
    assert result.patch is not None
    assert result.patch["summary_up_to_message_id"] == rows[1].id


def test_pinned_messages_are_not_folded() -> None:
    rows = conversation(12)
    rows[2] = replace(rows[2], pinned=True)
    summarizer = Summarizer()
    fold(rows, summarizer, cap=4)
    assert folded_numbers(summarizer.texts[0], 12) == [0, 1, 3, 4, 5, 6, 7]


def test_a_summary_text_keeps_who_spoke_to_whom_and_what_was_called() -> None:
    rows = [
        message(0, "user", "note", sender_id="p1", sender_name="Kim", addressee="room"),
        message(1, "assistant", "", tool_calls=(ToolCall(id="c", name="search", arguments={"q": "걷기"}),)),
        message(2, "tool", "", tool_results=(ToolResultPart(tool_use_id="c", content='{"ok":true}'),)),
        message(3, "system", "Refused."),
        *conversation(4),
    ]
    summarizer = Summarizer()
    fold(rows, summarizer, cap=4)
    for part in ("[Kim → room] note", '[call search({"q": "걷기"})]', '[tool search] {"ok":true}', "[system] Refused."):
        assert part in summarizer.texts[0]


def test_a_summary_carries_the_doors_of_the_summary_before_it_too() -> None:
    rows = conversation(8)
    rows[1] = replace(rows[1], doors=("boards.read", "habits.read"))
    result = fold(rows, Summarizer(), stored=StoredSummary("S", "x", ("habits.read",)))
    assert result.patch is not None
    assert result.patch["summary_doors"] == ("habits.read", "boards.read")


@pytest.mark.parametrize(
    ("answer", "skipped"), [("", "blank-summary"), (" \n", "blank-summary"), ("x" * 4001, "over-limit")]
)
def test_a_blank_or_over_long_summary_changes_nothing(answer: str, skipped: str) -> None:
    result = fold(conversation(12), Summarizer(answer=answer))
    assert (result.patch, result.skipped) == (None, skipped)


def test_a_summary_of_exactly_the_limit_is_kept() -> None:
    assert fold(conversation(12), Summarizer(answer="x" * 4000)).skipped is None


@dataclass
class Session:
    last_summary: str | None = None
    summary_up_to_message_id: str | None = None
    summary_doors: tuple[str, ...] = ()
    fold_failures: int = 0


@dataclass
class Repository:
    """A session of profile 1 in memory."""

    rows: list[StoredMessage]
    session: Session = field(default_factory=Session)
    rows_read: int = 0
    saves: list[dict[str, Any]] = field(default_factory=list)

    def get_session(self, session_id: str, profile_id: int | str) -> Session | None:
        return self.session if profile_id == 1 else None

    def get_message(self, session_id: str, message_id: str) -> StoredMessage | None:
        return next((row for row in self.rows if row.id == message_id), None)

    def messages_after(self, session_id: str, mark: StoredMessage | None) -> list[StoredMessage]:
        found = [row for row in self.rows if mark is None or _place(row) > _place(mark)]
        self.rows_read += len(found)
        return found

    def save_summary(self, session_id: str, *, expected_mark: str | None, patch: dict[str, Any]) -> bool:
        if self.session.summary_up_to_message_id != expected_mark:
            return False
        self.saves.append(patch)
        self.session = Session(
            patch["last_summary"], patch["summary_up_to_message_id"], patch.get("summary_doors", ()), 0
        )
        return True

    def count_fold_failure(self, session_id: str) -> None:
        self.session.fold_failures += 1


def _place(row: StoredMessage) -> tuple[datetime, str]:
    assert row.created_at is not None
    return row.created_at, row.id


def fold_session(repository: Repository, summarize: Summarize, *, profile: int = 1, cap: int = 4) -> FoldResult:
    return fold_session_history(
        repository=repository, session_id="s", profile_id=profile, summarize=summarize, max_turns=cap, threshold=2
    )


def test_a_first_fold_of_ten_thousand_messages_goes_in_chunks_oldest_first() -> None:
    repository, summarizer = Repository(conversation(10_000, length=200)), Summarizer()
    fold_session(repository, summarizer)
    assert repository.rows_read == 10_000
    assert all(len(text) <= 12_000 for text in summarizer.texts)
    marks = [int(patch["summary_up_to_message_id"][1:]) for patch in repository.saves]
    assert marks == sorted(set(marks))
    assert len(marks) == len(summarizer.texts) > 100
    assert marks[-1] == 9_995


def test_a_later_fold_reads_only_what_follows_the_watermark() -> None:
    repository = Repository(conversation(10_000), Session("S", "m09980"))
    result = fold_session(repository, summarizer := Summarizer())
    assert repository.rows_read == 19
    assert folded_numbers(summarizer.texts[0], 10_000) == list(range(9981, 9996))
    assert result.patch == repository.saves[-1]


def test_messages_of_one_instant_are_neither_skipped_nor_doubled() -> None:
    rows = [replace(row, created_at=START) for row in conversation(40)]
    repository, summarizer = Repository(rows, Session("S", rows[9].id)), Summarizer()
    fold_session(repository, summarizer)
    assert folded_numbers("".join(summarizer.texts), 40) == list(range(10, 36))


def test_a_session_of_another_profile_is_not_touched() -> None:
    repository, summarizer = Repository(conversation(40)), Summarizer()
    assert fold_session(repository, summarizer, profile=2).skipped == "no-session"
    assert (repository.rows_read, repository.saves, summarizer.texts) == (0, [], [])


def test_where_the_row_of_the_watermark_is_gone_its_id_is_still_what_is_expected() -> None:
    repository = Repository(conversation(40), Session("S", "gone"))
    assert fold_session(repository, Summarizer()).patch is not None
    assert repository.session.summary_up_to_message_id == "m00035"


@pytest.mark.parametrize("error", [RuntimeError("x"), MemoryError(), KeyError("x")])
def test_a_failed_fold_never_raises_leaves_the_old_state_and_is_counted(error: Exception) -> None:
    before = Session("S", "m00003")
    repository = Repository(conversation(40), before)
    assert fold_session(repository, Summarizer(fails=error)) == FoldResult(None, "failed")
    assert (before.last_summary, before.summary_up_to_message_id) == ("S", "m00003")
    assert repository.saves == []
    assert repository.session.fold_failures == 1


def test_a_broken_repository_does_not_raise_either() -> None:
    class Broken(Repository):
        def messages_after(self, session_id: str, mark: StoredMessage | None) -> list[StoredMessage]:
            raise OSError

        def count_fold_failure(self, session_id: str) -> None:
            raise OSError

    assert fold_session(Broken(conversation(40)), Summarizer()) == FoldResult(None, "failed")


def test_a_fold_that_was_stopped_is_no_failure() -> None:
    repository = Repository(conversation(40))
    assert fold_session(repository, Summarizer(fails=FoldCancelled())) == FoldResult(None, "cancelled")
    assert repository.session.fold_failures == 0


def test_after_three_failures_an_extract_takes_over_without_the_model() -> None:
    rows = conversation(40)
    rows[4] = replace(rows[4], content="We decided: never before 7 o'clock.")
    repository, summarizer = Repository(rows), Summarizer(answer="")
    for _ in range(3):
        assert fold_session(repository, summarizer).skipped == "blank-summary"
    assert fold_session(repository, summarizer).skipped is None
    assert len(summarizer.texts) == 3
    assert "never before 7 o'clock" in (repository.session.last_summary or "")
    assert repository.session.fold_failures == 0


def test_of_two_folds_at_once_the_slower_one_does_not_overwrite_the_newer_summary() -> None:
    repository = Repository(conversation(40))
    faster = Summarizer(answer="FASTER")

    def slower(text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:
        fold_session(repository, faster)
        return "SLOWER"

    assert fold_session(repository, slower) == FoldResult(None, "superseded")
    assert repository.session.last_summary == "FASTER"
    assert len(repository.saves) == 1
    assert repository.session.fold_failures == 0


@settings(max_examples=30, deadline=None)
@given(st.lists(st.booleans(), max_size=8), st.integers(0, 30))
def test_however_folds_overlap_a_summary_only_replaces_the_one_it_was_made_from(
    overlaps: list[bool], count: int
) -> None:
    repository, plan = Repository(conversation(count, length=3_000)), iter(overlaps)

    def summarize(text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:
        begun_on = repository.session.summary_up_to_message_id
        if next(plan, False):
            fold_session(repository, summarize)
        return f"SUMMARY after {begun_on}"

    for _ in overlaps:
        fold_session(repository, summarize)
    marks = [None, *(patch["summary_up_to_message_id"] for patch in repository.saves)]
    assert [patch["last_summary"] for patch in repository.saves] == [f"SUMMARY after {mark}" for mark in marks[:-1]]
    assert marks[1:] == sorted(set(marks[1:]))
    assert repository.session.fold_failures == 0


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(1, 9), max_size=10))
def test_however_a_conversation_grows_every_message_is_folded_at_most_once(seed: int, growth: list[int]) -> None:
    chance = random.Random(seed)
    repository, summarizer = Repository([]), Summarizer()
    for more in growth:
        for _ in range(more):
            repository.rows.append(message(len(repository.rows), chance.choice(["user", "assistant"])))
        summarizer.fails = chance.choice([None, RuntimeError()])
        calls = len(summarizer.texts)
        fold_session(repository, summarizer)
        if summarizer.fails is not None:
            del summarizer.texts[calls:]
    folded = [number for text in summarizer.texts for number in folded_numbers(text, len(repository.rows))]
    mark = repository.session.summary_up_to_message_id
    extracted = any(patch["last_summary"] != "SUMMARY" for patch in repository.saves)
    if not extracted:
        assert folded == list(range(0 if mark is None else int(mark[1:]) + 1))
