"""The window: side bar, pages, notices, and what works everywhere."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QWidget

from gemma_app.app import App
from gemma_app.ui.desk import Desk
from gemma_app.ui.dialogs.crash import CrashDialog, keep_report, report_of
from gemma_app.ui.dialogs.palette import Palette
from gemma_app.ui.dialogs.profiles import ProfilesDialog
from gemma_app.ui.languages import Translations
from gemma_app.ui.model_loading import LoadModel
from gemma_app.ui.notice_bar import NoticeBar
from gemma_app.ui.page import Page
from gemma_app.ui.pages import PAGES
from gemma_app.ui.side_bar import SideBar, choice
from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.style import style_sheet
from gemma_app.ui.theme.tokens import Size, ThemeName
from gemma_app.ui.theme.widgets import no_margins

STATE_FILE = "window.ini"
_END_WITHIN_SECONDS = 20.0


class MainWindow(QMainWindow):
    """The one window of the app.

    Args:
        application: Takes palette, style sheet and translations.
        app: The features of the data folder; closed with the window.
        load_model: Loads the model; None for none.
    """

    def __init__(self, application: QApplication, app: App, *, load_model: LoadModel | None) -> None:
        super().__init__()
        self._application = application
        self._translations = Translations(application)
        self._state = QSettings(str(app.data_dir / STATE_FILE), QSettings.Format.IniFormat)
        self.desk = Desk(app, Look(theme=self._theme(app)), load_model=load_model, parent=self)
        self._closed = False
        self._pages: dict[str, Page] = {}
        self._shown = PAGES[0].name
        self.setMinimumSize(Size.MIN_WIDTH, Size.MIN_HEIGHT)
        self.setWindowTitle("Gemma App")
        self._restore_place()
        self.desk.chat.draft = str(self._state.value("draft", ""))
        self.desk.going.connect(self.go_to)
        self.desk.jobs.crashed.connect(self.show_fault)
        self.desk.history.moved.connect(self._show_history)
        self.desk.profile_changed.connect(self.rebuild)
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.rebuild()
        self.desk.model.start()
        session_id = self._state.value("session", "")
        if session_id:
            self.desk.chat.open_session(str(session_id))

    def rebuild(self) -> None:
        """Build everything that is seen, in the language and theme in force."""
        app = self.desk.app
        for page in self._pages.values():
            page.leave()
        self.desk.look = Look(theme=self._theme(app))
        self._translations.use(self.desk.language)
        self._application.setPalette(self.desk.look.palette())
        self._application.setStyleSheet(style_sheet(self.desk.look.theme))
        for action in self.actions():
            self.removeAction(action)
        if (before := self.takeCentralWidget()) is not None:
            before.deleteLater()
        central = QWidget()
        self._side = SideBar(self.desk.look, self._build_choices())
        self._stack = QStackedWidget()
        self._notices = NoticeBar(self.desk, self._stack)
        self._pages = {}
        for entry in PAGES:
            page = entry.build(self.desk)
            self._pages[entry.name] = page
            self._stack.addWidget(page)
        self._side.chosen.connect(lambda name: self.go_to(name, ""))
        row = QHBoxLayout(central)
        no_margins(row)
        row.addWidget(self._side)
        row.addWidget(self._stack, 1)
        self.setCentralWidget(central)
        self._side.set_narrow(narrow=self.width() < Size.WIDE_FROM)
        self._build_actions()
        self.go_to(self._shown)

    @property
    def shown_page(self) -> str:
        """Name of the page that is shown."""
        return self._shown

    def page(self, name: str) -> Page:
        """Return a page by its name."""
        return self._pages[name]

    def go_to(self, name: str, text: str = "") -> None:
        """Show a page, and begin there with a text."""
        self._shown = name
        self._side.show_page(name)
        self._stack.setCurrentIndex([entry.name for entry in PAGES].index(name))
        self._pages[name].begin_with(text)

    def show_fault(self, error: BaseException) -> None:
        """Tell of a bug, without what the user wrote."""
        report = report_of(error)
        keep_report(self.desk.app.data_dir, report, self.desk.app.clock.now())
        if self.findChild(CrashDialog) is None:
            CrashDialog(report, self).open()

    def _build_actions(self) -> None:
        for place, entry in enumerate(PAGES, 1):
            title = self.tr("Go to {page}").format(page=entry.words())
            self._add(title, f"Ctrl+{place}", partial(self.go_to, entry.name))
        for page in self._pages.values():
            self.addActions(list(page.commands))
        self._undo = self._add(self.tr("Undo the last change"), QKeySequence.StandardKey.Undo, self._undo_last)
        self._redo = self._add(self.tr("Do it again"), QKeySequence.StandardKey.Redo, self._redo_last)
        self._add(self.tr("All actions"), "Ctrl+K", self._open_palette)
        for action in self._choices:
            self.addAction(action)
        self._add(self.tr("Quit"), QKeySequence.StandardKey.Quit, self.close)
        self._show_history()

    def _add(self, text: str, keys: str | QKeySequence.StandardKey, on_trigger: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: on_trigger())
        self.addAction(action)
        return action

    def _build_choices(self) -> QMenu:
        settings = self.desk.app.choices.current
        menu = QMenu(self)
        self._choices: list[QAction] = []
        languages = (("system", self.tr("Language: system")), ("ko", "언어: 한국어"), ("en", "Language: English"))
        for value, text in languages:
            chosen = settings.language == value
            on_choose = self._chooser("language", value)
            self._choices.append(choice(menu, text, chosen=chosen, on_choose=on_choose))
        menu.addSeparator()
        themes = (
            ("system", self.tr("Theme: system")),
            ("light", self.tr("Theme: light")),
            ("dark", self.tr("Theme: dark")),
        )
        for value, text in themes:
            on_choose = self._chooser("theme", value)
            self._choices.append(choice(menu, text, chosen=settings.theme == value, on_choose=on_choose))
        menu.addSeparator()
        profiles = menu.addAction(self.tr("Profiles and locks"))
        profiles.triggered.connect(self._open_profiles)
        self._choices.append(profiles)
        return menu

    def _chooser(self, name: str, value: str) -> Callable[[], None]:
        def choose() -> None:
            self.desk.app.choices.change(**{name: value})
            self.rebuild()

        return choose

    def _theme(self, app: App) -> ThemeName:
        chosen = app.choices.current.theme
        if chosen != "system":
            return chosen
        is_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if is_dark else "light"

    def _follow_system(self) -> None:
        if self.desk.app.choices.current.theme == "system" and self._theme(self.desk.app) != self.desk.look.theme:
            self.rebuild()

    def _undo_last(self) -> None:
        self.desk.history.undo_last()

    def _redo_last(self) -> None:
        self.desk.history.redo_last()

    def _show_history(self) -> None:
        self._undo.setEnabled(self.desk.history.can_undo)
        self._redo.setEnabled(self.desk.history.can_redo)

    def _open_profiles(self) -> None:
        ProfilesDialog(self.desk, self).open()

    def _open_palette(self) -> None:
        Palette(self.actions(), self).open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep to icons at the side where there is little room."""
        super().resizeEvent(event)
        self._side.set_narrow(narrow=self.width() < Size.WIDE_FROM)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End what runs, keep what is written, free the data folder; nothing is approved by closing."""
        if not self._closed:
            self._closed = True
            for page in self._pages.values():
                page.leave()
            self._keep_place()
            self.hide()
            if self.desk.close(_END_WITHIN_SECONDS):
                self.desk.app.close()
            self._translations.remove()
        event.accept()

    def _restore_place(self) -> None:
        geometry = self._state.value("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            room = QGuiApplication.primaryScreen().availableSize()
            self.resize(QSize(Size.WIDTH, Size.HEIGHT).boundedTo(room))
        page = str(self._state.value("page", self._shown))
        if any(entry.name == page for entry in PAGES):
            self._shown = page

    def _keep_place(self) -> None:
        self._state.setValue("geometry", self.saveGeometry())
        self._state.setValue("page", self._shown)
        self._state.setValue("draft", self.desk.chat.draft)
        self._state.setValue("session", self.desk.chat.session_id or "")
        self._state.sync()
