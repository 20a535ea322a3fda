"""An evaluated sequence outside the model, and how much of one a prompt can use."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SequenceState:
    """What llama.cpp keeps of an evaluated sequence.

    Args:
        tokens: The sequence.
        oldest: The oldest position that every layer holds.
        data: The keys and values, as llama.cpp writes them.
    """

    tokens: tuple[int, ...]
    oldest: int
    data: bytearray

    def usable(self, tokens: Sequence[int], window: int) -> int:
        """Return how many of ``tokens``, the last excepted, need not be evaluated where this is restored."""
        return usable_length(shared_length(self.tokens, tokens[:-1]), len(self.tokens), self.oldest, window)


def shared_length(first: Sequence[int], second: Sequence[int]) -> int:
    """Return how many tokens both begin with."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def usable_length(shared: int, length: int, oldest: int, window: int) -> int:
    """Return ``shared``, or 0 where a sequence cannot be cut back to it.

    Going back needs all that the first new token looks at, some of which a sliding window may have forgotten.

    Args:
        shared: How many tokens of the sequence are wanted.
        length: How many it has.
        oldest: The oldest position that every layer holds.
        window: How far the layers with a sliding window look back.
    """
    return shared if shared == length or oldest <= max(0, shared - window) else 0
