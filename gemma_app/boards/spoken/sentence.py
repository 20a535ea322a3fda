"""A sentence with what stands in quotes set aside, so that it is never read for anything but its letters."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

import regex

from gemma_app.text import Pattern

Span = tuple[int, int]

_QUOTED = Pattern(
    r"""“(?P<a>[^”]+)”|‘(?P<b>[^’]+)’|「(?P<c>[^」]+)」|『(?P<d>[^』]+)』|«(?P<e>[^»]+)»|"(?P<f>[^"]+)"
    |(?<![\p{L}\p{N}])'(?P<g>.+?)'(?![A-Za-z0-9])""",
    regex.VERBOSE,
)
# No value is so long, and to look for one in thousands of digits or blanks takes minutes.
_ENDLESS = Pattern(r"\d{200,}|\s{200,}")
_QUESTION = Pattern(
    r"\?|뭐|뭔|무엇|무슨|어디|어떤|어느|얼마|몇|왜|있어|있나|있는지|있지|찾아|알려|"
    r"\b(?:what|which|where|who|why|how|whose|find|list|show\s+me|tell\s+me|is\s+there|are\s+there)\b",
    regex.I,
)


@dataclass(frozen=True, kw_only=True)
class Quote:
    """Words in quotes.

    Args:
        words: The words, to the letter.
        span: Where they stand, the marks included.
    """

    words: str
    span: Span


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """What was said.

    Args:
        text: All of it.
        plain: The same with blanks in the place of quotes and of whatever was read already; of the same length.
        quotes: What stands in quotes.
    """

    text: str
    plain: str
    quotes: tuple[Quote, ...] = ()

    @property
    def is_question(self) -> bool:
        """Whether something is asked for rather than told to be done."""
        return _QUESTION.search(self.plain) is not None

    def without(self, spans: Iterable[Span]) -> "Sentence":
        """Return the sentence with what stands there read."""
        plain = self.plain
        for start, end in spans:
            plain = plain[:start] + " " * (end - start) + plain[end:]
        return replace(self, plain=plain)


def read(text: str) -> Sentence:
    """Read a sentence."""
    text = _ENDLESS.sub(" ", unicodedata.normalize("NFC", text))
    quotes = tuple(
        Quote(words=next(words for words in match.groups() if words is not None), span=match.span())
        for match in _QUOTED.finditer(text)
    )
    return Sentence(text=text, plain=text, quotes=quotes).without(quote.span for quote in quotes)
