"""Where things are drawn, kept so that those which a box touches are found at once among thousands."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF


class Extents:
    """The boxes of things in their order.

    Args:
        rects: The boxes.
    """

    def __init__(self, rects: Sequence[QRectF] = ()) -> None:
        self._edges = np.array([_edges(rect) for rect in rects], dtype=np.float64).reshape(-1, 4)

    def put(self, index: int, rect: QRectF) -> None:
        """Note that one is drawn elsewhere."""
        self._edges[index] = _edges(rect)

    def meeting(self, rect: QRectF) -> list[int]:
        """Return which overlap a box, in their order."""
        left, top, right, bottom = _edges(rect)
        edges = self._edges
        across = (edges[:, 0] < right) & (left < edges[:, 2])
        found: list[int] = np.flatnonzero(across & (edges[:, 1] < bottom) & (top < edges[:, 3])).tolist()
        return found


def _edges(rect: QRectF) -> tuple[float, float, float, float]:
    return rect.left(), rect.top(), rect.right(), rect.bottom()
