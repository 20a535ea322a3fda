import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatModel
from gemma_app.app import App
from gemma_app.boards.document import dump_board, find
from gemma_app.boards.reshaping import move
from gemma_app.boards.tools import is_write_tool
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.language import same
from gemma_app.ui.boards.page import BoardsPage
from tests.ui.board_stage import ask, boards_page, now, open_board, proposes, replies, shapes, value
from tests.ui.conftest import Open
from tests.ui.stage import WAIT_MS, SlowModel, said

CTRL = Qt.KeyboardModifier.ControlModifier
ADD: tuple[str, dict[str, object]] = ("addComponent", {"type": "gauge-circle", "left": 300, "top": 300})
CHANGE: tuple[str, dict[str, object]] = ("modifyComponentByRefid", {"refid": 1, "patch": {"fillStyle": "#00FF00"}})
REMOVE: tuple[str, dict[str, object]] = ("removeComponentByRefid", {"refid": 3})
ROOT: tuple[str, dict[str, object]] = ("modifyBoard", {"patch": {"fillStyle": "#EEEEEE"}})


@pytest.fixture
def proposed(app: App, open_window: Open, qtbot: QtBot) -> BoardsPage:
    """A page on which four edits of different kinds are proposed."""
    return page_with(app, open_window, qtbot, proposes(ADD, CHANGE, ("removeComponentByRefid", {"refid": 2}), ROOT))


def page_with(app: App, open_window: Open, qtbot: QtBot, model: ChatModel) -> BoardsPage:
    page = boards_page(qtbot, open_window(app, model))
    board = shapes()
    board["components"] += [{"refid": at, "type": "rect", "left": 20 * at, "top": 500} for at in range(10, 16)]
    open_board(qtbot, page, board)
    ask(qtbot, page)
    return page


def waits(page: BoardsPage) -> bool:
    return page.decisions.pending is not None


def told(model: ScriptedModel) -> list[str]:
    """What the last request holds besides the board's summary."""
    return [message.content for message in model.requests[-1].messages[1:] if isinstance(message.content, str)]


def test_a_proposal_changes_nothing_and_shows_ghosts_and_a_row_for_each_edit(proposed: BoardsPage) -> None:
    page = proposed
    pending = page.decisions.pending
    assert pending is not None
    assert [change.op["op"] for change in pending.proposal.changes] == ["add", "modify", "remove", "modifyBoard"]
    assert len(page.proposal.ticks) == 4
    assert all(tick.isChecked() for tick in page.proposal.ticks.values())
    ghosts = page.ghosts.difference
    assert ghosts is not None
    assert (len(ghosts.added), len(ghosts.changed), len(ghosts.removed), ghosts.root) == (1, 1, 1, ("fillStyle",))
    assert value(page, 1, "fillStyle") == "#0000FF"
    assert find(now(page), 2) is not None
    assert page.control.history is not None
    assert page.control.history.next_undo is None


def test_enter_accepts_as_one_step_that_undo_takes_back_to_the_byte_and_redo_repeats(
    proposed: BoardsPage, qtbot: QtBot
) -> None:
    page = proposed
    before = dump_board(now(page))
    QTest.keyClick(page.canvas, Qt.Key.Key_Return)
    accepted = dump_board(now(page))
    assert value(page, 1, "fillStyle") == "#00FF00"
    assert find(now(page), 2) is None
    assert not waits(page)
    assert page.ghosts.difference is None
    QTest.keyClick(page.canvas, Qt.Key.Key_Z, CTRL)
    assert dump_board(now(page)) == before
    page.control.redo()
    assert dump_board(now(page)) == accepted


def test_what_was_accepted_is_selected_so_that_it_can_be_spoken_of(proposed: BoardsPage) -> None:
    page = proposed
    page.gate.accept()
    added = now(page)["components"][-1]["refid"]
    assert value(page, added, "type") == "gauge-circle"
    assert page.control.selection == (added, 1)


def test_undoing_an_accepted_proposal_leaves_ones_own_work(proposed: BoardsPage) -> None:
    page = proposed
    page.control.put(move(now(page), [10], 50, 0), same("mine"))
    page.gate.accept()
    page.control.undo()
    assert value(page, 10, "left") == 250
    assert value(page, 1, "fillStyle") == "#0000FF"


