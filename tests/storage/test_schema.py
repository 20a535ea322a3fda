import importlib
import importlib.util
import pkgutil
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, UniqueConstraint, create_engine, inspect

import gemma_app
from gemma_app.storage.audit import AuditEntry
from gemma_app.storage.base import Base
from gemma_app.storage.database import Database
from tests.storage.shelves import NOON
from tests.storage.versions import APP_SCRIPTS


@pytest.fixture
def migrated(tmp_path: Path) -> Iterator[Connection]:
    """A connection to a fresh data file, with the tables of every feature imported."""
    for package in pkgutil.iter_modules(gemma_app.__path__):
        if package.ispkg and importlib.util.find_spec(f"gemma_app.{package.name}.tables"):
            importlib.import_module(f"gemma_app.{package.name}.tables")
    Database.open(tmp_path, now=lambda: NOON).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'app.db'}")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def tables_of(connection: Connection, kinds: Collection[str]) -> dict[str, bool]:
    """Return the tables of the given kinds, and whether each is strict."""
    found = connection.exec_driver_sql("SELECT name, type, strict FROM pragma_table_list WHERE schema = 'main'")
    return {name: bool(strict) for name, kind, strict in found if kind in kinds and not name.startswith("sqlite_")}


def test_the_migrated_schema_is_that_of_the_mapped_classes(migrated: Connection) -> None:
    assert AuditEntry.__tablename__ in Base.metadata.tables
    search = tables_of(migrated, ("virtual", "shadow"))
    comparing = {"include_name": lambda name, kind, _: kind != "table" or name not in search}
    assert compare_metadata(MigrationContext.configure(migrated, opts=comparing), Base.metadata) == []


def test_the_named_constraints_are_those_of_the_mapped_classes(migrated: Connection) -> None:
    inspector = inspect(migrated)
    found, wanted = {}, {}
    for name, table in Base.metadata.tables.items():
        reflected = [*inspector.get_check_constraints(name), *inspector.get_unique_constraints(name)]
        found[name] = {each["name"] for each in reflected}
        wanted[name] = {each.name for each in table.constraints if isinstance(each, CheckConstraint | UniqueConstraint)}
    assert found == wanted


def test_every_table_is_strict_and_keyed(migrated: Connection) -> None:
    tables = tables_of(migrated, ("table",))
    assert {name for name, strict in tables.items() if not strict} == {"alembic_version"}
    assert all(inspect(migrated).get_pk_constraint(name)["constrained_columns"] for name in tables)


def test_the_migrations_are_one_line() -> None:
    config = Config()
    config.set_main_option("script_location", str(APP_SCRIPTS))
    scripts = ScriptDirectory.from_config(config)
    assert len(scripts.get_heads()) == len(scripts.get_bases()) == 1
    assert [each.revision for each in scripts.walk_revisions()] == sorted(
        (path.stem for path in (APP_SCRIPTS / "versions").glob("*.py")), reverse=True
    )
