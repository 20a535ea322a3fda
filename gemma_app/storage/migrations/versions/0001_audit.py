"""The audit log: one row per call that changed something or was refused; rows are only ever added."""

from alembic import op

revision = "0001_audit"
down_revision = None


def upgrade() -> None:
    """Create the log and the triggers that keep it append-only."""
    op.execute(
        """
        CREATE TABLE audit_log (
            id INTEGER NOT NULL,
            at TEXT NOT NULL,
            actor TEXT NOT NULL,
            tool TEXT NOT NULL,
            arguments_digest TEXT NOT NULL,
            shown_digest TEXT,
            decision TEXT NOT NULL,
            executed_digest TEXT,
            question_id TEXT,
            rows_changed INTEGER NOT NULL,
            row_images TEXT,
            undoes INTEGER,
            previous_hash TEXT NOT NULL,
            hash TEXT NOT NULL,
            CONSTRAINT pk_audit_log PRIMARY KEY (id),
            CONSTRAINT uq_audit_log_question_id UNIQUE (question_id),
            CONSTRAINT uq_audit_log_undoes UNIQUE (undoes),
            CONSTRAINT fk_audit_log_undoes FOREIGN KEY (undoes) REFERENCES audit_log (id),
            CONSTRAINT ck_audit_log_images CHECK ((rows_changed = 0) = (row_images IS NULL))
        ) STRICT
        """
    )
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"""
            CREATE TRIGGER audit_log_refuses_{act.lower()} BEFORE {act} ON audit_log
            BEGIN
                SELECT RAISE(ABORT, 'the audit log is append-only');
            END
            """
        )
