"""From the words a person or a model uses to the one thing they name; where two would do, to a question."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from gemma_app.errors import BadCall
from gemma_app.language import Language, Phrase

MAX_CANDIDATES = 5
_SIMILAR = 84.0
"""Least likeness of letters, in percent, at which two titles may be the same one mistyped."""
_SIMILAR_PART = 90.0
_CLEAR_LEAD = 6.0
"""How much more alike than the next title one must be to be taken without asking."""
_TYPO_LENGTH = 3
_SHORTEST_LATIN_FRAGMENT = 3

_SEPARATORS = regex.compile(r"[^\p{L}\p{N}]+")
_FILLER = regex.compile(
    r"^(?:the|my|habit|habits|one|protocol|entry|item|called|named|습관|항목|내|나의|그|그거|이거|프로토콜|추가|하기)$"
)
_TAIL = regex.compile(r"(?<=..)(?:습관|항목|하기)$")
_PARTICLE = regex.compile(r"(?<=\p{Hangul}{2})(?:을|를|은|는|이|가|도|만|로|으로)$")
_HANGUL = regex.compile(r"\p{Hangul}")


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """Something that can be named.

    Args:
        id: What the words are turned into.
        title_ko: Its Korean title.
        title_en: Its English title; the same where it has but one.
    """

    id: str | int
    title_ko: str
    title_en: str

    def title(self, language: Language) -> str:
        """Return the title in ``language``."""
        return self.title_ko if language == "ko" else self.title_en


def resolve_title(
    words: str | int, candidates: Sequence[Candidate], *, unknown: str, language: Language = "ko"
) -> Candidate:
    """Return the candidate that ``words`` name by its id, its title, a part of it or a slip of it.

    Args:
        words: What was said.
        candidates: What can be meant.
        unknown: Error code where nothing is meant: ``unknown_protocol`` or ``unknown_habit``.
        language: Language of the titles in an error.

    Raises:
        BadCall: ``ambiguous`` where several fit, ``unknown`` where none does; ``candidates`` lists what comes nearest.
    """
    for match in (_by_id, _by_exact_title, _by_key, _by_fragment, _by_mention, _by_likeness):
        found = match(str(words), candidates)
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(found, language)
    raise _unknown(str(words), candidates, unknown, language)


@lru_cache(maxsize=4096)
def title_key(text: str) -> str:
    """Return what is left of a title for comparing: no case, spaces, punctuation, particles or "habit"."""
    kept = [_PARTICLE.sub("", word) for word in _words(text)]
    return _TAIL.sub("", "".join(kept))


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = [word for word in _SEPARATORS.split(folded) if word]
    return [word for word in words if not _FILLER.match(word)] or words


def _keys(candidate: Candidate) -> set[str]:
    return {title_key(candidate.title_ko), title_key(candidate.title_en)}


def _pick(candidates: Iterable[Candidate], fits: Callable[[Candidate], bool]) -> list[Candidate]:
    return [candidate for candidate in candidates if fits(candidate)]


def _by_id(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    wanted = words.strip().casefold().removeprefix("#")
    return _pick(candidates, lambda candidate: str(candidate.id).casefold() == wanted)


def _by_exact_title(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    return _pick(candidates, lambda candidate: words in (candidate.title_ko, candidate.title_en))


def _by_key(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    key = title_key(words)
    return _pick(candidates, lambda candidate: key in _keys(candidate)) if key else []


def _by_fragment(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    key, parts = title_key(words), [_PARTICLE.sub("", word) for word in _words(words)]
    if not _HANGUL.search(key) and len(key) < _SHORTEST_LATIN_FRAGMENT:
        return []

    def fits(candidate: Candidate) -> bool:
        return any(key in title or all(part in title for part in parts) for title in _keys(candidate))

    return _pick(candidates, fits)


def _by_mention(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    key = title_key(words)
    titles = {title for candidate in candidates for title in _keys(candidate)}
    said = {title for title in titles if len(title) >= _TYPO_LENGTH and title in key}
    whole = {title for title in said if not any(title != other and title in other for other in said)}
    return _pick(candidates, lambda candidate: bool(whole & _keys(candidate)))


def _by_likeness(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    scored = [
        (likeness, candidate) for candidate in candidates if (likeness := _likeness(words, candidate)) is not None
    ]
    best = max((likeness for likeness, _ in scored), default=0.0)
    return [candidate for likeness, candidate in scored if likeness > best - _CLEAR_LEAD]


def _likeness(words: str, candidate: Candidate) -> float | None:
    """How alike, in percent; None where it is too little to be a slip."""
    key = title_key(words)
    if len(key) < _TYPO_LENGTH:
        return None
    best: float | None = None
    for title in _keys(candidate):
        whole = _ratio(key, title)
        part = fuzz.partial_ratio(_letters(key), _letters(title)) if len(key) < len(title) else 0.0
        if whole >= _SIMILAR or (OSA.distance(key, title) <= 1 and len(title) >= _TYPO_LENGTH):
            best = max(best or 0.0, whole)
        elif part >= _SIMILAR_PART:
            best = max(best or 0.0, part - _CLEAR_LEAD)
    return best


@lru_cache(maxsize=4096)
def _letters(key: str) -> str:
    return unicodedata.normalize("NFD", key)


def _ratio(one: str, other: str) -> float:
    return fuzz.ratio(_letters(one), _letters(other))


def _listed(candidates: Sequence[Candidate], language: Language) -> list[dict[str, object]]:
    return [{"id": candidate.id, "title": candidate.title(language)} for candidate in candidates[:MAX_CANDIDATES]]


def _ambiguous(found: Sequence[Candidate], language: Language) -> BadCall:
    names_ko = ", ".join(candidate.title_ko for candidate in found[:MAX_CANDIDATES])
    names_en = ", ".join(candidate.title_en for candidate in found[:MAX_CANDIDATES])
    reason = Phrase(ko=f"어느 것인지 골라 주세요: {names_ko}.", en=f"Which one is meant: {names_en}?")
    return BadCall("ambiguous", reason, candidates=_listed(found, language))


def _unknown(words: str, candidates: Sequence[Candidate], code: str, language: Language) -> BadCall:
    key = title_key(words)

    def nearness(candidate: Candidate) -> float:
        return max(_ratio(key, title) for title in _keys(candidate))

    nearest = sorted(candidates, key=nearness, reverse=True)[:MAX_CANDIDATES]
    shown = words.strip()[:40]
    reason = Phrase(ko=f"'{shown}'에 맞는 것이 없어요.", en=f"Nothing is called '{shown}'.")
    return BadCall(code, reason, candidates=_listed(nearest, language))
