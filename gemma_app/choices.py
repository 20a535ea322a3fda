"""The user's settings as the rest of the app reads them, at each use."""

from collections.abc import Iterable
from pathlib import Path

from gemma_app.agent.policy import Policy
from gemma_app.habits.rules import Limits
from gemma_app.language import Language
from gemma_app.paths import write_whole
from gemma_app.settings import FILE_NAME, Settings, load_settings


class Choices:
    """The settings in force; a change is saved before it holds."""

    def __init__(self, data_dir: Path, system_language: Language) -> None:
        self._data_dir = data_dir
        self._system_language = system_language
        self._override: Language | None = None
        self.current: Settings = load_settings(data_dir)

    def change(self, **values: object) -> None:
        """Set and save some settings.

        Raises:
            pydantic.ValidationError: A value is outside its range.
            AppError: The disk refuses; the old settings hold.
        """
        changed = Settings.model_validate({**self.current.model_dump(), **values})
        write_whole(self._data_dir / FILE_NAME, changed.model_dump_json(indent=1).encode("utf-8"))
        self.current = changed
        if "language" in values:
            self._override = None

    def override_language(self, language: Language) -> None:
        """Use ``language`` for this run, whatever the settings say."""
        self._override = language

    def language(self) -> Language:
        """Return the language in force."""
        if self._override is not None:
            return self._override
        chosen = self.current.language
        return self._system_language if chosen == "system" else chosen

    def limits(self) -> Limits:
        """Return the quotas in force."""
        settings = self.current
        return Limits(protocol=settings.protocol_limit, break_=settings.break_limit, diet=settings.diet_limit)

    def policy(self) -> Policy:
        """Return what is asked first."""
        return Policy(
            always_ask=frozenset(self.current.always_ask), closed_doors=self.locked_doors(self.current.profile)
        )

    def profile(self) -> int:
        """Return the number of the profile that uses the app."""
        return self.current.profile

    def locked_doors(self, profile_id: int) -> frozenset[str]:
        """Return the data scopes that are closed to a profile."""
        return frozenset(self.current.locked_doors.get(str(profile_id), ()))

    def lock_doors(self, profile_id: int, doors: Iterable[str]) -> None:
        """Close exactly these data scopes to a profile."""
        self.change(locked_doors={**self.current.locked_doors, str(profile_id): tuple(sorted(set(doors)))})
