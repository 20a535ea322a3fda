"""The board on the canvas: one item that keeps a picture of what is seen, so that pan and zoom need not draw anew.

While the view moves, the picture is shown moved and scaled. What it lacks is drawn again in slices of a few
milliseconds between events; a change of some components is drawn into the picture at once, where they are.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gemma_app.boards.binding import source_of
from gemma_app.boards.document import Board, Component, components_of, number_of, walk
from gemma_app.boards.selecting import board_box
from gemma_app.ui.boards.board_picture import BoardPicture, empty_picture, merged_boxes, on_pixels, set_up, with_margin
from gemma_app.ui.boards.extents import Extents
from gemma_app.ui.boards.painting import Drawing, extent_of, paint_backdrop, paint_component, rect_of

_SLICE_SECONDS = 0.008
_AT_ONCE_SECONDS = 0.02
_SECONDS_EACH = 60e-6
_REST_MS = 70
_MANY_DIRTY = 400
_PLACE = frozenset({"left", "top"})


@dataclass(frozen=True, kw_only=True)
class _Entry:
    component: Component
    rect: QRectF
    habits: frozenset[int]


class BoardLayer(QGraphicsItem):
    """Shows a board; the board is the truth and this a view of it.

    Args:
        owner: With it ends what is still to be drawn.
    """

    def __init__(self, owner: QObject) -> None:
        super().__init__()
        self._board: Board = {"components": []}
        self._drawing: Drawing | None = None
        self._entries: list[_Entry] = []
        self._extents = Extents()
        self._bounds = QRectF()
        self._picture: BoardPicture | None = None
        self._work: Iterator[None] | None = None
        self._wanted: tuple[QRectF, float, float] | None = None
        self._measured = 0.0
        self._is_stale = False
        self._slice = QTimer(owner, interval=0)
        self._slice.timeout.connect(self._go_on)
        self._rest = QTimer(owner, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._begin)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    @property
    def _is_quick(self) -> bool:
        """Whether everything can be drawn within one frame."""
        return max(len(self._entries) * _SECONDS_EACH, self._measured) < _AT_ONCE_SECONDS

    @property
    def is_settled(self) -> bool:
        """Whether everything seen is drawn as sharp as it gets."""
        return self._work is None and not self._rest.isActive()

    def boundingRect(self) -> QRectF:
        """Everything that is drawn."""
        return self._bounds

    def show_board(self, board: Board, drawing: Drawing) -> None:
        """Show a board, drawing again only what differs from the one before."""
        is_new_ground = self._drawing != drawing or _ground(board) != _ground(self._board)
        self._board, self._drawing = board, drawing
        dirty = self._take(components_of(board), drawing)
        dirty = None if is_new_ground else dirty
        self._grow(dirty)
        self._show_dirty(dirty)

    def _grow(self, dirty: list[QRectF] | None) -> None:
        """Take in what is drawn now; the bounds shrink only when everything is drawn again."""
        bounds = rect_of(board_box(self._board)) if dirty is None else QRectF(self._bounds)
        for rect in (entry.rect for entry in self._entries) if dirty is None else dirty:
            bounds |= rect
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def show_figures(self, habits: frozenset[int], drawing: Drawing) -> None:
        """Draw again what shows those habits."""
        self._drawing = drawing
        self._show_dirty([entry.rect for entry in self._entries if entry.habits & habits])

    def _show_dirty(self, dirty: list[QRectF] | None) -> None:
        """Draw again what differs, all of it where that is less work; None stands for everywhere."""
        if dirty is None or len(dirty) > _MANY_DIRTY:
            self._redraw()
        elif dirty:
            self._repair(dirty)

    def _take(self, components: list[Component], drawing: Drawing) -> list[QRectF] | None:
        """Take in the components, and return where they differ from those before; None for everywhere."""
        before = self._entries
        if len(components) == len(before):
            pairs = zip(before, components, strict=True)
            changed = [index for index, (entry, component) in enumerate(pairs) if entry.component is not component]
            self._entries = list(before)
            for index in changed:
                self._entries[index] = _moved(before[index], components[index]) or _entry(components[index], drawing)
                self._extents.put(index, self._entries[index].rect)
            return [entries[index].rect for index in changed for entries in (before, self._entries)]
        known = {id(entry.component): entry for entry in before}
        self._entries = [known.get(id(component)) or _entry(component, drawing) for component in components]
        self._extents = Extents([entry.rect for entry in self._entries])
        self._measured = 0.0
        return _dirty(before, self._entries)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Show the picture; ask for another where it is not the right one."""
        world = painter.worldTransform()
        ratio = widget.devicePixelRatioF() if widget is not None else 1.0
        scale = world.m11() * ratio
        seen = option.exposedRect if widget is None else self._seen(world, widget)
        seen = seen.intersected(self._bounds)
        picture = self._picture
        fits = picture is not None and picture.scale == scale and picture.area.contains(seen)
        if not fits and self._is_quick:
            self._draw_whole(seen, scale, ratio)
            picture = self._picture
            fits = True
        if not fits:
            self._want(seen, scale, ratio)
        if not fits:
            paint_backdrop(painter, self._board)
        if picture is not None:
            self._blit(painter, picture, world, ratio)

    def _blit(self, painter: QPainter, picture: BoardPicture, world: QTransform, ratio: float) -> None:
        painter.save()
        if picture.scale == world.m11() * ratio:
            corner = world.map(picture.area.topLeft())
            painter.setWorldTransform(QTransform())
            painter.drawImage(
                QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio), picture.image
            )
        else:
            painter.drawImage(picture.area, picture.image, QRectF(picture.image.rect()))
        painter.restore()

    @staticmethod
    def _seen(world: QTransform, widget: QWidget) -> QRectF:
        inverse, _ = world.inverted()
        return inverse.mapRect(QRectF(widget.rect()))

    def _want(self, seen: QRectF, scale: float, ratio: float) -> None:
        """Draw another picture: soon where the board was moved, once the view rests where it was scaled."""
        is_planned = self._work is not None or self._rest.isActive()
        if is_planned and self._wanted is not None and self._wanted[1] == scale:
            planned, *_ = self._wanted
            if with_margin(planned).contains(seen):
                return
        is_panned = self._picture is not None and self._picture.scale == scale
        self._wanted = (seen, scale, ratio)
        self._stop()
        self._rest.start(0 if is_panned else _REST_MS)

    def _redraw(self) -> None:
        """Draw everything again, keeping the old picture until the new one is there.

        One that is being drawn is shown first, so that something is seen of a change that goes on.
        """
        if self._is_quick:
            self._stop()
            self._picture = None
        elif self._work is not None:
            self._is_stale = True
        else:
            if self._picture is not None and self._wanted is None:
                self._wanted = (self._picture.area, self._picture.scale, self._picture.image.devicePixelRatio())
            self._rest.start(0)
        self.update()

    def _stop(self) -> None:
        self._slice.stop()
        self._work = None

    def _begin(self) -> None:
        self._is_stale = False
        if self._wanted is not None:
            self._work = self._draw(*self._wanted)
            self._slice.start()

    def _go_on(self) -> None:
        until = time.perf_counter() + _SLICE_SECONDS
        while self._work is not None and time.perf_counter() < until:
            if next(self._work, self) is self:
                self._stop()
                if self._is_stale:
                    self._rest.start(0)
                else:
                    self._wanted = None
                self.update()

    def _draw_whole(self, seen: QRectF, scale: float, ratio: float) -> None:
        self._stop()
        self._wanted = None
        for _ in self._draw(seen, scale, ratio):
            pass

    def _draw(self, seen: QRectF, scale: float, ratio: float) -> Iterator[None]:
        """Draw a new picture of what is seen and some more around it, one component at each step."""
        picture = empty_picture(seen, self._bounds, scale, ratio)
        board, drawing = self._board, self._drawing
        entries = [self._entries[index] for index in self._extents.meeting(picture.area)]
        seconds = 0.0
        painter = QPainter(picture.image)
        try:
            began = time.perf_counter()
            set_up(painter, picture, ratio)
            paint_backdrop(painter, board)
            seconds += time.perf_counter() - began
            for entry in entries:
                if drawing is not None:
                    began = time.perf_counter()
                    paint_component(painter, entry.component, drawing)
                    seconds += time.perf_counter() - began
                    yield
        finally:
            painter.end()
        self._picture, self._measured = picture, seconds

    def _repair(self, dirty: list[QRectF]) -> None:
        """Draw again where something changed; a picture in the making is begun anew."""
        if self._work is not None:
            self._stop()
            self._rest.start(0)
        picture, drawing = self._picture, self._drawing
        if picture is None or drawing is None:
            self.update()
            return
        painter = QPainter(picture.image)
        set_up(painter, picture, picture.image.devicePixelRatio())
        for touched in merged_boxes(dirty):
            rect = on_pixels(touched, picture.scale)
            if not rect.intersects(picture.area):
                continue
            painter.setClipRect(rect)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(rect, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            paint_backdrop(painter, self._board)
            for index in self._extents.meeting(rect):
                paint_component(painter, self._entries[index].component, drawing)
        painter.end()
        self.update()


def _entry(component: Component, drawing: Drawing) -> _Entry:
    within = (placed.component for placed in walk({"components": [component]}))
    return _Entry(
        component=component,
        rect=extent_of(component, drawing),
        habits=frozenset(habit for item in within if (habit := source_of(item)) is not None),
    )


def _moved(entry: _Entry, component: Component) -> _Entry | None:
    """Return the entry of a component that only stands elsewhere, None where more of it is another."""
    before = entry.component
    if len(before) != len(component):
        return None
    for key, value in before.items():
        if component.get(key) is not value and key not in _PLACE:
            return None
    left, top = number_of(before.get("left")), number_of(before.get("top"))
    to_left, to_top = number_of(component.get("left")), number_of(component.get("top"))
    if left is None or top is None or to_left is None or to_top is None:
        return None
    return _Entry(component=component, rect=entry.rect.translated(to_left - left, to_top - top), habits=entry.habits)


def _dirty(before: list[_Entry], after: list[_Entry]) -> list[QRectF] | None:
    """Return where two states differ, None where so much does that everything is drawn again."""
    old, new = {id(entry) for entry in before}, {id(entry) for entry in after}
    if [id(entry) for entry in before if id(entry) in new] != [id(entry) for entry in after if id(entry) in old]:
        return None
    gone = [entry.rect for entry in before if id(entry) not in new]
    return gone + [entry.rect for entry in after if id(entry) not in old]


def _ground(board: Board) -> dict[str, object]:
    """What of a board shows besides its components."""
    return {key: value for key, value in board.items() if key != "components"}
