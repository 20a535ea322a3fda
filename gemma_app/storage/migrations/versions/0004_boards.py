"""Create the tables of boards."""

from alembic import op

revision = "0004_boards"
down_revision = "0003_conversation"
branch_labels = None
depends_on = None

_TABLES = (
    """
    CREATE TABLE boards (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        profile_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        content TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX ix_boards_profile_id_created_at ON boards (profile_id, created_at)",
    """
    CREATE TABLE deleted_boards (
        board_id INTEGER NOT NULL,
        deleted_at TEXT NOT NULL,
        CONSTRAINT pk_deleted_boards PRIMARY KEY (board_id),
        CONSTRAINT fk_deleted_boards_board_id FOREIGN KEY (board_id) REFERENCES boards (id) ON DELETE CASCADE
    ) STRICT
    """,
)


def upgrade() -> None:
    """Create the tables."""
    for statement in _TABLES:
        op.execute(statement)
