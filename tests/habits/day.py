"""A clock that the test moves, and short ways to say what the tests say often."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from gemma_app.agent.dispatcher import Asks
from gemma_app.app import App, call_tool

START = date(2026, 3, 9)


@dataclass
class Day:
    """Noon of a day; ``pass_days`` moves it on."""

    date: date = START

    def now(self) -> datetime:
        return datetime.combine(self.date, time(12), UTC)

    def pass_days(self, count: int) -> None:
        self.date += timedelta(days=count)


def call(app: App, name: str, arguments: dict[str, Any] | str, *, yes: bool = True) -> dict[str, Any]:
    """Carry out one call, answering every question, and return its envelope."""
    envelope = json.loads(call_tool(app, name, arguments, approve=lambda _: yes).envelope)
    assert isinstance(envelope, dict)
    return envelope


def asked_by(app: App, name: str, arguments: dict[str, Any]) -> list[Asks]:
    """Return what a call asks, declining it."""
    asked: list[Asks] = []

    def decline(asks: Asks) -> bool:
        asked.append(asks)
        return False

    call_tool(app, name, arguments, approve=decline)
    return asked


def add(app: App, entry: str, **more: Any) -> dict[str, Any]:
    """Add a habit with the catalog's own sentence."""
    arguments = dict(app.habits.complete_add({"protocol_id": entry, **more}))
    return call(app, "add_habit", arguments)


def add_data(app: App, entry: str, **more: Any) -> dict[str, Any]:
    """Add a habit and return what the tool says of it."""
    envelope = add(app, entry, **more)
    assert envelope.get("ok") is True, envelope
    data = envelope["data"]
    assert isinstance(data, dict)
    return data


def log(
    app: App, habit: int | str, value: str = "done", date: str | None = None, *, yes: bool = True
) -> dict[str, Any]:
    """Check in."""
    arguments: dict[str, Any] = {"habit_id": habit, "value": value}
    return call(app, "log_tracker_entry", arguments if date is None else {**arguments, "date": date}, yes=yes)
