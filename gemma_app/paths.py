"""Where the app keeps its files."""

from pathlib import Path

import platformdirs

APP_NAME = "gemma-app"


def default_data_dir() -> Path:
    """Return the user's data folder as the platform has it; it need not exist."""
    return Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))
