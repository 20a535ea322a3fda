"""One turn, from the user's message to the answer."""

import json
from collections.abc import Sequence
from dataclasses import replace

from gemma_app.agent.dispatcher import Asks, Done, TurnState
from gemma_app.agent.messages import Message, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ModelReply
from gemma_app.agent.question import Question
from gemma_app.agent.turn import LEFT_OUT, MAX_MODEL_CALLS, Answered, Called, Stopped, Turn, TurnEvent, Waiting
from tests.agent.shelf import FollowingModel, Shelf, call, calls, dispatcher_of, says


def turn_of(shelf: Shelf, *replies: ModelReply, continues: bool = True) -> tuple[Turn, FollowingModel]:
    model = FollowingModel(replies)
    turn = Turn(
        model=model,
        executor=dispatcher_of(shelf),
        tools=(),
        messages=[Message(role="user", content="hello")],
        continues=continues,
    )
    return turn, model


def result_parts(turn: Turn) -> list[ToolResultPart]:
    return [part for message in turn.messages for part in message.parts if isinstance(part, ToolResultPart)]


def approved(shelf: Shelf, question: Question) -> Done | Asks:
    return dispatcher_of(shelf).approve(question, question.approve(), TurnState())


def test_an_answer_without_calls_ends_the_turn() -> None:
    turn, _ = turn_of(Shelf(), says("Hi."))
    assert turn.advance() == Answered(reply="Hi.")
    assert turn.messages[-1] == Message(role="assistant", content="Hi.")


def test_an_answer_for_which_the_oldest_messages_were_not_read_says_so() -> None:
    turn, _ = turn_of(Shelf(), replace(says("Hi."), left_out=4))
    assert turn.advance() == Answered(reply=f"Hi.\n\n{LEFT_OUT.en}")
    assert turn.messages[-1].text.endswith(LEFT_OUT.en)


def test_a_result_goes_back_to_the_model() -> None:
    turn, model = turn_of(Shelf(books=["Emma"]), calls(call("list_books")), says("You have Emma."))
    assert turn.advance() == Answered(reply="You have Emma.")
    assert isinstance(model.requests[1].messages[-2].parts[0], ToolUsePart)
    assert model.requests[1].messages[-1].parts[0] == ToolResultPart(
        tool_use_id="c1", content='{"ok":true,"data":["Emma"]}'
    )


def test_what_results_made_longer_is_bounded_before_the_model_goes_on() -> None:
    turn, model = turn_of(
        Shelf(books=["Emma"]), calls(call("list_books")), calls(call("burn_book", title="Emma")), says("Gone.")
    )
    turn.bound = lambda: turn.messages[-2:]
    end = turn.advance()
    assert isinstance(end, Waiting)
    turn.resume(approved(Shelf(books=["Emma"]), end.questions[0]))
    assert [len(request.messages) for request in model.requests] == [1, 2, 2]


def test_the_app_s_own_words_can_end_the_turn() -> None:
    turn, model = turn_of(Shelf(), calls(call("add_book", title="Emma")), continues=False)
    assert turn.advance() == Answered(reply="add Emma: done")
    assert len(model.requests) == 1


def test_a_confirmed_change_waits_without_a_result() -> None:
    shelf = Shelf(books=["Emma"])
    turn, _ = turn_of(shelf, calls(call("burn_book", title="Emma")))
    end = turn.advance()
    assert isinstance(end, Waiting)
    assert shelf.books == ["Emma"]
    assert result_parts(turn) == []


def test_a_waiting_turn_resumes_with_the_approval() -> None:
    shelf = Shelf(books=["Emma"])
    turn, _ = turn_of(shelf, calls(call("burn_book", title="Emma")), says("Gone."))
    end = turn.advance()
    assert isinstance(end, Waiting)
    assert turn.resume(approved(shelf, end.questions[0])) == Answered(reply="Gone.")
    assert shelf.books == []


def test_a_refusal_ends_the_turn_in_fixed_words_and_reaches_the_model_next_time() -> None:
    shelf = Shelf(books=["Emma"])
    turn, model = turn_of(shelf, calls(call("burn_book", title="Emma")))
    end = turn.advance()
    assert isinstance(end, Waiting)
    assert turn.resume(dispatcher_of(shelf).refuse(end.questions[0], "dismissed")) == Answered(
        reply="Not done. Nothing was changed."
    )
    assert [json.loads(part.content) for part in result_parts(turn)] == [{"cancelled": True}]
    assert len(model.requests) == 1


def test_of_several_changes_in_one_message_only_the_first_is_asked() -> None:
    shelf = Shelf(books=["Emma", "Dune"])
    turn, _ = turn_of(shelf, calls(call("burn_book", "a", title="Emma"), call("burn_book", "b", title="Dune")))
    end = turn.advance()
    assert isinstance(end, Waiting)
    assert [question.call.id for question in end.questions] == ["a"]
    assert [json.loads(part.content)["error"] for part in result_parts(turn)] == ["one_mutation_per_turn"]


