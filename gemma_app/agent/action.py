"""What a tool gives: a finding, or an action that is prepared, shown, and only then carried out."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gemma_app.language import Phrase

Decision = Literal["not_needed", "approved", "declined", "dismissed", "expired"]


def digest(value: object) -> str:
    """Return the SHA-256 of ``value`` as canonical JSON (sorted keys, no spaces, UTF-8)."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a read gave.

    Args:
        data: JSON value for the model.
        text: The same in a sentence or a list for the user.
    """

    data: Any
    text: Phrase


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """What a change did, as the database has it afterwards.

    Args:
        data: JSON value for the model; always names the ids that now exist.
        text: One sentence for the user.
        change_id: The recorded change, by which it can be undone; None where nothing changed.
    """

    data: Any
    text: Phrase
    change_id: int | None


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Who asked for a change and who allowed it; written to the audit log in the same transaction.

    Args:
        actor: Where the change came from.
        tool: Name of the verb.
        arguments_digest: Digest of the canonical arguments of the call.
        shown_digest: Digest of what the user was shown, None where nothing was asked.
        decision: How it was allowed, or that it was not.
        question_id: The answered question; one question allows one change.
    """

    actor: Literal["model", "window", "command", "import", "system"]
    tool: str
    arguments_digest: str = ""
    shown_digest: str | None = None
    decision: Decision = "not_needed"
    question_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Detail:
    """One row of the two-column list in a confirmation: a label and the real value."""

    label: Phrase
    value: Phrase


class StateChanged(Exception):
    """The data changed after the action was prepared; it must be prepared, and asked, again."""


@dataclass(frozen=True, kw_only=True)
class PreparedAction:
    """A change with everything resolved and checked, and nothing written yet.

    Args:
        headline: What will happen, in one plain sentence.
        details: The real values, in the order in which they are read.
        act: Names the act on its button, such as "Add habit".
        content: JSON object of the resolved arguments and of the row versions the action rests on.
        must_ask: True where this action needs an approval though its tool does not always.
        destroys: True where something is lost that Undo cannot bring back.
        execute: Carries it out in one transaction. Checks the rules again and raises ``StateChanged`` where
            ``digest`` would be another, ``Rejected`` where a rule now says no.
    """

    headline: Phrase
    details: tuple[Detail, ...]
    act: Phrase
    content: Mapping[str, Any]
    execute: Callable[[Provenance], Receipt] = field(compare=False)
    must_ask: bool = False
    destroys: bool = False

    @property
    def digest(self) -> str:
        """Digest of what is shown (headline and details) and of what will run (content)."""
        shown = [[row.label.ko, row.label.en, row.value.ko, row.value.en] for row in self.details]
        return digest([self.headline.ko, self.headline.en, shown, dict(self.content)])
