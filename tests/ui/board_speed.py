"""Measures how fluid a board of 5,000 components is: ``python -m tests.ui.board_speed``, on any display."""

import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from gemma_app.app import App
from gemma_app.boards.document import Board
from gemma_app.boards.reshaping import move
from gemma_app.boards.summary import summarize_board
from gemma_app.boards.templates import ADDABLE, new_component
from gemma_app.clock import Clock
from gemma_app.language import same
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.gestures import Held
from gemma_app.ui.boards.page import BoardsPage
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.look import Look, app_font
from tests.ui.stage import add_habit, check_in

COUNT = 5_000
FRAMES = 120
CHECK_INS = 20
GAUGES = 12


def large_board() -> Board:
    """A board of all the types that can be drawn by hand, the same each time."""
    chance = random.Random(3)
    components = []
    for refid in range(1, COUNT + 1):
        centre = (chance.randrange(100, 7900), chance.randrange(100, 5900))
        components.append({"refid": refid, **new_component(chance.choice(ADDABLE), centre, "ko")})
    return {"width": 8000, "height": 6000, "name": "large", "components": components}


class Measuring:
    """The page with the large board on it."""

    def __init__(self, application: QApplication, folder: Path) -> None:
        self._application = application
        self.app = App.open(folder, clock=Clock(now=lambda: datetime.now(UTC).astimezone()), language="ko")
        self.desk = Desk(self.app, Look(theme="light"), load_model=None)
        self.page = BoardsPage(self.desk)
        self.page.resize(1400, 900)
        self.page.show()
        self.page.control.create(large_board())
        self.until(lambda: self.page.control.board is not None)
        self.settle()

    @property
    def canvas(self) -> BoardCanvas:
        """The canvas."""
        return self.page.canvas

    def until(self, holds: Callable[[], bool]) -> None:
        """Let events be handled until something holds."""
        while not holds():
            self._application.processEvents()

    def settle(self) -> None:
        """Wait until everything seen is sharp."""
        self.until(lambda: self.canvas.layer.is_settled)

    def frames(self, name: str, act: Callable[[int], object]) -> None:
        """Draw frames, each after ``act``, and print their rate by the clock and by the work of this process."""
        times, work = [], time.process_time()
        for frame in range(FRAMES):
            began = time.perf_counter()
            act(frame)
            self.canvas.viewport().repaint()
            self._application.processEvents()
            times.append(time.perf_counter() - began)
        by_work = FRAMES / (time.process_time() - work)
        p50, p95 = 1 / _share(times, 0.5), 1 / _share(times, 0.95)
        print(f"{name}: {p50:.0f} frames/s p50, {p95:.0f} p95 ({by_work:.0f} by its own work)")  # noqa: T201
        self.settle()

    def check_ins(self) -> None:
        """Bind gauges to a habit, check it in and take it back, and print how long a gauge takes to move."""
        habit = add_habit(self.app, "p-morning-light")
        control = self.page.control
        gauges = [item["refid"] for item in large_board()["components"] if item["type"] == "gauge-circle"][:GAUGES]
        bound = {"id": f"habit:{habit}"}
        control.edit([{"op": "modify", "refid": refid, "patch": bound} for refid in gauges], same("bind"))
        control.select(gauges[:1])
        self.settle()
        moved: list[float] = []
        control.figures.moved.connect(lambda _: moved.append(time.perf_counter()))
        times = []
        for turn in range(CHECK_INS):
            moved.clear()
            began = time.perf_counter()
            check_in(self.app, habit, "blank" if turn % 2 else "done")
            self.until(lambda: bool(moved))
            self.canvas.viewport().repaint()
            times.append((time.perf_counter() - began) * 1000)
        print(f"check-in to gauge: {_share(times, 0.5):.0f} ms p50, {_share(times, 0.95):.0f} p95")  # noqa: T201

    def whole_move(self) -> None:
        """Drag everything selected, let go, and print what a step and the end take."""
        control, pointer = self.page.control, self.canvas.pointer
        control.select(range(1, COUNT + 1))
        self.settle()
        held = Held(shape=False, free=False, pixel=1.0 / self.canvas.zoom, grid=False)
        pointer.press((4000.0, 3000.0), held.pixel, adds=False, drags=True)
        self.frames("drag everything", lambda frame: pointer.drag((4000.0 + 3 * frame, 3000.0 + frame), held))
        began, work = time.perf_counter(), time.process_time()
        pointer.release()
        self._application.processEvents()
        wall, work = (time.perf_counter() - began) * 1000, (time.process_time() - work) * 1000
        print(f"let everything go: {wall:.0f} ms ({work:.0f} of its own work)")  # noqa: T201


def _share(times: list[float], share: float) -> float:
    """Return the time that so many of the times are not above."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def summaries(board: Board) -> None:
    """Print how long a summary takes."""
    seen = {"left": 3000, "top": 2000, "width": 1400, "height": 900}
    for name, given in (("summary", None), ("summary of what is seen", seen)):
        times = []
        for _ in range(21):
            began = time.perf_counter()
            summarize_board(board, viewport=given, selected_refids=[5, 9])
            times.append((time.perf_counter() - began) * 1000)
        print(f"{name}: {_share(times, 0.5):.0f} ms p50, {_share(times, 0.95):.0f} p95")  # noqa: T201


def measure(application: QApplication, folder: Path) -> None:
    """Print every figure."""
    measuring = Measuring(application, folder)
    board, canvas, control = large_board(), measuring.canvas, measuring.page.control
    summaries(board)
    measuring.frames("pan, whole board", lambda frame: canvas.pan(7 if frame % 60 < 30 else -7, 3))
    measuring.frames("zoom, whole board", lambda frame: canvas.zoom_by(0.25 if frame % 60 < 30 else -0.25))
    canvas.zoom_to(1.0)
    measuring.settle()
    measuring.frames("pan at 100 %", lambda frame: canvas.pan(15 if frame < 60 else -15, 9))
    measuring.frames("zoom at 100 %", lambda frame: canvas.zoom_by(0.1 if frame % 20 < 10 else -0.1))
    control.select([COUNT // 2])
    still = control.board or board
    measuring.frames("drag one", lambda frame: control.preview(move(still, control.selection, 3 * frame, frame)))
    control.preview(None)
    canvas.fit()
    measuring.settle()
    measuring.whole_move()
    measuring.settle()
    measuring.check_ins()
    measuring.desk.close(5.0)
    measuring.app.close()


if __name__ == "__main__":
    running = QApplication([])
    running.setFont(app_font(QFont(running.font())))
    with tempfile.TemporaryDirectory() as data_dir:
        measure(running, Path(data_dir))
