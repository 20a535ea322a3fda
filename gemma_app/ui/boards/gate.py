"""Asks before a proposal does what is hard to overlook afterwards: with counts and names, and Cancel as the default."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from gemma_app.agent.action import Detail
from gemma_app.boards.concerns import Concern
from gemma_app.language import Phrase
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.deciding import Decisions
from gemma_app.ui.dialogs.confirmation import Answer, ConfirmationDialog, ask

_HEADLINE = Phrase(ko="이 제안은 보드를 크게 바꿔요", en="This proposal changes much of the board")
_ACT = Phrase(ko="그래도 적용", en="Accept all the same")
_KINDS = {
    "replaced": Phrase(ko="전체 교체", en="Replaced"),
    "removed": Phrase(ko="지움", en="Removed"),
    "locked": Phrase(ko="잠긴 것", en="Locked"),
    "unbound": Phrase(ko="데이터 연결", en="Live data"),
    "shrunk": Phrase(ko="보드 밖", en="Cut off"),
}


@dataclass(frozen=True, kw_only=True)
class _Shown:
    """What the dialog shows."""

    headline: Phrase
    details: Sequence[Detail]
    act: Phrase
    destroys: bool = True


class Gate(QObject):
    """The one way to accept a proposal.

    Args:
        control: The board.
        decisions: The proposal and what is ticked of it.
        parent: The page, to which the dialog belongs.
    """

    def __init__(self, control: BoardControl, decisions: Decisions, parent: QWidget) -> None:
        super().__init__(parent)
        self._control = control
        self._decisions = decisions
        self._page = parent
        self.dialog: ConfirmationDialog | None = None

    def accept(self) -> None:
        """Accept what is ticked, asking first where something is at stake."""
        acceptance = self._decisions.acceptance
        if acceptance is None or not acceptance.ops or self.dialog is not None:
            return
        if not acceptance.concerns:
            self._decisions.accept(acceptance)
            return

        def answered(answer: Answer) -> None:
            self.dialog = None
            if answer == "approved":
                self._decisions.accept(acceptance)

        shown = _Shown(headline=_HEADLINE, details=[_detail(each) for each in acceptance.concerns], act=_ACT)
        self.dialog = ask(shown, self._control.desk.language, self._page.window(), answered)


def _detail(concern: Concern) -> Detail:
    return Detail(label=_KINDS[concern.kind], value=concern.text)
