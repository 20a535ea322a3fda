"""The dialogs in which a file is chosen: to export a board, to import one, to put in an image."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gemma_app.boards.document import Board, load_board
from gemma_app.boards.grouping import add
from gemma_app.errors import AppError
from gemma_app.language import Phrase
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.clipboard import centred
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.exporting import export_board
from gemma_app.ui.boards.pictures import SUFFIXES, picture_in

MAX_FILE_BYTES = 64 * 1024 * 1024

_ADDED = Phrase(ko="이미지 넣기", en="Add an image")
_NO_IMAGE = Phrase(ko="읽을 수 있는 이미지가 아니에요.", en="This is not an image that can be read.")
_UNREADABLE = Phrase(ko="파일을 읽을 수 없어요.", en="The file cannot be read.")
_TOO_LARGE = Phrase(ko="파일이 너무 커요. 64MB까지 읽어요.", en="The file is too large; 64 MB is the most.")


def choose_export(control: BoardControl, canvas: BoardCanvas, parent: QWidget, kind: str) -> None:
    """Ask for a file and write the open board into it."""
    board = control.board
    if board is None:
        return
    name = "".join(char for char in str(board.get("name") or "board") if char not in '\\/:*?"<>|')
    title = QCoreApplication.translate("BoardFiles", "Export the board")
    chosen, _ = QFileDialog.getSaveFileName(parent, title, f"{name}.{kind}", f"{kind.upper()} (*.{kind})")
    if not chosen:
        return
    path = Path(chosen)
    path = path if path.suffix.casefold() == f".{kind}" else path.with_name(f"{path.name}.{kind}")
    try:
        export_board(board, canvas.drawing, path)
    except AppError as error:
        control.desk.say_error(error)
    else:
        control.desk.say(control.desk.words(Phrase(ko=f"{path.name} 저장함", en=f"Saved {path.name}")))


def choose_import(control: BoardControl, parent: QWidget) -> None:
    """Ask for a file and store the board that it holds."""
    title = QCoreApplication.translate("BoardFiles", "Import a board")
    chosen, _ = QFileDialog.getOpenFileName(parent, title, "", "JSON (*.json)")
    if chosen:
        import_file(control, Path(chosen))


def import_file(control: BoardControl, path: Path) -> None:
    """Store the board that a file holds and open it; say why where it holds none."""
    try:
        control.create(read_board(path))
    except AppError as error:
        control.desk.say_error(error)


def read_board(path: Path) -> Board:
    """Read a board from a file.

    Raises:
        AppError: The file cannot be read, is too large, or holds no board.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise AppError(_TOO_LARGE)
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise AppError(_UNREADABLE) from error
    board = load_board(text)
    return board if board.get("name") else {**board, "name": path.stem}


def choose_image(control: BoardControl, parent: QWidget, centre: tuple[float, float]) -> None:
    """Ask for an image and put it on the open board."""
    title = QCoreApplication.translate("BoardFiles", "Add an image")
    kinds = " ".join(f"*.{suffix}" for suffix in SUFFIXES)
    chosen, _ = QFileDialog.getOpenFileName(parent, title, "", f"({kinds})")
    if chosen:
        add_image(control, Path(chosen), centre)


def add_image(control: BoardControl, path: Path, centre: tuple[float, float]) -> None:
    """Put an image from a file on the open board."""
    made = picture_in(path)
    if made is None or control.board is None:
        control.desk.say_error(AppError(_NO_IMAGE))
        return
    board, refids = add(control.board, [centred(made, centre)])
    control.put(board, _ADDED)
    control.select(refids)
