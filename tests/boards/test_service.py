from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gemma_app.agent.action import Provenance
from gemma_app.boards.document import dump_board, new_board
from gemma_app.boards.service import MAX_NAME, Boards
from gemma_app.errors import AppError, Rejected
from gemma_app.storage.database import Database
from tests.boards.boards import has_sound_refids, wall

NOON = datetime(2026, 11, 13, 12, tzinfo=UTC)
WINDOW = Provenance(actor="window", tool="delete_board")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path, now=lambda: NOON)
    yield opened
    opened.close()


@pytest.fixture
def boards(database: Database) -> Boards:
    return Boards(database)


def test_a_board_is_read_back_byte_for_byte_after_reopening(tmp_path: Path) -> None:
    database = Database.open(tmp_path, now=lambda: NOON)
    info = Boards(database).create(wall())
    changed = {**wall(), "zz": "마지막", "aa": [1.5, None, {"b": True}]}
    Boards(database).save(info.id, changed)
    database.close()
    database = Database.open(tmp_path, now=lambda: NOON)
    assert dump_board(Boards(database).load(info.id)) == dump_board(changed)
    database.close()


def test_boards_are_listed_oldest_first_with_the_names_they_have_now(boards: Boards) -> None:
    first = boards.create(new_board(width=10, height=10, name="첫째"))
    second = boards.create(new_board(width=10, height=10, name="Second"))
    boards.rename(first.id, "  아침 벽 ")
    boards.save(second.id, {**boards.load(second.id), "name": "x" * 500})
    assert [(info.id, info.name) for info in boards.list_boards()] == [
        (first.id, "아침 벽"),
        (second.id, "x" * (MAX_NAME - 1) + "…"),
    ]
    assert boards.load(first.id)["name"] == "아침 벽"


def test_a_deleted_board_is_gone_until_that_is_undone(boards: Boards, database: Database) -> None:
    info = boards.create(wall())
    receipt = boards.delete(info.id, WINDOW)
    assert boards.list_boards() == []
    for verb in (boards.load, boards.export_json):
        with pytest.raises(Rejected, match="no_such_board"):
            verb(info.id)
    with pytest.raises(Rejected, match="no_such_board"):
        boards.save(info.id, wall())
    assert receipt.change_id is not None
    database.undo(receipt.change_id, WINDOW)
    assert dump_board(boards.load(info.id)) == dump_board(wall())


def test_what_was_deleted_long_ago_can_be_removed_for_good(boards: Boards) -> None:
    kept, gone = boards.create(wall()), boards.create(wall())
    boards.delete(gone.id, WINDOW)
    assert boards.purge_deleted(NOON - timedelta(days=1)) == 0
    assert boards.purge_deleted(NOON + timedelta(seconds=1)) == 1
    assert [info.id for info in boards.list_boards()] == [kept.id]


def test_a_number_is_never_given_to_another_board(boards: Boards) -> None:
    gone = boards.create(wall())
    boards.delete(gone.id, WINDOW)
    boards.purge_deleted(NOON + timedelta(seconds=1))
    assert boards.create(wall()).id > gone.id


def test_json_goes_out_and_in_and_a_foreign_board_gets_refids(boards: Boards) -> None:
    info = boards.create(wall())
    copy = boards.import_json(boards.export_json(info.id))
    assert dump_board(boards.load(copy.id)) == dump_board(wall())
    foreign = boards.import_json('{"components": [{"type": "rect"}, {"type": "rect", "refid": 1}, {"refid": 1}]}')
    assert has_sound_refids(boards.load(foreign.id))


def test_a_file_that_is_no_board_is_refused_in_words(boards: Boards) -> None:
    with pytest.raises(AppError):
        boards.import_json('{"components": 3}')
    assert boards.list_boards() == []


def test_boards_of_another_profile_are_not_listed(database: Database) -> None:
    Boards(database, profile=lambda: 2).create(wall())
    assert Boards(database).list_boards() == []
