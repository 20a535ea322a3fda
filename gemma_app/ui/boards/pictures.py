"""Images of a board: kept inside it as data, never fetched from anywhere."""

import base64
import binascii
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPainter

from gemma_app.boards.document import Component

MAX_SIDE = 1600
SUFFIXES = ("png", "jpg", "jpeg", "bmp", "gif", "svg", "webp")

_HEAD = "data:image/"
_QUALITY = 85
_SHOWN_WIDTH = 320


def paint_picture(painter: QPainter, source: str, rect: QRectF) -> bool:
    """Draw an image that is written out as a ``data:`` address, whole inside the box; False where it is none."""
    image = _image(source)
    if image is None:
        return False
    size = image.size().scaled(rect.size().toSize().expandedTo(QSize(1, 1)), Qt.AspectRatioMode.KeepAspectRatio)
    inside = QRectF(
        rect.center().x() - size.width() / 2, rect.center().y() - size.height() / 2, size.width(), size.height()
    )
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(inside, image)
    return True


def picture_in(path: Path) -> Component | None:
    """Read a file into an image component; None where it holds no image."""
    return component_of(QImageReader(str(path)).read(), path.stem)


def component_of(image: QImage, name: str) -> Component | None:
    """Return a component that holds an image, shrunk to a sensible size; None for an empty image."""
    if image.isNull():
        return None
    if max(image.width(), image.height()) > MAX_SIDE:
        image = image.scaled(
            MAX_SIDE, MAX_SIDE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    data, kind = QByteArray(), "png" if image.hasAlphaChannel() else "jpeg"
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind.encode()))
    writer.setQuality(_QUALITY)
    writer.write(image)
    source = f"{_HEAD}{kind};base64,{base64.b64encode(data.data()).decode('ascii')}"
    width = min(image.width(), _SHOWN_WIDTH)
    size = {"left": 0, "top": 0, "width": width, "height": max(1, round(image.height() * width / image.width()))}
    return {"type": "image", **({"name": name} if name else {}), **size, "src": source}


@lru_cache(maxsize=64)
def _image(source: str) -> QImage | None:
    head, _, body = source.partition(",")
    if not head.startswith(_HEAD) or not head.endswith(";base64"):
        return None
    try:
        data = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return None
    image = QImage.fromData(data)
    return None if image.isNull() else image
