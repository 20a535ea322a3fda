"""The append-only log of every change and every refusal, chained by hashes so that tampering shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import CheckConstraint, Connection, ForeignKey, column, exists, insert, select, table
from sqlalchemy.orm import Mapped, mapped_column

from gemma_app.agent.action import Provenance, digest
from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.base import Base
from gemma_app.storage.row_log import RowChange, from_json, to_json

NOTHING_TO_UNDO = Phrase(ko="되돌릴 것이 없어요.", en="There is no change to undo.")
_FIRST_HASH = "0" * 64


class AuditEntry(Base):
    """One call that changed something or was refused.

    It holds digests, never arguments; the row images are there for undo and for nothing else.
    """

    __tablename__ = "audit_log"
    __table_args__ = (
        CheckConstraint("(rows_changed = 0) = (row_images IS NULL)", name="images"),
        {"sqlite_strict": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    actor: Mapped[str]
    tool: Mapped[str]
    arguments_digest: Mapped[str]
    shown_digest: Mapped[str | None]
    decision: Mapped[str]
    executed_digest: Mapped[str | None]
    question_id: Mapped[str | None] = mapped_column(unique=True)
    rows_changed: Mapped[int]
    row_images: Mapped[str | None]
    undoes: Mapped[int | None] = mapped_column(ForeignKey("audit_log.id"), unique=True)
    previous_hash: Mapped[str]
    hash: Mapped[str]


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A change that was not taken back, or was done again.

    Args:
        id: The entry under which it stands: that of the change, or that by which it was done again.
        tool: Name of the verb that made it.
        at: Aware time of the entry.
    """

    id: int
    tool: str
    at: datetime


_LOG = table("audit_log", *(column(each.name) for each in AuditEntry.__table__.columns))


def refuse_used_question(connection: Connection, provenance: Provenance) -> None:
    """Let one question allow, or refuse, one change.

    Raises:
        Rejected: The question of ``provenance`` is in the log already.
    """
    if provenance.question_id is None:
        return
    if connection.scalar(select(_LOG.c.id).where(_LOG.c.question_id == provenance.question_id)) is not None:
        raise Rejected("approval_used", Phrase(ko="이미 대답한 질문이에요.", en="This question was answered already."))


def append(
    connection: Connection,
    *,
    at: datetime,
    provenance: Provenance,
    executed_digest: str | None = None,
    changes: Sequence[RowChange] = (),
    rows_changed: int = 0,
    undoes: int | None = None,
) -> int:
    """Add one entry at the end of the chain, in the running transaction.

    Args:
        connection: The write connection.
        at: When.
        provenance: Who asked, and who allowed it.
        executed_digest: Digest of what was carried out.
        changes: The rows before and after, in the order of the changes.
        rows_changed: How many rows are different now.
        undoes: The entry whose changes this one took back.

    Returns:
        The id of the entry.
    """
    last = connection.execute(select(_LOG.c.id, _LOG.c.hash).order_by(_LOG.c.id.desc()).limit(1)).one_or_none()
    entry_id: int = last.id + 1 if last else 1
    entry: dict[str, object] = {
        "id": entry_id,
        "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": provenance.actor,
        "tool": provenance.tool,
        "arguments_digest": provenance.arguments_digest,
        "shown_digest": provenance.shown_digest,
        "decision": provenance.decision,
        "executed_digest": executed_digest,
        "question_id": provenance.question_id,
        "rows_changed": rows_changed,
        "row_images": to_json(changes) if changes else None,
        "undoes": undoes,
        "previous_hash": last.hash if last else _FIRST_HASH,
    }
    connection.execute(insert(_LOG).values(**entry, hash=digest(entry)))
    return entry_id


def images_to_undo(connection: Connection, entry_id: int) -> list[RowChange]:
    """Return what the entry changed.

    Raises:
        Rejected: There is no such entry, it changed nothing, or it was undone already.
    """
    entry = connection.execute(select(_LOG.c.row_images).where(_LOG.c.id == entry_id)).one_or_none()
    if entry is None or entry.row_images is None:
        raise Rejected("nothing_to_undo", NOTHING_TO_UNDO)
    if connection.scalar(select(_LOG.c.id).where(_LOG.c.undoes == entry_id)) is not None:
        raise Rejected("already_undone", Phrase(ko="이미 되돌렸어요.", en="This change was undone already."))
    return from_json(entry.row_images)


def standing_changes(connection: Connection) -> Iterator[Standing]:
    """Give the changes that stand, newest first: those and no undo of them are what can be taken back."""
    later = _LOG.alias()
    changed = select(_LOG).where(_LOG.c.row_images.is_not(None), ~exists().where(later.c.undoes == _LOG.c.id))
    for entry in connection.execute(changed.order_by(_LOG.c.id.desc())):
        origin, is_undo = entry, False
        while origin.undoes is not None:
            origin = connection.execute(select(_LOG).where(_LOG.c.id == origin.undoes)).one()
            is_undo = not is_undo
        if not is_undo:
            yield Standing(id=entry.id, tool=origin.tool, at=datetime.fromisoformat(entry.at))


def verify_chain(connection: Connection) -> list[Phrase]:
    """Return what is wrong with the log: entries that were altered, slipped in or removed before another one."""
    problems = []
    expected_id, expected_hash = 1, _FIRST_HASH
    for row in connection.execute(select(_LOG).order_by(_LOG.c.id)).mappings():
        entry = dict(row)
        stored_hash = entry.pop("hash")
        if (entry["id"], entry["previous_hash"], stored_hash) != (expected_id, expected_hash, digest(entry)):
            problems.append(
                Phrase(
                    ko=f"기록 {entry['id']}번이 처음 적힌 그대로가 아니거나 그 앞의 기록이 없어요.",
                    en=f"Entry {entry['id']} of the log is not as it was written, or the one before it is missing.",
                )
            )
        expected_id, expected_hash = entry["id"] + 1, stored_hash
    return problems
