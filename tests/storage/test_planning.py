"""What is carried out is what was shown, on the data that it was shown for."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gemma_app.agent.action import Detail, PreparedAction, StateChanged
from gemma_app.errors import Rejected
from gemma_app.language import same
from gemma_app.storage.audit import AuditEntry
from gemma_app.storage.database import Database
from gemma_app.storage.planning import Outcome, Plan, prepare
from tests.storage.shelves import BY_HAND, Shelf


def count(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Shelf)) or 0


def shelves_in(db: Database) -> int:
    with db.read() as session:
        return count(session)


def adding(db: Database, *, at_most: int = 3, shown_as: list[str] | None = None) -> PreparedAction:
    """Prepare to add a shelf; what it is shown as can change behind its back."""
    names = ["a shelf"] if shown_as is None else shown_as

    def plan(session: Session) -> Plan:
        present = count(session)
        if present >= at_most:
            raise Rejected("full", same("The wall is full."))

        def apply(session: Session) -> Outcome:
            session.add(Shelf(id=present + 1, title=f"shelf {present}"))
            return Outcome(data={"shelf": present + 1}, text=same("added"))

        return Plan(
            headline=same("Add a shelf"),
            details=(Detail(label=same("What"), value=same(names[0])),),
            act=same("Add"),
            content={"present": present},
            apply=apply,
        )

    return prepare(db, plan)


def test_preparing_writes_nothing(db: Database) -> None:
    adding(db)
    assert shelves_in(db) == 0


def test_what_was_carried_out_is_logged_as_what_was_shown(db: Database) -> None:
    action = adding(db)
    receipt = action.execute(replace(BY_HAND, shown_digest=action.digest))
    with db.read() as session:
        entry = session.scalars(select(AuditEntry)).one()
    assert receipt.change_id == entry.id
    assert entry.executed_digest == entry.shown_digest == action.digest


def test_data_that_changed_since_is_not_touched(db: Database) -> None:
    action = adding(db)
    adding(db).execute(BY_HAND)
    with pytest.raises(StateChanged):
        action.execute(BY_HAND)
    assert shelves_in(db) == 1


def test_what_would_be_shown_otherwise_now_is_not_carried_out(db: Database) -> None:
    names = ["a shelf"]
    action = adding(db, shown_as=names)
    names[0] = "the bookcase"
    with pytest.raises(StateChanged):
        action.execute(BY_HAND)
    assert shelves_in(db) == 0


def test_a_rule_that_says_no_by_now_holds(db: Database) -> None:
    action = adding(db, at_most=1)
    adding(db).execute(BY_HAND)
    with pytest.raises(Rejected, match="full"):
        action.execute(BY_HAND)
    assert shelves_in(db) == 1