def test_escape_discards_and_undo_puts_the_proposal_back(proposed: BoardsPage) -> None:
    page = proposed
    before = dump_board(now(page))
    pending = page.decisions.pending
    assert pending is not None
    QTest.keyClick(page.canvas, Qt.Key.Key_Escape)
    assert not waits(page)
    assert dump_board(now(page)) == before
    QTest.keyClick(page.canvas, Qt.Key.Key_Z, CTRL)
    again = page.decisions.pending
    assert again is not None
    assert again.proposal is pending.proposal
    page.control.redo()
    assert not waits(page)


def test_enter_in_the_empty_input_accepts(proposed: BoardsPage) -> None:
    page = proposed
    page.asking.just_asking.setFocus()
    QTest.keyClick(page.asking.input.editor, Qt.Key.Key_Return)
    assert not waits(page)


def test_enter_on_discard_discards(proposed: BoardsPage) -> None:
    page = proposed
    before = dump_board(now(page))
    page.proposal.discard.setFocus()
    QTest.keyClick(page.proposal.discard, Qt.Key.Key_Return)
    assert not waits(page)
    assert dump_board(now(page)) == before


def test_only_what_is_ticked_is_done(proposed: BoardsPage) -> None:
    page = proposed
    page.proposal.ticks[0].click()
    page.proposal.ticks[2].click()
    page.gate.accept()
    assert value(page, 1, "fillStyle") == "#00FF00"
    assert find(now(page), 2) is not None
    assert len(now(page)["components"]) == 10
    assert now(page)["fillStyle"] == "#EEEEEE"


def test_what_depends_on_an_edit_goes_and_comes_with_it(app: App, open_window: Open, qtbot: QtBot) -> None:
    add: tuple[str, dict[str, object]] = ("addComponent", {"type": "rect", "refid": 100})
    change: tuple[str, dict[str, object]] = ("modifyComponentByRefid", {"refid": 100, "patch": {"name": "new"}})
    page = page_with(app, open_window, qtbot, proposes(add, change))
    page.proposal.ticks[0].click()
    assert [tick.isChecked() for tick in page.proposal.ticks.values()] == [False, False]
    page.proposal.ticks[1].click()
    assert [tick.isChecked() for tick in page.proposal.ticks.values()] == [True, True]


def test_an_edit_that_cannot_be_done_says_why_and_cannot_be_ticked(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = page_with(app, open_window, qtbot, proposes(CHANGE, ("removeComponentByRefid", {"refid": 999})))
    assert [tick.isEnabled() for tick in page.proposal.ticks.values()] == [True, False]
    assert "999" in page.proposal.ticks[1].accessibleDescription()


def test_a_value_that_the_user_changed_meanwhile_stays_unless_ticked(proposed: BoardsPage) -> None:
    page = proposed
    page.control.edit([{"op": "modify", "refid": 1, "patch": {"fillStyle": "#123456"}}], same("mine"))
    (tick,) = page.proposal.conflict_ticks.values()
    assert "#123456" in tick.accessibleDescription()
    assert not tick.isChecked()
    page.gate.accept()
    assert value(page, 1, "fillStyle") == "#123456"


def test_a_ticked_conflict_takes_the_proposed_value(proposed: BoardsPage) -> None:
    page = proposed
    page.control.edit([{"op": "modify", "refid": 1, "patch": {"fillStyle": "#123456"}}], same("mine"))
    (tick,) = page.proposal.conflict_ticks.values()
    tick.click()
    page.gate.accept()
    assert value(page, 1, "fillStyle") == "#00FF00"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ([("replaceBoard", {"components": []})], "전체 교체"),
        ([("removeComponentByRefid", {"refid": at}) for at in (1, 2, 3)], "지움"),
        ([("modifyComponentByRefid", {"refid": 4, "patch": {"left": 1}})], "잠긴 것"),
        ([("modifyBoard", {"patch": {"width": 300}})], "보드 밖"),
    ],
)
def test_what_is_hard_to_overlook_afterwards_is_asked_first_with_counts_and_names(
    app: App, open_window: Open, qtbot: QtBot, calls: list[tuple[str, dict[str, object]]], words: str
) -> None:
    page = page_with(app, open_window, qtbot, proposes(*calls))
    before = dump_board(now(page))
    page.gate.accept()
    dialog = page.gate.dialog
    assert dialog is not None
    assert words in dialog.accessibleDescription()
    assert "#" in dialog.accessibleDescription()
    assert dump_board(now(page)) == before
    dialog.cancel.click()
    qtbot.waitUntil(lambda: page.gate.dialog is None, timeout=WAIT_MS)
    assert dump_board(now(page)) == before
    assert waits(page)