def test_after_the_approved_change_no_other_is_asked_in_the_turn() -> None:
    shelf = Shelf(books=["Emma", "Dune"])
    turn, _ = turn_of(
        shelf,
        calls(call("burn_book", "a", title="Emma")),
        calls(call("burn_book", "b", title="Dune")),
        says("One only."),
    )
    end = turn.advance()
    assert isinstance(end, Waiting)
    assert turn.resume(approved(shelf, end.questions[0])) == Answered(reply="One only.")
    assert shelf.books == ["Dune"]


def test_the_second_identical_call_in_a_row_ends_the_loop() -> None:
    turn, model = turn_of(Shelf(), *[calls(call("list_books", f"c{number}")) for number in range(3)])
    assert turn.advance() == Stopped(reason="repeated")
    assert len(model.requests) == 2


def test_the_model_is_asked_eight_times_at_most() -> None:
    replies = [calls(call("add_book", f"c{number}", title=f"book {number}")) for number in range(9)]
    shelf = Shelf()
    turn, model = turn_of(shelf, *replies)
    assert turn.advance() == Stopped(reason="limit")
    assert len(model.requests) == MAX_MODEL_CALLS
    assert len(shelf.books) == MAX_MODEL_CALLS - 1


UNREADABLE = ModelReply(text="", tool_calls=(), stop_reason="stop", error="bad_args")


def test_a_call_that_could_not_be_read_is_handed_back_and_leaves_no_trace() -> None:
    shelf = Shelf()
    turn, model = turn_of(shelf, UNREADABLE, calls(call("add_book", title="Emma")), says("Emma is there."))
    assert turn.advance() == Answered(reply="Emma is there.")
    assert shelf.books == ["Emma"]
    (complaint,) = model.requests[1].messages[-1].parts
    assert isinstance(complaint, ToolResultPart)
    assert json.loads(complaint.content)["error"] == "bad_args"
    assert complaint not in result_parts(turn)
    assert all(complaint not in message.parts for message in model.requests[2].messages)


def test_a_second_call_that_could_not_be_read_ends_the_turn() -> None:
    shelf = Shelf()
    turn, model = turn_of(shelf, UNREADABLE, calls(call("add_book", title="Emma")), UNREADABLE)
    assert turn.advance() == Stopped(reason="unreadable")
    assert len(model.requests) == 3


def test_a_model_whose_results_the_app_speaks_gets_no_second_try() -> None:
    turn, model = turn_of(Shelf(), UNREADABLE, continues=False)
    assert turn.advance() == Stopped(reason="unreadable")
    assert len(model.requests) == 1


def test_cancelling_stops_the_turn() -> None:
    turn, _ = turn_of(Shelf(), says("never"))
    turn.cancel.set()
    assert turn.advance() == Stopped(reason="cancelled")


def test_a_call_that_was_complete_when_the_turn_was_cancelled_is_not_carried_out() -> None:
    shelf = Shelf()
    turn, _ = turn_of(shelf, calls(call("add_book", title="Emma")))
    turn.on_event = lambda event: turn.cancel.set() if isinstance(event, ModelReply) else None
    assert turn.advance() == Stopped(reason="cancelled")
    assert shelf.books == []


def test_every_message_is_recorded_before_anything_is_done() -> None:
    shelf = Shelf()
    log: list[str] = []

    def record(message: Message, outcomes: Sequence[Done] = ()) -> None:
        log.append(f"{message.role} {len(shelf.books)} {len(outcomes)}")

    def on_event(event: TurnEvent) -> None:
        if isinstance(event, Called | Done):
            log.append(type(event).__name__)

    turn, _ = turn_of(shelf, calls(call("add_book", title="Emma")), says("ok"))
    turn.record, turn.on_event = record, on_event
    turn.advance()
    assert log == ["assistant 0 0", "Called", "user 1 1", "Done", "assistant 1 0"]


def test_a_change_that_is_claimed_without_a_call_is_corrected() -> None:
    turn, _ = turn_of(Shelf(), says("I have added Emma to your shelf."))
    end = turn.advance()
    assert isinstance(end, Answered)
    assert "Nothing was actually changed" in end.reply
    assert turn.messages[-1].text == end.reply


def test_a_change_that_a_call_made_is_not_corrected() -> None:
    turn, _ = turn_of(Shelf(), calls(call("add_book", title="Emma")), says("I have added Emma to your shelf."))
    assert turn.advance() == Answered(reply="I have added Emma to your shelf.")


def test_a_change_that_is_claimed_after_a_mere_read_is_corrected() -> None:
    turn, _ = turn_of(Shelf(), calls(call("list_books")), says("I have added Emma to your shelf."))
    end = turn.advance()
    assert isinstance(end, Answered)
    assert "Nothing was actually changed" in end.reply
