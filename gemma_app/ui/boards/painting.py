"""Draws the components of a board, on the screen and into files alike."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen, QPolygonF

from gemma_app.boards.atmosphere import mood_of
from gemma_app.boards.binding import HabitData, with_live_data
from gemma_app.boards.colour import Colour
from gemma_app.boards.document import Board, Component, components_of, label_of, number_of, walk
from gemma_app.boards.geometry import Box, box_of, box_of_placed, drawn_points, opacity_of, rotation_of
from gemma_app.boards.selecting import board_box, is_hidden
from gemma_app.language import Language
from gemma_app.ui.boards.gauges import GAUGES
from gemma_app.ui.boards.ink import FILL, INK, LINE, colour_of, paint_text, pen_of, text_overrun
from gemma_app.ui.boards.pictures import paint_picture

_DEGREES = 57.29577951308232
_CORNER = 6.0
_OVERHANG = 8.0
_ROOM_FOR_LIVE_TEXT = 160.0


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What drawing needs beside the component.

    Args:
        font: The font of texts that name none.
        data: Figures of habits, for what is bound to them.
        language: Of what is said about them.
    """

    font: QFont
    data: HabitData
    language: Language


def paint_backdrop(painter: QPainter, board: Board) -> None:
    """Fill the area of a board with its colour, or with the mood of its scene."""
    area = rect_of(board_box(board))
    mood = mood_of(board)
    if mood is None:
        painter.fillRect(area, colour_of(board.get("fillStyle"), "#FFFFFF"))
        return
    gradient = QLinearGradient(area.topLeft(), area.bottomLeft())
    gradient.setColorAt(0, _qt(mood.top))
    gradient.setColorAt(1, _qt(mood.bottom))
    painter.fillRect(area, gradient)


def paint_board(painter: QPainter, board: Board, drawing: Drawing) -> None:
    """Draw a whole board in its own coordinates."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_backdrop(painter, board)
    for component in components_of(board):
        paint_component(painter, component, drawing)


def paint_component(painter: QPainter, component: Component, drawing: Drawing) -> None:
    """Draw a component, and what it holds, in the coordinates of what holds it."""
    if is_hidden(component):
        return
    shown = with_live_data(component, drawing.data, language=drawing.language)
    box, angle, opacity = box_of(shown), rotation_of(shown), opacity_of(shown)
    is_plain = not angle and opacity == 1.0
    if not is_plain:
        painter.save()
        painter.setOpacity(painter.opacity() * opacity)
        centre = QPointF(box.left + box.width / 2, box.top + box.height / 2)
        painter.translate(centre)
        painter.rotate(angle * _DEGREES)
        painter.translate(-centre)
    if isinstance(shown.get("components"), list):
        _paint_group(painter, shown, drawing)
    else:
        kind = shown.get("type")
        draw = _PAINTERS.get(kind) if isinstance(kind, str) else None
        (draw or _paint_placeholder)(painter, shown, rect_of(box), drawing)
    if not is_plain:
        painter.restore()


def extent_of(component: Component, drawing: Drawing) -> QRectF:
    """Return a box that holds everything a component draws: its outline, its turned box, and words that run over."""
    rect = rect_of(box_of_placed(component))
    line = number_of(component.get("lineWidth")) or 0.0
    over = min(max(line, 0.0), max(rect.width(), rect.height())) + _OVERHANG
    words = [placed.component for placed in walk({"components": [component]}) if "text" in placed.component]
    for each in words:
        shown = with_live_data(each, drawing.data, language=drawing.language)
        over = max(over, text_overrun(shown, rect_of(box_of(each)), drawing.font) + _OVERHANG)
    if any("#{" in str(each["text"]) for each in words):
        over += _ROOM_FOR_LIVE_TEXT
    return rect.adjusted(-over, -over, over, over)


def rect_of(box: Box) -> QRectF:
    """Return a box as Qt has it."""
    return QRectF(box.left, box.top, box.width, box.height)


def _paint_group(painter: QPainter, group: Component, drawing: Drawing) -> None:
    left, top = number_of(group.get("left")) or 0.0, number_of(group.get("top")) or 0.0
    painter.translate(left, top)
    for component in components_of(group):
        paint_component(painter, component, drawing)
    painter.translate(-left, -top)


def _paint_rect(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    painter.setPen(pen_of(component))
    painter.setBrush(colour_of(component.get("fillStyle"), FILL))
    radius = number_of(component.get("cornerRadius", component.get("radius"))) or 0.0
    if radius > 0:
        painter.drawRoundedRect(rect, radius, radius)
    else:
        painter.drawRect(rect)
    _paint_inner_text(painter, component, rect, drawing)


def _paint_round(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    painter.setPen(pen_of(component))
    painter.setBrush(colour_of(component.get("fillStyle"), FILL))
    painter.drawEllipse(rect)
    _paint_inner_text(painter, component, rect, drawing)


def _paint_inner_text(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    if isinstance(component.get("text"), str):
        centred = {"textAlign": "center", "verticalAlign": "middle", **component}
        ink = colour_of(component.get("textColor"), INK)
        paint_text(painter, centred, rect, drawing.font, ink)


def _paint_text(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    paint_text(painter, component, rect, drawing.font, colour_of(component.get("fillStyle"), INK))


def _paint_line(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:  # noqa: ARG001
    stroke = component.get("strokeStyle", component.get("fillStyle"))
    pen = QPen(colour_of(stroke, LINE), number_of(component.get("lineWidth")) or 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    points = QPolygonF([QPointF(x, y) for x, y in drawn_points(component)])
    if component.get("closed") is True:
        painter.setBrush(colour_of(component.get("fillStyle"), "#00000000"))
        painter.drawPolygon(points)
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(points)


def _paint_image(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    source = component.get("src", component.get("url"))
    if not (isinstance(source, str) and paint_picture(painter, source, rect)):
        _paint_placeholder(painter, component, rect, drawing)


def _paint_gauge(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    GAUGES[component["type"]](painter, component, rect, drawing.font)


def _paint_placeholder(painter: QPainter, component: Component, rect: QRectF, drawing: Drawing) -> None:
    """Draw a frame with the type and the name of what cannot be drawn."""
    pen = QPen(QColor("#90A4AE"), 1)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(144, 164, 174, 28))
    painter.drawRoundedRect(rect, _CORNER, _CORNER)
    kind = component.get("type")
    words = f"{kind if isinstance(kind, str) else '?'}\n{label_of(component)}"
    words_of = {"text": words, "fontSize": 12, "textAlign": "center", "verticalAlign": "middle"}
    paint_text(painter, words_of, rect, drawing.font, QColor("#546E7A"))


@lru_cache(maxsize=256)
def _qt(colour: Colour) -> QColor:
    return QColor(colour.red, colour.green, colour.blue, round(colour.alpha * 255))


_Painter = Callable[[QPainter, Component, QRectF, Drawing], None]
_PAINTERS: dict[str, _Painter] = {
    "rect": _paint_rect,
    "circle": _paint_round,
    "ellipse": _paint_round,
    "text": _paint_text,
    "line": _paint_line,
    "polyline": _paint_line,
    "image": _paint_image,
    **dict.fromkeys(GAUGES, _paint_gauge),
}
