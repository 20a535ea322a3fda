"""Tables of boards.

A deleted board is named in a table of its own, so that Undo and the audit log hold its number and not what is on it.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from gemma_app.storage.base import Base


class BoardRow(Base):
    """A board of one profile; ``content`` is its JSON text and ``name`` what a list shows of it."""

    __tablename__ = "boards"
    __table_args__ = (
        Index(None, "profile_id", "created_at"),
        {"sqlite_strict": True, "sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    profile_id: Mapped[int]
    name: Mapped[str]
    content: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class DeletedBoardRow(Base):
    """A board that was deleted; without this row it is back."""

    __tablename__ = "deleted_boards"
    __table_args__ = ({"sqlite_strict": True},)

    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True)
    deleted_at: Mapped[datetime]
