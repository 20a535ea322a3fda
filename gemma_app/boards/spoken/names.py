"""The components that a sentence calls by their names, their words, or the habit they show."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from gemma_app.boards.binding import source_of
from gemma_app.boards.colour_names import NAMED_COLOURS
from gemma_app.boards.document import Component, Placed
from gemma_app.boards.spoken.habits import Habits, word_spans, words_of
from gemma_app.boards.spoken.kinds import NOUN
from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

_PLACEHOLDER = Pattern(r"#\{\w+\}")
_WORD = Pattern(r"[\p{L}\p{N}]+")
_BETWEEN = r"[^\p{L}\p{N}]*"
_AFTER_ONE = r"(?=(?:님|이|을|를|은|는|가|도|만|의|에|로|와|과|랑|하고|이랑|으로)?(?:\W|$))"
_VERB = Pattern(r"\s*(?:줘|주|봐|줄|$)")
_PLAIN_WORDS = """
왼쪽 오른쪽 위 아래 위쪽 아래쪽 가운데 중앙 큰 작은 새 이 그 저 것 거 색 크기 글 글자
left right top bottom up down center centre middle big small new this that it colour color size
"""
_NO_NAMES = frozenset(_PLAIN_WORDS.split())


@dataclass(frozen=True, kw_only=True)
class Called:
    """A component that a sentence calls by words.

    Args:
        placed: The component.
        spans: Where the words stand.
        whole: Whether it is its whole name, and not only words of it.
    """

    placed: Placed
    spans: tuple[Span, ...]
    whole: bool

    @property
    def weight(self) -> tuple[bool, int]:
        """How well it is called."""
        return self.whole, sum(end - start for start, end in self.spans)


def called(sentence: Sentence, components: Sequence[Placed], habits: Habits) -> tuple[Called, ...]:
    """Return the components that are called best, in drawing order; more than one where they are called alike."""
    found = [each for placed in components if (each := _called(sentence, placed, habits)) is not None]
    best = max((each.weight for each in found), default=None)
    return tuple(each for each in found if each.weight == best)


def quoted(sentence: Sentence, component: Component) -> bool:
    """Tell whether a quote of a sentence is the name or among the words of a component."""
    keys = [_key(words) for words in _given(component)]
    return any(key and _key(quote.words) in key for quote in sentence.quotes for key in keys)


def _called(sentence: Sentence, placed: Placed, habits: Habits) -> Called | None:
    component = placed.component
    wholes = [span for words in _given(component) if (span := _whole(sentence.plain, words)) is not None]
    if wholes:
        longest = max(wholes, key=lambda span: span[1] - span[0])
        return Called(placed=placed, spans=(longest,), whole=True)
    habit = source_of(component)
    titles = [title for number, title in habits if number == habit]
    spans = (word_spans(sentence.plain, _telling(words)) for words in [*_given(component), *titles])
    best = max(spans, key=lambda found: sum(end - start for start, end in found), default=())
    return Called(placed=placed, spans=best, whole=False) if best else None


def _given(component: Component) -> Iterator[str]:
    for key in ("name", "text"):
        words = component.get(key)
        if isinstance(words, str) and (plain := _PLACEHOLDER.sub(" ", words).strip()):
            yield unicodedata.normalize("NFC", plain)


def _whole(plain: str, name: str) -> Span | None:
    """Return where a whole name stands, whatever blanks are in it."""
    parts = [regex.escape(part) for part in _WORD.findall(name)]
    if not parts or name.casefold() in _NO_NAMES:
        return None
    after = r"(?![a-z0-9])" if name[-1:].isascii() else (_AFTER_ONE if len(name) == 1 else "")
    pattern = rf"(?<![\p{{L}}\p{{N}}]){_BETWEEN.join(parts)}{after}"
    for match in regex.finditer(pattern, plain, regex.I):
        if not (name == "해" and _VERB.match(plain, match.end())):
            return match.start(), match.end()
    return None


def _telling(words: str) -> list[str]:
    """Return the words that tell a component from others: not those of kinds, colours and directions."""
    return [word for word in words_of(words) if word.casefold() not in _NO_NAMES and not _is_common(word)]


def _is_common(word: str) -> bool:
    return NOUN.fullmatch(word) is not None or word.casefold() in NAMED_COLOURS or word.isdigit() or word == "해"


def _key(words: str) -> str:
    return "".join(_WORD.findall(unicodedata.normalize("NFC", words))).casefold()
