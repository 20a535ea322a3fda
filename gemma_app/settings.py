"""The user's choices, kept as a small file that a broken write cannot lose."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gemma_app.errors import AppError
from gemma_app.language import Phrase

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


def save_settings(data_dir: Path, settings: Settings) -> None:
    """Write the settings so that a crash leaves either the old file or the new one.

    Raises:
        AppError: The disk refuses; the old file stays.
    """
    path = data_dir / FILE_NAME
    part = path.with_suffix(".json.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(settings.model_dump_json(indent=1))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise AppError(
            Phrase(
                ko=f"설정을 저장하지 못했어요: {error.strerror}. 디스크의 공간과 권한을 확인해 주세요.",
                en=f"The settings were not saved: {error.strerror}. Check the space and the rights on the disk.",
            )
        ) from error
