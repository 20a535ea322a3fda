"""Writes a board into a file: a picture, a drawing, a page, or the board itself."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gemma_app.boards.document import Board, dump_board
from gemma_app.boards.selecting import board_box
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.ui.boards.painting import Drawing, paint_board

_MAX_PIXELS = 64_000_000
_POINTS_PER_UNIT = 0.75


def export_board(board: Board, drawing: Drawing, path: Path) -> None:
    """Write a board as the ending of the file says: ``png``, ``svg``, ``pdf`` or ``json``.

    Raises:
        AppError: The ending is another, or the file cannot be written.
    """
    write = _WRITERS.get(path.suffix.casefold())
    if write is None:
        raise AppError(Phrase(ko="PNG, SVG, PDF, JSON으로만 내보낼 수 있어요.", en="Export as PNG, SVG, PDF or JSON."))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_written = write(board, drawing, path)
    except OSError:
        is_written = False
    if not is_written:
        raise AppError(
            Phrase(
                ko=f"{path.name} 파일을 쓸 수 없어요. 다른 폴더를 골라 주세요.",
                en=f"{path.name} cannot be written. Choose another folder.",
            )
        )


def _png(board: Board, drawing: Drawing, path: Path) -> bool:
    area = board_box(board)
    scale = min(2.0, (_MAX_PIXELS / (area.width * area.height)) ** 0.5)
    size = QSize(max(1, round(area.width * scale)), max(1, round(area.height * scale)))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint_board(painter, board, drawing)
    painter.end()
    return image.save(str(path), "PNG")  # type: ignore[call-overload, no-any-return]


def _svg(board: Board, drawing: Drawing, path: Path) -> bool:
    area = board_box(board)
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(round(area.width), round(area.height)))
    generator.setViewBox(QRectF(0, 0, area.width, area.height))
    generator.setTitle(str(board.get("name", "")))
    return _paint(QPainter(), generator, board, drawing, 1.0)


def _pdf(board: Board, drawing: Drawing, path: Path) -> bool:
    area = board_box(board)
    writer = QPdfWriter(str(path))
    size = QSizeF(area.width * _POINTS_PER_UNIT, area.height * _POINTS_PER_UNIT)
    page = QPageSize(size, QPageSize.Unit.Point, matchPolicy=QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(str(board.get("name", "")))
    return _paint(QPainter(), writer, board, drawing, writer.logicalDpiX() / 72 * _POINTS_PER_UNIT)


def _paint(painter: QPainter, device: QSvgGenerator | QPdfWriter, board: Board, drawing: Drawing, scale: float) -> bool:
    if not painter.begin(device):
        return False
    painter.scale(scale, scale)
    paint_board(painter, board, drawing)
    return painter.end()


def _json(board: Board, drawing: Drawing, path: Path) -> bool:  # noqa: ARG001 - every writer is given the same
    path.write_text(dump_board(board), encoding="utf-8")
    return True


_WRITERS: dict[str, Callable[[Board, Drawing, Path], bool]] = {
    ".png": _png,
    ".svg": _svg,
    ".pdf": _pdf,
    ".json": _json,
}
