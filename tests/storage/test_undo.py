import pytest
from sqlalchemy import delete, insert, text, update

from gemma_app.errors import Rejected
from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, Book, Label, Shelf, contents


def put(db: Database, *rows: Shelf | Book | Label) -> int:
    with db.change(BY_HAND) as change:
        for row in rows:
            change.session.add(row)
            change.session.flush()
    return change.id


def run(db: Database, *statements: str) -> int:
    with db.change(BY_HAND) as change:
        for statement in statements:
            change.session.execute(text(statement))
    return change.id


def code_of(db: Database, change_id: int) -> str:
    before = contents(db.data_dir)
    with pytest.raises(Rejected) as refusal:
        db.undo(change_id, BY_HAND)
    assert contents(db.data_dir) == before
    return refusal.value.code


def test_a_change_is_undone_and_done_again_and_undone_again(db: Database) -> None:
    empty = contents(db.data_dir)
    added = put(db, Shelf(id=1, title="가"), Book(shelf=1, place="a", pages=3))
    full = contents(db.data_dir)
    undone = db.undo(added, BY_HAND)
    assert contents(db.data_dir) == empty
    redone = db.undo(undone, BY_HAND)
    assert contents(db.data_dir) == full
    db.undo(redone, BY_HAND)
    assert contents(db.data_dir) == empty
    assert db.check() == []


def test_undoing_twice_is_refused(db: Database) -> None:
    added = put(db, Shelf(id=1, title="a"))
    db.undo(added, BY_HAND)
    assert code_of(db, added) == "already_undone"


def test_a_change_that_touched_nothing_leaves_nothing_to_undo(db: Database) -> None:
    put(db, Shelf(id=1, title="a"))
    with db.change(BY_HAND) as change:
        change.session.execute(text("UPDATE shelf SET title = title"))
        change.session.execute(text("INSERT INTO shelf VALUES (2, 'b')"))
        change.session.execute(text("DELETE FROM shelf WHERE id = 2"))
    assert change.rows_changed == 0
    assert code_of(db, change.id) == "nothing_to_undo"
    assert code_of(db, 99) == "nothing_to_undo"


def test_values_at_the_edge_of_their_types_come_back_exactly(db: Database) -> None:
    values = {
        "pages": -(2**63),
        "weight": 0.1 + 0.2,
        "note": "각 각 👩‍👩‍👧 \u202e \x00 '\"\\\n\uffff",
        "cover": bytes(range(256)),
    }
    put(db, Shelf(id=2**63 - 1, title="a"))
    put(db, Book(shelf=2**63 - 1, place="", **values), Book(shelf=2**63 - 1, place="null"))
    before = contents(db.data_dir)
    emptied = run(db, "UPDATE book SET pages = NULL, weight = NULL, note = NULL, cover = NULL")
    db.undo(emptied, BY_HAND)
    assert contents(db.data_dir) == before
    removed = run(db, "DELETE FROM shelf")
    db.undo(removed, BY_HAND)
    assert contents(db.data_dir) == before


def test_rows_that_a_foreign_key_deletes_or_empties_come_back(db: Database) -> None:
    put(db, Shelf(id=1, title="a"), Book(shelf=1, place="x", note="n"), Label(id=5, shelf=1, place="x"))
    before = contents(db.data_dir)
    removed = run(db, "DELETE FROM shelf WHERE id = 1")
    assert contents(db.data_dir)["book"] == []
    db.undo(removed, BY_HAND)
    assert contents(db.data_dir) == before


def test_keys_that_a_foreign_key_renames_get_their_old_names_back(db: Database) -> None:
    put(db, Shelf(id=1, title="a"), Book(shelf=1, place="x"), Label(id=5, shelf=1, place="x"))
    before = contents(db.data_dir)
    renamed = run(db, "UPDATE shelf SET id = 7")
    after = contents(db.data_dir)
    undone = db.undo(renamed, BY_HAND)
    assert contents(db.data_dir) == before
    db.undo(undone, BY_HAND)
    assert contents(db.data_dir) == after


