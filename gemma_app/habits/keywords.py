"""Finding texts by a keyword as people type it: any spacing, a part of a word, initial consonants, a slip."""

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import regex
from rapidfuzz import fuzz, process

from gemma_app.habits.hangul import compatible, initials_pattern

_SEPARATORS = regex.compile(r"[^\p{L}\p{N}]+")
_LATIN = regex.compile(r"[\p{Latin}\p{N}]+")
_ENDING = regex.compile(
    r"(?<=\p{Latin}{3})(?:ing|es|s|ed|er)$|(?<=\p{Hangul})(?:을|를|은|는|이|가|의|에|도|로|으로|쪽|용)$"
)
_FILLER = frozenset({
    "습관", "추천", "추천해줘", "관련", "좋은", "위한", "하는", "찾아줘", "찾아봐", "검색해줘", "보여줘", "있어",
    "있나", "뭐", "거", "것", "그", "habit", "habits", "a", "an", "the", "for", "of", "to", "with", "my", "me", "i",
    "you", "do", "have", "is", "there", "any", "anything", "some", "something", "about", "please",
    "find", "search", "show", "look",
})  # fmt: skip
"""What a keyword may hold that says nothing of what is looked for."""
_SLIP = 85.0
"""Least likeness of letters, in percent, at which a keyword may be a slip."""
_SHORTEST_SLIP = 3
_LONG_ENOUGH_ANYWHERE = 4
"""A shorter Latin keyword must begin a word: ``tea`` does not find ``steady``."""

_TITLE, _TAG, _CATEGORY, _SUMMARY = 400, 300, 200, 100
_WHOLE, _WORD, _START, _WITHIN = 40, 30, 20, 10


@dataclass(frozen=True, kw_only=True)
class SearchText:
    """What one thing can be found by, the weightiest first."""

    titles: tuple[str, ...]
    tags: tuple[str, ...]
    categories: tuple[str, ...]
    summaries: tuple[str, ...]

    @property
    def weighted(self) -> list[tuple[int, str]]:
        """All the parts with their weights."""
        groups = ((_TITLE, self.titles), (_TAG, self.tags), (_CATEGORY, self.categories), (_SUMMARY, self.summaries))
        return [(weight, part) for weight, parts in groups for part in parts]


@dataclass(frozen=True)
class _Part:
    owner: int
    weight: int
    start: int
    end: int


class Index:
    """Texts made ready for searching: all their parts stand in one string, without spaces, one on a line."""

    def __init__(self, texts: Sequence[SearchText]) -> None:
        lines: list[str] = []
        self._parts: list[_Part] = []
        self._word_starts: set[int] = set()
        self._word_ends: set[int] = set()
        end = -1
        for owner, text in enumerate(texts):
            for weight, part in text.weighted:
                start = place = end + 1
                words = _words(part)
                for word in words:
                    self._word_starts.add(place)
                    place += len(word)
                    self._word_ends.add(place)
                end = place
                lines.append("".join(words))
                self._parts.append(_Part(owner, weight, start, end))
        self._text = "\n".join(lines)
        self._starts = [part.start for part in self._parts]
        self._letters = {
            place: unicodedata.normalize("NFD", line)
            for place, line in enumerate(lines)
            if self._parts[place].weight > _SUMMARY and len(line) >= _SHORTEST_SLIP
        }

    def find(self, keyword: str) -> list[int]:
        """Return the positions of the texts that fit, the best first; texts that fit alike keep their order."""
        wanted = telling_words(keyword) or _words(keyword)
        if not wanted:
            return []
        scores = self._scores("".join(wanted)) or self._scores_by_words(wanted) or self._scores_by_slip("".join(wanted))
        return sorted(scores, key=lambda owner: (-scores[owner], owner))

    def _scores(self, word: str) -> Counter[int]:
        must_start_a_word = bool(_LATIN.fullmatch(word)) and len(word) < _LONG_ENOUGH_ANYWHERE
        scores: Counter[int] = Counter()
        for match in initials_pattern(word).finditer(self._text, overlapped=True):
            part = self._parts[bisect_right(self._starts, match.start()) - 1]
            fit = self._fit(match.start(), match.end(), part)
            if fit > _WITHIN or not must_start_a_word:
                scores[part.owner] = max(scores[part.owner], part.weight + fit)
        return scores

    def _fit(self, start: int, end: int, part: _Part) -> int:
        if (start, end) == (part.start, part.end):
            return _WHOLE
        if start not in self._word_starts:
            return _WITHIN
        return _WORD if end in self._word_ends else _START

    def _scores_by_words(self, words: Sequence[str]) -> Counter[int]:
        """Those that fit every word, or else any."""
        found = [self._scores(word) | self._scores(_ENDING.sub("", word)) for word in words]
        total: Counter[int] = sum(found, Counter())
        every = {owner for owner in total if all(owner in scores for scores in found)}
        return Counter({owner: total[owner] for owner in every}) if every else total

    def _scores_by_slip(self, word: str) -> Counter[int]:
        scores: Counter[int] = Counter()
        if len(word) >= _SHORTEST_SLIP:
            letters = unicodedata.normalize("NFD", word)
            near = process.extract(letters, self._letters, scorer=fuzz.partial_ratio, score_cutoff=_SLIP, limit=None)
            for _, likeness, place in near:
                owner = self._parts[place].owner
                scores[owner] = max(scores[owner], int(likeness))
        return scores


def telling_words(text: str) -> list[str]:
    """Return the words of ``text`` that say something of what is looked for."""
    return [word for word in _words(text) if word not in _FILLER]


def _words(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(compatible(text).casefold()) if word]
