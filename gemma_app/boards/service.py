"""The verbs of boards: each is one transaction, and a board is stored as the JSON text that it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from gemma_app.agent.action import Provenance, Receipt
from gemma_app.boards.document import Board, dump_board, load_board
from gemma_app.boards.staging import StagedBoard
from gemma_app.boards.tables import BoardRow, DeletedBoardRow
from gemma_app.errors import Rejected
from gemma_app.language import Phrase
from gemma_app.storage.database import Database
from gemma_app.text import cut

DEFAULT_PROFILE = 1
MAX_NAME = 120

_IS_THERE = ~exists().where(DeletedBoardRow.board_id == BoardRow.id)


@dataclass(frozen=True, kw_only=True)
class BoardInfo:
    """A board as a list shows it.

    Args:
        id: Number of the board, never used again.
        name: Its name; may be empty.
        updated_at: Aware time of the last save.
    """

    id: int
    name: str
    updated_at: datetime


class Boards:
    """The boards of the profile in use.

    Every verb that names a board raises ``Rejected`` with ``no_such_board`` where it was deleted.

    Args:
        database: Where they are kept.
        profile: Gives the profile whose boards these are.
    """

    def __init__(self, database: Database, *, profile: Callable[[], int] = lambda: DEFAULT_PROFILE) -> None:
        self._database = database
        self._profile = profile

    def create(self, board: Board) -> BoardInfo:
        """Store a new board; a component without a refid of its own gets one."""
        staged = StagedBoard(board)
        staged.repair()
        now = self._database.now()
        row = BoardRow(
            profile_id=self._profile(),
            name=name_of(board),
            content=dump_board(staged.board),
            created_at=now,
            updated_at=now,
        )
        with self._database.write() as session:
            session.add(row)
        return _info(row)

    def list_boards(self) -> list[BoardInfo]:
        """Return the boards, oldest first."""
        wanted = (
            select(BoardRow.id, BoardRow.name, BoardRow.updated_at)
            .where(BoardRow.profile_id == self._profile(), _IS_THERE)
            .order_by(BoardRow.created_at, BoardRow.id)
        )
        with self._database.read() as session:
            return [BoardInfo(id=at, name=name, updated_at=updated) for at, name, updated in session.execute(wanted)]

    def load(self, board_id: int) -> Board:
        """Return a board as it was saved, with its keys in the same order."""
        with self._database.read() as session:
            return load_board(_row(session, board_id).content)

    def save(self, board_id: int, board: Board) -> None:
        """Store what a board has become."""
        content = dump_board(board)
        with self._database.write() as session:
            row = _row(session, board_id)
            row.name, row.content, row.updated_at = name_of(board), content, self._database.now()

    def rename(self, board_id: int, name: str) -> None:
        """Give a board a name."""
        with self._database.write() as session:
            row = _row(session, board_id)
            board = {**load_board(row.content), "name": cut(name.strip(), MAX_NAME)}
            row.name, row.content, row.updated_at = name_of(board), dump_board(board), self._database.now()

    def delete(self, board_id: int, provenance: Provenance) -> Receipt:
        """Delete a board; Undo brings it back until ``purge_deleted`` removes it for good."""
        with self._database.change(provenance) as change:
            name = _row(change.session, board_id).name
            change.session.add(DeletedBoardRow(board_id=board_id, deleted_at=self._database.now()))
        text = Phrase(ko=f"보드 ‘{name}’ 지움", en=f"Deleted the board “{name}”")
        return Receipt(data={"board_id": board_id}, text=text, change_id=change.id)

    def purge_deleted(self, before: datetime) -> int:
        """Remove for good what was deleted before that time, and return how many boards that were."""
        gone = select(DeletedBoardRow.board_id).where(DeletedBoardRow.deleted_at < before)
        with self._database.write() as session:
            doomed = list(session.scalars(gone))
            session.execute(delete(BoardRow).where(BoardRow.id.in_(doomed)))
        return len(doomed)

    def import_json(self, text: str) -> BoardInfo:
        """Store a board from a file.

        Raises:
            AppError: The text is not a board.
        """
        return self.create(load_board(text))

    def export_json(self, board_id: int) -> str:
        """Return a board as the JSON text that ``import_json`` reads."""
        return dump_board(self.load(board_id))


def name_of(board: Board) -> str:
    """Return the name of a board, shortened for a list; empty where it has none."""
    name = board.get("name")
    return cut(" ".join(name.split()), MAX_NAME) if isinstance(name, str) else ""


def _row(session: Session, board_id: int) -> BoardRow:
    row = session.scalar(select(BoardRow).where(BoardRow.id == board_id, _IS_THERE))
    if row is None:
        raise Rejected("no_such_board", Phrase(ko="그런 보드가 없어요.", en="There is no such board."))
    return row


def _info(row: BoardRow) -> BoardInfo:
    return BoardInfo(id=row.id, name=row.name, updated_at=row.updated_at)
