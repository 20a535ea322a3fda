"""The words that something is to say, or to be called by."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from gemma_app.boards.spoken.colours import colours_in
from gemma_app.boards.spoken.sentence import Quote, Sentence, read
from gemma_app.text import Pattern

_KOREAN_VALUE = Pattern(
    r"\s*(?:이?라고(?!\s*(?:적힌|쓰인|써진|돼|되어|된|써\s*있|적혀))|으?로(?!\s*(?:된|쓰인|적힌))|(?:이?라는|라는)\s*\p{Hangul}+으?로)"
)
_KOREAN_BEFORE = Pattern(r"(?:내용|문구|글|글씨|글자|텍스트|이름)(?:은|는|을|를)?\s*[:=]?\s*$")
_KOREAN_OBJECT = Pattern(r"\s*(?:을|를|만|은|는|이|가)?\s*(?:지워|삭제|없애|제거|빼|옮|이동|키|크게|작게|[^,]*으?로)")
_ENGLISH_VALUE = Pattern(
    r"(?:\b(?:to|into|with|as|says?|saying|reads?|reading|be)|[:=→]|\b(?:re)?(?:name|call)\s+(?:the\s+)?\S+)\s*$",
    regex.I,
)
_ENGLISH_OF = Pattern(
    r"\b(?:that|which|one|text|label|component|box)\s+(?:that\s+|which\s+)?"
    r"(?:says?|saying|reads?|reading|named|called|labell?ed|titled)\s*$",
    regex.I,
)
_NAMING = Pattern(r"이름|명칭|\bnam(?:e|ed|ing)\b|\brenam(?:e|ed)\b|\bcall(?:ed)?\b", regex.I)
_SAYING = Pattern(r"\b(?:say|says|saying)\s+(.+?)(?:\s+please)?[\s.!]*$", regex.I)
_NAMED = Pattern(
    r"\b(?:re)?(?:name|call)\s+(?:(?:\S+\s+){1,4}?(?:to|as)|(?:this|that|my)\s+(?:board|wall|canvas|page|one)|it|this|that|the\s+\w+)\s+(.+?)(?:\s+please)?(?=\s+and\s|\s*,|[\s.!]*$)",
    regex.I,
)
_BECOMING = Pattern(
    r"(?:이름(?:을|를|은|는)?|(?:문구|내용|글귀|글씨|글자|텍스트|글)(?:을|를|은|는))\s+(.+?)\s*(?:이라고|라고|으로|로)\s*(?:바꿔|바꾸|수정|고쳐|변경|하자|할래|할게|해\s|해$|지어|부탁|[\s.!~]*$)"
)

IsThere = Callable[[Quote], bool]
"""Tells whether something on the board has those words."""


@dataclass(frozen=True, kw_only=True)
class SaidWords:
    """Words for something.

    Args:
        words: The words, to the letter.
        is_name: Whether they are what it is called.
    """

    words: str
    is_name: bool


def words_to_set(sentence: Sentence, is_there: IsThere) -> tuple[SaidWords, ...]:
    """Return the words that a component that is there is to get."""
    quoted = tuple(_worded(sentence, quote) for quote in sentence.quotes if _is_value(sentence, quote, is_there))
    match = _unquoted(sentence)
    return (SaidWords(words=match[1], is_name=_NAMING.search(match[0]) is not None),) if match else quoted


def words_to_write(sentence: Sentence) -> tuple[SaidWords, ...]:
    """Return the words of something that is to be added: every quote."""
    return tuple(_worded(sentence, quote) for quote in sentence.quotes)


def describing(sentence: Sentence, is_there: IsThere) -> Sentence:
    """Return the sentence with those quotes only by which something is meant."""
    kept = tuple(quote for quote in sentence.quotes if not _is_value(sentence, quote, is_there))
    match = _unquoted(sentence)
    return replace(sentence.without([match.span(1)] if match else ()), quotes=kept)


def _unquoted(sentence: Sentence) -> regex.Match[str] | None:
    """Return the words that follow "to say", or that stand before the particle of what something becomes."""
    if sentence.quotes:
        return None
    found = (pattern.search(sentence.plain) for pattern in (_SAYING, _NAMED, _BECOMING))
    match = next((match for match in found if match), None)
    return None if match is None or colours_in(read(match[1])) or regex.search(r"\d", match[1]) else match


def _is_value(sentence: Sentence, quote: Quote, is_there: IsThere) -> bool:
    before, after = sentence.plain[: quote.span[0]], sentence.plain[quote.span[1] :]
    if _KOREAN_VALUE.match(after):
        return True
    if _ENGLISH_OF.search(before):
        return False
    if _ENGLISH_VALUE.search(before):
        return True
    if _KOREAN_BEFORE.search(before) and not _KOREAN_OBJECT.match(after):
        return True
    return not is_there(quote)


def _worded(sentence: Sentence, quote: Quote) -> SaidWords:
    """Words are a name where that is said nearer to them than anything else in quotes is."""
    others = [other.span[1] for other in sentence.quotes if other.span[1] <= quote.span[0]]
    before = sentence.plain[max(others, default=0) : quote.span[0]]
    return SaidWords(words=quote.words, is_name=_NAMING.search(before) is not None)
