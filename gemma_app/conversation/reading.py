"""What a profile may read of its conversations: every view, search, export and hand-off goes through here."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from gemma_app.agent.policy import named_doors
from gemma_app.conversation.doors import DoorGate, passes_row, redact_by_doors
from gemma_app.conversation.handoff import MAX_USER_TURNS, build_handoff_messages
from gemma_app.conversation.history import closed_notice
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.records import SessionInfo, WaitingQuestion
from gemma_app.conversation.search import Hit, find_messages
from gemma_app.conversation.service import Conversations
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.transcript import read_transcript, to_json, to_markdown
from gemma_app.errors import Rejected
from gemma_app.language import Language, Phrase
from gemma_app.storage.database import Database

ExportFormat = Literal["md", "json"]
_HANDOFF_PAGE = 200
_NOT_YOURS = Phrase(ko="그 대화는 더 이상 없어요.", en="That conversation no longer exists.")
_CLOSED_SUMMARY = Phrase(
    ko="이 프로필에 잠긴 내용이 들어 있어서 요약을 볼 수 없어요.",
    en="The summary holds something that is locked for this profile.",
)


@dataclass(frozen=True, kw_only=True)
class SummaryView:
    """The summary of a conversation as it is shown.

    Args:
        text: None where there is none yet, or none that may be read.
        is_closed: True where it is behind a closed door.
        covered: How many messages it covers.
        covers_until: When the last of them was written.
        is_stale: True where one of them was edited, deleted or unpinned since.
        failures: How often making the next one failed.
        saved_at: When it was made or edited.
    """

    text: str | None
    is_closed: bool
    covered: int
    covers_until: datetime | None
    is_stale: bool
    failures: int
    saved_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Reads conversations for the profile in use, with what is locked for it taken out.

    Args:
        database: Where they are kept.
        profile: Gives the number of the profile.
        locked: Gives the data scopes that are closed to it.
        language: Gives the language of notices.
    """

    database: Database
    profile: Callable[[], int]
    locked: Callable[[], Collection[str]]
    language: Callable[[], Language]

    def gate(self, closed: Collection[str] = ()) -> DoorGate:
        """Return the doors of one request; ``closed`` are shut besides the locked ones."""
        shut = {*self.locked(), *closed}
        return DoorGate(lambda door: door not in shut)

    def sessions(self) -> list[SessionInfo]:
        """Return the conversations of the profile, pinned ones first, then by newest message."""
        return Conversations(self.database).list_sessions(self.profile())

    def session(self, session_id: str) -> SessionInfo:
        """Return one conversation of the profile.

        Raises:
            Rejected: ``no_such_session``: it was deleted, or belongs to somebody else.
        """
        info = Conversations(self.database).session(session_id)
        if info.profile_id != self.profile():
            raise Rejected("no_such_session", _NOT_YOURS)
        return info

    def page(self, session_id: str, *, before: StoredMessage | None = None, limit: int) -> list[StoredMessage]:
        """Return the last messages, or those directly before one, oldest first."""
        self.session(session_id)
        return self.shown(Conversations(self.database).page(session_id, before=before, limit=limit))

    def shown(self, rows: Sequence[StoredMessage]) -> list[StoredMessage]:
        """Return messages, wherever they are kept, with what is locked taken out."""
        return self._redacted(rows, self.gate())

    def around(self, session_id: str, message_id: str, *, limit: int) -> list[StoredMessage]:
        """Return a message with half of ``limit`` before it and half after it; none where it was deleted."""
        self.session(session_id)
        conversations = Conversations(self.database)
        middle = conversations.message(session_id, message_id)
        if middle is None:
            return []
        earlier = conversations.page(session_id, before=middle, limit=limit // 2)
        later = conversations.following(session_id, middle, limit=limit // 2)
        return self.shown([*earlier, middle, *later])

    def waiting(self, session_id: str) -> list[WaitingQuestion]:
        """Return the open questions that may be read, oldest first."""
        conversations, gate = Conversations(self.database), self.gate()
        asked = [(each, conversations.message(session_id, each.message_id)) for each in self._questions(session_id)]
        return [each for each, row in asked if row is not None and passes_row(row.doors, gate)]

    def search(self, words: str) -> list[Hit]:
        """Return the newest messages of the profile that contain all of ``words`` and may be read."""
        return find_messages(self.database, self.profile(), words, gate=self.gate())

    def summary(self, session_id: str) -> SummaryView:
        """Return the summary of a conversation."""
        summaries = Summaries(self.database)
        state = summaries.get_session(session_id, self.profile())
        if state is None:
            raise Rejected("no_such_session", _NOT_YOURS)
        is_open = passes_row(state.summary_doors, self.gate())
        last = state.summary_up_to_message_id and summaries.get_message(session_id, state.summary_up_to_message_id)
        return SummaryView(
            text=state.last_summary if is_open else None,
            is_closed=not is_open,
            covered=state.covered,
            covers_until=last.created_at if last else None,
            is_stale=summaries.is_stale(session_id),
            failures=state.fold_failures,
            saved_at=state.saved_at,
        )

    def edit_summary(self, session_id: str, text: str) -> None:
        """Put the user's words in the place of a summary that may be read.

        Raises:
            Rejected: ``locked``, or as ``Summaries.edit``.
        """
        if self.summary(session_id).is_closed:
            raise Rejected("locked", _CLOSED_SUMMARY)
        Summaries(self.database).edit(session_id, text)

    def doors(self, session_id: str) -> tuple[str, ...]:
        """Return the open data scopes that something in the conversation was read through."""
        self.session(session_id)
        passed = dict.fromkeys(door for row in self._all(session_id) for door in row.doors)
        return tuple(filter(self.gate(), passed))

    def export(self, session_id: str, form: ExportFormat, *, closed: Collection[str] = ()) -> str:
        """Return a conversation as Markdown or JSON, with what is locked or behind ``closed`` taken out."""
        title, gate = self.session(session_id).title, self.gate(closed)
        rows = (row for each in self._all(session_id) for row in self._redacted([each], gate))
        return to_json(title, rows) if form == "json" else to_markdown(title, rows, self.language())

    def hand_off(self, session_id: str, *, closed: Collection[str] = ()) -> list[dict[str, str]]:
        """Return at most seven messages from which another assistant can go on."""
        self.session(session_id)
        rows = redact_by_doors(self._tail(session_id), self.gate(closed), closed_notice)
        return build_handoff_messages(rows)

    def share(self, session_id: str, with_profile: int, *, closed: Collection[str] = ()) -> SessionInfo:
        """Give another profile a copy of a conversation; it counts there as something from outside."""
        copied = read_transcript(self.export(session_id, "json", closed=closed))
        return Conversations(self.database).import_transcript(with_profile, copied)

    def notice(self, doors: Sequence[str]) -> str:
        """Return what stands in the place of something that may not be read."""
        language = self.language()
        names = named_doors(doors, language)
        return Phrase(ko=f"잠긴 내용이에요 ({names}).", en=f"This is locked ({names}).").say(language)

    def _redacted(self, rows: Sequence[StoredMessage], gate: DoorGate) -> list[StoredMessage]:
        return redact_by_doors(rows, gate, lambda doors: self.notice([door for door in doors if not gate(door)]))

    def _questions(self, session_id: str) -> list[WaitingQuestion]:
        self.session(session_id)
        return Conversations(self.database).waiting_questions(session_id)

    def _all(self, session_id: str) -> Iterator[StoredMessage]:
        return Conversations(self.database).all_messages(session_id)

    def _tail(self, session_id: str) -> list[StoredMessage]:
        """The messages that a hand-off looks at: no more than its last turns."""
        conversations = Conversations(self.database)
        rows = conversations.page(session_id, limit=_HANDOFF_PAGE)
        while sum(row.role == "user" for row in rows) <= MAX_USER_TURNS:
            earlier = conversations.page(session_id, before=rows[0], limit=_HANDOFF_PAGE) if rows else []
            if not earlier:
                break
            rows = earlier + rows
        return rows
