"""Colours, pens and texts of components, read from their properties.

The colours here belong to the document and not to the window: a board looks the same in both themes.
"""

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from gemma_app.boards.colour import parse_colour
from gemma_app.boards.document import Component, number_of

FILL = "#CFD8DC"
LINE = "#37474F"
INK = "#1D1D1A"
TEXT_SIZE = 16.0

_READABLE_FROM = 3.5
_LARGEST_TEXT = 2000.0
_ACROSS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}
_DOWN = {
    "top": Qt.AlignmentFlag.AlignTop,
    "middle": Qt.AlignmentFlag.AlignVCenter,
    "bottom": Qt.AlignmentFlag.AlignBottom,
}
_BOLD_FROM = 600


def colour_of(value: object, default: str) -> QColor:
    """Return a colour as a board writes it; ``default`` for what is none."""
    return _colour(value, default) if isinstance(value, str) else _colour(default, default)


def pen_of(component: Component) -> QPen:
    """Return the pen of an outline; without a colour there is none."""
    stroke = component.get("strokeStyle")
    if not isinstance(stroke, str):
        return QPen(Qt.PenStyle.NoPen)
    width = number_of(component.get("lineWidth"))
    return QPen(_colour(stroke, LINE), 1.0 if width is None else max(width, 0.0))


def text_size(component: Component) -> float:
    """Return the size of a component's text in board units."""
    given = number_of(component.get("fontSize"))
    return TEXT_SIZE if given is None or given <= 0 else min(given, _LARGEST_TEXT)


def font_of(component: Component, base: QFont) -> QFont:
    """Return the font of a component's text; what it does not name is that of ``base``."""
    family, weight = component.get("fontFamily"), component.get("fontWeight")
    number = number_of(weight)
    is_bold = weight == "bold" or (number is not None and number >= _BOLD_FROM)
    is_italic = component.get("fontStyle") == "italic"
    return _font(base, family if isinstance(family, str) else "", text_size(component), is_bold, is_italic)


def paint_text(painter: QPainter, component: Component, rect: QRectF, base: QFont, ink: QColor) -> None:
    """Draw the text of a component into a box; where it is too small to be read, a bar in its place."""
    words = component.get("text")
    if not isinstance(words, str) or not words:
        return
    size = text_size(component)
    if size * abs(painter.worldTransform().m22()) < _READABLE_FROM and abs(painter.worldTransform().m12()) < 1e-6:
        faint = QColor(ink)
        faint.setAlphaF(ink.alphaF() * 0.35)
        painter.fillRect(
            QRectF(rect.x(), rect.y() + size * 0.3, min(rect.width(), len(words) * size / 2), size / 2), faint
        )
        return
    painter.setFont(font_of(component, base))
    painter.setPen(ink)
    painter.drawText(rect, _flags(component), words)


def text_overrun(component: Component, rect: QRectF, base: QFont) -> float:
    """Return how far the text of a component reaches out of its box."""
    words = component.get("text")
    if not isinstance(words, str):
        return 0.0
    taken = QFontMetricsF(font_of(component, base)).boundingRect(rect, _flags(component), words)
    return max(
        taken.right() - rect.right(),
        taken.bottom() - rect.bottom(),
        rect.left() - taken.left(),
        rect.top() - taken.top(),
    )


def _flags(component: Component) -> int:
    across = _ACROSS.get(str(component.get("textAlign")), Qt.AlignmentFlag.AlignLeft)
    down = _DOWN.get(str(component.get("verticalAlign")), Qt.AlignmentFlag.AlignTop)
    flags = int(across | down) | int(Qt.TextFlag.TextDontClip)
    if number_of(component.get("width")) is not None or across != Qt.AlignmentFlag.AlignLeft:
        flags |= int(Qt.TextFlag.TextWordWrap)
    return flags


@lru_cache(maxsize=4096)
def _colour(text: str, default: str) -> QColor:
    found = parse_colour(text) or parse_colour(default)
    if found is None:
        return QColor(0, 0, 0)
    return QColor(found.red, found.green, found.blue, round(found.alpha * 255))


_FONTS: dict[tuple[str, str, float, bool, bool], QFont] = {}


def _font(base: QFont, family: str, size: float, is_bold: bool, is_italic: bool) -> QFont:
    key = (base.key(), family, size, is_bold, is_italic)
    if key not in _FONTS:
        font = QFont(base)
        if family:
            font.setFamilies([family, *base.families()])
        font.setPixelSize(max(1, round(size)))
        font.setBold(is_bold)
        font.setItalic(is_italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        _FONTS[key] = font
    return _FONTS[key]
