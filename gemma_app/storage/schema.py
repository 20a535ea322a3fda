"""Brings a data file to the schema of this version of the app, in one transaction, and knows a newer one."""

import sqlite3
from pathlib import Path
from typing import Literal

from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.storage.connections import writer_engine
from gemma_app.storage.soundness import driver, problems

SCRIPTS = Path(__file__).parent / "migrations"

Standing = Literal["empty", "older", "current"]


def standing(connection: sqlite3.Connection) -> Standing:
    """Return how the schema of the file stands to that of this version.

    Raises:
        AppError: The file was written by a newer version, or by another program.
    """
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        return "empty"
    revision = None
    if "alembic_version" in names:
        revision = connection.execute("SELECT max(version_num) FROM alembic_version").fetchone()[0]
    known = sorted(path.stem for path in (Path(SCRIPTS) / "versions").glob("*.py"))
    if revision is None:
        raise AppError(
            Phrase(
                ko="데이터 파일이 다른 프로그램의 것이에요. 파일은 그대로 두었어요. 다른 폴더를 골라 주세요.",
                en="The data file belongs to another program and was left as it is. Choose another folder.",
            )
        )
    if revision not in known:
        raise AppError(
            Phrase(
                ko="더 새로운 버전의 앱이 저장한 데이터예요. 파일은 그대로 두었어요. 앱을 업데이트해 주세요.",
                en="The data was saved by a newer version of the app and was left as it is. Update the app.",
            )
        )
    return "current" if revision == known[-1] else "older"


def upgrade(path: Path) -> None:
    """Run every pending migration in one transaction, check the result, and commit; any failure keeps the old file.

    Alembic is imported here: nearly every start finds nothing to do, and would wait for it.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    engine = writer_engine(path, foreign_keys=False)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            found = problems(driver(connection), thorough=True)
            if found:
                raise RuntimeError(f"the migration left an unsound file and was rolled back: {found[0]}")
    finally:
        engine.dispose()
