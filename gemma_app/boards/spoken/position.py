"""Components told apart by where they are, by their size, or by their number in reading order."""

from collections.abc import Callable, Sequence

import regex

from gemma_app.boards.document import Placed
from gemma_app.boards.geometry import Box
from gemma_app.boards.selecting import box_on_board
from gemma_app.boards.spoken.kinds import NOUN
from gemma_app.boards.spoken.sentence import Sentence, Span
from gemma_app.text import Pattern

_SIDES: tuple[tuple[str, str, Callable[[Box], float]], ...] = (
    (r"왼쪽|왼편|좌측", r"left(?:most)?(?:[- ]hand)?", lambda box: box.left),
    (r"오른쪽|오른편|우측", r"right(?:most)?(?:[- ]hand)?", lambda box: -box.right),
    (r"위쪽|위|윗|상단", r"top(?:most)?|upper(?:most)?|higher", lambda box: box.top),
    (r"아래쪽|아래|아랫|밑|하단", r"bottom(?:most)?|lower(?:most)?", lambda box: -box.bottom),
    (r"큰", r"big(?:ger|gest)?|larg(?:e|er|est)", lambda box: -box.width * box.height),
    (r"작은", r"small(?:er|est)?|little|tin(?:y|iest)", lambda box: box.width * box.height),
)
_KOREAN = [
    (
        Pattern(rf"(?:맨|제일|가장|더)?\s*(?<!\p{{L}})(?:{words})(?:\s*끝)?(?:에\s*(?:있는|있던|놓인)|의|편)?"),
        rank,
    )
    for words, _, rank in _SIDES
]
_ENGLISH = [(Pattern(rf"\b(?:{words})(?=[\s-])", regex.I), rank) for _, words, rank in _SIDES]
_STANDING = [
    (
        Pattern(
            rf"(?:(?:that\s+is|that's|which\s+is)\s+)?\b(?:on|at|to)\s+the\s+(?:far\s+|very\s+)?(?:{words})\b", regex.I
        ),
        rank,
    )
    for _, words, rank in _SIDES[:4]
]
_MIDDLE = Pattern(
    r"(?:가운데|중간)(?:에\s*(?:있는|있던|놓인)|의)?|\b(?:middle|central|center|centre)(?=[\s-])", regex.I
)
_PLACING = Pattern(
    r"\b(?:put|place|move|set|shift|send|bring|push|drag|align|stick|position|pin|dock|tuck|add|draw)\b", regex.I
)
_ORDINALS = (
    r"첫\s*번?째|1\s*번째|\bfirst\b|\b1st\b",
    r"두\s*번째|둘째|2\s*번째|\bsecond\b|\b2nd\b",
    r"세\s*번째|셋째|3\s*번째|\bthird\b|\b3rd\b",
    r"네\s*번째|넷째|4\s*번째|\bfourth\b|\b4th\b",
    r"다섯\s*번?째|5\s*번째|\bfifth\b|\b5th\b",
)
_NTH = [Pattern(words, regex.I) for words in _ORDINALS]
_LAST = Pattern(r"마지막|\blast\b", regex.I)


def told_apart(sentence: Sentence, found: Sequence[Placed]) -> tuple[tuple[Placed, ...], tuple[Span, ...]]:
    """Return those of the components that the sentence singles out, and where it does; all where it does not."""
    for at, pattern in enumerate([*_NTH, _LAST]):
        if (match := pattern.search(sentence.plain)) and len(found) > 1:
            ordered = in_reading_order(found)
            index = -1 if pattern is _LAST else at
            return (tuple(ordered[index:][:1]) if index < len(ordered) else ()), (match.span(),)
    if (match := _MIDDLE.search(sentence.plain)) and NOUN.match(sentence.plain, match.end()) and len(found) % 2:
        return (in_reading_order(found)[len(found) // 2],), (match.span(),)
    spans: list[Span] = []
    kept = tuple(found)
    for span, rank in _ranks(sentence.plain):
        spans.append(span)
        best = min((rank(box_on_board(placed)) for placed in kept), default=0.0)
        kept = tuple(placed for placed in kept if rank(box_on_board(placed)) == best)
    return kept, tuple(spans)


def in_reading_order(found: Sequence[Placed]) -> list[Placed]:
    """Return components row by row, each row from the left."""
    rows: list[list[Placed]] = []
    for placed in sorted(found, key=lambda each: box_on_board(each).top):
        box = box_on_board(placed)
        if rows and box.top < box_on_board(rows[-1][0]).top + box_on_board(rows[-1][0]).height / 2:
            rows[-1].append(placed)
        else:
            rows.append([placed])
    return [placed for row in rows for placed in sorted(row, key=lambda each: box_on_board(each).left)]


def _ranks(plain: str) -> list[tuple[Span, Callable[[Box], float]]]:
    """Return what singles out: a side or size before the noun, or after it where nothing is being placed."""
    found = [
        (match.span(), rank)
        for pattern, rank in (*_KOREAN, *_ENGLISH)
        for match in pattern.finditer(plain)
        if NOUN.match(plain, match.end())
    ]
    if not _PLACING.search(plain):
        found += [(match.span(), rank) for pattern, rank in _STANDING for match in pattern.finditer(plain)]
    return found
