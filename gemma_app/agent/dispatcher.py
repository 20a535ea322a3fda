"""From a call to its envelope: known, valid, resolved, allowed by the rules, asked where it must be, done once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from gemma_app.agent.action import Finding, PreparedAction, Provenance, Receipt, StateChanged
from gemma_app.agent.arguments import call_digest
from gemma_app.agent.envelope import CANCELLED, encode, failure, success
from gemma_app.agent.model import ToolCall
from gemma_app.agent.policy import Policy, locked_notice
from gemma_app.agent.question import Approval, Question
from gemma_app.agent.registry import Registry
from gemma_app.errors import CallError, Rejected
from gemma_app.language import Language, Phrase

Refusal = Literal["declined", "dismissed", "expired"]
Actor = Literal["model", "command"]
LOCKED = "locked"
"""Error code of a call that would read what is locked for the profile in use; it has read nothing."""
NOTHING_CHANGED = Phrase(ko="하지 않았어요. 바뀐 것은 없어요.", en="Not done. Nothing was changed.")


@dataclass(frozen=True, kw_only=True)
class Done:
    """A call that is over.

    Args:
        call: The call.
        envelope: What the model is told.
        text: What the user is told.
        code: ``ok``, ``cancelled`` or an error code; the only thing of it that may be logged.
        change_id: The recorded change that Undo takes back, None where nothing changed.
        acted: True where the call did what it is for and that was a change.
    """

    call: ToolCall
    envelope: str
    text: str
    code: str
    change_id: int | None = None
    acted: bool = False


@dataclass(frozen=True, kw_only=True)
class Asks:
    """A call that waits for the user's answer."""

    question: Question


@dataclass(kw_only=True)
class TurnState:
    """What a turn has done so far, as far as the limits of a turn need it.

    Args:
        asked: True once a change of this turn was put to the user.
        finished: The calls that ran, by digest.
        outside_content: True once the turn has read text from outside.
        actor: Who makes the calls.
    """

    actor: Actor = "model"
    asked: bool = False
    finished: dict[str, Done] = field(default_factory=dict)
    outside_content: bool = False


class Executor(Protocol):
    """Whatever carries out the calls of a turn."""

    def dispatch(self, call: ToolCall, turn: TurnState) -> Done | Asks:
        """Carry out ``call``, or ask."""
        ...


class Ledger(Protocol):
    """Where a refusal is recorded, once for each question."""

    def record(self, provenance: Provenance) -> int:
        """Record a decision that led to no change."""
        ...


