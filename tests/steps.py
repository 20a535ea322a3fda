"""Counts what the database does, in steps of SQLite's machine, which no other load on the computer changes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event

STEPS = 10


class Machine:
    """Counts the steps of every connection, in tens."""

    def __init__(self) -> None:
        self.tens = 0

    def tick(self) -> int:
        self.tens += 1
        return 0

    def cost_of(self, work: Callable[[], object]) -> int:
        """Do it twice, so that nothing is done for the first time, and return what the second time cost."""
        work()
        before = self.tens
        work()
        return self.tens - before


@contextmanager
def counted_steps() -> Iterator[Machine]:
    """Count from now on."""
    counting = Machine()

    def watch(connection: Connection, *rest: object) -> None:
        connection.connection.driver_connection.set_progress_handler(counting.tick, STEPS)  # type: ignore[union-attr]

    event.listen(Engine, "before_cursor_execute", watch)
    yield counting
    event.remove(Engine, "before_cursor_execute", watch)
