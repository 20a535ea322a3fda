"""Conversations: sessions, messages, summaries, questions that wait, and an index for search."""

from alembic import op

revision = "0003_conversation"
down_revision = "0002_habits"


def upgrade() -> None:
    """Create the tables; the search index holds text as Hangul jamo, so that two syllables are enough to find."""
    for statement in (_SESSIONS, _MESSAGES, _SUMMARIES, _QUESTIONS, _DELETED_SESSIONS, _DELETED_MESSAGES, *_INDEXES):
        op.execute(statement)


_SESSIONS = """
CREATE TABLE conversation_sessions (
    id TEXT NOT NULL,
    profile_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    pinned INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    messages INTEGER NOT NULL,
    tidy_after INTEGER NOT NULL,
    CONSTRAINT pk_conversation_sessions PRIMARY KEY (id)
) STRICT
"""

_MESSAGES = """
CREATE TABLE conversation_messages (
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    content TEXT NOT NULL,
    sender_id TEXT,
    sender_name TEXT,
    addressee TEXT,
    pinned INTEGER NOT NULL,
    edited_at TEXT,
    body TEXT,
    CONSTRAINT pk_conversation_messages PRIMARY KEY (number),
    CONSTRAINT uq_conversation_messages_id UNIQUE (id),
    CONSTRAINT fk_conversation_messages_session_id_conversation_sessions
        FOREIGN KEY (session_id) REFERENCES conversation_sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_conversation_messages_role CHECK (role IN ('system', 'user', 'assistant', 'tool')),
    CONSTRAINT ck_conversation_messages_status CHECK (status IN ('writing', 'finished', 'interrupted')),
    CONSTRAINT ck_conversation_messages_addressee CHECK (addressee IN ('assistant', 'room'))
) STRICT
"""

_SUMMARIES = """
CREATE TABLE conversation_summaries (
    session_id TEXT NOT NULL,
    text TEXT,
    up_to_message_id TEXT,
    covered INTEGER NOT NULL,
    stale INTEGER NOT NULL,
    doors TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    failures INTEGER NOT NULL,
    CONSTRAINT pk_conversation_summaries PRIMARY KEY (session_id),
    CONSTRAINT fk_conversation_summaries_session_id_conversation_sessions
        FOREIGN KEY (session_id) REFERENCES conversation_sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_conversation_summaries_watermark CHECK ((text IS NULL) = (up_to_message_id IS NULL))
) STRICT
"""

_QUESTIONS = """
CREATE TABLE conversation_questions (
    id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    question TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    decision TEXT,
    closed_at TEXT,
    CONSTRAINT pk_conversation_questions PRIMARY KEY (id),
    CONSTRAINT fk_conversation_questions_session_id_conversation_sessions
        FOREIGN KEY (session_id) REFERENCES conversation_sessions (id) ON DELETE CASCADE,
    CONSTRAINT fk_conversation_questions_message_id_conversation_messages
        FOREIGN KEY (message_id) REFERENCES conversation_messages (id) ON DELETE CASCADE,
    CONSTRAINT ck_conversation_questions_closed CHECK ((decision IS NULL) = (closed_at IS NULL))
) STRICT
"""

_DELETED_SESSIONS = """
CREATE TABLE conversation_deleted_sessions (
    session_id TEXT NOT NULL,
    deleted_at TEXT NOT NULL,
    CONSTRAINT pk_conversation_deleted_sessions PRIMARY KEY (session_id),
    CONSTRAINT fk_conversation_deleted_sessions_session_id_conversation_sessions
        FOREIGN KEY (session_id) REFERENCES conversation_sessions (id) ON DELETE CASCADE
) STRICT
"""

_DELETED_MESSAGES = """
CREATE TABLE conversation_deleted_messages (
    message_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    deleted_at TEXT NOT NULL,
    CONSTRAINT pk_conversation_deleted_messages PRIMARY KEY (message_id),
    CONSTRAINT fk_conversation_deleted_messages_message_id_conversation_messages
        FOREIGN KEY (message_id) REFERENCES conversation_messages (id) ON DELETE CASCADE,
    CONSTRAINT fk_conversation_deleted_messages_session_id_conversation_sessions
        FOREIGN KEY (session_id) REFERENCES conversation_sessions (id) ON DELETE CASCADE
) STRICT
"""

_INDEXES = (
    "CREATE INDEX ix_conversation_sessions_profile_id_updated_at ON conversation_sessions (profile_id, updated_at)",
    "CREATE INDEX ix_conversation_messages_session_id_created_at_id "
    "ON conversation_messages (session_id, created_at, id)",
    "CREATE INDEX ix_conversation_messages_writing ON conversation_messages (status) WHERE status = 'writing'",
    "CREATE INDEX ix_conversation_messages_pinned "
    "ON conversation_messages (session_id, created_at, id) WHERE pinned = 1",
    "CREATE INDEX ix_conversation_messages_edited "
    "ON conversation_messages (session_id, edited_at) WHERE edited_at IS NOT NULL",
    "CREATE INDEX ix_conversation_deleted_messages_session_id ON conversation_deleted_messages (session_id)",
    "CREATE INDEX ix_conversation_questions_open ON conversation_questions (session_id) WHERE decision IS NULL",
    "CREATE INDEX ix_conversation_questions_message_id ON conversation_questions (message_id)",
    "CREATE VIRTUAL TABLE conversation_search USING fts5 (text, content = '', tokenize = 'trigram')",
)
