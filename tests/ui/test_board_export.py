import errno
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from gemma_app.boards.binding import HabitFigures, KnownFigures
from gemma_app.boards.document import COMPONENT_TYPES, Board, Component, dump_board, load_board
from gemma_app.boards.reshaping import move
from gemma_app.errors import AppError
from gemma_app.ui.boards.exporting import export_board
from gemma_app.ui.boards.files import read_board
from gemma_app.ui.boards.layer import BoardLayer
from gemma_app.ui.boards.painting import Drawing, extent_of, paint_board, paint_component
from gemma_app.ui.boards.pictures import component_of
from tests.refusing import refuse
from tests.ui.board_stage import shapes

FIGURES = HabitFigures(title="햇빛", streak=3, rate=0.25, today="done", week=2)


@pytest.fixture
def drawing(qapp: QApplication) -> Drawing:
    return Drawing(font=QFont(qapp.font()), data=KnownFigures(by_habit={3: FIGURES}), language="ko")


def blank(width: int = 200, height: int = 200) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#FFFFFF"))
    return image


def drawn(component: Component, drawing: Drawing) -> QImage:
    image = blank()
    painter = QPainter(image)
    paint_component(painter, component, drawing)
    painter.end()
    return image


def component(kind: str) -> Component:
    made: Component = {"type": kind, "left": 40, "top": 40, "width": 120, "height": 90, "value": 50, "text": "글"}
    return {**made, "components": [{"type": "rect", "left": 0, "top": 0}]} if kind == "group" else made


@pytest.mark.parametrize("kind", [*COMPONENT_TYPES, "hologram"])
def test_every_type_and_an_unknown_one_leaves_ink_inside_its_extent(kind: str, drawing: Drawing) -> None:
    image = drawn(component(kind), drawing)
    inked = [(x, y) for x in range(200) for y in range(200) if image.pixelColor(x, y) != QColor("#FFFFFF")]
    assert inked
    extent = extent_of(component(kind), drawing)
    assert all(extent.contains(x, y) for x, y in inked)


def test_hidden_components_leave_no_ink_and_pale_ones_leave_less(drawing: Drawing) -> None:
    rect = component("rect")
    assert drawn({**rect, "visible": False}, drawing) == blank()
    full, pale = drawn(rect, drawing), drawn({**rect, "alpha": 0.2}, drawing)
    assert full.pixelColor(50, 50).lightness() < pale.pixelColor(50, 50).lightness()


def test_a_bound_gauge_is_drawn_by_the_habit_and_not_by_its_own_value(drawing: Drawing) -> None:
    gauge = component("gauge-circle")
    assert drawn({**gauge, "id": "habit:3"}, drawing) == drawn({**gauge, "value": 25}, drawing)
    assert drawn({**gauge, "id": "habit:3"}, drawing) != drawn(gauge, drawing)


def test_an_image_is_drawn_from_what_is_inside_the_board_only(drawing: Drawing) -> None:
    red = QImage(10, 10, QImage.Format.Format_RGB32)
    red.fill(QColor("#FF0000"))
    made = component_of(red, "red")
    assert made is not None
    image = drawn({**component("image"), "src": made["src"]}, drawing)
    assert image.pixelColor(100, 85).red() > 200
    assert image.pixelColor(100, 85).green() < 60
    foreign = drawn({**component("image"), "src": "https://example.org/a.png"}, drawing)
    assert foreign.pixelColor(100, 85).green() > 60


def test_a_scene_shows_as_a_gradient(drawing: Drawing) -> None:
    image = blank()
    painter = QPainter(image)
    paint_board(painter, {"width": 200, "height": 200, "sky": "sunny", "components": []}, drawing)
    painter.end()
    assert image.pixelColor(5, 5) != image.pixelColor(5, 195)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf", "json"])
def test_a_board_is_written_as_picture_drawing_page_and_itself(kind: str, drawing: Drawing, tmp_path: Path) -> None:
    path = tmp_path / f"보드.{kind}"
    export_board(shapes(), drawing, path)
    match kind:
        case "png":
            image = QImage(str(path))
            assert (image.width(), image.height()) == (1600, 1200)
            assert image.pixelColor(300, 250) == QColor("#0000FF")
        case "svg":
            root = ET.parse(path).getroot()
            assert root.attrib["viewBox"] == "0 0 800 600"
            assert b"#0000ff" in path.read_bytes()
        case "pdf":
            assert path.read_bytes().startswith(b"%PDF-")
            assert path.stat().st_size > 1000
        case _:
            assert dump_board(read_board(path)) == dump_board(shapes())


@pytest.mark.parametrize("broken", ["QImage.save", "QPainter.begin"])
def test_a_picture_that_cannot_be_drawn_leaves_the_file_that_was_there(
    drawing: Drawing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    (tmp_path / "board.png").write_bytes(b"old")
    monkeypatch.setattr(f"gemma_app.ui.boards.exporting.{broken}", lambda *_: False)
    with pytest.raises(AppError):
        export_board(shapes(), drawing, tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes() == b"old"


def test_an_ending_that_is_no_kind_or_a_folder_that_is_none_is_refused_in_words(
    drawing: Drawing, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (tmp_path / "board.docx", tmp_path / "file" / "board.json"):
        with pytest.raises(AppError):
            export_board(shapes(), drawing, path)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf", "json"])
def test_a_full_disk_costs_nothing_of_the_file_that_was_there(
    kind: str, drawing: Drawing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"board.{kind}"
    path.write_bytes(b"of the user")
    monkeypatch.setattr("gemma_app.paths.fsync", refuse(errno.ENOSPC))
    with pytest.raises(AppError, match="Free some space"):
        export_board(shapes(), drawing, path)
    assert path.read_bytes() == b"of the user"
    assert list(tmp_path.iterdir()) == [path]


def layer_image(layer: BoardLayer, board: Board) -> QImage:
    """What the layer shows of the whole board, a pixel for a unit."""
    scene = QGraphicsScene()
    scene.addItem(layer)
    image = blank(int(board["width"]), int(board["height"]))
    painter = QPainter(image)
    scene.render(painter, image.rect().toRectF(), image.rect().toRectF())
    painter.end()
    scene.removeItem(layer)
    return image


def test_drawing_only_what_changed_gives_the_picture_that_drawing_everything_gives(drawing: Drawing) -> None:
    owner = QObject()
    layer, fresh, board = BoardLayer(owner), BoardLayer(owner), load_board(dump_board(shapes()))
    layer.show_board(board, drawing)
    layer_image(layer, board)
    moved = move(board, [1, 2, 3], 33, 21)
    layer.show_board(moved, drawing)
    fresh.show_board(load_board(dump_board(moved)), drawing)
    assert layer_image(layer, board) == layer_image(fresh, board)
