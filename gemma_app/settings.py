"""The user's choices as values, read from a small file."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FILE_NAME = "settings.json"


class Settings(BaseModel):
    """Every choice with its default; limits stay inside the ranges that the rules allow.

    Attributes:
        language: Language of the app, or the system's.
        theme: Colours of the window, or the system's.
        protocol_limit: Active protocol habits at most (rule R1).
        break_limit: Active break habits at most (rule R2).
        diet_limit: Active diet habits at most (rule R2).
        always_ask: Names of the reversible tools that are asked first too.
        profile: Who uses the app.
        locked_doors: The data scopes that are closed to a profile, by its number.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    language: Literal["system", "ko", "en"] = "system"
    theme: Literal["system", "light", "dark"] = "system"
    protocol_limit: Annotated[int, Field(ge=1, le=5)] = 3
    break_limit: Annotated[int, Field(ge=1, le=2)] = 1
    diet_limit: Annotated[int, Field(ge=1, le=2)] = 1
    always_ask: tuple[str, ...] = ()
    profile: Annotated[int, Field(ge=1)] = 1
    locked_doors: dict[str, tuple[str, ...]] = {}


def load_settings(data_dir: Path) -> Settings:
    """Read the settings; a file that cannot be read is set aside, never overwritten, and the defaults apply."""
    path = data_dir / FILE_NAME
    try:
        return Settings.model_validate_json(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except (ValidationError, UnicodeDecodeError, IsADirectoryError, PermissionError):
        path.replace(_free_name_for(path))
        return Settings()


def _free_name_for(unreadable: Path) -> Path:
    aside, number = unreadable.with_suffix(".json.unreadable"), 1
    while aside.exists():
        number += 1
        aside = unreadable.with_suffix(f".json.unreadable-{number}")
    return aside
