"""A question as a value, and the approval that only its own answer can give."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import uuid4

from gemma_app.agent.action import Detail, PreparedAction, Provenance
from gemma_app.agent.arguments import call_digest
from gemma_app.agent.model import ToolCall
from gemma_app.language import Phrase

LIFETIME = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Question:
    """Whether one exact call may be carried out.

    Args:
        id: Unique; one question allows at most one change.
        call: The call, its arguments frozen.
        headline: What will happen.
        details: The real values.
        act: Name of the act, for its button.
        destroys: True where something is lost for good.
        shown_digest: Binds the question to what is shown and to the data that it rests on.
        asked_at: Aware time of asking.
    """

    id: str
    call: ToolCall
    headline: Phrase
    details: tuple[Detail, ...]
    act: Phrase
    destroys: bool
    shown_digest: str
    asked_at: datetime

    @classmethod
    def about(cls, call: ToolCall, action: PreparedAction, now: datetime) -> "Question":
        """Ask whether ``action``, which ``call`` led to, may be carried out."""
        return cls(
            id=uuid4().hex,
            call=call,
            headline=action.headline,
            details=action.details,
            act=action.act,
            destroys=action.destroys,
            shown_digest=action.digest,
            asked_at=now,
        )

    def approve(self) -> "Approval":
        """Return the user's yes to exactly this question."""
        return Approval(question_id=self.id, call_digest=self.call_digest, shown_digest=self.shown_digest)

    def is_expired(self, now: datetime) -> bool:
        """Tell whether the question is too old to be answered with yes."""
        return now - self.asked_at > LIFETIME

    @property
    def call_digest(self) -> str:
        """Digest of the call's name and arguments."""
        return call_digest(self.call.name, self.call.arguments)

    def to_json(self) -> str:
        """Write the question as JSON, to be read by ``from_json``."""
        value = {
            "id": self.id,
            "call": {"id": self.call.id, "name": self.call.name, "arguments": dict(self.call.arguments)},
            "provider_meta": None if self.call.provider_meta is None else dict(self.call.provider_meta),
            "headline": _pair(self.headline),
            "details": [[_pair(row.label), _pair(row.value)] for row in self.details],
            "act": _pair(self.act),
            "destroys": self.destroys,
            "shown_digest": self.shown_digest,
            "asked_at": self.asked_at.isoformat(),
        }
        return json.dumps(value, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Question":
        """Read what ``to_json`` wrote."""
        value: Mapping[str, Any] = json.loads(text)
        return cls(
            id=value["id"],
            call=ToolCall(**value["call"], provider_meta=value["provider_meta"]),
            headline=_phrase(value["headline"]),
            details=tuple(Detail(label=_phrase(label), value=_phrase(shown)) for label, shown in value["details"]),
            act=_phrase(value["act"]),
            destroys=value["destroys"],
            shown_digest=value["shown_digest"],
            asked_at=datetime.fromisoformat(value["asked_at"]),
        )


@dataclass(frozen=True, kw_only=True)
class Approval:
    """A yes, bound to the question, to the call and to what was shown; used once."""

    question_id: str
    call_digest: str
    shown_digest: str

    def allows(self, question: Question) -> bool:
        """Tell whether this approval was given to exactly ``question``."""
        return self == question.approve()

    def provenance(self, question: Question, actor: Literal["model", "command"]) -> Provenance:
        """Return what the audit log says of the approved change, which ``actor`` asked for."""
        return Provenance(
            actor=actor,
            tool=question.call.name,
            arguments_digest=self.call_digest,
            shown_digest=self.shown_digest,
            decision="approved",
            question_id=self.question_id,
        )


def _pair(phrase: Phrase) -> list[str]:
    return [phrase.ko, phrase.en]


def _phrase(pair: list[str]) -> Phrase:
    return Phrase(ko=pair[0], en=pair[1])
