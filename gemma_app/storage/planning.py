"""From a plan over the data to an action that is shown first and carried out only if the data is still the same."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from gemma_app.agent.action import Detail, PreparedAction, Provenance, Receipt, StateChanged
from gemma_app.language import Phrase
from gemma_app.storage.database import Database


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What applying a plan gave: data for the model and a sentence for the user."""

    data: Any
    text: Phrase


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A change worked out and checked against the data of one session, nothing written.

    Args:
        headline: What will happen, in one plain sentence.
        details: The real values that are shown.
        act: Names the act on its button.
        content: Everything the change is made of and rests on, as JSON; where it, the headline or a detail differs,
            it is another change.
        apply: Writes it through the session that it is given.
        must_ask: True where this change needs an approval though its tool does not always.
        destroys: True where something is lost that Undo cannot bring back.
    """

    headline: Phrase
    details: tuple[Detail, ...]
    act: Phrase
    content: Mapping[str, Any]
    apply: Callable[[Session], Outcome]
    must_ask: bool = False
    destroys: bool = False


def prepare(database: Database, make_plan: Callable[[Session], Plan]) -> PreparedAction:
    """Plan on a reader; when carried out, plan again inside the write transaction and insist on the same action.

    Raises:
        CallError: What ``make_plan`` raises, now and when carried out.
    """

    def execute(provenance: Provenance) -> Receipt:
        with database.change(provenance) as change:
            plan = make_plan(change.session)
            change.executed_digest = _action(plan, execute).digest
            if change.executed_digest != shown.digest:
                raise StateChanged
            outcome = plan.apply(change.session)
        return Receipt(data=outcome.data, text=outcome.text, change_id=change.id if change.rows_changed else None)

    with database.read() as session:
        shown = _action(make_plan(session), execute)
    return shown


def _action(plan: Plan, execute: Callable[[Provenance], Receipt]) -> PreparedAction:
    return PreparedAction(
        headline=plan.headline,
        details=plan.details,
        act=plan.act,
        content=plan.content,
        execute=execute,
        must_ask=plan.must_ask,
        destroys=plan.destroys,
    )
