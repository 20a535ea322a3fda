"""Chooses the examples that are most like what a person said; they also choose the tool."""

import functools
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

from gemma_app.dialects.embedded_examples import EXAMPLES, Example

Kind = tuple[str, str, bool]

_TALK: Kind = ("", "", False)
_SIZES = (2, 3)
_SMOOTHING = 2.0
# A kind is as near as its nearest example, and half as much as its second nearest.
_SECOND = 0.5
# Below this likeness nothing that was said resembles a request.
_TOO_FAR = 0.25


def nearest_examples(said: str, tools: frozenset[str], count: int) -> tuple[Example, ...]:
    """Return examples of the one kind that ``said`` seems to be, a request for a tool or mere talk, the nearest first.

    Likeness is the share of common letter sequences, rarer ones counting more, between ``said`` and the example
    without its own title: what remains of an example is the way in which people ask.

    Args:
        said: A person's words.
        tools: Names of the tools that may be chosen.
        count: How many examples are returned at most.
    """
    by_kind: dict[Kind, list[tuple[float, int]]] = defaultdict(list)
    for number, (example, likeness) in enumerate(zip(EXAMPLES, _likeness(_sequences(said)), strict=True)):
        if not example.tool or example.tool in tools:
            by_kind[example.kind].append((-likeness, number))
    ranked = {kind: sorted(found) for kind, found in by_kind.items()}
    chosen = min(ranked, key=lambda kind: _distance(ranked[kind]))
    if _distance(ranked[chosen]) > -_TOO_FAR:
        chosen = _TALK
    return tuple(EXAMPLES[number] for _, number in ranked[chosen][:count])


def _distance(ranked: Sequence[tuple[float, int]]) -> float:
    return ranked[0][0] + _SECOND * (ranked[1][0] if len(ranked) > 1 else 0.0)


def _likeness(said: frozenset[str]) -> list[float]:
    weights, frames = _weighed_frames()
    length = sum(weights.get(sequence, 0.0) for sequence in said)
    return [
        sum(weights[sequence] for sequence in frame & said) / math.sqrt((size + _SMOOTHING) * (length + _SMOOTHING))
        for frame, size in frames
    ]


@functools.cache
def _weighed_frames() -> tuple[dict[str, float], list[tuple[frozenset[str], float]]]:
    frames = [_sequences(example.frame) for example in EXAMPLES]
    counts = Counter(sequence for frame in frames for sequence in frame)
    weights = {sequence: math.log(1 + len(frames) / count) for sequence, count in counts.items()}
    return weights, [(frame, sum(weights[sequence] for sequence in frame)) for frame in frames]


def words_of(text: str) -> list[str]:
    """Return the words of ``text`` in small letters; a question mark counts as a word."""
    plain = unicodedata.normalize("NFC", text).lower().replace("?", " qq ")
    return re.sub(r"[\W_]+", " ", plain).split()


def _sequences(text: str) -> frozenset[str]:
    """Return the words of ``text`` and its sequences of letters."""
    words = words_of(text)
    line = f" {' '.join(words)} "
    return frozenset(words) | {line[at : at + size] for size in _SIZES for at in range(len(line) - size + 1)}
