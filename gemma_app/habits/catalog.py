"""What a habit can be made of: the entries of the catalog, the user's own, and how they are found."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from gemma_app.errors import BadCall, Rejected
from gemma_app.habits.avoidance import find_avoidance
from gemma_app.habits.framing import classify
from gemma_app.habits.keywords import Index, SearchText
from gemma_app.habits.titles import MAX_CANDIDATES, Candidate, mentioned, resolve_title
from gemma_app.language import Language, Phrase

HabitType = Literal["protocol", "break", "diet"]
Category = Literal[
    "light", "sleep", "movement", "mind", "focus", "digital", "nutrition", "substance", "social", "recovery"
]
Direction = Literal["at_least", "at_most"]
FrameLevel = Literal["L2", "L3"]

OWN_PREFIX = "u-"
MAX_SUMMARY = 60
_PREFIXES: Mapping[HabitType, str] = {"protocol": "p-", "break": "b-", "diet": "d-"}

CATEGORIES: Mapping[Category, Phrase] = {
    "light": Phrase(ko="빛", en="Light"),
    "sleep": Phrase(ko="수면", en="Sleep"),
    "movement": Phrase(ko="움직임", en="Movement"),
    "mind": Phrase(ko="마음", en="Mind"),
    "focus": Phrase(ko="집중", en="Focus"),
    "digital": Phrase(ko="디지털", en="Digital"),
    "nutrition": Phrase(ko="영양", en="Nutrition"),
    "substance": Phrase(ko="기호품", en="Substances"),
    "social": Phrase(ko="관계", en="Social"),
    "recovery": Phrase(ko="회복", en="Recovery"),
}
_CATEGORY_WORDS: Mapping[Category, str] = {
    "light": "햇빛 조명",
    "sleep": "잠 불면 insomnia",
    "movement": "운동 exercise workout",
    "mind": "마음 감정 스트레스 stress mental",
    "focus": "집중력 공부 업무 work study",
    "digital": "스마트폰 휴대폰 핸드폰 화면 phone screen",
    "nutrition": "식단 음식 먹기 식사 food diet eating",
    "substance": "술 담배 카페인 alcohol tobacco caffeine",
    "social": "사람 친구 people friends",
    "recovery": "휴식 rest",
}


@dataclass(frozen=True, kw_only=True)
class CatalogEntry:
    """One act of the catalog, in both languages.

    The doses run from the easiest (``dose_min``) to the hardest (``dose_max``): where ``direction`` is ``at_most`` the
    figures fall.
    """

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    id: str
    type: HabitType
    category: Category
    title_ko: str
    title_en: str
    summary_ko: str
    summary_en: str
    direction: Direction
    unit_ko: str
    unit_en: str
    dose_min: float
    dose_standard: float
    dose_max: float
    frequency_ko: str
    frequency_en: str
    anchor_ko: str
    anchor_en: str
    action_ko: str
    action_en: str
    replacement_ko: str
    replacement_en: str
    frame_l2_ko: str
    frame_l2_en: str
    frame_l3_ko: str
    frame_l3_en: str
    steps_ko: tuple[str, ...]
    steps_en: tuple[str, ...]
    tags_ko: tuple[str, ...]
    tags_en: tuple[str, ...]
    evidence: str
    evidence_grade: Literal["A", "B", "C"]
    evidence_checked: Literal["abstract", "secondary", "no"]
    caution_ko: str
    caution_en: str
    exclusive_group: str

    @property
    def title(self) -> Phrase:
        """What it is called."""
        return Phrase(ko=self.title_ko, en=self.title_en)

    @property
    def summary(self) -> Phrase:
        """What it is for, in a few words."""
        return Phrase(ko=self.summary_ko, en=self.summary_en)

    @property
    def unit(self) -> Phrase:
        """What a dose is counted in."""
        return Phrase(ko=self.unit_ko, en=self.unit_en)

    @property
    def anchor(self) -> Phrase:
        """The moment it follows."""
        return Phrase(ko=self.anchor_ko, en=self.anchor_en)

    @property
    def caution(self) -> Phrase:
        """Who should take care, empty where nobody need."""
        return Phrase(ko=self.caution_ko, en=self.caution_en)

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest dose."""
        return min(self.dose_min, self.dose_max), max(self.dose_min, self.dose_max)

    def frame(self, level: FrameLevel) -> Phrase:
        """Return the sentence of ``level`` that the catalog proposes."""
        if level == "L2":
            return Phrase(ko=self.frame_l2_ko, en=self.frame_l2_en)
        return Phrase(ko=self.frame_l3_ko, en=self.frame_l3_en)

    def as_json(self) -> dict[str, Any]:
        """Return every field as a JSON value."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, content: str | bytes) -> "CatalogEntry":
        """Read one entry; a new one must also pass ``check_entry``.

        Raises:
            BadCall: ``validation`` where a field is missing, unknown or of another kind.
        """
        try:
            return _ENTRY.validate_json(content)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            raise _invalid(".".join(map(str, fault["loc"])) or "JSON", "형식이 맞지 않아요", "is malformed") from error


_ENTRY = TypeAdapter(CatalogEntry)
_ENTRIES = TypeAdapter(tuple[CatalogEntry, ...])


def check_entry(entry: CatalogEntry) -> None:
    """Hold an entry, the catalog's or the user's own, to what every habit is held to.

    Raises:
        BadCall: ``validation`` for a wrong id, an empty or overlong text, or doses out of order.
        Rejected: ``r3_frame_level`` or ``r7_avoidance`` for its sentences; a break must state its replacement.
    """
    if not entry.id.startswith((OWN_PREFIX, _PREFIXES[entry.type])):
        raise _invalid("id", "종류에 맞지 않아요", "does not fit the type")
    for name in ("title_ko", "title_en", "unit_ko", "unit_en", "action_ko", "action_en"):
        if not getattr(entry, name).strip():
            raise _invalid(name, "비어 있어요", "is empty")
    for name in ("summary_ko", "summary_en"):
        if len(getattr(entry, name)) > MAX_SUMMARY:
            raise _invalid(name, f"{MAX_SUMMARY}자를 넘어요", f"is longer than {MAX_SUMMARY} characters")
    _check_doses(entry)
    _check_wording(entry)


def _check_doses(entry: CatalogEntry) -> None:
    doses = (entry.dose_min, entry.dose_standard, entry.dose_max)
    if not all(math.isfinite(dose) and dose > 0 for dose in doses):
        raise _invalid("dose", "0보다 커야 해요", "must be more than 0")
    if list(doses) != sorted(doses, reverse=entry.direction == "at_most"):
        raise _invalid("dose", "쉬운 것부터 어려운 것 순이어야 해요", "must run from the easiest to the hardest")


def _check_wording(entry: CatalogEntry) -> None:
    for level in ("L2", "L3"):
        for text in (getattr(entry, f"frame_{level.lower()}_{language}") for language in ("ko", "en")):
            if text and classify(text) != level:
                reason = Phrase(
                    ko=f"여기에 맞는 문장이 아니에요: '{text}'.", en=f"This sentence does not fit: '{text}'."
                )
                raise Rejected("r3_frame_level", reason)
    if entry.type == "break" and not (entry.replacement_ko.strip() and entry.replacement_en.strip()):
        reason = Phrase(ko="무엇으로 바꿀지 적어 주세요.", en="Say what is done instead.")
        raise Rejected("r7_avoidance", reason, matches=[])
    for name in ("frame_l2", "frame_l3", "action", "replacement"):
        for text in (getattr(entry, f"{name}_{language}") for language in ("ko", "en")):
            if found := find_avoidance(text):
                reason = Phrase(ko="피할 것 대신 할 것을 적어 주세요.", en="Say what is done, not what is avoided.")
                raise Rejected("r7_avoidance", reason, matches=[list(span) for span in found])


def _invalid(name: str, fault_ko: str, fault_en: str) -> BadCall:
    return BadCall("validation", Phrase(ko=f"'{name}' 값이 {fault_ko}.", en=f"'{name}' {fault_en}."))


class Catalog:
    """The entries a habit can be made of.

    Args:
        entries: In the order in which they are shown; ids are unique.
    """

    def __init__(self, entries: Iterable[CatalogEntry]) -> None:
        self.entries = tuple(entries)
        self._by_id = {entry.id: entry for entry in self.entries}

    @classmethod
    def load(cls) -> "Catalog":
        """Read the catalog that comes with the program."""
        return cls(_ENTRIES.validate_json(resources.files(__package__).joinpath("catalog.json").read_bytes()))

    def with_entries(self, entries: Iterable[CatalogEntry]) -> "Catalog":
        """Return a catalog that also has the user's own entries."""
        return Catalog((*self.entries, *entries))

    def find(self, entry_id: str) -> CatalogEntry | None:
        """Return the entry with this id, None where there is none."""
        return self._by_id.get(entry_id)

    def resolve(self, words: str, language: Language = "ko") -> CatalogEntry:
        """Return the entry that ``words`` name by id or title.

        Raises:
            BadCall: ``ambiguous`` or ``unknown_protocol``, with ``candidates``.
        """
        found = resolve_title(
            words, self._candidates, unknown="unknown_protocol", language=language, suggest=self._about
        )
        return self._by_id[str(found.id)]

    def search(
        self, *, category: Category | None = None, keyword: str | None = None, limit: int = 5
    ) -> tuple[list[CatalogEntry], int]:
        """Return the entries that fit best, the best first, and how many fit in all."""
        found: Sequence[CatalogEntry] = self.entries
        if keyword and keyword.strip():
            fitting = (self.entries[position] for position in self._index.find(keyword))
            found = list(dict.fromkeys([*self.mentioned(keyword), *fitting]))
        if category is not None:
            found = [entry for entry in found if entry.category == category]
        return list(found[:limit]), len(found)

    def mentioned(self, words: str) -> list[CatalogEntry]:
        """Return the entries whose whole title stands in ``words``."""
        return [self._by_id[str(found.id)] for found in mentioned(words, self._candidates)]

    def _about(self, words: str) -> list[Candidate]:
        return [self._candidates[position] for position in self._index.find(words)[:MAX_CANDIDATES]]

    @cached_property
    def _candidates(self) -> tuple[Candidate, ...]:
        return tuple(Candidate(id=entry.id, title_ko=entry.title_ko, title_en=entry.title_en) for entry in self.entries)

    @cached_property
    def _index(self) -> Index:
        return Index([_search_text(entry) for entry in self.entries])


def _search_text(entry: CatalogEntry) -> SearchText:
    category = CATEGORIES[entry.category]
    return SearchText(
        titles=(entry.title_ko, entry.title_en),
        tags=(*entry.tags_ko, *entry.tags_en),
        categories=(entry.category, category.ko, category.en, *_CATEGORY_WORDS[entry.category].split()),
        summaries=(entry.summary_ko, entry.summary_en),
    )
