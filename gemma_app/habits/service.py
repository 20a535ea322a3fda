"""The verbs of habits; window, tools and command line call the same ones."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal

from sqlalchemy.orm import Session

from gemma_app.agent.action import Detail, PreparedAction, Provenance, Receipt, digest
from gemma_app.clock import Clock
from gemma_app.errors import BadCall
from gemma_app.habits import reading, rules
from gemma_app.habits.adding import AddRequest, plan_addition
from gemma_app.habits.catalog import Catalog, CatalogEntry, FrameLevel
from gemma_app.habits.checking_in import plan_check_in, plan_clearing
from gemma_app.habits.dates import resolve_date
from gemma_app.habits.framing import Level
from gemma_app.habits.habit import Habit, HabitDay
from gemma_app.habits.rules import Limits, Tier
from gemma_app.habits.streak import CheckIn, Streak
from gemma_app.habits.tables import HabitRow, UserEntryRow
from gemma_app.habits.titles import Candidate, resolve_title
from gemma_app.language import Language, Phrase, with_particle
from gemma_app.storage.database import Database
from gemma_app.storage.planning import Outcome, Plan, prepare

DEFAULT_PROFILE = 1
_WEEK = 7


class Habits:
    """The habits of one profile.

    Args:
        database: Where they are kept.
        clock: Gives the logical day.
        limits: Gives the quotas of R1 and R2.
        language: Gives the language in which titles are stored.
        profile: Gives whose habits.
    """

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock,
        limits: Callable[[], Limits],
        language: Callable[[], Language],
        profile: Callable[[], int] = lambda: DEFAULT_PROFILE,
    ) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits
        self.language = language
        self._profile = profile
        self._shipped = Catalog.load()

    @property
    def _profile_id(self) -> int:
        return self._profile()

    @property
    def today(self) -> date:
        """The logical day it is."""
        return self._clock.today()

    def catalog(self) -> Catalog:
        """Return the catalog with the user's own entries."""
        with self._database.read() as session:
            return self._catalog(session)

    def active(self) -> tuple[Habit, ...]:
        """Return the habits that are not archived, in the user's order."""
        with self._database.read() as session:
            return reading.active_habits(session, self._catalog(session), self._profile_id)

    def find(self, words: int | str) -> Habit:
        """Return the habit of that number or title; an archived one only where no active one fits.

        Raises:
            BadCall: ``unknown_habit`` with the nearest, or ``ambiguous`` with the candidates.
        """
        with self._database.read() as session:
            return self._find(session, words)

    def streak(self, habit: Habit) -> Streak:
        """Compute a habit's streak up to today."""
        with self._database.read() as session:
            return reading.streak_of(session, habit, self._profile_id, self.today)

    def day(self, on: date | None = None) -> tuple[HabitDay, ...]:
        """Return how every active habit stands on a day, today where none is given."""
        day = on or self.today
        with self._database.read() as session:
            habits = reading.active_habits(session, self._catalog(session), self._profile_id)
            ids = [habit.id for habit in habits]
            standings = reading.standings(session, habits, self._profile_id, day)
            entries = reading.entries_of(session, ids, day - timedelta(days=_WEEK - 1))
            rewards = reading.rewards_of(session, ids)
        return tuple(
            HabitDay(
                habit=habit,
                phase=rules.phase(habit.start, day),
                standing=standings[habit.id],
                value=entries[habit.id].get(day),
                entries={at: value for at, value in sorted(entries[habit.id].items()) if at <= day},
                rewards=rewards[habit.id],
            )
            for habit in habits
        )

    def prepare_add(
        self,
        entry: str | CatalogEntry,
        level: Level,
        framed_text: str,
        *,
        anchor: str = "",
        dose: int | float | str | None = None,
    ) -> PreparedAction:
        """Prepare to add a habit; ``entry`` is a catalog entry, its id or its title.

        Raises:
            CallError: The entry does not resolve, or the first rule that says no.
        """

        def plan(session: Session) -> Plan:
            catalog = self._catalog(session)
            found = entry if isinstance(entry, CatalogEntry) else catalog.resolve(entry, self.language())
            request = AddRequest(entry=found, level=level, framed_text=framed_text, anchor=anchor, dose=dose)
            return plan_addition(
                request,
                active=reading.active_habits(session, catalog, self._profile_id),
                limits=self._limits(),
                today=self.today,
                profile_id=self._profile_id,
                position=reading.next_position(session, self._profile_id),
                language=self.language(),
            )

        return prepare(self._database, plan)

    def complete_add(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Supply the catalog's own process sentence where a model named an entry and no sentence."""
        if "protocol_id" not in arguments or arguments.get("framed_text"):
            return arguments
        try:
            entry = self.catalog().resolve(str(arguments["protocol_id"]))
        except BadCall:
            return arguments
        level: FrameLevel = "L3" if arguments.get("frame_level") == "L3" else "L2"
        return {**arguments, "frame_level": level, "framed_text": entry.frame(level).say(self.language())}

    def prepare_check_in(
        self, habit: int | str, value: CheckIn, on: date | str | None = None, *, tier: Tier | None = None
    ) -> PreparedAction:
        """Prepare to record a day of a habit; must be asked where it would overwrite a different value.

        Raises:
            CallError: The habit or the date does not resolve, or ``r5_checkin``.
        """
        day = resolve_date(on, self.today) if isinstance(on, str) else on or self.today

        def plan(session: Session) -> Plan:
            return plan_check_in(
                session,
                self._find(session, habit),
                value,
                day,
                today=self.today,
                profile_id=self._profile_id,
                tier=tier,
            )

        return prepare(self._database, plan)

    def prepare_clear(self, habit: int, on: date | None = None) -> PreparedAction:
        """Prepare to take back what was said of a day.

        Raises:
            CallError: No such habit, ``r5_checkin``, or ``unknown_entry`` where nothing was said.
        """
        day = on or self.today

        def plan(session: Session) -> Plan:
            found = plan_clearing(session, self._find(session, habit), day, today=self.today)
            if found is None:
                raise BadCall("unknown_entry", Phrase(ko="지울 기록이 없어요.", en="There is nothing to clear."))
            return found

        return prepare(self._database, plan)

    def prepare_archive(self, habit: int | str) -> PreparedAction:
        """Prepare to stop a habit; its history is kept.

        Raises:
            BadCall: There is no such active habit.
        """

        def plan(session: Session) -> Plan:
            found = self._find(session, habit)
            if not found.active:
                raise _unknown_habit((), self.language())
            title = found.title

            def apply(session: Session) -> Outcome:
                row = session.get_one(HabitRow, found.id)
                row.archived_at = self._clock.now()
                text = Phrase(
                    ko=f"{with_particle(f'‘{title.ko}’', '을/를')} 그만 추적해요. 기록은 남아 있어요.",
                    en=f"Archived ‘{title.en}’. Its history is kept.",
                )
                return Outcome(data={"habit_id": found.id, "archived": True}, text=text)

            return Plan(
                headline=Phrase(ko=f"‘{title.ko}’ 습관 보관하기", en=f"Archive the habit ‘{title.en}’"),
                details=(Detail(label=Phrase(ko="습관", en="Habit"), value=title),),
                act=Phrase(ko="보관하기", en="Archive"),
                content={"habit": found.id},
                apply=apply,
            )

        return prepare(self._database, plan)

    def perform(
        self,
        action: PreparedAction,
        verb: str,
        *,
        actor: Literal["window", "command", "import"] = "window",
        approved: bool = False,
    ) -> Receipt:
        """Carry out what the user chose directly.

        Args:
            action: What was prepared.
            verb: Its name in the audit log.
            actor: Where the user chose it.
            approved: True where a dialog showed the action and was answered yes.

        Raises:
            StateChanged: The data changed since; prepare, and ask, again.
            Rejected: A rule now says no.
        """
        return action.execute(
            Provenance(
                actor=actor,
                tool=verb,
                arguments_digest=digest(dict(action.content)),
                shown_digest=action.digest if approved else None,
                decision="approved" if approved else "not_needed",
            )
        )

    def _catalog(self, session: Session) -> Catalog:
        own = [CatalogEntry.from_json(row.content) for row in session.query(UserEntryRow).order_by(UserEntryRow.id)]
        return self._shipped.with_entries(own) if own else self._shipped

    def _find(self, session: Session, words: int | str) -> Habit:
        catalog, language = self._catalog(session), self.language()
        if isinstance(words, int):
            one = reading.habit_of(session, catalog, self._profile_id, words)
            if one is None:
                raise _unknown_habit(reading.active_habits(session, catalog, self._profile_id), language)
            return one
        habits = reading.all_habits(session, catalog, self._profile_id)
        active = [habit for habit in habits if habit.active]
        try:
            return _by_title(words, active, language)
        except BadCall as error:
            if error.code != "unknown_habit":
                raise
            archived = [habit for habit in habits if not habit.active]
            try:
                return _by_title(words, archived, language)
            except BadCall:
                raise error from None


def _by_title(words: str, habits: list[Habit], language: Language) -> Habit:
    candidates = [Candidate(id=habit.id, title_ko=habit.title.ko, title_en=habit.title.en) for habit in habits]
    chosen = resolve_title(words, candidates, unknown="unknown_habit", language=language)
    return next(habit for habit in habits if habit.id == chosen.id)


def _unknown_habit(active: Sequence[Habit], language: Language) -> BadCall:
    return BadCall(
        "unknown_habit",
        Phrase(ko="그런 습관이 없어요.", en="There is no such habit."),
        candidates=[{"id": habit.id, "title": habit.title.say(language)} for habit in active],
    )