def test_after_the_question_is_answered_with_yes_it_is_done(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = page_with(app, open_window, qtbot, proposes(("replaceBoard", {"components": [{"type": "text"}]})))
    page.gate.accept()
    dialog = page.gate.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT_MS)
    dialog.act.click()
    assert [item["type"] for item in now(page)["components"]] == ["text"]


def test_losing_live_data_is_asked_first(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = proposes(("modifyComponentByRefid", {"refid": 1, "patch": {"id": None}}))
    page = boards_page(qtbot, open_window(app, model))
    board = shapes()
    board["components"][0]["id"] = "habit:1"
    open_board(qtbot, page, board)
    ask(qtbot, page)
    page.gate.accept()
    assert page.gate.dialog is not None
    assert "데이터 연결" in page.gate.dialog.accessibleDescription()


def test_the_model_is_told_of_edits_by_hand_of_acceptance_and_of_refusal(
    app: App, open_window: Open, qtbot: QtBot
) -> None:
    model = ScriptedModel([*replies(CHANGE, ROOT), *replies(CHANGE), said("좋아요.")])
    page = page_with(app, open_window, qtbot, model)
    page.proposal.ticks[1].click()
    page.gate.accept()
    page.control.put(move(now(page), [2], 5, 0), same("mine"))
    page.control.put(move(now(page), [2], 5, 0), same("mine"))
    ask(qtbot, page, "하나 더")
    (accepted, edited, asked) = [words for words in told(model) if words.startswith("User") or words == "하나 더"]
    assert accepted == "User accepted the proposed board edits: 1 of 2 op(s)"
    assert edited == "User directly edited the board: 2 op(s)"
    assert asked == "하나 더"
    page.decisions.discard()
    model.requests.clear()
    ask(qtbot, page, "그만")
    assert "User refused the proposed board edits: 1 op(s)" in told(model)


def test_just_asking_offers_no_tool_that_edits(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = ScriptedModel([said("사각형이 있어요.")])
    page = boards_page(qtbot, open_window(app, model))
    open_board(qtbot, page, shapes())
    page.asking.just_asking.setChecked(True)
    ask(qtbot, page, "뭐가 있어?")
    (request,) = model.requests
    assert request.tools
    assert not any(is_write_tool(tool.name) for tool in request.tools)
    assert not waits(page)


def test_the_selection_and_the_users_words_reach_the_model(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = ScriptedModel([said("네.")])
    page = boards_page(qtbot, open_window(app, model))
    open_board(qtbot, page, shapes())
    page.control.select([2, 3])
    ask(qtbot, page, "이것들 키워 줘")
    first, last = model.requests[0].messages[0], model.requests[0].messages[-1]
    assert isinstance(first.content, str)
    assert "User-selected component refids: [2,3]" in first.content
    assert last == Message(role="user", content="이것들 키워 줘")


def test_a_turn_can_be_stopped_and_the_window_stays_alive(app: App, open_window: Open, qtbot: QtBot) -> None:
    model = SlowModel(["하나 ", "둘 "])
    page = boards_page(qtbot, open_window(app, model))
    open_board(qtbot, page, shapes())
    page.asking.input.put("천천히")
    page.asking.input.send()
    qtbot.waitUntil(model.began.is_set, timeout=WAIT_MS)
    model.may_write.release()
    qtbot.waitUntil(lambda: page.talk.talk.reply == "하나 ", timeout=WAIT_MS)
    QTest.keyClick(page.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.talk.is_running, timeout=WAIT_MS)
    assert not waits(page)


def test_without_a_model_it_says_so_and_gives_the_words_back(app: App, open_window: Open, qtbot: QtBot) -> None:
    page = boards_page(qtbot, open_window(app))
    open_board(qtbot, page, shapes())
    page.asking.input.put("그려 줘")
    with qtbot.waitSignal(page.control.desk.said, timeout=WAIT_MS):
        page.asking.input.send()
    qtbot.waitUntil(lambda: page.asking.input.text == "그려 줘", timeout=WAIT_MS)


def test_a_proposal_stays_with_its_board(proposed: BoardsPage, qtbot: QtBot) -> None:
    page = proposed
    first = page.control.board_id
    assert first is not None
    open_board(qtbot, page, shapes())
    assert not waits(page)
    assert page.ghosts.difference is None
    page.control.open(first)
    assert waits(page)
