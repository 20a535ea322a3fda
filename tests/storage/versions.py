"""A chain of migrations longer than that of the app, for tests of what happens when a version is added."""

import shutil
from pathlib import Path

from gemma_app.storage import schema

APP_SCRIPTS = Path(schema.__file__).parent / "migrations"
FIRST = "0001_audit"

NOTES = """
from alembic import op

revision = "{revision}"
down_revision = "{down_revision}"


def upgrade() -> None:
    for statement in {statements!r}:
        op.execute(statement)
"""


def write_chain(folder: Path, *later: list[str]) -> Path:
    """Write the first migration of the app and one more for each list of statements; return the script folder."""
    scripts = folder / "migrations"
    (scripts / "versions").mkdir(parents=True)
    shutil.copy(APP_SCRIPTS / "env.py", scripts)
    shutil.copy(APP_SCRIPTS / "versions" / f"{FIRST}.py", scripts / "versions")
    down_revision = FIRST
    for number, statements in enumerate(later, start=2):
        revision = f"{number:04}_notes"
        script = NOTES.format(revision=revision, down_revision=down_revision, statements=statements)
        (scripts / "versions" / f"{revision}.py").write_text(script, encoding="utf-8")
        down_revision = revision
    return scripts
