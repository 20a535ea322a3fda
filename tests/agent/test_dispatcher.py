"""From a call to its envelope, with questions where they are due."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemma_app.agent.dispatcher import Asks, Done, TurnState
from gemma_app.agent.model import ToolCall
from gemma_app.agent.policy import Policy
from gemma_app.agent.question import Question
from tests.agent.shelf import NOW, Shelf, call, dispatcher_of


def asked(outcome: Done | Asks) -> Question:
    assert isinstance(outcome, Asks)
    return outcome.question


def done(outcome: Done | Asks) -> Done:
    assert isinstance(outcome, Done)
    return outcome


def test_a_read_runs_at_once() -> None:
    outcome = done(dispatcher_of(Shelf(books=["Emma"])).dispatch(call("list_books"), TurnState()))
    assert json.loads(outcome.envelope) == {"ok": True, "data": ["Emma"]}
    assert (outcome.text, outcome.code, outcome.change_id) == ("Emma", "ok", None)


def test_a_reversible_change_runs_at_once_and_can_be_undone() -> None:
    shelf = Shelf()
    outcome = done(dispatcher_of(shelf).dispatch(call("add_book", title="Emma"), TurnState()))
    assert shelf.books == ["Emma"]
    assert outcome.change_id == 1
    assert shelf.records[0].decision == "not_needed"


def test_an_unknown_tool_is_told_to_the_model() -> None:
    outcome = done(dispatcher_of(Shelf()).dispatch(call("fly"), TurnState()))
    assert json.loads(outcome.envelope)["error"] == "unknown_tool"


def test_a_broken_rule_is_told_with_its_reason() -> None:
    outcome = done(dispatcher_of(Shelf(books=["Emma"])).dispatch(call("add_book", title="Emma"), TurnState()))
    assert json.loads(outcome.envelope) == {"error": "duplicate", "reason": "It is there already."}


def test_a_confirmed_change_only_asks() -> None:
    shelf = Shelf(books=["Emma"])
    question = asked(dispatcher_of(shelf).dispatch(call("burn_book", title="Emma"), TurnState()))
    assert shelf.books == ["Emma"]
    assert shelf.records == []
    assert question.headline.en == "burn Emma"


def test_what_a_rule_refuses_is_never_asked() -> None:
    outcome = done(dispatcher_of(Shelf()).dispatch(call("burn_book", title="Emma"), TurnState()))
    assert outcome.code == "unknown_book"


def test_an_approval_carries_out_what_was_shown() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    outcome = done(dispatcher.approve(question, question.approve(), TurnState()))
    assert shelf.books == []
    assert outcome.code == "ok"
    assert shelf.records[0].shown_digest == question.shown_digest
    assert shelf.records[0].decision == "approved"


def test_an_approval_works_once() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    dispatcher.approve(question, question.approve(), TurnState())
    shelf.books.append("Emma")
    assert done(dispatcher.approve(question, question.approve(), TurnState())).code == "approval_used"
    assert shelf.books == ["Emma"]


def test_an_approval_of_one_question_is_no_approval_of_another() -> None:
    shelf = Shelf(books=["Emma", "Dune"])
    dispatcher = dispatcher_of(shelf)
    first = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    second = asked(dispatcher.dispatch(call("burn_book", title="Dune"), TurnState()))
    with pytest.raises(ValueError, match="another question"):
        dispatcher.approve(second, first.approve(), TurnState())
    assert shelf.books == ["Emma", "Dune"]


def test_data_that_changed_since_is_asked_again() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    shelf.books.append("Dune")
    again = asked(dispatcher.approve(question, question.approve(), TurnState()))
    assert again.id != question.id
    assert shelf.books == ["Emma", "Dune"]


def test_a_rule_that_now_says_no_wins_over_the_approval() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    shelf.books.clear()
    assert done(dispatcher.approve(question, question.approve(), TurnState())).code == "unknown_book"


def test_an_expired_question_is_asked_again() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    shelf.now = NOW + timedelta(days=2)
    assert asked(dispatcher.approve(question, question.approve(), TurnState())).asked_at == shelf.now
    assert shelf.books == ["Emma"]


def test_a_refusal_is_recorded_and_told_to_the_model() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf)
    question = asked(dispatcher.dispatch(call("burn_book", title="Emma"), TurnState()))
    outcome = dispatcher.refuse(question, "declined")
    assert json.loads(outcome.envelope) == {"cancelled": True}
    assert shelf.books == ["Emma"]
    assert shelf.records[0].decision == "declined"
    assert done(dispatcher.approve(question, question.approve(), TurnState())).code == "approval_used"


def test_only_one_change_is_asked_in_a_turn() -> None:
    shelf = Shelf(books=["Emma", "Dune"])
    dispatcher = dispatcher_of(shelf)
    turn = TurnState()
    asked(dispatcher.dispatch(call("burn_book", title="Emma"), turn))
    assert done(dispatcher.dispatch(call("burn_book", title="Dune"), turn)).code == "one_mutation_per_turn"


def test_an_identical_call_of_a_turn_runs_once() -> None:
    shelf = Shelf()
    dispatcher = dispatcher_of(shelf)
    turn = TurnState()
    first = done(dispatcher.dispatch(call("add_book", "c1", title="Emma"), turn))
    second = done(dispatcher.dispatch(call("add_book", "c2", title="Emma"), turn))
    assert second.envelope == first.envelope
    assert len(shelf.records) == 1


def test_the_user_can_have_a_reversible_change_asked_too() -> None:
    dispatcher = dispatcher_of(Shelf(), Policy(always_ask=frozenset({"add_book"})))
    asked(dispatcher.dispatch(call("add_book", title="Emma"), TurnState()))


def test_after_text_from_outside_every_change_is_asked() -> None:
    dispatcher = dispatcher_of(Shelf())
    asked(dispatcher.dispatch(call("add_book", title="Emma"), TurnState(outside_content=True)))


def test_a_question_survives_being_stored() -> None:
    question = asked(
        dispatcher_of(Shelf(books=["책 '눈물'"])).dispatch(call("burn_book", title="책 '눈물'"), TurnState())
    )
    assert Question.from_json(question.to_json()) == question


@given(
    name=st.sampled_from(["add_book", "burn_book", "list_books", "x"]),
    arguments=st.dictionaries(st.sampled_from(["title", "other"]), st.none() | st.integers() | st.text(max_size=9)),
)
def test_no_call_writes_to_confirmed_data_without_an_approval(name: str, arguments: dict[str, object]) -> None:
    shelf = Shelf(books=["a", "b"])
    dispatcher_of(shelf).dispatch(ToolCall(id="c", name=name, arguments=arguments), TurnState())
    assert {"a", "b"} <= set(shelf.books)


def test_what_was_read_before_a_change_is_read_again_after_it() -> None:
    shelf = Shelf()
    dispatcher, turn = dispatcher_of(shelf), TurnState()
    dispatcher.dispatch(call("list_books"), turn)
    dispatcher.dispatch(call("add_book", title="Emma"), turn)
    assert json.loads(done(dispatcher.dispatch(call("list_books"), turn)).envelope)["data"] == ["Emma"]


def test_a_model_that_only_suggests_is_asked_about_every_change_and_about_no_read() -> None:
    shelf = Shelf(books=["Emma"])
    dispatcher = dispatcher_of(shelf, Policy(model_suggests=True))
    question = asked(dispatcher.dispatch(call("add_book", title="Persuasion"), TurnState()))
    assert shelf.books == ["Emma"]
    assert done(dispatcher.dispatch(call("list_books"), TurnState())).code == "ok"
    assert done(dispatcher.approve(question, question.approve(), TurnState())).code == "ok"
    assert shelf.books == ["Emma", "Persuasion"]


def test_what_the_user_calls_is_no_suggestion() -> None:
    shelf = Shelf()
    dispatcher = dispatcher_of(shelf, Policy(model_suggests=True))
    done(dispatcher.dispatch(call("add_book", title="Emma"), TurnState(actor="command")))
    assert shelf.books == ["Emma"]
