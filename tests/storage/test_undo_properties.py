import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from gemma_app.storage.database import Database
from tests.storage.shelves import BY_HAND, contents, open_shelves

STATEMENTS = (
    "INSERT INTO shelf VALUES (:id, :title)",
    "INSERT OR REPLACE INTO shelf VALUES (:id, :title)",
    "UPDATE shelf SET title = :title WHERE id = :id",
    "UPDATE shelf SET id = :other WHERE id = :id",
    "DELETE FROM shelf WHERE id = :id",
    "INSERT INTO book VALUES (:id, :place, :pages, :weight, :note, :cover)",
    "INSERT INTO book VALUES (:id, :place, :pages, :weight, :note, :cover) "
    "ON CONFLICT DO UPDATE SET pages = excluded.pages, note = excluded.note, cover = excluded.cover",
    "UPDATE book SET shelf = :other, weight = :weight WHERE shelf = :id",
    "UPDATE book SET place = place || :place, pages = NULL WHERE shelf = :id",
    "DELETE FROM book WHERE place = :place",
    "INSERT INTO label VALUES (:other, :id, :place)",
    "INSERT INTO label SELECT id + 10, NULL, NULL FROM shelf WHERE true ON CONFLICT DO NOTHING",
    "UPDATE label SET shelf = :id, place = :place WHERE id = :other",
    "DELETE FROM label",
)

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
VALUES = st.fixed_dictionaries(
    {
        "id": st.sampled_from([1, 2, 3, 2**53 + 1, -(2**63)]),
        "other": st.sampled_from([1, 2, 3, 2**63 - 1]),
        "title": st.sampled_from(["a", "A", "가", "각", "\x00"]) | WORDS,
        "place": st.sampled_from(["", "x", "X"]),
        "pages": st.none() | st.integers(-(2**63), 2**63 - 1),
        "weight": st.none() | st.floats(allow_nan=False),
        "note": st.none() | WORDS,
        "cover": st.none() | st.binary(max_size=6),
    }
)
STEP = st.tuples(st.sampled_from(STATEMENTS), VALUES)
CHANGES = st.lists(st.lists(STEP, min_size=1, max_size=5), min_size=1, max_size=6)


def carry_out(db: Database, steps: list[tuple[str, dict[str, Any]]]) -> int | None:
    """Do those steps that the constraints allow, in one change."""
    with db.change(BY_HAND) as change:
        for statement, values in steps:
            savepoint = change.session.begin_nested()
            try:
                change.session.execute(text(statement), values)
                savepoint.commit()
            except IntegrityError:
                savepoint.rollback()
    return change.id if change.rows_changed else None


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES)
def test_undoing_everything_restores_every_byte_and_redoing_everything_too(
    changes: list[list[tuple[str, dict[str, Any]]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(open_shelves(Path(folder))) as db:
        states = [contents(db.data_dir)]
        done = []
        for steps in changes:
            change_id = carry_out(db, steps)
            if change_id is not None:
                done.append(change_id)
                states.append(contents(db.data_dir))
        undone = []
        for change_id, state in zip(reversed(done), reversed(states[:-1]), strict=True):
            undone.append(db.undo(change_id, BY_HAND))
            assert contents(db.data_dir) == state
        for undo_id, state in zip(reversed(undone), states[1:], strict=True):
            db.undo(undo_id, BY_HAND)
            assert contents(db.data_dir) == state
        assert db.check() == []
