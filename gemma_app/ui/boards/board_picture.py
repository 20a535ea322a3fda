"""Part of a board as pixels: how large it is, where its pixels lie, and what of it is drawn again."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

_MARGIN = 0.35
_MAX_PIXELS = 24_000_000


@dataclass(kw_only=True)
class BoardPicture:
    """Part of the board as pixels: ``area`` of the scene at ``scale`` pixels a unit."""

    image: QImage
    area: QRectF
    scale: float


def empty_picture(seen: QRectF, bounds: QRectF, scale: float, ratio: float) -> BoardPicture:
    """Return a clear picture of what is seen and some more around it."""
    area = with_margin(seen).intersected(bounds)
    if area.width() * area.height() * scale * scale > _MAX_PIXELS:
        area = seen
    left, top = int(area.left() * scale // 1), int(area.top() * scale // 1)
    width, height = int(area.right() * scale) + 1 - left, int(area.bottom() * scale) + 1 - top
    image = QImage(max(width, 1), max(height, 1), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return BoardPicture(image=image, area=QRectF(left / scale, top / scale, width / scale, height / scale), scale=scale)


def with_margin(seen: QRectF) -> QRectF:
    """Return what is drawn for what is seen, so that a little panning needs nothing new."""
    across, down = seen.width() * _MARGIN, seen.height() * _MARGIN
    return seen.adjusted(-across, -down, across, down)


def on_pixels(rect: QRectF, scale: float) -> QRectF:
    """Return the smallest box of whole pixels that holds a box."""
    left, top = rect.left() * scale // 1, rect.top() * scale // 1
    right, bottom = -(-rect.right() * scale // 1), -(-rect.bottom() * scale // 1)
    return QRectF(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)


def set_up(painter: QPainter, picture: BoardPicture, ratio: float) -> None:
    """Let a painter draw into a picture in the board's coordinates."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(picture.scale / ratio, picture.scale / ratio)
    painter.translate(-picture.area.topLeft())


def merged_boxes(rects: Iterable[QRectF]) -> list[QRectF]:
    """Join boxes that overlap, so that nothing is drawn twice."""
    merged: list[QRectF] = []
    for rect in rects:
        joined = QRectF(rect)
        while touching := [other for other in merged if other.intersects(joined)]:
            for other in touching:
                merged.remove(other)
                joined = joined.united(other)
        merged.append(joined)
    return merged
