"""Carries out what the user chose in the window, asking first where it must be asked."""

from collections.abc import Callable

import shiboken6
from PySide6.QtWidgets import QWidget

from gemma_app.agent.action import PreparedAction, Receipt, StateChanged
from gemma_app.ui.desk import Desk
from gemma_app.ui.dialogs.confirmation import Answer, ask


def carry_out(desk: Desk, parent: QWidget, prepare: Callable[[], PreparedAction], verb: str) -> None:
    """Prepare a change, ask where it must be asked, carry it out and say so.

    Where the data changed while the dialog was open, the change is prepared and asked again.

    Args:
        desk: Where things are said and done.
        parent: What the dialog belongs to.
        prepare: Prepares the change; called off the main thread, and again where the data changed.
        verb: Name of the change in the audit log.
    """

    def attempt(action: PreparedAction | None, *, approved: bool) -> Receipt | PreparedAction:
        while True:
            action = action or prepare()
            if _must_ask(action) and not approved:
                return action
            try:
                return desk.app.habits.perform(action, verb, approved=approved)
            except StateChanged:
                action, approved = None, False

    def go_on(outcome: Receipt | PreparedAction) -> None:
        if isinstance(outcome, Receipt):
            desk.say(desk.words(outcome.text), outcome.change_id)
            return
        action = outcome
        if not shiboken6.isValid(parent):
            return

        def answered(answer: Answer) -> None:
            if answer == "approved":
                desk.jobs.run(lambda: attempt(action, approved=True), on_done=go_on)

        ask(action, desk.language, parent, answered)

    desk.jobs.run(lambda: attempt(None, approved=False), on_done=go_on)


def _must_ask(action: PreparedAction) -> bool:
    return action.must_ask or action.destroys
