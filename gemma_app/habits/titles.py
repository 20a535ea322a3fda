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
_CLEAR_LEAD = 6.0
"""How much more alike than the next title one must be to be taken without asking."""
_TYPO_LENGTH = 3
_SHORTEST_LATIN_FRAGMENT = 3

_SEPARATORS = regex.compile(r"[^\p{L}\p{N}]+")
_FILLER = regex.compile(
    r"^(?:the|my|habit|habits|one|protocol|entry|item|called|named|rule|please|습관|항목|내|나의|그|그거|이거|프로토콜|추가|하기)$"
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
    words: str | int,
    candidates: Sequence[Candidate],
    *,
    unknown: str,
    language: Language = "ko",
    suggest: Callable[[str], Iterable[Candidate]] | None = None,
) -> Candidate:
    """Return the candidate that ``words`` name by its id, its title, a part of it or a slip of it.

    Args:
        words: What was said.
        candidates: What can be meant.
        unknown: Error code where nothing is meant: ``unknown_protocol`` or ``unknown_habit``.
        language: Language of the titles in an error.
        suggest: Gives what the words may be about where they name nothing; listed before what is spelled alike.

    Raises:
        BadCall: ``ambiguous`` where several fit, ``unknown`` where none does; ``candidates`` lists what comes nearest.
    """
    for match in (_by_id, _by_exact_title, _by_key, _by_fragment, _by_mention, _by_slip, _by_slip_in_a_part):
        found = match(str(words), candidates)
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(found, language)
    about = suggest(str(words)) if suggest else ()
    raise _unknown(str(words), [*about, *_nearest(str(words), candidates)], unknown, language)


def mentioned(words: str, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates whose whole title stands in ``words``, but for one that is a part of another's."""
    said = _bare_words(words)
    titles = {
        title_key(title): candidate
        for candidate in candidates
        for title in (candidate.title_ko, candidate.title_en)
        if _stands_in(title, said)
    }
    whole = {key: each for key, each in titles.items() if not any(key != other and key in other for other in titles)}
    return list(dict.fromkeys(whole.values()))


def _stands_in(title: str, said: tuple[str, ...]) -> bool:
    key = title_key(title)
    if _HANGUL.search(key):
        return len(key) >= _TYPO_LENGTH and key in "".join(said)
    parts, words = ([word.removesuffix("s") for word in each] for each in (_bare_words(title), said))
    return any(words[start : start + len(parts)] == parts for start in range(len(words) - len(parts) + 1))


@lru_cache(maxsize=4096)
def title_key(text: str) -> str:
    """Return what is left of a title for comparing: no case, spaces, punctuation, particles or "habit"."""
    return _TAIL.sub("", "".join(_bare_words(text)))


@lru_cache(maxsize=4096)
def _plain_key(text: str) -> str:
    """The key with its particles and fillers, which a slip in them would hide."""
    return "".join(_split(text))


@lru_cache(maxsize=4096)
def _bare_words(text: str) -> tuple[str, ...]:
    return tuple(_PARTICLE.sub("", word) for word in _words(text))


def _words(text: str) -> list[str]:
    words = _split(text)
    return [word for word in words if not _FILLER.match(word)] or words


def _split(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(unicodedata.normalize("NFKC", text).casefold()) if word]


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
    key, parts = title_key(words), _bare_words(words)
    if not _HANGUL.search(key) and len(key) < _SHORTEST_LATIN_FRAGMENT:
        return []

    def fits(candidate: Candidate) -> bool:
        names = (candidate.title_ko, candidate.title_en)
        return any(_holds(name, key) or all(_holds(name, part) for part in parts) for name in names)

    return _pick(candidates, fits)


def _holds(name: str, key: str) -> bool:
    """Tell whether ``key`` is a part of a title; letters of two words make a part only from where a word begins."""
    if key not in title_key(name):
        return False
    words = _bare_words(name)
    return bool(_HANGUL.search(key)) or any(
        key in word or "".join(words[start:]).startswith(key) for start, word in enumerate(words)
    )


def _by_mention(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    key = title_key(words)
    titles = {title for candidate in candidates for title in _keys(candidate)}
    said = {title for title in titles if len(title) >= _TYPO_LENGTH and title in key}
    whole = {title for title in said if not any(title != other and title in other for other in said)}
    return _pick(candidates, lambda candidate: bool(whole & _keys(candidate)))


def _by_slip(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    scored = [(_likeness(words, candidate), candidate) for candidate in candidates]
    best = max((likeness for likeness, _ in scored), default=0.0)
    return [candidate for likeness, candidate in scored if likeness and likeness > best - _CLEAR_LEAD]


def _by_slip_in_a_part(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    return _pick(
        candidates,
        lambda candidate: any(_is_part_but_for_a_slip(said, title) for said, title in _pairs(words, candidate)),
    )


def _pairs(words: str, candidate: Candidate) -> list[tuple[str, str]]:
    names = (candidate.title_ko, candidate.title_en)
    said = {title_key(words), _plain_key(words)}
    return [(one, key) for one in said for name in names for key in {title_key(name), _plain_key(name)}]


def _likeness(words: str, candidate: Candidate) -> float:
    """How alike, in percent; 0 where it is too little to be a slip."""
    return max(_ratio(said, title) if _is_slip_of(said, title) else 0.0 for said, title in _pairs(words, candidate))


def _is_slip_of(said: str, title: str) -> bool:
    if max(len(said), len(title)) < _TYPO_LENGTH or len(said) == 1:
        return False
    return _ratio(said, title) >= _SIMILAR or OSA.distance(said, title, score_cutoff=1) <= 1


def _is_part_but_for_a_slip(said: str, title: str) -> bool:
    if len(said) <= _TYPO_LENGTH:
        return False
    parts = (title[start : start + len(said)] for start in range(len(title) - len(said) + 1))
    return any(OSA.distance(said, part, score_cutoff=1) <= 1 for part in parts)


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


def _nearest(words: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    key = title_key(words)

    def nearness(candidate: Candidate) -> float:
        return max(_ratio(key, title) for title in _keys(candidate))

    return sorted(candidates, key=nearness, reverse=True)[:MAX_CANDIDATES]


def _unknown(words: str, near: Sequence[Candidate], code: str, language: Language) -> BadCall:
    shown = words.strip()[:40]
    reason = Phrase(ko=f"'{shown}'에 맞는 것이 없어요.", en=f"Nothing is called '{shown}'.")
    return BadCall(code, reason, candidates=_listed(list(dict.fromkeys(near)), language))
