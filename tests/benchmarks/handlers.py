"""How long the handlers take with 50 habits and 10 years of entries: ``python -m tests.benchmarks.handlers``."""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gemma_app.app import App, call_tool
from gemma_app.clock import Clock
from gemma_app.habits import tables
from gemma_app.ui.desk import Desk
from gemma_app.ui.habits.page import TodayPage
from gemma_app.ui.habits.row import HabitRow
from gemma_app.ui.theme.look import Look

TODAY = date(2026, 11, 30)
YEARS = 10
HABITS = 50
CALLS = 200


def fill(app: App) -> None:
    """Store 50 active habits, past every quota, with an entry for nine days of ten."""
    start = TODAY - timedelta(days=365 * YEARS)
    with app.database.write() as session:
        for position, entry in enumerate(app.habits.catalog().entries[:HABITS]):
            row = tables.HabitRow(
                profile_id=1,
                type=entry.type,
                protocol_ref=entry.id if entry.type == "protocol" else None,
                break_ref=entry.id if entry.type == "break" else None,
                diet_ref=entry.id if entry.type == "diet" else None,
                exclusive_group=None,
                title=entry.title_ko,
                frame_level="L2",
                framed_text=entry.frame_l2_ko,
                anchor=entry.anchor_ko,
                start_date=start,
                archived_at=None,
                position=position,
            )
            session.add(row)
            session.flush()
            session.add(
                tables.VariantRow(
                    habit_id=row.id,
                    tier="minimum",
                    direction=entry.direction,
                    unit=entry.unit_ko,
                    value=entry.dose_min,
                    is_default=True,
                )
            )
            session.add_all(
                tables.EntryRow(
                    habit_id=row.id,
                    date=start + timedelta(days=number),
                    value="done" if number % 7 else "blank",
                    variant_tier=None,
                    note="",
                )
                for number in range(365 * YEARS)
                if number % 10
            )


def measure(call: Callable[[int], object], count: int = CALLS) -> dict[str, float]:
    """Return p50, p95 and p99 in milliseconds over ``count`` calls."""
    taken = []
    for number in range(count):
        began = time.perf_counter()
        call(number)
        taken.append(1000 * (time.perf_counter() - began))
    cuts = statistics.quantiles(taken, n=100)
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


def show_today(app: App) -> dict[str, float]:
    """Return the processor time, in milliseconds, until the page shows everything, and then one more check-in."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication([])
    desk = Desk(app, Look(theme="light"), load_model=None)
    taken = []

    def wait_for(shown: Callable[[], bool], began: float) -> None:
        while not shown():
            QTest.qWait(5)
        application.processEvents()
        taken.append(round(1000 * (time.process_time() - began), 1))

    began = time.process_time()
    page = TodayPage(desk)
    page.show()
    wait_for(lambda: len(page.findChildren(HabitRow)) == HABITS, began)
    first = page.findChildren(HabitRow)[0].check
    before, began = first.accessibleName(), time.process_time()
    app.habits.perform(app.habits.prepare_check_in(1, "done", TODAY), "record_check_in")
    wait_for(lambda: first.accessibleName() != before, began)
    desk.close(10)
    return {"all of it": taken[0], "after a check-in": taken[1]}


def main() -> None:
    """Print the figures as one JSON object."""
    with tempfile.TemporaryDirectory() as folder:
        app = App.open(Path(folder), clock=Clock(fixed_today=TODAY), language="ko")
        fill(app)

        def tool(name: str, arguments: Callable[[int], dict[str, object]]) -> dict[str, float]:
            return measure(lambda number: call_tool(app, name, arguments(number), approve=lambda _: False))

        figures = {
            "search_catalog": tool("search_catalog", lambda number: {"keyword": ["햇빛", "수면", "walk"][number % 3]}),
            "query_protocol": tool("query_protocol", lambda _: {"id": "아침 햇빛"}),
            "add_habit, refused by its quota": tool(
                "add_habit",
                lambda _: {"protocol_id": "d-fish", "frame_level": "L3", "framed_text": "나는 생선을 즐기는 사람이다"},
            ),
            "list_active_habits": tool("list_active_habits", lambda _: {}),
            "log_tracker_entry": tool(
                "log_tracker_entry",
                lambda number: {"habit_id": 1 + number % HABITS, "value": "done", "date": f"{number // 100}일 전"},
            ),
            "get_streak": tool("get_streak", lambda number: {"habit_id": 1 + number % HABITS}),
            "what Today reads": measure(lambda _: app.habits.day(), 30),
            "what a board with nine gauges reads": measure(lambda _: app.habit_data.read(range(1, 10)), 30),
            "the Today page, read and shown": show_today(app),
        }
        app.close()
    print(json.dumps(figures, ensure_ascii=False, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
