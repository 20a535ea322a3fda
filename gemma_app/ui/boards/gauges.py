"""Draws gauges and progress bars."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from gemma_app.boards.document import Component, number_of
from gemma_app.boards.geometry import fraction_of, range_of
from gemma_app.ui.boards.ink import INK, colour_of, paint_text

FULL = "#0B6E66"
TRACK = "#E2E6E3"

_SIXTEENTHS = 16
_SWEEP = 270.0
_START = 225.0
_HORIZON = 0.12


def _paint_gauge_circle(painter: QPainter, component: Component, rect: QRectF, font: QFont) -> None:
    """A dial open at the bottom, with the value in it."""
    ring = _square(rect)
    width = _thickness(component, ring.width() * 0.11)
    ring.adjust(width / 2, width / 2, -width / 2, -width / 2)
    _arc(painter, component, ring, width, _START, _SWEEP)
    _paint_value(painter, component, ring, font, ring.width() * 0.24)


def _paint_gauge_horizon(painter: QPainter, component: Component, rect: QRectF, font: QFont) -> None:
    """A half circle over the horizon, with the value on it."""
    size = min(rect.width(), rect.height() * 2 / (1 + _HORIZON))
    arch = QRectF(rect.center().x() - size / 2, rect.top(), size, size)
    width = _thickness(component, size * _HORIZON)
    arch.adjust(width / 2, width / 2, -width / 2, -width / 2)
    _arc(painter, component, arch, width, 180.0, 180.0)
    words = QRectF(arch.left(), arch.center().y() - size * 0.26, arch.width(), size * 0.26)
    _paint_value(painter, component, words, font, size * 0.17)


def _paint_progress_circle(painter: QPainter, component: Component, rect: QRectF, font: QFont) -> None:
    """A closed ring that fills clockwise from the top."""
    ring = _square(rect)
    width = _thickness(component, ring.width() * 0.08)
    ring.adjust(width / 2, width / 2, -width / 2, -width / 2)
    _arc(painter, component, ring, width, 90.0, 360.0)
    _paint_value(painter, component, ring, font, ring.width() * 0.22)


def _paint_progress_horizontal(painter: QPainter, component: Component, rect: QRectF, font: QFont) -> None:
    """A bar that fills from the left."""
    radius = number_of(component.get("cornerRadius"))
    radius = min(rect.width(), rect.height()) / 2 if radius is None else radius
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour_of(component.get("trackStyle"), TRACK))
    painter.drawRoundedRect(rect, radius, radius)
    full = QRectF(rect.left(), rect.top(), rect.width() * fraction_of(component), rect.height())
    if full.width() > 0:
        painter.setBrush(colour_of(component.get("fillStyle"), FULL))
        painter.drawRoundedRect(full, min(radius, full.width() / 2), radius)
    if component.get("showValue") is True:
        _paint_value(painter, component, rect, font, rect.height() * 0.6)


def value_text(component: Component) -> str:
    """Return the value of a gauge as it is written in it: a percentage where it runs from 0 to 100, or to 1."""
    value = number_of(component.get("value")) or 0.0
    unit = component.get("unit")
    if range_of(component) in ((0.0, 100.0), (0.0, 1.0)) and not isinstance(unit, str):
        return f"{fraction_of(component):.0%}"
    shown = f"{value:.0f}" if value.is_integer() else f"{value:.1f}"
    return shown + (unit if isinstance(unit, str) else "")


def _paint_value(painter: QPainter, component: Component, rect: QRectF, font: QFont, size: float) -> None:
    if component.get("showValue") is False:
        return
    words = {
        "text": value_text(component),
        "fontSize": number_of(component.get("fontSize")) or size,
        "fontWeight": "bold",
        "textAlign": "center",
        "verticalAlign": "middle",
    }
    paint_text(painter, words, rect, font, colour_of(component.get("textColor"), INK))


def _arc(painter: QPainter, component: Component, rect: QRectF, width: float, start: float, sweep: float) -> None:
    """Draw the track and, over it, the filled part, clockwise from ``start`` (degrees, 0 at three o'clock)."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    filled = sweep * fraction_of(component)
    for colour, length in (
        (colour_of(component.get("trackStyle"), TRACK), sweep),
        (colour_of(component.get("fillStyle"), FULL), filled),
    ):
        if length > 0:
            painter.setPen(_round_pen(colour, width))
            painter.drawArc(rect, round(start * _SIXTEENTHS), -round(length * _SIXTEENTHS))


def _round_pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _thickness(component: Component, default: float) -> float:
    given = number_of(component.get("lineWidth"))
    return default if given is None or given <= 0 else given


def _square(rect: QRectF) -> QRectF:
    size = min(rect.width(), rect.height())
    return QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size)


GAUGES: dict[str, Callable[[QPainter, Component, QRectF, QFont], None]] = {
    "gauge-circle": _paint_gauge_circle,
    "gauge-horizon": _paint_gauge_horizon,
    "progress-circle": _paint_progress_circle,
    "progress-horizontal": _paint_progress_horizontal,
}
"""How each kind of gauge is drawn."""
