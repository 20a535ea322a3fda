from gemma_app.boards.document import dump_board
from gemma_app.boards.history import MAX_STEPS, BoardHistory
from gemma_app.boards.proposal import propose
from gemma_app.boards.reshaping import move
from gemma_app.language import Phrase, same
from tests.boards.boards import wall

MOVED = Phrase(ko="옮기기", en="Move")


def test_a_step_of_the_user_and_an_accepted_proposal_are_undone_one_by_one_to_the_same_bytes() -> None:
    history = BoardHistory(wall())
    start = dump_board(history.board)
    history.put(move(history.board, [21], 5, 5), MOVED)
    by_hand = dump_board(history.board)
    proposal = propose(history.board, [{"op": "add", "component": {"type": "rect"}}, {"op": "remove", "refid": 22}])
    history.apply(proposal.accept(history.board).ops, same("accept"))
    accepted = dump_board(history.board)
    history.undo()
    assert dump_board(history.board) == by_hand
    history.redo()
    assert dump_board(history.board) == accepted
    history.undo()
    history.undo()
    assert dump_board(history.board) == start
    assert history.undo() is None


def test_what_changes_nothing_is_no_step() -> None:
    history = BoardHistory(wall())
    history.apply([{"op": "modify", "refid": 23, "patch": {"name": "아침 묶음"}}], MOVED)
    history.put(history.board, MOVED)
    assert history.next_undo is None


def test_refused_edits_are_told_and_the_others_are_one_step() -> None:
    history = BoardHistory(wall())
    ops = [{"op": "remove", "refid": 999}, {"op": "remove", "refid": 21}]
    assert [refusal["index"] for refusal in history.apply(ops, MOVED, language="ko")] == [0]
    assert history.next_undo is not None


def test_steps_of_one_kind_are_one_until_they_are_sealed() -> None:
    history = BoardHistory(wall())
    start = dump_board(history.board)
    for _ in range(3):
        history.put(move(history.board, [21], 1, 0), MOVED, merges="nudge")
    sealed = dump_board(history.board)
    history.seal()
    history.put(move(history.board, [21], 1, 0), MOVED, merges="nudge")
    history.undo()
    assert dump_board(history.board) == sealed
    history.undo()
    assert dump_board(history.board) == start


def test_a_new_step_after_undo_leaves_nothing_to_do_again() -> None:
    history = BoardHistory(wall())
    history.put(move(history.board, [21], 1, 0), MOVED)
    history.undo()
    history.put(move(history.board, [22], 1, 0), MOVED)
    assert history.next_redo is None


def test_discarding_is_a_step_that_gives_the_proposal_back() -> None:
    history = BoardHistory(wall())
    proposal = propose(history.board, [{"op": "remove", "refid": 21}])
    text = dump_board(history.board)
    history.discard(proposal, same("discard"))
    step = history.undo()
    assert step is not None
    assert step.discarded is proposal
    assert dump_board(history.board) == text


def test_the_oldest_steps_are_forgotten() -> None:
    history = BoardHistory(wall())
    for _ in range(MAX_STEPS + 5):
        history.put(move(history.board, [21], 1, 0), MOVED)
    undone = 0
    while history.undo() is not None:
        undone += 1
    assert undone == MAX_STEPS
