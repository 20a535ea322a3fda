"""What a long conversation costs, in steps of SQLite's machine, which no other load on the computer changes."""

from collections.abc import Callable, Iterator
from functools import partial
from uuid import uuid4

import pytest

from gemma_app.conversation.fold import fold_session_history
from gemma_app.conversation.history import ModelHistory, Reach
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.queries import append_rows
from gemma_app.conversation.search import find_messages
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.tables import SessionRow
from gemma_app.storage.database import Database
from tests.steps import Machine, counted_steps

SHORT, LONG = 200, 3_000


@pytest.fixture
def machine() -> Iterator[Machine]:
    with counted_steps() as machine:
        yield machine


def grow(database: Database, session_id: str, first: int, end: int) -> None:
    """Add many messages at once, the way a file is imported."""
    rows = [
        StoredMessage(id=f"{session_id} {n:05}", role="user" if n % 2 else "assistant", content=f"하루 걷기 {n}")
        for n in range(first, end)
    ]
    with database.write() as session:
        owner = session.get_one(SessionRow, session_id)
        append_rows(session, owner, rows, database.now())


def summarize(text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:
    return "SUMMARY"


WORK: dict[str, Callable[[Database, str], object]] = {
    "open": lambda database, session_id: Conversations(database).page(session_id),
    "append": lambda database, session_id: Conversations(database).append(
        session_id, StoredMessage(id=uuid4().hex, role="user", content="하루 걷기")
    ),
    "send": lambda database, session_id: ModelHistory(database).for_turn(
        session_id, Reach(max_messages=40, tokens_of=lambda row: 1, budget=1000)
    ),
    "fold": lambda database, session_id: fold_session_history(
        repository=Summaries(database), session_id=session_id, profile_id=1, summarize=summarize, max_turns=40
    ),
    "stale": lambda database, session_id: Summaries(database).is_stale(session_id),
    "search": lambda database, session_id: find_messages(database, 1, "걷기", limit=20),
    "offer": lambda database, session_id: Conversations(database).offers_tidying(session_id),
    "list": lambda database, session_id: Conversations(database).list_sessions(1),
}


def test_the_length_of_a_conversation_does_not_change_what_it_costs(
    conversations: Conversations, database: Database, machine: Machine
) -> None:
    session_id = conversations.create_session(1).id
    summaries = Summaries(database)
    costs: list[dict[str, int]] = []
    for first, end in ((0, SHORT), (SHORT, LONG)):
        grow(database, session_id, first, end)
        patch = {"last_summary": "S", "summary_up_to_message_id": f"{session_id} {end - 60:05}"}
        state = summaries.get_session(session_id, 1)
        assert state is not None
        assert summaries.save_summary(session_id, expected_mark=state.summary_up_to_message_id, patch=patch)
        costs.append({name: machine.cost_of(partial(work, database, session_id)) for name, work in WORK.items()})
    short, long = costs
    assert all(short.values())
    assert {name: cost for name, cost in long.items() if cost > 2 * short[name] + 50} == {}
