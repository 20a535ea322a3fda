"""Which category of the catalog a sentence is about, by the catalog's own words."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping

import regex

from gemma_app.habits.catalog import Catalog, CatalogEntry, Category

_NAMES: Mapping[Category, str] = {
    "light": "햇빛|햇볕|빛|조명|light",
    "sleep": "수면|잠|숙면|sleep",
    "movement": "운동|움직임|신체|활동|movement|exercise|fitness",
    "mind": "마음|정신|명상|마인드|mind|mental|mindfulness",
    "focus": "집중|집중력|몰입|focus|concentration",
    "digital": "디지털|화면|스크린|digital|screens?",
    "nutrition": "영양|식사|식단|음식|먹는|먹거리|nutrition|food|diet|eating",
    "substance": "기호품|담배|술|카페인|substances?|smoking|alcohol|caffeine",
    "social": "사회|관계|인간관계|사람들|social|relationships?|people",
    "recovery": "회복|휴식|recovery|recover",
}
_ENDING = r"(?:\p{Hangul}{0,3})(?!\p{L})"
_PLURAL = r"(?:s|es|ed|ing)?(?!\p{L})"
_LEAST_LETTERS = 2


def topic_of(said: str, catalog: Catalog) -> Category | None:
    """Return the category that ``said`` names, or that most of its words belong to; None where that is not clear."""
    named = [category for category, pattern in _NAMES.items() if _named(pattern).search(said)]
    if len(named) == 1:
        return named[0]
    votes: dict[Category, float] = {}
    for tag, categories in _tags(catalog.entries).items():
        if _pattern(tag).search(said):
            for category, share in categories.items():
                votes[category] = votes.get(category, 0.0) + len(tag) * share / sum(categories.values())
    best = sorted(votes.items(), key=lambda vote: -vote[1])
    if not best or (len(best) > 1 and best[0][1] == best[1][1]):
        return None
    return best[0][0]


def without_topics(said: str) -> str:
    """Return ``said`` without the words that name a category."""
    for pattern in _NAMES.values():
        said = _named(pattern).sub("", said)
    return said


@functools.cache
def _named(pattern: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\p{{L}})(?:{pattern}){_ENDING}", regex.IGNORECASE)


@functools.lru_cache(maxsize=4096)
def _pattern(tag: str) -> regex.Pattern[str]:
    if regex.search(r"\p{Hangul}", tag):
        return regex.compile(rf"(?<!\p{{L}}){regex.escape(tag)}{_ENDING}")
    return regex.compile(rf"(?<!\p{{L}}){regex.escape(tag)}{_PLURAL}", regex.IGNORECASE)


@functools.lru_cache(maxsize=8)
def _tags(entries: tuple[CatalogEntry, ...]) -> Mapping[str, Counter[Category]]:
    found: dict[str, Counter[Category]] = {}
    for entry in entries:
        for tag in _words_of(entry):
            found.setdefault(tag, Counter())[entry.category] += 1
    return found


def _words_of(entry: CatalogEntry) -> Iterator[str]:
    return (tag.lower() for tag in (*entry.tags_ko, *entry.tags_en) if len(tag) >= _LEAST_LETTERS)
