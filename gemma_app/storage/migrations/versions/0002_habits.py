"""Create the tables of profiles, habits and what happened to them."""

from alembic import op

revision = "0002_habits"
down_revision = "0001_audit"
branch_labels = None
depends_on = None

_TABLES = (
    """
    CREATE TABLE profiles (
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        is_default INTEGER NOT NULL,
        CONSTRAINT pk_profiles PRIMARY KEY (id)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX uq_profiles_default ON profiles (is_default) WHERE is_default = 1",
    "INSERT INTO profiles (id, name, is_default) VALUES (1, '', 1)",
    """
    CREATE TABLE habits (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        profile_id INTEGER NOT NULL,
        type TEXT NOT NULL,
        protocol_ref TEXT,
        break_ref TEXT,
        diet_ref TEXT,
        exclusive_group TEXT,
        title TEXT NOT NULL,
        frame_level TEXT NOT NULL,
        framed_text TEXT NOT NULL,
        anchor TEXT NOT NULL,
        start_date TEXT NOT NULL,
        archived_at TEXT,
        position INTEGER NOT NULL,
        CONSTRAINT ck_habits_r8_kind CHECK (
            (type = 'protocol' AND protocol_ref IS NOT NULL AND break_ref IS NULL AND diet_ref IS NULL)
            OR (type = 'break' AND protocol_ref IS NULL AND break_ref IS NOT NULL AND diet_ref IS NULL)
            OR (type = 'diet' AND protocol_ref IS NULL AND break_ref IS NULL AND diet_ref IS NOT NULL)
        ),
        CONSTRAINT ck_habits_r3_frame_level CHECK (frame_level IN ('L2', 'L3')),
        CONSTRAINT fk_habits_profile_id FOREIGN KEY (profile_id) REFERENCES profiles (id)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX uq_habits_protocol ON habits (profile_id, protocol_ref) WHERE archived_at IS NULL",
    "CREATE UNIQUE INDEX uq_habits_break ON habits (profile_id, break_ref) WHERE archived_at IS NULL",
    "CREATE UNIQUE INDEX uq_habits_diet ON habits (profile_id, diet_ref) WHERE archived_at IS NULL",
    "CREATE UNIQUE INDEX uq_habits_group ON habits (profile_id, exclusive_group) WHERE archived_at IS NULL",
    """
    CREATE TABLE habit_variants (
        habit_id INTEGER NOT NULL,
        tier TEXT NOT NULL,
        direction TEXT NOT NULL,
        unit TEXT NOT NULL,
        value REAL NOT NULL,
        is_default INTEGER NOT NULL,
        CONSTRAINT pk_habit_variants PRIMARY KEY (habit_id, tier),
        CONSTRAINT ck_habit_variants_r9_tier CHECK (tier IN ('minimum', 'standard', 'stretch')),
        CONSTRAINT ck_habit_variants_direction CHECK (direction IN ('at_least', 'at_most')),
        CONSTRAINT fk_habit_variants_habit_id FOREIGN KEY (habit_id) REFERENCES habits (id) ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE UNIQUE INDEX uq_habit_variants_default ON habit_variants (habit_id) WHERE is_default = 1",
    """
    CREATE TABLE tracker_entries (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        habit_id INTEGER NOT NULL,
        date TEXT NOT NULL,
        value TEXT NOT NULL,
        variant_tier TEXT,
        note TEXT NOT NULL,
        CONSTRAINT ck_tracker_entries_r5_value CHECK (value IN ('done', 'blank')),
        CONSTRAINT ck_tracker_entries_tier CHECK (variant_tier IN ('minimum', 'standard', 'stretch')),
        CONSTRAINT uq_tracker_entries_habit_id_date UNIQUE (habit_id, date),
        CONSTRAINT fk_tracker_entries_habit_id FOREIGN KEY (habit_id) REFERENCES habits (id) ON DELETE CASCADE
    ) STRICT
    """,
    """
    CREATE TABLE rewards (
        habit_id INTEGER NOT NULL,
        milestone INTEGER NOT NULL,
        earned_on TEXT NOT NULL,
        CONSTRAINT pk_rewards PRIMARY KEY (habit_id, milestone),
        CONSTRAINT fk_rewards_habit_id FOREIGN KEY (habit_id) REFERENCES habits (id) ON DELETE CASCADE
    ) STRICT
    """,
    """
    CREATE TABLE vacations (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        profile_id INTEGER NOT NULL,
        first_day TEXT NOT NULL,
        last_day TEXT NOT NULL,
        CONSTRAINT ck_vacations_order CHECK (first_day <= last_day),
        CONSTRAINT fk_vacations_profile_id FOREIGN KEY (profile_id) REFERENCES profiles (id)
    ) STRICT
    """,
    """
    CREATE TABLE user_entries (
        id TEXT NOT NULL,
        content TEXT NOT NULL,
        CONSTRAINT pk_user_entries PRIMARY KEY (id),
        CONSTRAINT ck_user_entries_own_prefix CHECK (id LIKE 'u-%')
    ) STRICT
    """,
)


def upgrade() -> None:
    """Create the tables and the one default profile."""
    for statement in _TABLES:
        op.execute(statement)
