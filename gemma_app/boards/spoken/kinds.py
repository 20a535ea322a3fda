"""Kinds of components in a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

_GAUGES = ("gauge-circle", "gauge-horizon", "progress-circle", "progress-horizontal")
_WORDS = (
    (("progress-horizontal",), r"progress-horizontal|(?:horizontal\s+)?progress\s*bars?"),
    (("progress-circle",), r"progress-circle|progress\s+(?:ring|circle)s?|(?:circular|round)\s+progress(?:\s+bar)?"),
    (
        ("gauge-horizon",),
        r"gauge-horizon|(?:가로|반원)\s*(?:형|로\s*된)?\s*게이지|(?:horizontal|half[- ]round)\s+gauges?",
    ),
    (("gauge-circle",), r"gauge-circle|(?:원형|동그란|둥근)\s*게이지|(?:circular|round)\s+gauges?"),
    (("progress-circle",), r"(?:원형|동그란|둥근)\s*(?:진행|프로그레스)\S*|진행\s*고리|고리(?!\p{L}{2})|\brings?\b"),
    (
        ("progress-horizontal",),
        r"(?:진행|프로그레스|가로)\s*(?:막대|바(?=$|\W|[를는가도만로에])|진행\S*)|막대|\bbars?\b",
    ),
    (_GAUGES, r"게이지|\bgauges?\b|\bdials?\b|진행률"),
    (("text",), r"글상자|text[- ]?box(?:es)?"),
    (("polyline",), r"polylines?|폴리라인|꺾은\s*선|zig-?zags?"),
    (("ellipse",), r"타원|\bellipses?\b|\bovals?\b"),
    (("circle",), r"동그라미|\bcircles?\b|\bdots?\b|\bdiscs?\b|(?<!\p{L})원(?=$|\W|[을이은도만의에]|으로|하나|한\s)"),
    (("rect",), r"직?정?사각형|네모|박스|상자|\brect(?:angle)?s?\b|\bsquares?\b|\bbox(?:es)?\b"),
    (
        ("text",),
        r"(?:글씨|글자|텍스트|\btexts?\b)(?!\s*(?:크기|색|size|colou?r))|문구|글귀|라벨|\blabels?\b|\bwords\b|\bcaptions?\b",
    ),
    (
        ("line", "polyline"),
        r"(?<!\p{L})(?:직선|구분선|밑줄|선|줄)(?=$|\W|[을은도만의]|으로|하나|좀|이(?!\p{L}))|"
        r"\blines?\b|\bdividers?\b|\bunderlines?\b",
    ),
    (("image",), r"이미지|사진|그림(?!자)|\bimages?\b|\bpictures?\b|\bphotos?\b"),
    (("group",), r"묶음|그룹|\bgroups?\b"),
)
_ANY = "|".join(f"(?P<k{at}>{words})" for at, (_, words) in enumerate(_WORDS))
_KIND = Pattern(_ANY, regex.I)
NOUN = Pattern(
    rf"[\s-]*(?:{_ANY}|도형|컴포넌트|물체|것|거(?!의)|걸|건|꺼|애|녀석|ones?\b|things?\b|shapes?\b|components?\b)"
    r"(?!(?:으로|로)(?:\s|$))",
    regex.I,
)
"""What a word that describes a component stands before."""

_ROUND = Pattern(r"원형|동그란|둥근|동그랗|circular|round|\brings?\b|circle|고리", regex.I)
_LEVEL = Pattern(r"(?<!\p{L})가로(?:형|로)?(?!\s*(?:\d|는|를|만|길이|폭))|반원|horizontal|half[- ]round", regex.I)
_RELATED = {
    "circle": ("ellipse",),
    "ellipse": ("circle",),
    "line": ("polyline",),
    "progress-horizontal": ("gauge-horizon",),
    "progress-circle": ("gauge-circle",),
    "gauge-horizon": ("progress-horizontal",),
    "gauge-circle": ("progress-circle",),
}
_TEXT = Pattern(r"제목|타이틀|\btitle|\bhead(?:ing|line|er)|메모|\bnotes?\b", regex.I)
TITLE = Pattern(r"제목|타이틀|헤드라인|\btitle|\bhead(?:ing|line|er)", regex.I)


@dataclass(frozen=True, kw_only=True)
class SaidKind:
    """A kind of component in a sentence.

    Args:
        types: The types it may be, the likeliest first.
        span: Where it stands.
    """

    types: tuple[str, ...]
    span: Span


def kinds_in(sentence: Sentence) -> tuple[SaidKind, ...]:
    """Return the kinds that a sentence names, in their order."""
    return tuple(_found(sentence.plain))


def related(types: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types that people call so, too."""
    return (*types, *(other for kind in types for other in _RELATED.get(kind, ())))


def kind_to_add(sentence: Sentence) -> str | None:
    """Return the type of the component that is to be added, None where none is named."""
    found = kinds_in(sentence)
    if any(set(each.types) & set(_GAUGES) for each in found):
        return _gauge(sentence.plain, found)
    if found:
        return found[0].types[0]
    return "text" if sentence.quotes or _TEXT.search(sentence.plain) else None


def _gauge(plain: str, found: tuple[SaidKind, ...]) -> str:
    """A gauge is round and a progress bar level unless it is said otherwise."""
    exact = {each.types[0] for each in found if len(each.types) == 1} & set(_GAUGES)
    is_gauge = bool(regex.search(r"게이지|gauge|dial", plain, regex.I))
    if is_gauge:
        return "gauge-horizon" if _LEVEL.search(plain) else "gauge-circle"
    if "progress-circle" in exact or _ROUND.search(plain):
        return "progress-circle"
    return "progress-horizontal"


def _found(plain: str) -> Iterator[SaidKind]:
    for match in _KIND.finditer(plain):
        at = next(at for at in range(len(_WORDS)) if match[f"k{at}"] is not None)
        yield SaidKind(types=_WORDS[at][0], span=match.span())
