"""How habits and what happened to them are stored."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from gemma_app.habits.catalog import Direction, FrameLevel, HabitType
from gemma_app.habits.rules import Tier
from gemma_app.habits.streak import CheckIn
from gemma_app.storage.base import Base

_ACTIVE = text("archived_at IS NULL")


class ProfileRow(Base):
    """A person who shares the device."""

    __tablename__ = "profiles"
    __table_args__ = (
        Index("uq_profiles_default", "is_default", unique=True, sqlite_where=text("is_default = 1")),
        {"sqlite_strict": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    is_default: Mapped[bool]


class HabitRow(Base):
    """A habit; exactly one of the three references names its catalog entry (rule R8)."""

    __tablename__ = "habits"
    __table_args__ = (
        CheckConstraint(
            "(type = 'protocol' AND protocol_ref IS NOT NULL AND break_ref IS NULL AND diet_ref IS NULL)"
            " OR (type = 'break' AND protocol_ref IS NULL AND break_ref IS NOT NULL AND diet_ref IS NULL)"
            " OR (type = 'diet' AND protocol_ref IS NULL AND break_ref IS NULL AND diet_ref IS NOT NULL)",
            name="r8_kind",
        ),
        CheckConstraint("frame_level IN ('L2', 'L3')", name="r3_frame_level"),
        Index("uq_habits_protocol", "profile_id", "protocol_ref", unique=True, sqlite_where=_ACTIVE),
        Index("uq_habits_break", "profile_id", "break_ref", unique=True, sqlite_where=_ACTIVE),
        Index("uq_habits_diet", "profile_id", "diet_ref", unique=True, sqlite_where=_ACTIVE),
        Index("uq_habits_group", "profile_id", "exclusive_group", unique=True, sqlite_where=_ACTIVE),
        {"sqlite_strict": True, "sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    profile_id: Mapped[int] = mapped_column(ForeignKey("profiles.id"))
    type: Mapped[HabitType] = mapped_column(Text)
    protocol_ref: Mapped[str | None]
    break_ref: Mapped[str | None]
    diet_ref: Mapped[str | None]
    exclusive_group: Mapped[str | None]
    title: Mapped[str]
    frame_level: Mapped[FrameLevel] = mapped_column(Text)
    framed_text: Mapped[str]
    anchor: Mapped[str]
    start_date: Mapped[date]
    archived_at: Mapped[datetime | None]
    position: Mapped[int]

    @property
    def entry_id(self) -> str:
        """The catalog entry that this habit follows."""
        reference = self.protocol_ref or self.break_ref or self.diet_ref
        if reference is None:
            raise ValueError(f"habit {self.id} refers to no entry")
        return reference


class VariantRow(Base):
    """One dose of a habit (rules R9 and R10)."""

    __tablename__ = "habit_variants"
    __table_args__ = (
        CheckConstraint("tier IN ('minimum', 'standard', 'stretch')", name="r9_tier"),
        CheckConstraint("direction IN ('at_least', 'at_most')", name="direction"),
        Index("uq_habit_variants_default", "habit_id", unique=True, sqlite_where=text("is_default = 1")),
        {"sqlite_strict": True},
    )

    habit_id: Mapped[int] = mapped_column(ForeignKey("habits.id", ondelete="CASCADE"), primary_key=True)
    tier: Mapped[Tier] = mapped_column(Text, primary_key=True)
    direction: Mapped[Direction] = mapped_column(Text)
    unit: Mapped[str]
    value: Mapped[float]
    is_default: Mapped[bool]


class EntryRow(Base):
    """What the user said of one habit on one day (rule R5)."""

    __tablename__ = "tracker_entries"
    __table_args__ = (
        CheckConstraint("value IN ('done', 'blank')", name="r5_value"),
        CheckConstraint("variant_tier IN ('minimum', 'standard', 'stretch')", name="tier"),
        UniqueConstraint("habit_id", "date"),
        {"sqlite_strict": True, "sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    habit_id: Mapped[int] = mapped_column(ForeignKey("habits.id", ondelete="CASCADE"))
    date: Mapped[date]
    value: Mapped[CheckIn] = mapped_column(Text)
    variant_tier: Mapped[Tier | None] = mapped_column(Text)
    note: Mapped[str]


class RewardRow(Base):
    """A milestone of done-days, issued once by the system (rule R6)."""

    __tablename__ = "rewards"
    __table_args__ = {"sqlite_strict": True}  # noqa: RUF012

    habit_id: Mapped[int] = mapped_column(ForeignKey("habits.id", ondelete="CASCADE"), primary_key=True)
    milestone: Mapped[int] = mapped_column(primary_key=True)
    earned_on: Mapped[date]


class VacationRow(Base):
    """Days that count neither for nor against a streak, both ends included."""

    __tablename__ = "vacations"
    __table_args__ = (
        CheckConstraint("first_day <= last_day", name="order"),
        {"sqlite_strict": True, "sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    profile_id: Mapped[int] = mapped_column(ForeignKey("profiles.id"))
    first_day: Mapped[date]
    last_day: Mapped[date]


class UserEntryRow(Base):
    """A catalog entry of the user's own, as checked JSON."""

    __tablename__ = "user_entries"
    __table_args__ = (CheckConstraint("id LIKE 'u-%'", name="own_prefix"), {"sqlite_strict": True})

    id: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[str]
