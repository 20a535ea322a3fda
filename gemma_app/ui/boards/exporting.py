"""Writes a board into a file: a picture, a drawing, a page, or the board itself."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gemma_app.boards.document import Board, dump_board
from gemma_app.boards.selecting import board_box
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.paths import write_whole
from gemma_app.ui.boards.painting import Drawing, paint_board

_MAX_PIXELS = 64_000_000
_POINTS_PER_UNIT = 0.75
_NOT_DRAWN = Phrase(
    ko="보드를 그릴 메모리가 모자라서 내보내지 못했어요. 다른 프로그램을 닫거나 JSON으로 내보내 주세요.",
    en="There was too little memory to draw the board. Close other programs, or export it as JSON.",
)


def export_board(board: Board, drawing: Drawing, path: Path) -> None:
    """Write a board as the ending of the file says: ``png``, ``svg``, ``pdf`` or ``json``.

    Raises:
        AppError: The ending is another, or the file cannot be drawn or written; a file that was there stays.
    """
    render = _RENDERERS.get(path.suffix.casefold())
    if render is None:
        raise AppError(Phrase(ko="PNG, SVG, PDF, JSON으로만 내보낼 수 있어요.", en="Export as PNG, SVG, PDF or JSON."))
    write_whole(path, render(board, drawing))


def _png(board: Board, drawing: Drawing) -> bytes:
    area = board_box(board)
    scale = min(2.0, (_MAX_PIXELS / (area.width * area.height)) ** 0.5)
    size = QSize(max(1, round(area.width * scale)), max(1, round(area.height * scale)))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    _paint(image, board, drawing, scale)
    buffer = _buffer()
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise AppError(_NOT_DRAWN)
    return bytes(buffer.data().data())


def _svg(board: Board, drawing: Drawing) -> bytes:
    area, buffer = board_box(board), _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(round(area.width), round(area.height)))
    generator.setViewBox(QRectF(0, 0, area.width, area.height))
    generator.setTitle(str(board.get("name", "")))
    _paint(generator, board, drawing, 1.0)
    return bytes(buffer.data().data())


def _pdf(board: Board, drawing: Drawing) -> bytes:
    area, buffer = board_box(board), _buffer()
    writer = QPdfWriter(buffer)
    size = QSizeF(area.width * _POINTS_PER_UNIT, area.height * _POINTS_PER_UNIT)
    page = QPageSize(size, QPageSize.Unit.Point, matchPolicy=QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(str(board.get("name", "")))
    _paint(writer, board, drawing, writer.logicalDpiX() / 72 * _POINTS_PER_UNIT)
    return bytes(buffer.data().data())


def _json(board: Board, drawing: Drawing) -> bytes:  # noqa: ARG001 - every renderer is given the same
    return dump_board(board).encode("utf-8")


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _paint(device: QImage | QSvgGenerator | QPdfWriter, board: Board, drawing: Drawing, scale: float) -> None:
    painter = QPainter()
    if not painter.begin(device):
        raise AppError(_NOT_DRAWN)
    painter.scale(scale, scale)
    paint_board(painter, board, drawing)
    painter.end()


_RENDERERS: dict[str, Callable[[Board, Drawing], bytes]] = {
    ".png": _png,
    ".svg": _svg,
    ".pdf": _pdf,
    ".json": _json,
}