class Dispatcher:
    """The one way from a call to the data.

    Args:
        registry: The tools that exist.
        policy: Gives what is asked first; read at each call, since the user can change it.
        language: Gives the language of reasons and receipts.
        ledger: Where refusals are recorded.
        now: Gives the aware time.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        policy: Callable[[], Policy],
        language: Callable[[], Language],
        ledger: Ledger,
        now: Callable[[], datetime],
    ) -> None:
        self.registry = registry
        self._policy = policy
        self._language = language
        self._ledger = ledger
        self._now = now

    def dispatch(self, call: ToolCall, turn: TurnState) -> Done | Asks:
        """Carry out ``call``, or ask. An identical call of the same turn is answered from the first.

        Raises:
            AppError: The user must act; the model is not told.
        """
        key = call_digest(call.name, call.arguments)
        if (before := turn.finished.get(key)) is not None:
            return Done(call=call, envelope=before.envelope, text=before.text, code=before.code)
        try:
            outcome = self._run(call, turn)
        except CallError as error:
            outcome = self._failed(call, error)
        if isinstance(outcome, Done):
            _remember(turn, key, outcome)
        return outcome

    def approve(self, question: Question, approval: Approval, turn: TurnState) -> Done | Asks:
        """Carry out exactly what was shown; ask again where the data has changed since, or the question expired.

        Raises:
            ValueError: The approval was given to another question.
        """
        if not approval.allows(question):
            raise ValueError("this approval belongs to another question")
        call = question.call
        try:
            prepared = self._prepare_change(call)
            if question.is_expired(self._now()) or prepared.digest != question.shown_digest:
                return self._ask(call, prepared, turn)
            outcome = self._execute(call, prepared, approval.provenance(question, turn.actor), turn)
        except CallError as error:
            outcome = self._failed(call, error)
        if isinstance(outcome, Done):
            _remember(turn, call_digest(call.name, call.arguments), outcome)
        return outcome

    def refuse(self, question: Question, decision: Refusal, *, actor: Actor = "model") -> Done:
        """Record that the user did not want it; the model is told ``cancelled`` and the user that nothing changed."""
        self._ledger.record(
            Provenance(
                actor=actor,
                tool=question.call.name,
                arguments_digest=question.call_digest,
                shown_digest=question.shown_digest,
                decision=decision,
                question_id=question.id,
            )
        )
        text = NOTHING_CHANGED.say(self._language())
        return Done(call=question.call, envelope=encode(CANCELLED), text=text, code="cancelled")

    def _run(self, call: ToolCall, turn: TurnState) -> Done | Asks:
        prepared = self._prepare(call)
        if isinstance(prepared, Finding):
            return self._found(call, prepared)
        tool = self.registry.get(call.name)
        by_model = turn.actor == "model"
        if self._policy().must_ask(tool, prepared, outside_content=turn.outside_content, by_model=by_model):
            if turn.asked:
                raise Rejected(
                    "one_mutation_per_turn",
                    Phrase(
                        ko="한 번에 한 가지 변경만 확인할 수 있어요. 이어서 하나씩 말해 주세요.",
                        en="Only one change can be confirmed at a time. Ask for the next one afterwards.",
                    ),
                )
            return self._ask(call, prepared, turn)
        provenance = Provenance(
            actor=turn.actor, tool=call.name, arguments_digest=call_digest(call.name, call.arguments)
        )
        return self._execute(call, prepared, provenance, turn)

    def _prepare(self, call: ToolCall) -> Finding | PreparedAction:
        tool = self.registry.get(call.name)
        if closed := self._policy().closed(tool.doors):
            raise Rejected(LOCKED, locked_notice(closed))
        if tool.run is None:
            raise ValueError(f"{call.name} has nothing to run")
        return tool.run(**tool.check(call.arguments))

    def _prepare_change(self, call: ToolCall) -> PreparedAction:
        prepared = self._prepare(call)
        if not isinstance(prepared, PreparedAction):
            raise TypeError(f"{call.name} is not a change")
        return prepared

    def _execute(self, call: ToolCall, action: PreparedAction, provenance: Provenance, turn: TurnState) -> Done | Asks:
        try:
            receipt = action.execute(provenance)
        except StateChanged:
            return self._ask(call, self._prepare_change(call), turn)
        return self._changed(call, receipt)

    def _ask(self, call: ToolCall, action: PreparedAction, turn: TurnState) -> Asks:
        turn.asked = True
        return Asks(question=Question.about(call, action, self._now()))

    def _found(self, call: ToolCall, finding: Finding) -> Done:
        text = finding.text.say(self._language())
        envelope = encode(success(finding.data), hint=self.registry.get(call.name).hint)
        return Done(call=call, envelope=envelope, text=text, code="ok")

    def _changed(self, call: ToolCall, receipt: Receipt) -> Done:
        text = receipt.text.say(self._language())
        envelope = encode(success(receipt.data))
        return Done(call=call, envelope=envelope, text=text, code="ok", change_id=receipt.change_id, acted=True)

    def _failed(self, call: ToolCall, error: CallError) -> Done:
        language = self._language()
        return Done(
            call=call, envelope=encode(failure(error, language)), text=error.reason.say(language), code=error.code
        )


def _remember(turn: TurnState, key: str, done: Done) -> None:
    """Keep what a call gave; after a change, what was read before it no longer holds."""
    if done.acted:
        turn.finished = {other: kept for other, kept in turn.finished.items() if kept.acted}
    turn.finished[key] = done
