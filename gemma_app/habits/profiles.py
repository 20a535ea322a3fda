"""The people who share the device; each has habits and conversations of their own."""

from dataclasses import dataclass

from sqlalchemy import select

from gemma_app.errors import Rejected
from gemma_app.habits.tables import ProfileRow
from gemma_app.language import Phrase
from gemma_app.storage.database import Database

MAX_NAME = 40
_NOBODY = Phrase(ko="그런 프로필이 없어요.", en="There is no such profile.")
_BAD_NAME = Phrase(
    ko=f"이름은 한 줄, 1~{MAX_NAME}자여야 하고 다른 프로필과 달라야 해요.",
    en=f"A name is one line of 1 to {MAX_NAME} characters and differs from that of every other profile.",
)
_OWNER = Phrase(ko="나", en="Me")


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A person who shares the device.

    Args:
        id: Unique.
        name: As it was written; None for the first profile until it is given a name.
    """

    id: int
    name: str | None

    @property
    def title(self) -> Phrase:
        """What the profile is called where it is listed."""
        return _OWNER if self.name is None else Phrase(ko=self.name, en=self.name)


class Profiles:
    """The profiles of one data folder.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Profile]:
        """Return the profiles, the oldest first."""
        with self._database.read() as session:
            return [_profile(row) for row in session.scalars(select(ProfileRow).order_by(ProfileRow.id))]

    def find(self, profile_id: int) -> Profile:
        """Return one profile.

        Raises:
            Rejected: ``no_such_profile``.
        """
        with self._database.read() as session:
            row = session.get(ProfileRow, profile_id)
        if row is None:
            raise Rejected("no_such_profile", _NOBODY)
        return _profile(row)

    def add(self, name: str) -> Profile:
        """Add a person.

        Raises:
            Rejected: ``profile_name``: the name is empty, too long, or taken.
        """
        row = ProfileRow(name=self._checked(name), is_default=False)
        with self._database.write() as session:
            session.add(row)
        return _profile(row)

    def rename(self, profile_id: int, name: str) -> Profile:
        """Give a profile another name.

        Raises:
            Rejected: ``no_such_profile`` or ``profile_name``.
        """
        self.find(profile_id)
        words = self._checked(name, own=profile_id)
        with self._database.write() as session:
            row = session.get_one(ProfileRow, profile_id)
            row.name = words
        return _profile(row)

    def _checked(self, name: str, own: int | None = None) -> str:
        words = " ".join(name.split())
        taken = {profile.name for profile in self.all() if profile.id != own}
        if not words or len(words) > MAX_NAME or not words.isprintable() or words in taken:
            raise Rejected("profile_name", _BAD_NAME)
        return words


def _profile(row: ProfileRow) -> Profile:
    return Profile(id=row.id, name=row.name or None)
