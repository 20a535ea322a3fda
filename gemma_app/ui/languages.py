"""Puts the language of the window in force."""

from datetime import date
from importlib import resources

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, QTranslator

from gemma_app.language import Language


def as_qdate(day: date) -> QDate:
    """Return a day as Qt writes it out."""
    return QDate(day.year, day.month, day.day)


class Translations:
    """What is installed for the language in force."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []

    def use(self, language: Language) -> None:
        """Speak ``language`` from the next widget on; Qt's own words too."""
        self.remove()
        QLocale.setDefault(QLocale(language))
        if language == "en":
            return
        own = QTranslator(self._application)
        with resources.as_file(resources.files("gemma_app.ui.i18n").joinpath(f"{language}.qm")) as path:
            if own.load(str(path)):
                self._install(own)
        qt = QTranslator(self._application)
        if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._install(qt)

    def remove(self) -> None:
        """Speak English again."""
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed.clear()

    def _install(self, translator: QTranslator) -> None:
        self._application.installTranslator(translator)
        self._installed.append(translator)
