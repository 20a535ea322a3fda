"""Linear classifiers of letter sequences: they tell from the letters of what was said what is meant by it."""

import functools
import itertools
import json
import re
import unicodedata
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

BUCKETS = 1 << 15
_SIZES = (1, 2, 3, 4)
_EARLIER_SIZE = 3
_LONGEST = 300
_FEW_WORDS = 4
# One feature among hundreds would not count: whether something is selected decides much.
_TIMES_OF_A_MARK = 8
SHARPNESS = 3.0

Kind = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Classifier:
    """A linear classifier of hashed letter sequences.

    Args:
        kinds: What can be meant, as names: the tools that a request calls in order, or the one entry it is about.
        weights: One row for each bucket, one column for each kind, in whole numbers.
        scale: What a whole number stands for.
    """

    kinds: Sequence[Kind]
    weights: npt.NDArray[np.int8]
    scale: float

    @property
    def names(self) -> frozenset[str]:
        """Every name that it was trained on."""
        return frozenset(name for kind in self.kinds for name in kind)

    def shares(self, buckets: Sequence[int], names: Collection[str]) -> dict[Kind, float]:
        """Return how likely each kind is that needs none but ``names``, the likeliest first."""
        summed = self.weights[list(buckets)].sum(axis=0, dtype=np.int64) * self.scale
        scores = summed * SHARPNESS / np.sqrt(max(1, len(buckets)))
        offered = [number for number, kind in enumerate(self.kinds) if set(kind).issubset(names)]
        powers = np.exp(scores[offered] - scores[offered].max())
        order = np.argsort(-powers, kind="stable")
        return {self.kinds[offered[at]]: float(powers[at] / powers.sum()) for at in order}


@functools.cache
def load_classifier(package: str, name: str) -> Classifier:
    """Return the classifier in the file ``name`` of ``package``, made by ``models/train_router.py``."""
    with resources.as_file(resources.files(package) / name) as path, np.load(path) as stored:
        kinds: list[list[str]] = json.loads(str(stored["kinds"]))
        return Classifier(
            kinds=[tuple(kind) for kind in kinds], weights=stored["weights"], scale=float(stored["scale"])
        )


def buckets_of(said: str, earlier: str = "", *, board: str = "") -> list[int]:
    """Return the buckets of what stands out in a request.

    Args:
        said: The newest words.
        earlier: The app's words before them.
        board: The line about the open board.
    """
    words = _words(said)
    line = f" {' '.join(words)} "
    joined = "".join(words)
    found = {f"w:{word}" for word in words}
    found.update(f"{one} {next_}" for one, next_ in itertools.pairwise(words))
    for size in _SIZES:
        found.update(_sequences(line, size))
    found.update(f"j{sequence}" for sequence in _sequences(joined, _EARLIER_SIZE))
    if words:
        found |= {f"^{words[0]}", f"${words[-1]}"}
    if len(words) < _FEW_WORDS:
        found.add(f"#{len(words)}")
    if earlier:
        found.add("H")
        found.update(f"H{sequence}" for sequence in _sequences("".join(_words(earlier)[-6:]), _EARLIER_SIZE))
        found.add(f"H{earlier.rstrip()[-1:]}")
    if board:
        # "Make this red" is a wish where something is selected, and a question where nothing is.
        mark = "B-" if board.endswith("selected: -") else "B+"
        found |= {*(f"{mark}{number}" for number in range(_TIMES_OF_A_MARK)), *(f"{mark}{word}" for word in words)}
        found.update(f"{mark}{sequence}" for sequence in _sequences(joined, _EARLIER_SIZE))
    return sorted({zlib.crc32(feature.encode("utf-8")) % BUCKETS for feature in found})


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFC", text[:_LONGEST]).lower().replace("?", " ? ")
    return re.sub(r"[^\w?]+", " ", plain).split()


def _sequences(text: str, size: int) -> Iterable[str]:
    return (text[at : at + size] for at in range(len(text) - size + 1))


def stored(weights: npt.NDArray[np.float32], kinds: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return what the file of a classifier holds: the weights in steps of 1/127 of the largest."""
    scale = float(np.abs(weights).max()) / 127
    rounded = np.round(weights / scale).astype(np.int8)
    return {"weights": rounded, "scale": np.float64(scale), "kinds": json.dumps([list(kind) for kind in kinds])}