def test_a_swap_of_unique_values_is_undone(db: Database) -> None:
    put(db, Shelf(id=1, title="a"), Shelf(id=2, title="b"))
    before = contents(db.data_dir)
    swapped = run(
        db,
        "UPDATE shelf SET title = '' WHERE id = 1",
        "UPDATE shelf SET title = 'a' WHERE id = 2",
        "UPDATE shelf SET title = 'b' WHERE id = 1",
    )
    db.undo(swapped, BY_HAND)
    assert contents(db.data_dir) == before


def test_a_row_that_is_renamed_and_then_removed_comes_back(db: Database) -> None:
    put(db, Shelf(id=2, title="b"))
    before = contents(db.data_dir)
    removed = run(db, "UPDATE shelf SET id = 1", "DELETE FROM shelf")
    db.undo(removed, BY_HAND)
    assert contents(db.data_dir) == before


def test_the_key_of_a_row_that_came_and_went_may_be_taken_later(db: Database) -> None:
    change = run(db, "INSERT INTO shelf VALUES (1, 'a')", "DELETE FROM shelf", "INSERT INTO shelf VALUES (2, 'b')")
    run(db, "INSERT INTO shelf VALUES (1, 'new')")
    after = contents(db.data_dir)
    undone = db.undo(change, BY_HAND)
    db.undo(undone, BY_HAND)
    assert contents(db.data_dir) == after


def test_bulk_statements_and_replaced_rows_are_undone(db: Database) -> None:
    put(db, Shelf(id=1, title="a"), Shelf(id=2, title="b"), Shelf(id=3, title="c"), Book(shelf=2, place="x"))
    before = contents(db.data_dir)
    with db.change(BY_HAND) as change:
        change.session.execute(update(Shelf).where(Shelf.id == 1).values(title="z"))
        change.session.execute(delete(Shelf).where(Shelf.id == 3))
        change.session.execute(insert(Shelf), [{"id": 8, "title": "h"}, {"id": 9, "title": "i"}])
        change.session.execute(text("INSERT OR REPLACE INTO shelf VALUES (4, 'b')"))
        change.session.execute(
            text("INSERT INTO shelf VALUES (8, 'h') ON CONFLICT (id) DO UPDATE SET title = 'upserted'")
        )
    db.undo(change.id, BY_HAND)
    assert contents(db.data_dir) == before


def test_what_a_savepoint_took_back_is_not_part_of_the_change(db: Database) -> None:
    with db.change(BY_HAND) as change:
        change.session.add(Shelf(id=1, title="a"))
        change.session.flush()
        with change.session.begin_nested() as savepoint:
            change.session.execute(text("INSERT INTO shelf VALUES (2, 'b')"))
            savepoint.rollback()
    assert change.rows_changed == 1
    db.undo(change.id, BY_HAND)
    assert contents(db.data_dir)["shelf"] == []


@pytest.mark.parametrize(
    "meanwhile",
    [
        "UPDATE shelf SET title = 'other' WHERE id = 1",
        "DELETE FROM shelf WHERE id = 1",
        "INSERT INTO book (shelf, place) VALUES (1, 'on the new shelf')",
    ],
)
def test_a_change_under_later_changes_is_not_undone(db: Database, meanwhile: str) -> None:
    added = put(db, Shelf(id=1, title="a"))
    run(db, meanwhile)
    assert code_of(db, added) == "undo_conflict"


@pytest.mark.parametrize("taken", ["INSERT INTO shelf VALUES (1, 'new')", "INSERT INTO shelf VALUES (2, 'a')"])
def test_a_removed_row_whose_key_or_name_is_taken_does_not_come_back(db: Database, taken: str) -> None:
    put(db, Shelf(id=1, title="a"))
    removed = run(db, "DELETE FROM shelf")
    run(db, taken)
    assert code_of(db, removed) == "undo_conflict"


def test_a_removed_row_does_not_come_back_without_the_row_it_refers_to(db: Database) -> None:
    put(db, Shelf(id=1, title="a"), Book(shelf=1, place="x"))
    removed = run(db, "DELETE FROM book")
    run(db, "DELETE FROM shelf")
    assert code_of(db, removed) == "undo_conflict"


def test_a_later_change_that_was_undone_is_no_conflict(db: Database) -> None:
    added = put(db, Shelf(id=1, title="a"))
    db.undo(run(db, "UPDATE shelf SET title = 'b'"), BY_HAND)
    db.undo(added, BY_HAND)
    assert contents(db.data_dir)["shelf"] == []
