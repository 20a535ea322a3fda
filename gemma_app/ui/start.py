"""Starts the window, or says in one sentence why it cannot."""

import ctypes
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from gemma_app.app import App, load_embedded
from gemma_app.clock import Clock
from gemma_app.errors import AppError, GemmaAppError
from gemma_app.language import Language, Phrase
from gemma_app.storage.backup import back_up_if_due
from gemma_app.storage.recovery import CorruptDatabase
from gemma_app.ui.jobs import Job
from gemma_app.ui.main_window import MainWindow
from gemma_app.ui.theme.look import app_font

_NO_DISPLAY = Phrase(
    ko="화면이 없어 창을 열 수 없어요. 그래픽 화면에서 다시 실행하거나 'gemma-app chat'을 써 주세요.",
    en="There is no display to open a window on. Start it in a graphical session, or use 'gemma-app chat'.",
)
_ENDING = (signal.SIGINT, signal.SIGTERM)
_X_SERVER = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")


def open_window(data_dir: Path, *, clock: Clock, language: Language) -> int:
    """Open the window and stay until it is closed.

    Args:
        data_dir: The data folder.
        clock: The time and the day.
        language: The system's language, which the settings may override.

    Returns:
        0 after the window was closed, 1 where the data folder cannot be used, 2 where there is no display.
    """
    if (reason := why_no_display()) is not None:
        print(reason.say(language), file=sys.stderr)  # noqa: T201
        return 2
    application = _application()
    app = _open_app(data_dir, clock, language)
    while app is not None:
        window = MainWindow(application, app, load_model=load_embedded)
        window.show()
        damaged = _look_after_data(window)
        with _telling_of_faults(window), _closing_on_signals(window):
            code = application.exec()
        if not damaged:
            return code
        app = _recover(damaged[0], data_dir, clock, language)
    return 1


def _look_after_data(window: MainWindow) -> list[CorruptDatabase]:
    """Finish the check of the data and make the daily backup, while the window is in use.

    Returns:
        A list that holds, after the window was closed, the damage that the user wants to be recovered from.
    """
    app, damaged = window.desk.app, list[CorruptDatabase]()

    def work(job: Job[None]) -> None:
        app.database.finish_opening(job.cancel)
        if not job.cancel.is_set():
            back_up_if_due(app.database)

    def tell(error: GemmaAppError) -> None:
        if not isinstance(error, CorruptDatabase):
            window.desk.say_error(error)
        elif _agrees_to_recover(error, window.desk.language):
            damaged.append(error)
            window.close()

    window.desk.jobs.run_long(work, on_error=tell)
    return damaged


@contextmanager
def _telling_of_faults(window: MainWindow) -> Iterator[None]:
    """Let the window tell of bugs."""
    before = sys.excepthook
    sys.excepthook = lambda _kind, error, trace: window.show_fault(error.with_traceback(trace))
    try:
        yield
    finally:
        sys.excepthook = before


def check_window(data_dir: Path) -> None:
    """Open the window without a display, let it paint, and close it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = _application()
    window = MainWindow(application, App.open(data_dir), load_model=None)
    window.show()
    application.processEvents()
    if window.grab().isNull():
        raise RuntimeError("the window painted nothing")
    window.close()
    application.processEvents()


@contextmanager
def _closing_on_signals(window: MainWindow) -> Iterator[None]:
    """Close the window where the system or a terminal asks the process to end."""
    asked, wakes = socket.socketpair()
    wakes.setblocking(False)  # noqa: FBT003 - required of the descriptor that signals wake
    notifier = QSocketNotifier(asked.fileno(), QSocketNotifier.Type.Read, window)
    notifier.activated.connect(window.close)
    before = {number: signal.signal(number, lambda _number, _frame: None) for number in _ENDING}
    signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number, handler in before.items():
            signal.signal(number, handler)
        asked.close()
        wakes.close()


def why_no_display() -> Phrase | None:
    """Return why no window can be opened, None where one can; asked before Qt would end the process."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not sys.platform.startswith("linux") or platform not in {"", "xcb", "wayland"}:
        return None
    if os.environ.get("WAYLAND_DISPLAY") and platform != "xcb":
        return None
    display = os.environ.get("DISPLAY", "")
    if not display or not _answers(display):
        return _NO_DISPLAY
    return _missing_library()


def _answers(display: str) -> bool:
    """Tell whether the local X server of that name is there; one on another host is believed to be."""
    match = _X_SERVER.fullmatch(display)
    if match is None:
        return True
    path = f"/tmp/.X11-unix/X{match[1]}"  # noqa: S108 - the place that X has for it
    for address in ("\0" + path, path):
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(address)
            except OSError:
                continue
            return True
    return False


def _missing_library() -> Phrase | None:
    """Return which library of the system Qt misses for X, where one is missing."""
    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms" / "libqxcb.so"
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        name = str(error).partition(":")[0]
        return Phrase(
            ko=f"창을 여는 데 필요한 시스템 라이브러리가 없어요: {name}. 설치한 뒤 다시 실행해 주세요.",
            en=f"A library of the system that the window needs is missing: {name}. Install it and start again.",
        )
    return None


def _application() -> QApplication:
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(["gemma-app"])
    application.setApplicationName("gemma-app")
    application.setApplicationDisplayName("Gemma App")
    application.setDesktopFileName("gemma-app")
    application.setStyle("Fusion")
    application.setFont(app_font(application.font()))
    return application


def _open_app(data_dir: Path, clock: Clock, language: Language) -> App | None:
    """Open the data folder; say why not, and offer the newest good backup where the data is damaged."""
    try:
        return App.open(data_dir, clock=clock, language=language)
    except CorruptDatabase as error:
        return _recover(error, data_dir, clock, language) if _agrees_to_recover(error, language) else None
    except AppError as error:
        _tell(error.message, language)
        return None


def _recover(damaged: CorruptDatabase, data_dir: Path, clock: Clock, language: Language) -> App | None:
    try:
        damaged.recover(now=clock.now())
        return App.open(data_dir, clock=clock, language=language)
    except AppError as error:
        _tell(error.message, language)
        return None


def _box(message: Phrase, language: Language) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Warning, "Gemma App", "")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(message.say(language))
    return box


def _tell(message: Phrase, language: Language) -> None:
    box = _box(message, language)
    box.addButton(Phrase(ko="닫기", en="Close").say(language), QMessageBox.ButtonRole.RejectRole)
    box.exec()


def _agrees_to_recover(error: CorruptDatabase, language: Language) -> bool:
    box = _box(error.message, language)
    act = (
        Phrase(ko="옮겨 두고 새로 시작", en="Move it aside and start empty")
        if error.backup is None
        else Phrase(ko="백업 되살리기", en="Bring the backup back")
    )
    yes = box.addButton(act.say(language), QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton(Phrase(ko="취소", en="Cancel").say(language), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    box.exec()
    return box.clickedButton() is yes
